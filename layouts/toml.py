"""A file of TOML to its tables and values, or one line that says what is wrong and where.

Messages call the file by a name that its reader gives, such as ``telemetry``. Every value is read by a function of
where it stands, its key and itself, which gives it back in the type it should have.
"""

import math
import re
from collections.abc import Callable, Collection, Iterable
from os import PathLike, fspath
from typing import Any

import tomli

from .text import elide_middle, escape

MOST_BYTES = 1 << 20

ReadValue = Callable[[str, str, Any], Any]
"""Reads a value, from where it stands, its key and itself; raises `TomlError` where it is wrong."""


class TomlError(Exception):
    """A file that cannot be used: one line of plain text, safe to print, that names the place and the mend."""


def read_bytes(path: str | PathLike[str], what: str, mend: str) -> bytes:
    """Return what a file holds.

    Args:
        path: the file.
        what: what it is read as, ``the layout`` for one.
        mend: what to do where it is over 1 MiB.

    Raises:
        TomlError: it cannot be read, or is over 1 MiB.
    """
    shown = escape(fspath(path))
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise TomlError(f"cannot read {what} {shown}: {error.strerror or 'it cannot be opened'}") from error
    except ValueError as error:
        raise TomlError(f"cannot read {what} {shown}: the path holds a null character") from error
    if len(data) > MOST_BYTES:
        raise TomlError(f"cannot read {what} {shown}: it is over 1 MiB; {mend}")
    return data


def document(data: bytes, name: str, arrays: Collection[str] = ()) -> tuple[str, dict[str, Any]]:
    """Return the text of a file, and its tables and values; a byte-order mark at its start is skipped.

    Args:
        data: what the file holds.
        name: what messages call it.
        arrays: which of its tables are written as ``[[name]]``, one after the other.

    Raises:
        TomlError: it is not UTF-8 or not TOML.
    """
    text = _text(data, name)
    try:
        return text, tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise TomlError(_syntax_error(str(error), text, name, arrays)) from error
    except (ValueError, RecursionError) as error:
        # Not a matter of syntax: a whole number of thousands of digits, or brackets nested hundreds deep.
        raise TomlError(f"{name} is not TOML that can be read: {short(str(error).partition(';')[0], 100)}") from error


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
        return f"{where} has [{twice[1]}] a second time; write each as [[{twice[1]}]]"
    if what == "Cannot overwrite a value":
        return f"{where} gives a key or a table a second time; keep one"
    hint = "; text stands in quotes, true and false in small letters" if what == "Invalid value" else ""
    return f"{where} is not TOML: {short(what[:1].lower() + what[1:], 100)}{hint}"


def read_text(where: str, key: str, value: object) -> str:
    """Read text."""
    if not isinstance(value, str):
        raise wrong(where, key, value, "not text in quotes")
    return value


def read_number(where: str, key: str, value: object) -> float:
    """Read a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise wrong(where, key, value, "not a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise wrong(where, key, value, "not finite" if isinstance(value, float) else "too large")
    return number


def read_truth(where: str, key: str, value: object) -> bool:
    """Read ``true`` or ``false``."""
    if not isinstance(value, bool):
        raise wrong(where, key, value, "not true or false")
    return value


def unknown(where: str, key: str, known: Iterable[str]) -> TomlError:
    """Say that a key is none of those that are known."""
    return TomlError(f'{where} has "{short(key)}", which is not one of {", ".join(known)}')


def wrong(where: str, key: str, value: object, why: str) -> TomlError:
    """Say why a key may not have its value."""
    return TomlError(f"{where} has {key} = {shown(value)}, which is {why}")


def shown(value: object) -> str:
    """Write a value as the file has it, nearly: on one line, shortened, and only the brackets of what nests."""
    if isinstance(value, str):
        return f'"{short(value)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        brackets = "[]" if isinstance(value, list) else "{}"
        return f"{brackets[0]}...{brackets[1]}" if value else brackets
    # Python refuses to write thousands of decimal digits, but not hexadecimal ones.
    return short(f"{value:#x}" if isinstance(value, int) and value.bit_length() > 4096 else str(value))


def short(text: str, width: int = 60) -> str:
    """Shorten text from the file to a width in cells, and make it safe to print."""
    return elide_middle(escape(text), width, "...")
