"""The members that events are made of: reading them from objects, and what the kinds of events mean."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from ..events import STEP, TIME

INTERRUPTED = "interrupted"
FAILED = "failed"
STARTS = ("open", "start")
"""The states that start a run, also again after an end."""

ENDS = ("done", INTERRUPTED, FAILED)
"""The states that end a run."""

VALUE_KINDS = ("metric", "annotation")
"""The kinds of events that hold a number or text. One that lacks it is not a state either."""

Row = dict[str, Any]

NUMBERS = {int, float}
TEXT = {str}
OBJECT_OR_NONE = {dict, type(None)}

_USUAL = ("kind", "name", "value", "metadata", STEP, TIME)
_usual_members = itemgetter(*_USUAL)

_RUN = r"\s*(?:(?:the\s+)?run\s+(?:was\s+)?)?"
_INTERRUPTED = re.compile(rf"{_RUN}interrupt(?:ed|ion)\b", re.IGNORECASE)
_PREEMPTED = re.compile(rf"{_RUN}preempted\b", re.IGNORECASE)
# Alone or before punctuation: a run that reports "failed to save, trying again" goes on.
_FAILED = re.compile(rf"{_RUN}failed\s*(?:[^\w\s]|\Z)", re.IGNORECASE)


class Members(NamedTuple):
    """The members of some rows: a sequence for each member, with None for a row that lacks it."""

    kinds: Sequence[Any]
    names: Sequence[Any]
    values: Sequence[Any]
    metadata: Sequence[Any]
    steps: Sequence[Any]
    times: Sequence[Any]
    texts: Sequence[Any]

    def part(self, start: int, end: int) -> Members:
        """Return the members of the rows from index ``start`` up to ``end``."""
        return Members._make(member[start:end] for member in self)


def members_of(rows: Sequence[Row]) -> Members:
    """Return the members of some rows, at least one."""
    try:
        usual: list[Sequence[Any]] = list(zip(*map(_usual_members, rows)))  # noqa: B905 - tuples of one length
        no_others = set(map(len, rows)) == {len(_USUAL)}
    except KeyError:
        usual = [[row.get(name) for row in rows] for name in _USUAL]
        no_others = False
    texts = [None] * len(rows) if no_others else [row.get("annotation") for row in rows]
    members = Members._make([*usual, texts])
    if TEXT.issuperset(map(type, members.names)):
        return members
    return members._replace(names=list(map(name_of, rows)))


def irregular_rows(members: Members, *, checked: bool) -> list[int]:
    """Return the indexes of the rows that are anything but an event with one finite number.

    ``checked`` if all numbers are known to be finite.
    """
    kinds, names, values, metadata, _, _, texts = members
    if (
        TEXT.issuperset(map(type, kinds))
        and TEXT.issuperset(map(type, names))
        and NUMBERS.issuperset(map(type, values))
        and OBJECT_OR_NONE.issuperset(map(type, metadata))
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
        or type(data) not in OBJECT_OR_NONE
        or text is not None
        or state_of(kind)
    ]


def name_of(row: Row) -> object:
    """Return the name of a row's series: its ``name`` if that is text, else its ``metric``."""
    name = row.get("name")
    return name if isinstance(name, str) else row.get("metric")


def finite(value: object) -> float | None:
    """Return a JSON value as a float, None if it is not a finite number."""
    return (
        float(value) if isinstance(value, (int, float)) and type(value) is not bool and math.isfinite(value) else None
    )


def state_of(kind: object) -> str:
    """Return which of `STARTS` and `ENDS` the kind of an event, or the state in a summary, means; "" for any other."""
    if not isinstance(kind, str):
        return ""
    if reports_interruption(kind) or _PREEMPTED.match(kind):
        return INTERRUPTED
    if _FAILED.match(kind):
        return FAILED
    lower = kind.lower()
    return lower if lower in STARTS or lower in ENDS else ""


def reports_interruption(text: str) -> bool:
    """Return whether a kind, or the text of an annotation, starts by reporting that the run was interrupted."""
    return _INTERRUPTED.match(text) is not None
