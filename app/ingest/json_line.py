"""From a line to its JSON object, and from that to the numbers in it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from .drops import Reason

DEEPEST = 500
"""How deep brackets may be nested."""

INTEGER_CHARACTERS = 20
"""The most characters of an integer that fits into 64 bits, with its sign."""

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)

parse_strict = orjson.loads
"""Parses strict JSON, fast. A few lines that it rejects are accepted by `parse_lenient`."""


def parse_object(line: bytes, *, integers: bool = False) -> dict[str, Any] | Reason:
    """Return the JSON object on a masked line, or why there is none; ``integers`` is as for `parse_lenient`."""
    value: object
    try:
        value = parse_strict(line)
    except ValueError:
        try:
            value = parse_lenient(line, integers=integers)
        except ValueError:
            return Reason.NOT_JSON
    if too_deep(line):
        return Reason.NOT_JSON
    return value if type(value) is dict else Reason.NOT_OBJECT


def parse_lenient(line: bytes, *, integers: bool = False) -> object:
    """Parse JSON that may hold what strict JSON does not.

    That is ``NaN``, ``Infinity`` and ``-Infinity``, as Python's ``json`` writes them, numbers too large for a double
    (they become infinite), and escaped lone surrogates. With ``integers``, an integer that fits into 64 bits stays an
    ``int``, as with strict JSON; otherwise every number is a ``float``.

    Raises:
        ValueError: the line is not JSON, or not UTF-8.
    """
    if too_deep(line):
        raise ValueError("brackets are nested too deep")
    return (_decode_integers if integers else _decode_floats)(line.decode("utf-8"))


def too_deep(line: bytes) -> bool:
    """Return whether brackets outside strings are nested over 500 deep."""
    # A line with at most 500 brackets cannot be; for almost every line this is the only check.
    if line.count(b"[") + line.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for byte in _STRING.sub(b"", line):
        if byte in b"[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif byte in b"]}":
            depth -= 1
    return False


def flatten(data: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, float]]:
    """Yield the dotted key and the value of each number of an object, in order, including those that are not finite.

    Strings, booleans, nulls and arrays are ignored.
    """
    for key, value in data.items():
        kind = type(value)
        if kind is float or kind is int:
            yield prefix + key, float(value)
        elif kind is dict:
            yield from flatten(value, f"{prefix}{key}.")


def split_numbers(data: dict[str, Any], line: bytes) -> tuple[dict[str, float], list[tuple[str, float]]]:
    """Return the finite numbers of the object on a line by dotted key, and the other numbers with their keys.

    Of several numbers with the same key, the last on the line counts. A dict does not tell which of two members was
    last on the line if one of them was given twice, so in that case the line is parsed again.
    """
    numbers: dict[str, float] = {}
    not_finite = []
    count = 0
    for key, value in flatten(data):
        if math.isfinite(value):
            numbers[key] = value
            count += 1
        else:
            not_finite.append((key, value))
    if count > len(numbers):
        ordered = _decode_ordered(line.decode("utf-8"))
        numbers.update((key, value) for key, value in flatten(ordered) if math.isfinite(value))
    return numbers, not_finite


def _ordered(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object whose members are in the order in which they were last given."""
    data: dict[str, Any] = {}
    for key, value in members:
        data.pop(key, None)
        data[key] = value
    return data


def _decode(parse_int: Callable[[str], float]) -> Callable[[str], object]:
    return json.JSONDecoder(parse_int=parse_int).decode


def _integer(digits: str) -> float:
    number = int(digits) if len(digits) <= INTEGER_CHARACTERS else float(digits)
    return number if -(2**63) <= number < 2**64 else float(number)


# With integers as floats, one that is too large for a double becomes infinite by itself.
_decode_floats = _decode(float)
_decode_integers = _decode(_integer)
_decode_ordered = json.JSONDecoder(parse_int=float, object_pairs_hook=_ordered).decode
