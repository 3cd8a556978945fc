"""``telemetry.toml`` to a `Layout`, or one line that says which table and which key is wrong.

The file holds ``x``, ``[[panel]]`` tables (``title x y scale min max rule wide``) and ``[[stat]]`` tables
(``title y reduce``). Of several mistakes the first in reading order is told.
"""

import math
import re
from collections import Counter
from collections.abc import Callable
from os import PathLike, fspath
from typing import Any, get_args

import tomli

from .model import Layout, LayoutError, Panel, Reduce, Scale, Stat
from .text import elide_middle, escape

MOST_BYTES = 1 << 20
MOST_KEYS = 4


def read(path: str | PathLike[str]) -> Layout:
    """Read the layout in a file.

    Raises `LayoutError` if the file cannot be read, is over 1 MiB, or is not a layout.
    """
    shown = escape(fspath(path))
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise LayoutError(f"cannot read the layout {shown}: {error.strerror or 'it cannot be opened'}") from error
    except ValueError as error:
        raise LayoutError(f"cannot read the layout {shown}: the path holds a null character") from error
    if len(data) > MOST_BYTES:
        raise LayoutError(f"cannot read the layout {shown}: it is over 1 MiB; name a telemetry.toml")
    return parse(data)


def parse(data: bytes) -> Layout:
    """Read a layout from the bytes of a ``telemetry.toml``; a byte-order mark at their start is skipped.

    Raises `LayoutError`, and nothing else, whatever the bytes are.
    """
    text = _text(data)
    document = _document(text)
    x: str | None = None
    panels: list[Panel] = []
    stats: list[Stat] = []
    for name, number, value in _in_reading_order(document, text):
        if name == "x":
            x = _key("telemetry", name, value)
        elif name == "panel":
            panels.append(Panel(**_table(name, number, value, _PANEL)))
        elif name == "stat":
            stats.append(Stat(**_table(name, number, value, _STAT)))
        else:
            raise LayoutError(f'telemetry has "{_short(name)}", which is not one of x, panel, stat')
    return Layout(x, tuple(panels), tuple(stats))


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LayoutError(f"telemetry line {line} is not UTF-8; save the file as UTF-8") from error
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


_SYNTAX = re.compile(r"(.*?)(?: \(at (?:line (\d+), column (\d+)|end of document)\))?", re.DOTALL)
_TWICE = re.compile(r"Cannot declare \('(panel|stat)',\) twice")


def _document(text: str) -> dict[str, Any]:
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise LayoutError(_syntax_error(str(error), text)) from error
    except (ValueError, RecursionError) as error:
        # Not a matter of syntax: a whole number of thousands of digits, or brackets nested hundreds deep.
        raise LayoutError(
            f"telemetry is not TOML that can be read: {_short(str(error).partition(';')[0], 100)}"
        ) from error


def _syntax_error(message: str, text: str) -> str:
    match = _SYNTAX.fullmatch(message)
    what, line, column = match.groups() if match else (message, None, None)
    if line is None:
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    where = f"telemetry line {line}, column {column}"
    if twice := _TWICE.fullmatch(what):
        return f"{where} has [{twice[1]}] a second time; write each as [[{twice[1]}]]"
    if what == "Cannot overwrite a value":
        return f"{where} gives a key or a table a second time; keep one"
    return f"{where} is not TOML: {_short(what[:1].lower() + what[1:], 100)}"


_HEADER = re.compile(r"^[ \t]*\[\[?[ \t]*([\w-]+)[ \t]*\]", re.MULTILINE)


def _in_reading_order(document: dict[str, Any], text: str) -> list[tuple[str, int, Any]]:
    """List the top level's names, numbers and values, one for each table of an array (from 1; else the number is 0).

    TOML gathers the tables of one name, so whether a panel or a stat came first is read off the headers. Where they
    mislead (one inside a string, say), only the order between names suffers, never that of the panels.
    """
    ranks: dict[tuple[str, int], int] = {}
    seen: Counter[str] = Counter()
    for rank, name in enumerate(_HEADER.findall(text)):
        seen[name] += 1
        ranks[name, seen[name]] = rank
    ranked: list[tuple[int, tuple[str, int, Any]]] = []
    for name, value in document.items():
        if name in ("panel", "stat") and isinstance(value, list):
            rank = -1
            for number, table in enumerate(value, 1):
                rank = ranks.get((name, number), rank)
                ranked.append((rank, (name, number, table)))
        else:
            ranked.append((ranks.get((name, 1), -1), (name, 0, value)))
    ranked.sort(key=lambda part: part[0])
    return [part for _, part in ranked]


