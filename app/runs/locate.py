"""Locating a run: from a path or name to the file of its lines."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ...layouts.nearest import nearest
from ...layouts.text import elide_middle, escape

LINES = "telemetry.jsonl"
LAYOUT = "telemetry.toml"
STDIN = "-"

LONGEST_SHOWN = 100
"""How much of a name that was not found is repeated in the message, in cells."""


class Location(NamedTuple):
    """Where a run is.

    Attributes:
        lines: the file of its lines, None for standard input.
        layout: the file of its layout, None if it has none.
        name: its name.
    """

    lines: Path | None
    layout: Path | None
    name: str


class NotFoundError(Exception):
    """There is no such run; the message, one line, says what was searched for and where."""


def locate(run: str | None, root: str | None, env: Mapping[str, str], *, wait: bool) -> Location:
    """Find a run by path or name, or the newest run.

    Tried in this order: ``-``, a file, a directory with lines, a directory of that name under the root. The root is
    ``root``, else ``$DIV_TUI_ROOT``, else ``./runs``, else the current directory. Without a run: the file named by
    ``$DIVERGENT_TELEMETRY_PATH``, else the run under the root whose lines changed last.

    Args:
        run: the path or name; None for the newest run.
        root: the directory of runs, if one was given.
        env: the environment.
        wait: whether a file that does not exist yet can be waited for.

    Raises:
        NotFoundError: there is none.
        OSError: the path exists and cannot be accessed.
    """
    if run is None:
        named = env.get("DIVERGENT_TELEMETRY_PATH")
        return _from_environment(Path(named), wait) if named else _newest(root_of(root, env))
    if run == STDIN:
        return Location(None, None, "stdin")
    path = Path(run)
    if run and _stat(path):
        return _in_directory(path, wait) if path.is_dir() else _of_file(path)
    place = root_of(root, env)
    if _is_name(run) and _stat(place / run) and (place / run).is_dir():
        return _in_directory(place / run, wait)
    if wait and _is_file_name(run) and os.path.isdir(path.parent):
        return _of_file(path)
    raise NotFoundError(_nothing_named(run, place))


def _stat(path: Path) -> os.stat_result | None:
    """Return the status of a path, None if it does not exist or cannot exist.

    Raises:
        OSError: it cannot be accessed.
    """
    try:
        return path.stat()
    except ValueError:  # a NUL in it
        return None
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP):
            return None
        raise


def root_of(root: str | None, env: Mapping[str, str]) -> Path:
    """Return the directory of runs: the one given, else ``$DIV_TUI_ROOT``, else ``./runs``, else the current directory.

    Raises:
        NotFoundError: the one given is not a directory.
    """
    named = root or env.get("DIV_TUI_ROOT")
    if named:
        path = Path(named)
        if not path.is_dir():
            raise NotFoundError(f"the runs directory {_shown(path)} is not a directory; pass another with --root")
        return path
    return Path("runs") if Path("runs").is_dir() else Path()


def _is_name(run: str) -> bool:
    return "/" not in run and "\0" not in run and run not in ("", ".", "..")


def _is_file_name(run: str) -> bool:
    """Return whether something that does not exist is a file to wait for rather than the name of a run."""
    return run.endswith(".jsonl") if _is_name(run) else "/" in run and "\0" not in run and not run.endswith("/")


def _of_file(path: Path) -> Location:
    directory = path.absolute().parent
    return Location(path, _layout_beside(path), directory.name or path.name if path.name == LINES else path.name)


def _layout_beside(lines: Path) -> Path | None:
    layout = lines.parent / LAYOUT
    return layout if os.path.lexists(layout) else None


def _in_directory(directory: Path, wait: bool) -> Location:
    found = _lines_in(directory)
    if len(found) > 1:
        names = ", ".join(escape(path.name) for path in found[:3]) + (", …" if len(found) > 3 else "")
        raise NotFoundError(f"{_shown(directory)} contains several runs ({names}); pass one of these files")
    if not found and not wait:
        raise NotFoundError(f"{_shown(directory)} contains no {LINES}; pass the file of the run")
    return _of_directory(directory, found[0] if found else directory / LINES)


def _of_directory(directory: Path, lines: Path) -> Location:
    return Location(lines, _layout_beside(lines), directory.resolve().name or str(directory))


def _lines_in(directory: Path) -> list[Path]:
    """Return the files that may be a run's lines: ``telemetry.jsonl`` where there is one, else each ``*.jsonl``.

    Raises:
        OSError: the directory cannot be read.
    """
    lines = directory / LINES
    if _is_lines(lines):
        return [lines]
    others = (path for path in directory.iterdir() if path.name.endswith(".jsonl") and not path.name.startswith("."))
    return sorted(filter(_is_lines, others))


def _is_lines(path: Path) -> bool:
    seen = _stat(path)
    return seen is not None and not stat.S_ISDIR(seen.st_mode)


def _from_environment(path: Path, wait: bool) -> Location:
    seen = _stat(path)
    if seen and stat.S_ISDIR(seen.st_mode):
        return _in_directory(path, wait)
    if seen or (wait and os.path.isdir(path.parent)):
        return _of_file(path)
    raise NotFoundError(f"$DIVERGENT_TELEMETRY_PATH is {_shown(path)}, which does not exist")


def _runs(root: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the directory and the lines of each run under a root, by name, without those that cannot be accessed."""
    for directory in sorted(root.iterdir()):
        try:
            found = _lines_in(directory) if directory.is_dir() else []
        except PermissionError:
            continue
        if len(found) == 1:
            yield directory, found[0]


def _newest(root: Path) -> Location:
    directory, lines, _ = by_change(root)[0]
    return _of_directory(directory, lines)


def by_change(root: Path) -> list[tuple[Path, Path, os.stat_result]]:
    """Return the runs under a root, the one whose lines changed last first.

    Returns:
        The directory of each (the root itself if that holds lines), its lines, and their status.

    Raises:
        NotFoundError: there is none.
        OSError: the root cannot be accessed.
    """
    runs = list(_runs(root))
    if _is_lines(root / LINES):
        runs.append((root, root / LINES))
    found = [(directory, lines, seen) for directory, lines in runs if (seen := _stat(lines))]
    if not found:
        raise NotFoundError(
            f"no run in {_shown(root.absolute())}: looked for */{LINES} and */*.jsonl; "
            "pass a file, a directory, or --root DIR"
        )
    return sorted(found, key=lambda run: run[2].st_mtime_ns, reverse=True)


def _nothing_named(run: str, root: Path) -> str:
    where = f'no file or directory "{elide_middle(escape(run), LONGEST_SHOWN)}"'
    if _is_name(run):
        where += f", and no run of that name in {_shown(root.absolute())}"
    near = _near(run, root)
    if near:
        return f"{where}; the nearest: {', '.join(near)}"
    return f"{where}; pass a file, a directory, or a run under --root DIR"


def _near(run: str, root: Path) -> list[str]:
    """Return the names of the runs that are most like a name that was not found."""
    folder = Path(run).parent
    known = {}
    if os.path.isdir(folder):
        # Without the suffix, which would make any two of them similar.
        known = {path.stem: path for path in folder.iterdir() if path.name.endswith(".jsonl")}
        known |= {directory.name: directory for directory, _ in _runs(folder)}
    if _is_name(run):
        known |= {directory.name: Path(directory.name) for directory, _ in _runs(root)}
    return [_shown(known[name]) for name in nearest(Path(run).name.removesuffix(".jsonl"), known, count=3)]


def _shown(path: Path) -> str:
    return escape(str(path))
