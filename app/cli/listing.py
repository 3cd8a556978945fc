"""The output of ``ls``, ``layouts`` and ``config``: the runs under a root, the bundled layouts, the settings."""

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
from .config import Value, check_theme, config_path, current_settings


def run_names(root: Path, commands: Collection[str]) -> Iterator[str]:
    """Yield the argument that opens each run under a root, the last changed first.

    Raises:
        NotFoundError: there is no run.
        OSError: the root cannot be read.
    """
    return (_argument(directory, root, commands) for directory, _, _ in by_change(root))


def runs_table(root: Path, commands: Collection[str]) -> Iterator[str]:
    """Yield a header and a row for each run, the last changed first: its argument, last change (local time), bytes.

    Raises:
        NotFoundError: there is no run.
        OSError: the root cannot be read.
    """
    rows = [("run", "changed", "bytes")]
    for directory, _, seen in by_change(root):
        changed = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seen.st_mtime))
        rows.append((_argument(directory, root, commands), changed, str(seen.st_size)))
    return columns(rows)


def _argument(directory: Path, root: Path, commands: Collection[str]) -> str:
    """Return a run's name, or its path if the name would be read as a command or an option."""
    name = directory.name
    if directory == root:
        argument = str(root)
    elif name in commands or name.startswith("-"):
        argument = os.path.join(root, name)
    else:
        argument = name
    return escape(argument)


def layouts_table() -> Iterator[str]:
    """Yield a header and a row for each bundled layout: its name, the software that writes such runs, its panels."""
    # Imported here, as listing runs does not need it.
    from ...layouts.read import read

    rows = [("name", "for", "panels")]
    for name, layout in BUNDLED.items():
        rows.append((name, layout.producer, ", ".join(panel.name for panel in read(path_of(name)).panels)))
    return columns(rows)


def settings_table(
    options: argparse.Namespace, env: Mapping[str, str], themes: Callable[[], Collection[str]]
) -> Iterator[str]:
    """Yield a header, a row for each setting with its value and origin, and at the end the path of the config file.

    Args:
        options: the parsed options.
        env: the environment variables.
        themes: returns the names of the available themes; called only if a theme is set.

    Raises:
        ConfigError: the config file is wrong, or the theme does not exist.
    """
    path, settings = config_path(env), current_settings(options, env)
    for setting in settings:
        if setting.key == "theme" and setting.origin != "default":
            check_theme(str(setting.value), themes())
    rows = [(setting.key, _shown(setting.value), setting.origin) for setting in settings]
    yield from columns([("key", "value", "from"), *rows])
    yield ""
    yield f"file: {escape(str(path))}{'' if os.path.lexists(path) else ' (does not exist)'}"


def _shown(value: Value) -> str:
    if isinstance(value, str):
        return escape(value)
    return str(value).lower() if isinstance(value, bool) else f"{value:g}"
