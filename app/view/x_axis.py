"""What points are drawn along: a key, the step or time of events, or the point's place in the run."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

import numpy as np

from ...widgets.chart import clock, digits
from ..ingest.events import TIME
from ..runs.history import PLACE, History
from .arrays import tail

X = str | None
"""The key that points are drawn along; None for the point's place in the run."""


def x_key(name: str | None, histories: Iterable[History]) -> X:
    """Return the key that a name of x stands for: ``seq`` is the place unless a run has a key of that name."""
    if name == PLACE and all(history.x_column(PLACE) is None for history in histories):
        return None
    return name


def value_at(history: History, key: X, place: int) -> float | None:
    """Return a key's value at a place of the run, None if that point lacks it; of None, the place itself."""
    if key is None:
        return float(place)
    column = history.x_column(key)
    if column is None:
        return None
    at = bisect_left(column.places, place)
    return column.values[at] if at < len(column.places) and column.places[at] == place else None


def is_time(history: History, x: X) -> bool:
    """Return whether an x is in milliseconds since 1970: the ``ts_ms`` of events."""
    return x == TIME and history.events is not None


def x_text(history: History, x: X, value: float) -> str:
    """Return a value of x as a person reads it: a time as local time, anything else as a number."""
    timed = is_time(history, x) and clock.is_time(value, value)
    return clock.local_time(value) if timed else digits.exact(value)


def x_choices(history: History) -> list[str]:
    """Return the keys that can be x: those that never fall and rise at least once; of events, step and time."""
    if history.events is not None:
        return list(history.events.along)
    rising = []
    for key, column in history.columns.items():
        values = tail(column.values)
        if len(values) > 1 and values[-1] > values[0] and bool(np.all(values[1:] >= values[:-1])):
            rising.append(key)
    return rising
