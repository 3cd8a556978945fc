"""Finding a run: from what a person names to the file of its lines."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ..layouts.text import escape
from .nearest import nearest

LINES = "telemetry.jsonl"
LAYOUT = "telemetry.toml"
STDIN = "-"


class Found(NamedTuple):
    """A run: where its lines are (None for standard input), its layout if it has one, and what it is called."""

    lines: Path | None
    layout: Path | None
    name: str


class NotFoundError(Exception):
    """There is no such run; the message says what was looked for and where, in one line."""


def find(run: str | None, root: str | None, env: Mapping[str, str], *, wait: bool) -> Found:
    """Find a run by path or name, or without one the newest.

    Tried in this order: ``-``, a file, a directory with lines, a directory of that name under the root. The root is
    ``root``, else ``$DIV_TUI_ROOT``, else ``./runs``, else the current directory. Without a run: the file named by
    ``$DIVERGENT_TELEMETRY_PATH``, else the run under the root whose lines changed last.

    Args:
        run: what the person named.
        root: the directory of runs, when one was named.
        env: the environment.
        wait: whether a file that does not exist yet can be waited for.

    Raises:
        NotFoundError: there is none.
    """
    if run is None:
        named = env.get("DIVERGENT_TELEMETRY_PATH")
        return _from_environment(Path(named), wait) if named else _newest(_root(root, env), wait)
    if run == STDIN:
        return Found(None, None, "stdin")
    path = Path(run)
    if _exists(path):
        return _in_directory(path, wait) if path.is_dir() else _of_file(path)
    place = _root(root, env)
    if run and _is_name(run) and (place / run).is_dir():
        return _in_directory(place / run, wait)
    if wait and (not _is_name(run) or path.suffix == ".jsonl") and path.parent.is_dir():
        return _of_file(path)
    raise NotFoundError(_nothing_named(run, place))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long, or with a NUL
        return False


def _root(root: str | None, env: Mapping[str, str]) -> Path:
    named = root or env.get("DIV_TUI_ROOT")
    if named:
        path = Path(named)
        if not path.is_dir():
            raise NotFoundError(f"the directory of runs {_shown(path)} does not exist; name another with --root")
        return path
    return Path("runs") if Path("runs").is_dir() else Path()


def _is_name(run: str) -> bool:
    return "/" not in run and "\0" not in run and run not in ("", ".", "..")


def _of_file(path: Path) -> Found:
    layout = path.parent / LAYOUT
    name = path.absolute().parent.name if path.name == LINES else path.name
    return Found(path, layout if os.path.lexists(layout) else None, name or path.name)


def _in_directory(directory: Path, wait: bool) -> Found:
    lines = _lines_in(directory)
    if lines is None:
        others = sorted(directory.glob("*.jsonl"))
        if others:
            names = ", ".join(escape(path.name) for path in others[:3]) + (", …" if len(others) > 3 else "")
            raise NotFoundError(f"{_shown(directory)} holds several runs ({names}); name one of these files")
        if not wait:
            raise NotFoundError(f"{_shown(directory)} holds no {LINES}; name the file of the run's lines")
        lines = directory / LINES
    found = _of_file(lines)
    return found._replace(name=directory.absolute().resolve().name or str(directory))


def _lines_in(directory: Path) -> Path | None:
    """Return a directory's ``telemetry.jsonl``, else its only ``*.jsonl``."""
    lines = directory / LINES
    if lines.exists():
        return lines
    try:
        only = [path for path in directory.glob("*.jsonl") if path.is_file()]
    except OSError:
        return None
    return only[0] if len(only) == 1 else None


def _from_environment(path: Path, wait: bool) -> Found:
    if path.is_dir():
        return _in_directory(path, wait)
    if path.exists() or (wait and path.parent.is_dir()):
        return _of_file(path)
    raise NotFoundError(f"$DIVERGENT_TELEMETRY_PATH names {_shown(path)}, which does not exist")


def _runs(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name and the lines of each run under a root."""
    try:
        entries = sorted(entry for entry in root.iterdir() if entry.is_dir())
    except OSError as error:
        raise NotFoundError(f"the directory of runs {_shown(root)} cannot be read: {error.strerror}") from error
    for directory in entries:
        lines = _lines_in(directory)
        if lines is not None:
            yield directory.name, lines


def _newest(root: Path, wait: bool) -> Found:
    runs = [lines for _, lines in _runs(root)]
    own = root / LINES
    if own.exists():
        runs.append(own)
    if not runs:
        raise NotFoundError(
            f"no run in {_shown(root.absolute())}: looked for */{LINES}; name a file, a directory, or --root DIR"
        )
    newest = max(runs, key=lambda lines: lines.stat().st_mtime)
    return _in_directory(newest.parent, wait)


def _nothing_named(run: str, root: Path) -> str:
    where = f"no file or directory {escape(run)!r}"
    if _is_name(run):
        where += f", and no run of that name in {_shown(root.absolute())}"
        near = nearest(run, (name for name, _ in _runs(root)), count=3)
        if near:
            return f"{where}; the nearest: {', '.join(map(escape, near))}"
    return f"{where}; name a file, a directory, or a run under --root DIR"


def _shown(path: Path) -> str:
    return escape(str(path))
