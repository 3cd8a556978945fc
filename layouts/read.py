"""``telemetry.toml`` to a `Layout`, or one line that says which table and which key is wrong.

The file holds ``x``, ``[[panel]]`` tables (``title x y scale min max rule wide``) and ``[[stat]]`` tables
(``title y reduce``). Of several mistakes the first in reading order is told.
"""

import math
import re
from collections import Counter
from os import PathLike
from typing import Any, get_args

from .model import Layout, LayoutError, Panel, Reduce, Scale, Stat
from .toml import (
    ReadValue,
    TomlError,
    document,
    read_bytes,
    read_number,
    read_text,
    read_truth,
    shown,
    unknown,
    wrong,
)

MOST_KEYS = 4


def read(path: str | PathLike[str]) -> Layout:
    """Read the layout in a file.

    Raises `LayoutError` if the file cannot be read, is over 1 MiB, or is not a layout.
    """
    try:
        data = read_bytes(path, "the layout", "name a telemetry.toml")
    except TomlError as error:
        raise LayoutError(str(error)) from error
    return parse(data)


def parse(data: bytes) -> Layout:
    """Read a layout from the bytes of a ``telemetry.toml``; a byte-order mark at their start is skipped.

    Raises `LayoutError`, and nothing else, whatever the bytes are.
    """
    try:
        return _layout(*document(data, "telemetry", ("panel", "stat")))
    except TomlError as error:
        raise LayoutError(str(error)) from error


def _layout(text: str, tables: dict[str, Any]) -> Layout:
    x: str | None = None
    panels: list[Panel] = []
    stats: list[Stat] = []
    for name, number, value in _in_reading_order(tables, text):
        if name == "x":
            x = _key("telemetry", name, value)
        elif name == "panel":
            panels.append(Panel(**_table(name, number, value, _PANEL)))
        elif name == "stat":
            stats.append(Stat(**_table(name, number, value, _STAT)))
        else:
            raise unknown("telemetry", name, ("x", "panel", "stat"))
    return Layout(x, tuple(panels), tuple(stats))


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


def _table(name: str, number: int, value: object, readers: dict[str, ReadValue]) -> dict[str, Any]:
    """Read one panel or stat into the fields it gives; raises `TomlError` at the first that is wrong."""
    if number == 0:
        single = "as a single table" if isinstance(value, dict) else f"= {shown(value)}"
        raise TomlError(f"telemetry has {name} {single}; write [[{name}]]")
    where = f"telemetry [[{name}]] {number}"
    if not isinstance(value, dict):
        raise TomlError(f"{where} is {shown(value)}, which is not a table; write [[{name}]]")
    fields: dict[str, Any] = {}
    for key, member in value.items():
        if key not in readers:
            raise unknown(where, key, readers)
        fields[key] = readers[key](where, key, member)
        if key in ("min", "max") and fields.get("min", -math.inf) > fields.get("max", math.inf):
            raise TomlError(f"{where} has min = {shown(value['min'])} above max = {shown(value['max'])}")
    if "y" not in fields:
        raise TomlError(f"{where} has no y")
    return fields


def _key(where: str, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise wrong(where, key, value, "not a key in quotes")
    if not value:
        raise wrong(where, key, value, "not a key; name one")
    return value


def _keys(where: str, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        if not isinstance(value, str):
            raise wrong(where, key, value, "not a key in quotes or a list of them")
        return (_key(where, key, value),)
    if not value:
        raise wrong(where, key, value, f"not a list of 1 to {MOST_KEYS} keys")
    names: list[str] = []
    for member in value:
        if not isinstance(member, str):
            raise TomlError(f"{where} has {shown(member)} in {key}, which is not a key in quotes")
        if not member:
            raise TomlError(f'{where} has "" in {key}, which is not a key; name one')
        if member in names:
            raise TomlError(f"{where} has {shown(member)} in {key} twice; name each key once")
        if len(names) == MOST_KEYS:
            raise TomlError(f"{where} has {len(value)} keys in {key}, which is over {MOST_KEYS}; use more tables")
        names.append(member)
    return tuple(names)


def _choice(choices: tuple[str, ...]) -> ReadValue:
    def read_choice(where: str, key: str, value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise wrong(where, key, value, f"not one of {', '.join(choices)}")
        return value

    return read_choice


# What each table may hold, in the order in which an error names them.
_PANEL: dict[str, ReadValue] = {
    "title": read_text,
    "x": _key,
    "y": _keys,
    "scale": _choice(get_args(Scale)),
    "min": read_number,
    "max": read_number,
    "rule": read_number,
    "wide": read_truth,
}
_STAT: dict[str, ReadValue] = {
    "title": read_text,
    "y": _keys,
    "reduce": _choice(get_args(Reduce)),
}
