"""Writing what is on the screen to a file: a panel's points, or the screen itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ..runs.history import Run
from ..runs.selectors import expanded
from .event_rows import EventRows
from .rows import Rows


def points(run: Run, x: str, keys: Sequence[str]) -> str:
    """Return the points of some keys against ``x`` as tab-separated rows under a header."""
    columns = expanded(run, keys)
    rows = (
        Rows(run, x, columns, csv=False)
        if run.events is None
        else EventRows(run, x, columns, csv=False, following=False)
    )
    return "\n".join((rows.header(), *rows.new())) + "\n"


def file_name(run: str, panel: str, suffix: str) -> str:
    """Return a name for an export, of plain characters alone."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{run}-{panel}").strip("-.")
    return f"{plain[:80] or 'export'}{suffix}"


def write(path: Path, text: str, *, over: bool) -> None:
    """Write an export to a file.

    Args:
        path: the file.
        text: its content.
        over: whether a file that is there may be written over.

    Raises:
        FileExistsError: the file is there and may not be written over.
        OSError: it cannot be written.
    """
    with path.open("w" if over else "x", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
