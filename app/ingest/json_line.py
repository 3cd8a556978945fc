"""One line to its JSON object, and that to the numbers it holds."""

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

WHOLE_DIGITS = 20
"""The most characters of a whole number that fits 64 bits, its sign included."""

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)

strict = orjson.loads
"""Strict JSON, fast. It refuses a few lines that are taken all the same (see `lenient`)."""


def parse_object(line: bytes, *, whole: bool = False) -> dict[str, Any] | Reason:
    """Return the object that a masked line is, or why it is none; ``whole`` is as for `lenient`."""
    found: object
    try:
        found = strict(line)
    except ValueError:
        try:
            found = lenient(line, whole=whole)
        except ValueError:
            return Reason.NOT_JSON
    if too_deep(line):
        return Reason.NOT_JSON
    return found if type(found) is dict else Reason.NOT_OBJECT


def lenient(line: bytes, *, whole: bool = False) -> object:
    """Read what strict JSON refuses and is still taken.

    These are ``NaN``, ``Infinity`` and ``-Infinity`` as Python's ``json`` writes them, numbers too large for a double
    (infinite), and escaped lone surrogates. With ``whole``, a number that is written whole and fits 64 bits is an
    integer, as in strict JSON; else every number is a float.

    Raises:
        ValueError: the line is not JSON, or not UTF-8.
    """
    if too_deep(line):
        raise ValueError("brackets are nested too deep")
    return (_whole_decoder if whole else _decoder)(line.decode("utf-8"))


def too_deep(line: bytes) -> bool:
    """Tell whether brackets outside strings are nested over 500 deep."""
    # A line with fewer brackets cannot be; this is all that almost every line costs.
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
    """Yield each number of an object under its dotted key, not-finite ones included, in the order they are written.

    Strings, booleans, nulls and arrays are passed over.
    """
    for key, value in data.items():
        kind = type(value)
        if kind is float or kind is int:
            yield prefix + key, float(value)
        elif kind is dict:
            yield from flatten(value, f"{prefix}{key}.")


def finite(data: dict[str, Any], line: bytes) -> tuple[dict[str, float], list[tuple[str, float]]]:
    """Return the numbers of the object in a line: the finite ones by dotted key, and the others with their keys.

    Of several numbers of one key the last counts.

    Which of several is the last is told by where they are written. A dict forgets that of a member given twice, so
    that where two numbers come under one key the line is read again.
    """
    numbers: dict[str, float] = {}
    not_finite = []
    written = 0
    for key, value in flatten(data):
        if math.isfinite(value):
            numbers[key] = value
            written += 1
        else:
            not_finite.append((key, value))
    if written > len(numbers):
        again = _seated_decoder(line.decode("utf-8"))
        numbers.update((key, value) for key, value in flatten(again) if math.isfinite(value))
    return numbers, not_finite


def _seated(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object whose members stand where they are written last."""
    data: dict[str, Any] = {}
    for key, value in members:
        data.pop(key, None)
        data[key] = value
    return data


def _python_decoder(whole: Callable[[str], float]) -> Callable[[str], object]:
    return json.JSONDecoder(parse_int=whole).decode


def _whole(digits: str) -> float:
    number = int(digits) if len(digits) <= WHOLE_DIGITS else float(digits)
    return number if -(2**63) <= number < 2**64 else float(number)


# Whole numbers as floats: "a number too large for a double is infinite" then needs no rule of its own.
_decoder = _python_decoder(float)
_whole_decoder = _python_decoder(_whole)
_seated_decoder = json.JSONDecoder(parse_int=float, object_pairs_hook=_seated).decode
