"""What is listed rather than drawn: the runs under a root, the layouts that are bundled, the settings in force."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

from ...layouts.bundled import BUNDLED, path_of
from ...layouts.text import escape
from ..report.table import columns
from ..runs.locate import by_change
from .config import Value, check_theme, config_path, in_force


def run_names(root: Path, commands: Collection[str]) -> Iterator[str]:
    """Yield what to call each run under a root by, that whose lines changed last first.

    Raises:
        NotFoundError: there is none.
        OSError: the root cannot be looked at.
    """
    return (_called(directory, root, commands) for directory, _, _ in by_change(root))


def runs_table(root: Path, commands: Collection[str]) -> Iterator[str]:
    """Yield a row for each run, in that order, under a header: what to call it, its last change (local), its size.

    Raises:
        NotFoundError: there is none.
        OSError: the root cannot be looked at.
    """
    rows = [("run", "changed", "bytes")]
    for directory, _, seen in by_change(root):
        changed = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seen.st_mtime))
        rows.append((_called(directory, root, commands), changed, str(seen.st_size)))
    return columns(rows)


def _called(directory: Path, root: Path, commands: Collection[str]) -> str:
    """Return a run's name, or its path where that name would be taken for a command or an option."""
    name = directory.name
    if directory == root:
        called = str(root)
    elif name in commands or name.startswith("-"):
        called = os.path.join(root, name)
    else:
        called = name
    return escape(called)


def layouts_table() -> Iterator[str]:
    """Yield a row for each bundled layout, under a header: its name, who writes such runs, its panels."""
    # Imported here: a list of runs need not pay for it.
    from ...layouts.read import read

    rows = [("name", "for", "panels")]
    for name, one in BUNDLED.items():
        rows.append((name, one.producer, ", ".join(panel.name for panel in read(path_of(name)).panels)))
    return columns(rows)


def settings_table(
    options: argparse.Namespace, env: Mapping[str, str], themes: Callable[[], Collection[str]]
) -> Iterator[str]:
    """Yield a row for each setting in force and where it comes from, and at last where the file of settings is.

    ``themes`` gives the names of the themes there are; it is asked only where somebody named one.

    Raises:
        ConfigError: the file is wrong, or there is no theme as it says.
    """
    path, settings = config_path(env), in_force(options, env)
    for setting in settings:
        if setting.key == "theme" and setting.origin != "default":
            check_theme(str(setting.value), themes())
    rows = [(setting.key, _shown(setting.value), setting.origin) for setting in settings]
    yield from columns([("key", "value", "from"), *rows])
    yield ""
    yield f"file: {escape(str(path))}{'' if os.path.lexists(path) else ' (there is none)'}"


def _shown(value: Value) -> str:
    if isinstance(value, str):
        return escape(value)
    return str(value).lower() if isinstance(value, bool) else f"{value:g}"
