"""Time axes: x is in milliseconds since 1970, ticks are at round local times."""

from __future__ import annotations

import math
from datetime import datetime
from fractions import Fraction

from .steps import step_below

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

STEPS = (
    *(SECOND * n for n in (1, 2, 5, 10, 15, 30)),
    *(MINUTE * n for n in (1, 2, 5, 10, 15, 30)),
    *(HOUR * n for n in (1, 2, 3, 6, 12)),
    *(DAY * n for n in (1, 2, 7, 14, 28, 91, 364, 3640, 36400, 364_000)),
)
"""Round steps of time from one second on, in milliseconds."""

LAST = 253_370_764_800_000
"""The start of the year 9999, in milliseconds. An x after it, or before 1970, is shown as a number."""


def is_time(x0: float, x1: float) -> bool:
    """Return whether both ends of a range of milliseconds can be shown as times."""
    return x0 >= 0 and x1 < LAST


def time_step(span: Fraction) -> Fraction:
    """Return the largest round step of time that is at most `span` milliseconds (above zero)."""
    if span < SECOND:
        return step_below(span).size
    return Fraction(max(step for step in STEPS if step <= span))


def local_offset(milliseconds: float) -> int:
    """Return the offset of local time from UTC at a time, in milliseconds; positive east of Greenwich."""
    offset = datetime.fromtimestamp(milliseconds / SECOND).astimezone().utcoffset()
    return round(offset.total_seconds() * SECOND) if offset else 0


def time_ticks(x0: float, x1: float, step: Fraction) -> list[float]:
    """Return the multiples of `step` milliseconds from x0 to x1, counted from local midnight."""
    offset = local_offset(x0)
    first = math.ceil((Fraction(x0) + offset) / step)
    last = math.floor((Fraction(x1) + offset) / step)
    return [float(count * step - offset) for count in range(first, last + 1)]


def time_label(milliseconds: float, step: Fraction, span: float) -> str:
    """Return the local time of a tick, as exact as ticks a `step` apart on an axis of `span` milliseconds need."""
    moment = datetime.fromtimestamp(milliseconds / SECOND)
    if step >= DAY:
        return moment.strftime("%d %b" if span < 300 * DAY else "%Y-%m-%d")
    day = moment.strftime("%d %b ") if span >= DAY else ""
    if step >= MINUTE:
        return day + moment.strftime("%H:%M")
    if step >= SECOND:
        return day + moment.strftime("%H:%M:%S")
    return day + moment.strftime("%H:%M:%S.%f")[: -3 if step >= 1 else None]


def local_time(milliseconds: float) -> str:
    """Return a local time with its date, to the second: `2025-03-01 14:05:09`."""
    return datetime.fromtimestamp(milliseconds / SECOND).strftime("%Y-%m-%d %H:%M:%S")
