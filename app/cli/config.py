"""The settings: the values used where no option is passed, and where each value comes from."""

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


class SettingType(NamedTuple):
    """What a setting accepts.

    Attributes:
        default: the default value; every value has its type.
        expected: a description of the accepted values, for error messages.
        accepts: returns whether a value of the right type is accepted.
    """

    default: Value
    expected: str = ""
    accepts: Callable[[Value], bool] = lambda value: True


def _is_frame_rate(value: Value) -> bool:
    return not isinstance(value, str) and 0.1 <= value <= 60


_SMOOTHINGS_TEXT = ", ".join(f"{weight:g}" for weight in SMOOTHINGS)

SETTINGS: dict[str, SettingType] = {
    "theme": SettingType("div-dark", "the name of a theme", bool),
    "fps": SettingType(4.0, "a number of frames per second from 0.1 to 60", _is_frame_rate),
    "mouse": SettingType(True),
    "ascii": SettingType(False),
    "root": SettingType(".", "the name of a directory", bool),
    "smoothing": SettingType(0.0, f"one of {_SMOOTHINGS_TEXT}", SMOOTHINGS.__contains__),
}


class ConfigError(Exception):
    """The config file or a setting is wrong; the message is one line that names the setting and the mistake."""


class Setting(NamedTuple):
    """The value of a setting and its origin: ``flag``, ``environment``, ``file`` or ``default``."""

    key: str
    value: Value
    origin: str


def config_path(env: Mapping[str, str]) -> Path:
    """Return the path of the config file: under ``$XDG_CONFIG_HOME`` if that is absolute, else under ``~/.config``."""
    base = env.get("XDG_CONFIG_HOME", "")
    directory = Path(base) if os.path.isabs(base) else Path(os.path.expanduser("~"), ".config")
    return directory / "div-tui" / "config.toml"


def apply_settings(options: argparse.Namespace, env: Mapping[str, str]) -> None:
    """Set each option that was not passed and has a setting to the value of that setting.

    The root is set only if it comes from the config file: locating a run handles the environment and the default.

    Raises:
        ConfigError: the config file is wrong.
    """
    for key, value, origin in current_settings(options, env):
        if key != "root" or origin == "file":
            setattr(options, key, value)


def current_settings(options: argparse.Namespace, env: Mapping[str, str]) -> list[Setting]:
    """Return every setting: from the options, else the environment, else the config file, else the default.

    Args:
        options: the parsed options; a setting that was not passed is None or missing.
        env: the environment variables.

    Raises:
        ConfigError: the config file is wrong.
    """
    path = config_path(env)
    config = read_config(path) if os.path.lexists(path) else {}
    settings = []
    for key in SETTINGS:
        flag = getattr(options, key, None)
        if flag is not None and flag != "":
            settings.append(Setting(key, flag, "flag"))
        elif key == "root" and env.get("DIV_TUI_ROOT"):
            settings.append(Setting(key, env["DIV_TUI_ROOT"], "environment"))
        elif key in config:
            settings.append(Setting(key, config[key], "file"))
        else:
            settings.append(_default(key))
    return settings


def _default(key: str) -> Setting:
    """Return the default of a setting, which may depend on the locale and the current directory."""
    if key == "ascii" and not utf8():
        return Setting(key, True, "environment")
    if key == "root" and os.path.isdir("runs"):
        return Setting(key, "runs", "default")
    return Setting(key, SETTINGS[key].default, "default")


def read_config(path: Path) -> dict[str, Value]:
    """Return the settings in a config file, with a leading ``~`` of the root expanded to the home directory.

    Raises:
        ConfigError: the file cannot be read, or a setting is wrong.
    """
    # Imported here, as loading a TOML parser takes time that is only needed if there is a config file.
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
    settings: dict[str, Value] = {}
    try:
        _, tables = parse_toml(read_bytes(path, "the config", "remove what is not a setting"), "config")
        for key, value in tables.items():
            if key not in SETTINGS:
                raise unknown_key("config", key, SETTINGS)
            setting_type = SETTINGS[key]
            settings[key] = readers[type(setting_type.default)]("config", key, value)
            if not setting_type.accepts(settings[key]):
                raise invalid_value("config", key, value, f"not {setting_type.expected}")
    except TomlError as error:
        message, shown = str(error), escape(str(path))
        raise ConfigError(message if shown in message else f"{message} ({shown})") from error
    if "root" in settings:
        settings["root"] = os.path.expanduser(str(settings["root"]))
    return settings


def check_theme(name: str, themes: Collection[str]) -> None:
    """Check that a theme exists.

    Raises:
        ConfigError: there is no theme with this name; the message suggests the nearest name.
    """
    if name not in themes:
        near = nearest(name, themes)
        fix = f"the nearest is {near[0]}" if near else f"use one of {', '.join(sorted(themes))}"
        raise ConfigError(f'there is no theme "{escape(name)}"; {fix}')
