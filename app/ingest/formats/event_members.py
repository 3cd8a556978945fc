"""What the objects of some lines have of the members that events are made of."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from ..events import STEP, TIME

INTERRUPTED = "interrupted"
FAILED = "failed"
BEGINNINGS = ("open", "start")
ENDS = ("done", INTERRUPTED, FAILED)
"""The kinds of state that begin a run, also again, and those that end it."""

CARRIERS = ("metric", "annotation")
"""The kinds of what holds a number or text: without it they are no states either."""

Row = dict[str, Any]

NUMBERS = {int, float}
TEXT = {str}
OBJECT = {dict, type(None)}

_USUAL = ("kind", "name", "value", "metadata", STEP, TIME)
_usual = itemgetter(*_USUAL)

_RUN = r"\s*(?:(?:the\s+)?run\s+(?:was\s+)?)?"
_INTERRUPTED = re.compile(rf"{_RUN}interrupt(?:ed|ion)\b", re.IGNORECASE)
_PREEMPTED = re.compile(rf"{_RUN}preempted\b", re.IGNORECASE)
# Alone, or before what it is told with: "failed to save, trying again" goes on.
_FAILED = re.compile(rf"{_RUN}failed\s*(?:[^\w\s]|\Z)", re.IGNORECASE)


class Members(NamedTuple):
    """What some rows have of each member, a sequence each; None where one lacks it."""

    kinds: Sequence[Any]
    names: Sequence[Any]
    values: Sequence[Any]
    metadata: Sequence[Any]
    steps: Sequence[Any]
    times: Sequence[Any]
    texts: Sequence[Any]

    def part(self, start: int, end: int) -> Members:
        """Return those of the rows from ``start`` up to ``end``."""
        return Members._make(member[start:end] for member in self)


def members_of(rows: Sequence[Row]) -> Members:
    """Return the members of one row or more."""
    try:
        usual: list[Sequence[Any]] = list(zip(*map(_usual, rows)))  # noqa: B905 - tuples of one length
        alone = set(map(len, rows)) == {len(_USUAL)}
    except KeyError:
        usual = [[row.get(name) for row in rows] for name in _USUAL]
        alone = False
    texts = [None] * len(rows) if alone else [row.get("annotation") for row in rows]
    found = Members._make([*usual, texts])
    if TEXT.issuperset(map(type, found.names)):
        return found
    return found._replace(names=list(map(name_of, rows)))


def odd(members: Members, *, checked: bool) -> list[int]:
    """Return the indexes of the rows that are not plainly an event with a finite number and nothing else.

    ``checked`` tells that all numbers are finite.
    """
    kinds, names, values, metadata, _, _, texts = members
    if (
        TEXT.issuperset(map(type, kinds))
        and TEXT.issuperset(map(type, names))
        and NUMBERS.issuperset(map(type, values))
        and OBJECT.issuperset(map(type, metadata))
        and texts.count(None) == len(texts)
        and (checked or all(map(math.isfinite, values)))
        and not any(map(state_of, set(kinds)))
    ):
        return []
    return [
        index
        for index, (kind, name, value, data, _, _, text) in enumerate(zip(*members, strict=True))
        if type(kind) is not str
        or type(name) is not str
        or finite(value) is None
        or type(data) not in OBJECT
        or text is not None
        or state_of(kind)
    ]


def name_of(row: Row) -> object:
    """Return what a row names as its series: ``name`` where that is text, else ``metric``."""
    name = row.get("name")
    return name if isinstance(name, str) else row.get("metric")


def finite(value: object) -> float | None:
    """Return a JSON value as a number, None where it is none, or not a finite one."""
    return (
        float(value) if isinstance(value, (int, float)) and type(value) is not bool and math.isfinite(value) else None
    )


def state_of(kind: object) -> str:
    """Return which of `BEGINNINGS` and `ENDS` a kind of event, or a state in a summary, is; "" for anything else."""
    if not isinstance(kind, str):
        return ""
    if says_interrupted(kind) or _PREEMPTED.match(kind):
        return INTERRUPTED
    if _FAILED.match(kind):
        return FAILED
    lower = kind.lower()
    return lower if lower in BEGINNINGS or lower in ENDS else ""


def says_interrupted(text: str) -> bool:
    """Tell whether a kind, or the text of an annotation, says first of all that it, or the run, was interrupted."""
    return _INTERRUPTED.match(text) is not None
