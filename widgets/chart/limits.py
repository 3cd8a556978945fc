"""The limits of a chart: outward to round numbers, and still while the points move within them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from .clock import MINUTE, is_time, time_step
from .steps import Step, exponent_of, step_below, to_float

PARTS = 10
"""Limits go outward to a multiple of the largest round step that is at most this part of what the data spans."""

AHEAD = Fraction(1, 3)
"""How much of its span data that outgrew its limits is given on that side, since what grows will go on."""

X_AHEAD = Fraction(2, 5)
"""The same along x, which a live run always outgrows: each time, all of its panels are drawn anew."""

YOUNG, GROWN = 200, 1000
"""Points of a run that outgrows its limits every few seconds, and of one that will seldom do so again."""

SLACK = Fraction(1, 10**12)
"""Data this little beyond a round number ends there: the double nearest to 1e300 is a little more than that."""

KEEP = 0.5
"""Limits are kept while the data covers at least this much of them."""


@dataclass(frozen=True)
class Range:
    """From `lo` to `hi`, `lo` not above `hi`."""

    lo: float
    hi: float

    @property
    def span(self) -> Fraction:
        """Its length, exactly, so that -1e308 to 1e308 has one."""
        return Fraction(self.hi) - Fraction(self.lo)

    def covers(self, other: Range) -> bool:
        """Whether this range is long enough for the limits `other` to be worth keeping."""
        return self.hi * 0.5 - self.lo * 0.5 >= KEEP * (other.hi * 0.5 - other.lo * 0.5)

    def contains(self, other: Range) -> bool:
        """Whether all of `other` lies in this range."""
        return self.lo <= other.lo and other.hi <= self.hi


def x_ahead(points: int) -> Fraction:
    """How much of its span a run of so many points is given ahead along x: a long one has little use for the room."""
    return Fraction(2, 3) if points < YOUNG else X_AHEAD if points < GROWN else Fraction(1, 5)


def fit_x(data: Range, previous: Range | None = None, *, time: bool = False, ahead: Fraction = X_AHEAD) -> Range:
    """Limits of x for points from `data.lo` to `data.hi`: round, and as they were while that still fits.

    With `time`, x is milliseconds and round means seconds, minutes and hours. Where the data outgrew its limits, it is
    given `ahead` of its span.
    """
    if data.lo == data.hi and time and is_time(data.lo, data.hi):
        return Range(data.lo - MINUTE, data.lo + MINUTE)
    if data.lo == data.hi:
        # The first of many steps: one each way, not a fifth of one.
        few = abs(data.lo) < 4 and data.lo == int(data.lo)
        return Range(data.lo - 1, data.lo + 1) if few else around(data.lo)
    if previous is not None and previous.contains(data) and data.covers(previous):
        return previous
    if previous is not None and previous.lo <= data.lo and previous.hi < data.hi:
        data = Range(data.lo, to_float(Fraction(data.hi) + ahead * data.span))
    if time:
        step = time_step(data.span / PARTS)
        return Range(
            to_float(math.floor(Fraction(data.lo) / step) * step), to_float(math.ceil(Fraction(data.hi) / step) * step)
        )
    return outward(data)


def fit_y(
    data: Range,
    previous: Range | None = None,
    *,
    log: bool = False,
    minimum: float | None = None,
    maximum: float | None = None,
) -> Range:
    """Limits of y for values from `data.lo` to `data.hi`; `minimum` and `maximum` win.

    With `log` the data and the bounds must be above zero.
    """
    if minimum is not None and maximum is not None:
        return Range(minimum, maximum) if minimum < maximum else around(minimum, log=log)
    if minimum is not None:
        data = Range(minimum, max(data.hi, minimum))
    if maximum is not None:
        data = Range(min(data.lo, maximum), maximum)
    fitted = _kept(data, previous, log=log) or _fitted(_ahead(data, previous, log=log), log=log)
    lo = fitted.lo if minimum is None else minimum
    hi = fitted.hi if maximum is None else maximum
    return Range(lo, hi) if lo < hi else around(lo, log=log)


def _kept(data: Range, previous: Range | None, *, log: bool) -> Range | None:
    if previous is None or not previous.contains(data) or (log and previous.lo <= 0):
        return None
    if log:
        covered = math.log10(data.hi) - math.log10(data.lo)
        return previous if covered >= KEEP * (math.log10(previous.hi) - math.log10(previous.lo)) else None
    return previous if data.covers(previous) else None


def _ahead(data: Range, previous: Range | None, *, log: bool) -> Range:
    """The data, and room on a side where it outgrew its limits; no room beyond zero, which may be a bound."""
    if previous is None or data.lo == data.hi or data.hi < previous.lo or previous.hi < data.lo:
        return data
    lo, hi = data.lo, data.hi
    if log:
        factor = (hi / lo) ** float(AHEAD)
        lower, upper = lo / factor or lo, to_float(Fraction(hi) * Fraction(factor)) if math.isfinite(factor) else hi
    else:
        lower, upper = (to_float(Fraction(end) + sign * AHEAD * data.span) for end, sign in ((lo, -1), (hi, 1)))
        lower, upper = max(lower, 0.0) if lo >= 0 else lower, min(upper, 0.0) if hi <= 0 else upper
    return Range(lower if lo < previous.lo else lo, upper if hi > previous.hi else hi)


def _fitted(data: Range, *, log: bool) -> Range:
    if data.lo == data.hi:
        return around(data.lo, log=log)
    return log_outward(data) if log else outward(data)


def around(middle: float, *, log: bool = False) -> Range:
    """Limits with one value in their middle (as near as doubles allow), for a constant series or a single point."""
    if log:
        lower, upper = middle / 2, to_float(2 * Fraction(middle))
        return Range(lower or middle, upper if upper > middle or lower else 4 * middle)
    exact = Fraction(middle)
    pad = step_below(abs(exact) / 4).size if middle else Fraction(1)
    while not (limits := Range(to_float(exact - pad), to_float(exact + pad))).lo < limits.hi:
        pad *= 2
    return limits


def outward(data: Range) -> Range:
    """The least limits at round numbers that hold `data`, which spans more than nothing."""
    step = step_below(data.span / PARTS)
    slack = data.span * SLACK
    lower, upper = step.floor(data.lo + slack), step.ceil(data.hi - slack)
    return Range(min(step.value(lower), data.lo), max(step.value(upper), data.hi))


def log_outward(data: Range) -> Range:
    """The least limits at numbers that are round on a log scale, for data above zero.

    Over few decades these are whole mantissas, over more 1, 2 and 5, over many the decades; within one decade the
    axis is nearly linear, and so are its round numbers.
    """
    decades = math.log10(data.hi) - math.log10(data.lo)
    if decades < 1:
        return outward(data)
    mantissas = range(1, 11) if decades < 3 else (1, 2, 5, 10) if decades < 8 else (1, 10)
    lower = _log_round(data.lo, mantissas, up=False)
    upper = _log_round(data.hi, mantissas, up=True)
    return Range(min(to_float(lower) or data.lo, data.lo), max(to_float(upper), data.hi))


def _log_round(number: float, mantissas: range | tuple[int, ...], *, up: bool) -> Fraction:
    exact = Fraction(number) * (1 - SLACK if up else 1 + SLACK)
    decade = Step(1, exponent_of(exact)).size
    candidates = [mantissa * decade for mantissa in mantissas]
    if up:
        return min(candidate for candidate in candidates if candidate >= exact)
    return max(candidate for candidate in candidates if candidate <= exact)
