"""Read a `Layout` from ``telemetry.toml``.

The file has ``x``, ``[[panel]]`` tables (``title x y scale min max rule wide``) and ``[[stat]]`` tables
(``title y reduce``). An invalid file raises an error that names the table and the key; if there are several mistakes,
the first in the file is reported.
"""

import math
import re
from collections import Counter
from os import PathLike
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .model import Key, Layout, LayoutError, Panel, Stat
from .toml import (
    ReadValue,
    TomlError,
    format_value,
    invalid_value,
    parse_toml,
    read_bool,
    read_bytes,
    read_number,
    read_string,
    unknown_key,
)

MAX_KEYS = 4
"""The largest number of keys of a panel or stat."""


def read(path: str | PathLike[str]) -> Layout:
    """Read the layout from a file.

    Raises:
        LayoutError: the file cannot be read, is over 1 MiB, or is not a valid layout.
    """
    try:
        data = read_bytes(path, "the layout", "name a telemetry.toml")
    except TomlError as error:
        raise LayoutError(str(error)) from error
    return parse(data)


def parse(data: bytes) -> Layout:
    """Read the layout from the contents of a ``telemetry.toml``; a byte-order mark at the start is skipped.

    Raises:
        LayoutError: the contents are not a valid layout. No bytes raise anything else.
    """
    try:
        return _layout(*parse_toml(data, "telemetry", ("panel", "stat")))
    except TomlError as error:
        raise LayoutError(str(error)) from error


def _layout(text: str, document: dict[str, Any]) -> Layout:
    x: str | None = None
    panels: list[Panel] = []
    stats: list[Stat] = []
    for name, number, value in _in_file_order(document, text):
        if name == "x":
            x = _key("telemetry", name, value)
        elif name == "panel":
            panels.append(Panel(**_table(name, number, value, _PANEL)))
        elif name == "stat":
            stats.append(Stat(**_table(name, number, value, _STAT)))
        else:
            raise unknown_key("telemetry", name, ("x", "panel", "stat"))
    return Layout(x, tuple(panels), tuple(stats))


_HEADER = re.compile(r"^[ \t]*\[\[?[ \t]*([\w-]+)[ \t]*\]", re.MULTILINE)


def _in_file_order(document: dict[str, Any], text: str) -> list[tuple[str, int, Any]]:
    """Return the name, number and value of each top-level entry, in the order of the file.

    Each table of ``[[panel]]`` or ``[[stat]]`` is an entry, numbered from 1; the number of all other entries is 0. A
    TOML parser groups the tables by name, so the order across names is taken from the headers in ``text``. If a header
    is misleading (because it is inside a string, say), only the order across names is wrong, never that of the panels.
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
    ranked.sort(key=lambda entry: entry[0])
    return [entry for _, entry in ranked]


def _table(name: str, number: int, value: object, readers: dict[str, ReadValue]) -> dict[str, Any]:
    """Return the fields of a panel or stat by name.

    Raises:
        TomlError: a field is invalid; the first one in the file is reported.
    """
    if number == 0:
        single = "as a single table" if isinstance(value, dict) else f"= {format_value(value)}"
        raise TomlError(f"telemetry has {name} {single}; write [[{name}]]")
    where = f"telemetry [[{name}]] {number}"
    if not isinstance(value, dict):
        raise TomlError(f"{where} is {format_value(value)}, which is not a table; write [[{name}]]")
    fields: dict[str, Any] = {}
    for key, member in value.items():
        if key not in readers:
            raise unknown_key(where, key, readers)
        fields[key] = readers[key](where, key, member)
        if key in ("min", "max") and fields.get("min", -math.inf) > fields.get("max", math.inf):
            raise TomlError(f"{where} has min = {format_value(value['min'])} above max = {format_value(value['max'])}")
    if "y" not in fields:
        raise TomlError(f"{where} has no y")
    return fields


def _key(where: str, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise invalid_value(where, key, value, "not a key in quotes")
    if not value:
        raise invalid_value(where, key, value, "not a key; name one")
    return value


def _keys(where: str, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        if not isinstance(value, str):
            raise invalid_value(where, key, value, "not a key in quotes or a list of them")
        return (_key(where, key, value),)
    if not value:
        raise invalid_value(where, key, value, f"not a list of 1 to {MAX_KEYS} keys")
    names: list[str] = []
    for member in value:
        if not isinstance(member, str):
            raise TomlError(f"{where} has {format_value(member)} in {key}, which is not a key in quotes")
        if not member:
            raise TomlError(f'{where} has "" in {key}, which is not a key; name one')
        if member in names:
            raise TomlError(f"{where} has {format_value(member)} in {key} twice; name each key once")
        if len(names) == MAX_KEYS:
            raise TomlError(f"{where} has {len(value)} keys in {key}, which is over {MAX_KEYS}; use more tables")
        names.append(member)
    return tuple(names)


def _choice(choices: tuple[str, ...]) -> ReadValue:
    def read_choice(where: str, key: str, value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise invalid_value(where, key, value, f"not one of {', '.join(choices)}")
        return value

    return read_choice


_READERS: dict[object, ReadValue] = {
    str: read_string,
    Key: _key,
    tuple[Key, ...]: _keys,
    float: read_number,
    bool: read_bool,
}
"""The reader of each type of attribute."""


def _reader(kind: object) -> ReadValue:
    """Return the reader of an attribute of type ``kind``, or of ``kind | None`` if it may be missing in the file."""
    if get_origin(kind) is Literal:
        return _choice(get_args(kind))
    kinds = [part for part in get_args(kind) if part is not type(None)] if type(None) in get_args(kind) else [kind]
    return _READERS[kinds[0]]


def _readers(table: type[Panel | Stat]) -> dict[str, ReadValue]:
    """Return the reader of each key of a table, in the order in which errors list the keys: title, x and y first."""
    readers = {name: _reader(kind) for name, kind in get_type_hints(table, include_extras=True).items()}
    first = [name for name in ("title", "x", "y") if name in readers]
    return {name: readers[name] for name in (*first, *(name for name in readers if name not in first))}


_PANEL = _readers(Panel)
_STAT = _readers(Stat)