def _table(name: str, number: int, value: object, readers: dict[str, Callable[[str, str, Any], Any]]) -> dict[str, Any]:
    """Read one panel or stat into the fields it gives; raises `LayoutError` at the first that is wrong."""
    if number == 0:
        single = "as a single table" if isinstance(value, dict) else f"= {_shown(value)}"
        raise LayoutError(f"telemetry has {name} {single}; write [[{name}]]")
    where = f"telemetry [[{name}]] {number}"
    if not isinstance(value, dict):
        raise LayoutError(f"{where} is {_shown(value)}, which is not a table; write [[{name}]]")
    fields: dict[str, Any] = {}
    for key, member in value.items():
        if key not in readers:
            raise LayoutError(f'{where} has "{_short(key)}", which is not one of {", ".join(readers)}')
        fields[key] = readers[key](where, key, member)
        if key in ("min", "max") and fields.get("min", -math.inf) > fields.get("max", math.inf):
            raise LayoutError(f"{where} has min = {_shown(value['min'])} above max = {_shown(value['max'])}")
    if "y" not in fields:
        raise LayoutError(f"{where} has no y")
    return fields


def _title(where: str, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(where, key, value, "not text in quotes")
    return value


def _key(where: str, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(where, key, value, "not a key in quotes")
    if not value:
        raise _wrong(where, key, value, "not a key; name one")
    return value


def _keys(where: str, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        if not isinstance(value, str):
            raise _wrong(where, key, value, "not a key in quotes or a list of them")
        return (_key(where, key, value),)
    if not value:
        raise _wrong(where, key, value, f"not a list of 1 to {MOST_KEYS} keys")
    names: list[str] = []
    for member in value:
        if not isinstance(member, str):
            raise LayoutError(f"{where} has {_shown(member)} in {key}, which is not a key in quotes")
        if not member:
            raise LayoutError(f'{where} has "" in {key}, which is not a key; name one')
        if member in names:
            raise LayoutError(f"{where} has {_shown(member)} in {key} twice; name each key once")
        if len(names) == MOST_KEYS:
            raise LayoutError(f"{where} has {len(value)} keys in {key}, which is over {MOST_KEYS}; use more tables")
        names.append(member)
    return tuple(names)


def _choice(choices: tuple[str, ...]) -> Callable[[str, str, object], str]:
    def read_choice(where: str, key: str, value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise _wrong(where, key, value, f"not one of {', '.join(choices)}")
        return value

    return read_choice


def _number(where: str, key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _wrong(where, key, value, "not a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise _wrong(where, key, value, "not finite" if isinstance(value, float) else "too large")
    return number


def _truth(where: str, key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(where, key, value, "not true or false")
    return value


# What each table may hold, in the order in which an error names them.
_PANEL: dict[str, Callable[[str, str, Any], Any]] = {
    "title": _title,
    "x": _key,
    "y": _keys,
    "scale": _choice(get_args(Scale)),
    "min": _number,
    "max": _number,
    "rule": _number,
    "wide": _truth,
}
_STAT: dict[str, Callable[[str, str, Any], Any]] = {
    "title": _title,
    "y": _keys,
    "reduce": _choice(get_args(Reduce)),
}


def _wrong(where: str, key: str, value: object, why: str) -> LayoutError:
    return LayoutError(f"{where} has {key} = {_shown(value)}, which is {why}")


def _shown(value: object) -> str:
    """Write a value as the file has it, nearly: on one line, shortened, and only the brackets of what nests."""
    if isinstance(value, str):
        return f'"{_short(value)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        brackets = "[]" if isinstance(value, list) else "{}"
        return f"{brackets[0]}...{brackets[1]}" if value else brackets
    # Python refuses to write thousands of decimal digits, but not hexadecimal ones.
    return _short(f"{value:#x}" if isinstance(value, int) and value.bit_length() > 4096 else str(value))


def _short(text: str, width: int = 60) -> str:
    return elide_middle(escape(text), width, "...")
