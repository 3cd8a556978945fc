"""Read TOML files, with error messages that name the place and how to fix it.

Messages use a short name for the file, such as ``telemetry``. Each value is checked by a reader function, which returns
it in the expected type.
"""

import math
import re
from collections.abc import Callable, Collection, Iterable
from os import PathLike, fspath
from typing import Any

import tomli

from .text import elide_middle, escape

MAX_BYTES = 1 << 20
"""The largest file that is read, in bytes."""

ReadValue = Callable[[str, str, Any], Any]
"""A reader: takes the place (such as ``telemetry [[panel]] 2``), the key and the value; returns the checked value.

It raises `TomlError` if the value is invalid.
"""


class TomlError(Exception):
    """An invalid file. The message is one line, safe to print, that names the place and how to fix it."""


def read_bytes(path: str | PathLike[str], what: str, fix: str) -> bytes:
    """Return the contents of a file.

    Args:
        path: the file.
        what: what the file is, for messages, such as ``the layout``.
        fix: what to do if the file is over 1 MiB, for messages.

    Raises:
        TomlError: the file cannot be read, or is over 1 MiB.
    """
    shown_path = escape(fspath(path))
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise TomlError(f"cannot read {what} {shown_path}: {error.strerror or 'it cannot be opened'}") from error
    except ValueError as error:
        raise TomlError(f"cannot read {what} {shown_path}: the path contains a null character") from error
    if len(data) > MAX_BYTES:
        raise TomlError(f"cannot read {what} {shown_path}: it is over 1 MiB; {fix}")
    return data


def parse_toml(data: bytes, name: str, arrays: Collection[str] = ()) -> tuple[str, dict[str, Any]]:
    """Return the text of a file and its top-level values by key; a byte-order mark at the start is skipped.

    Args:
        data: the contents of the file.
        name: the name of the file in messages.
        arrays: the tables that must be written as ``[[table]]``, for messages.

    Raises:
        TomlError: the file is not UTF-8 or not valid TOML.
    """
    text = _text(data, name)
    try:
        return text, tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise TomlError(_syntax_error(str(error), text, name, arrays)) from error
    except (ValueError, RecursionError) as error:
        # Not a syntax error: an integer with thousands of digits, or brackets nested hundreds deep.
        raise TomlError(f"{name} cannot be read as TOML: {shorten(str(error).partition(';')[0], 100)}") from error


def _text(data: bytes, name: str) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TomlError(f"{name} line {line} is not UTF-8; save the file as UTF-8") from error
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


_SYNTAX = re.compile(r"(.*?)(?: \(at (?:line (\d+), column (\d+)|end of document)\))?", re.DOTALL)
_TWICE = re.compile(r"Cannot declare \('([\w-]+)',\) twice")


def _syntax_error(message: str, text: str, name: str, arrays: Collection[str]) -> str:
    match = _SYNTAX.fullmatch(message)
    what, line, column = match.groups() if match else (message, None, None)
    if line is None:
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    where = f"{name} line {line}, column {column}"
    if (twice := _TWICE.fullmatch(what)) and twice[1] in arrays:
        return f"{where} has [{twice[1]}] twice; write each as [[{twice[1]}]]"
    if what == "Cannot overwrite a value":
        return f"{where} defines a key or table twice; keep one"
    hint = "; put text in quotes, write true and false in lower case" if what == "Invalid value" else ""
    return f"{where} is not TOML: {shorten(what[:1].lower() + what[1:], 100)}{hint}"


def read_string(where: str, key: str, value: object) -> str:
    """Read a string; see `ReadValue`."""
    if not isinstance(value, str):
        raise invalid_value(where, key, value, "not text in quotes")
    return value


def read_number(where: str, key: str, value: object) -> float:
    """Read a finite number; see `ReadValue`."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise invalid_value(where, key, value, "not a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise invalid_value(where, key, value, "not finite" if isinstance(value, float) else "too large")
    return number


def read_bool(where: str, key: str, value: object) -> bool:
    """Read ``true`` or ``false``; see `ReadValue`."""
    if not isinstance(value, bool):
        raise invalid_value(where, key, value, "not true or false")
    return value


def unknown_key(where: str, key: str, known: Iterable[str]) -> TomlError:
    """Return the error for a key that is not one of the known ones."""
    return TomlError(f'{where} has "{shorten(key)}", which is not one of {", ".join(known)}')


def invalid_value(where: str, key: str, value: object, why: str) -> TomlError:
    """Return the error for a value that its key cannot have; ``why`` completes "which is"."""
    return TomlError(f"{where} has {key} = {format_value(value)}, which is {why}")


def format_value(value: object) -> str:
    """Return a value nearly as TOML writes it: on one line, shortened, arrays and tables as their brackets only."""
    if isinstance(value, str):
        return f'"{shorten(value)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        brackets = "[]" if isinstance(value, list) else "{}"
        return f"{brackets[0]}...{brackets[1]}" if value else brackets
    # Python refuses to convert an integer to thousands of decimal digits, but not to hexadecimal ones.
    return shorten(f"{value:#x}" if isinstance(value, int) and value.bit_length() > 4096 else str(value))


def shorten(text: str, width: int = 60) -> str:
    """Return text from the file escaped and shortened to ``width`` cells."""
    return elide_middle(escape(text), width, "...")
