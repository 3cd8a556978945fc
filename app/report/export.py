"""Exporting the points of a panel, or the screen, to a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..runs.history import History
from ..runs.run import Run
from ..runs.selectors import expanded
from .event_rows import EventRows
from .rows import Rows


def points(runs: Iterable[Run], x: str, keys: Sequence[str]) -> str:
    """Return the points of some keys against ``x`` as tab-separated rows with a header.

    Each run has its own header. With several runs, the first column is the name of the run.
    """
    runs = list(runs)
    lines: list[str] = []
    for run in runs:
        rows = _rows(run.history, x, expanded(run.history, keys))
        texts = [rows.header(), *rows.new()]
        first = ("run", *[run.name] * (len(texts) - 1))
        lines += [f"{name}\t{text}" for name, text in zip(first, texts, strict=True)] if len(runs) > 1 else texts
    return "\n".join(lines) + "\n"


def _rows(history: History, x: str, columns: Sequence[str]) -> Rows | EventRows:
    if history.events is None:
        return Rows(history, x, columns, csv=False)
    return EventRows(history, x, columns, csv=False, following=False)


def file_name(run: str, panel: str, suffix: str) -> str:
    """Return a name for an export that consists of letters, digits, ``.``, ``_`` and ``-``."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{run}-{panel}").strip("-.")
    return f"{plain[:80] or 'export'}{suffix}"


def write(path: Path, text: str, *, overwrite: bool) -> None:
    """Write an export to a file.

    Args:
        path: the file.
        text: its content.
        overwrite: replace the file if it exists.

    Raises:
        FileExistsError: the file exists and is not to be overwritten.
        OSError: the file cannot be written.
    """
    with path.open("w" if overwrite else "x", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
