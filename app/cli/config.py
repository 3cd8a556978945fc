"""Settings that last: what holds where no option says otherwise, and where that was said."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from ...layouts.nearest import nearest
from ...layouts.text import escape
from ..report.terminal import utf8
from ..view.smoothing import SMOOTHINGS

Value = str | float | bool


class Kind(NamedTuple):
    """A setting.

    Attributes:
        default: its value where nothing is said; every value is of this type.
        meant: what its values are, for a message; fits: tells whether one is.
    """

    default: Value
    meant: str = ""
    fits: Callable[[Value], bool] = lambda value: True


def _is_frames(value: Value) -> bool:
    return not isinstance(value, str) and 0.1 <= value <= 60


SETTINGS: dict[str, Kind] = {
    "theme": Kind("div-dark", "the name of a theme", bool),
    "fps": Kind(4.0, "a number of frames a second from 0.1 to 60", _is_frames),
    "mouse": Kind(True),
    "ascii": Kind(False),
    "root": Kind(".", "the name of a directory", bool),
    "smoothing": Kind(0.0, f"one of {', '.join(f'{weight:g}' for weight in SMOOTHINGS)}", SMOOTHINGS.__contains__),
}


class ConfigError(Exception):
    """A setting that cannot be used; the message says which and why, in one line."""


class Setting(NamedTuple):
    """A setting in force, and where it comes from: ``flag``, ``environment``, ``file`` or ``default``."""

    key: str
    value: Value
    origin: str


def config_path(env: Mapping[str, str]) -> Path:
    """Return where the file of settings is: under ``$XDG_CONFIG_HOME``, where that is absolute, else ``~/.config``."""
    base = env.get("XDG_CONFIG_HOME", "")
    directory = Path(base) if os.path.isabs(base) else Path(os.path.expanduser("~"), ".config")
    return directory / "div-tui" / "config.toml"


def fill(options: argparse.Namespace, env: Mapping[str, str]) -> None:
    """Give each setting that no option names the value in force.

    The root only where that is from the file: finding a run knows of the environment, and of what comes after it.

    Raises:
        ConfigError: the file is wrong.
    """
    for key, value, origin in in_force(options, env):
        if key != "root" or origin == "file":
            setattr(options, key, value)


def in_force(options: argparse.Namespace, env: Mapping[str, str]) -> list[Setting]:
    """Return every setting: as an option names it, else the environment, else the file, else by default.

    Args:
        options: has the settings that options name; the others are None, or not there.
        env: the environment.

    Raises:
        ConfigError: the file is wrong.
    """
    path = config_path(env)
    said = read_config(path) if os.path.lexists(path) else {}
    found = []
    for key in SETTINGS:
        flag = getattr(options, key, None)
        if flag is not None and flag != "":
            found.append(Setting(key, flag, "flag"))
        elif key == "root" and env.get("DIV_TUI_ROOT"):
            found.append(Setting(key, env["DIV_TUI_ROOT"], "environment"))
        elif key in said:
            found.append(Setting(key, said[key], "file"))
        else:
            found.append(_unsaid(key))
    return found


def _unsaid(key: str) -> Setting:
    if key == "ascii" and not utf8():
        return Setting(key, True, "environment")
    if key == "root" and os.path.isdir("runs"):
        return Setting(key, "runs", "default")
    return Setting(key, SETTINGS[key].default, "default")


def read_config(path: Path) -> dict[str, Value]:
    """Return the settings in a file; a root that begins with ``~`` is in the home directory.

    Raises:
        ConfigError: it cannot be read, or one of them is wrong.
    """
    # Imported here: only those who have such a file need pay for it.
    from ...layouts.toml import (
        TomlError,
        invalid_value,
        parse_toml,
        read_bool,
        read_bytes,
        read_number,
        read_string,
        unknown_key,
    )

    readers: dict[type, Callable[[str, str, object], Value]]
    readers = {str: read_string, float: read_number, bool: read_bool}
    found: dict[str, Value] = {}
    try:
        _, tables = parse_toml(read_bytes(path, "the config", "it holds a few settings"), "config")
        for key, value in tables.items():
            if key not in SETTINGS:
                raise unknown_key("config", key, SETTINGS)
            kind = SETTINGS[key]
            found[key] = readers[type(kind.default)]("config", key, value)
            if not kind.fits(found[key]):
                raise invalid_value("config", key, value, f"not {kind.meant}")
    except TomlError as error:
        message, shown = str(error), escape(str(path))
        raise ConfigError(message if shown in message else f"{message} ({shown})") from error
    if "root" in found:
        found["root"] = os.path.expanduser(str(found["root"]))
    return found


def check_theme(name: str, themes: Collection[str]) -> None:
    """Refuse a theme that is none of those there are.

    Raises:
        ConfigError: there is no such theme; names the nearest.
    """
    if name not in themes:
        near = nearest(name, themes)
        mend = f"the nearest is {near[0]}" if near else f"there are {', '.join(sorted(themes))}"
        raise ConfigError(f'there is no theme "{escape(name)}"; {mend}')
