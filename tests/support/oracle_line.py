"""How the oracle takes one line apart: secrets masked, JSON parsed, objects flattened to dotted keys."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

MAX_DEPTH = 500


class Member:
    """An object as it is written: its members in order, the same name twice or not."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        self.pairs = pairs


# --- secrets ---


def secret_forms(secrets: Iterable[str]) -> set[bytes]:
    """Every way a secret may be written: as it is, and as JSON writes it with and without ``\\u`` escapes.

    Writers of JSON differ in the case of the hexadecimal digits, and some write a slash as ``\\/``.
    """
    forms: set[str] = set()
    for value in secrets:
        if value:
            lower = json.dumps(value, ensure_ascii=True)[1:-1]
            upper = re.sub(r"(\\\\)|\\u[0-9a-f]{4}", lambda found: found[1] or "\\u" + found[0][2:].upper(), lower)
            for written in (lower, upper, json.dumps(value, ensure_ascii=False)[1:-1]):
                forms |= {written, written.replace("/", "\\/")}
            forms.add(value)
    return {form.encode("utf-8") for form in forms}


def mask(line: bytes, forms: Iterable[bytes]) -> bytes:
    """The line with each stretch of overlapping or touching occurrences as one ``***``."""
    spans: list[tuple[int, int]] = []
    for form in forms:
        start = line.find(form)
        while start >= 0:
            spans.append((start, start + len(form)))
            start = line.find(form, start + 1)
    if not spans:
        return line
    stretches: list[list[int]] = []
    for start, end in sorted(spans):
        if stretches and start <= stretches[-1][1]:
            stretches[-1][1] = max(stretches[-1][1], end)
        else:
            stretches.append([start, end])
    out = b""
    at = 0
    for start, end in stretches:
        out += line[at:start] + b"***"
        at = end
    return out + line[at:]


def mask_text(text: str, forms: Iterable[bytes]) -> str:
    """The same for decoded text, where an escape sequence in the line may have hidden a secret."""
    return mask(text.encode("utf-8", "surrogatepass"), forms).decode("utf-8", "surrogatepass")


# --- JSON ---


def depth(text: str) -> int:
    """How deep brackets nest, those inside strings aside."""
    deepest = level = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character in "[{":
            level += 1
            deepest = max(deepest, level)
        elif character in "]}":
            level -= 1
    return deepest


def parse(line: bytes) -> Any:
    """The value a line holds; ValueError where it is not JSON. Every number is a float, too large a one infinite."""
    text = line.decode("utf-8", "strict")
    if depth(text) > MAX_DEPTH:
        raise ValueError("brackets nest too deep")
    return json.loads(
        text,
        object_pairs_hook=Member,
        parse_int=float,
        parse_float=float,
        parse_constant={"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}.__getitem__,
    )


def is_object(line: bytes) -> bool:
    """Whether the bytes are one JSON object."""
    try:
        return isinstance(parse(line), Member)
    except ValueError:
        return False


# --- flatten ---


def walk(member: Member, prefix: str = "", place: tuple[int, ...] = ()) -> Iterator[tuple[str, float, tuple[int, ...]]]:
    """Each number of an object: its dotted key, its value, and where in the text it stands.

    A name given twice keeps the seat of its first mention (the order of keys) and the value and place of its last.
    """
    last: dict[str, tuple[int, Any]] = {}
    for index, (name, value) in enumerate(member.pairs):
        last[name] = (index, value)
    for name, (index, value) in last.items():
        if isinstance(value, Member):
            yield from walk(value, prefix + name + ".", (*place, index))
        elif isinstance(value, float):
            yield prefix + name, value, (*place, index)


@dataclass
class Flat:
    """One line's numbers: the finite ones by key, and the key of every one that is not finite."""

    numbers: dict[str, float]
    not_finite: list[str]


def flatten(member: Member, forms: Iterable[bytes]) -> Flat:
    """The numbers of a line by dotted key, secrets in the keys masked; of several for a key the last in the text."""
    numbers: dict[str, float] = {}
    places: dict[str, tuple[int, ...]] = {}
    not_finite: list[str] = []
    for name, value, place in walk(member):
        key = mask_text(name, forms)
        if not math.isfinite(value):
            not_finite.append(key)
        elif key not in numbers or place > places[key]:
            numbers[key] = value
            places[key] = place
    return Flat(numbers, not_finite)
