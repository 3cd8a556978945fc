"""The limits of axes: round numbers that rarely move while points are added."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from .clock import MINUTE, is_time, time_step
from .steps import Step, exponent_of, step_below, to_float

PARTS = 10
"""Limits are rounded to multiples of the largest round step that is at most 1/10 of the extent of the data."""

HEADROOM = Fraction(1, 3)
"""The extra room on a side where data outgrew the limits, as a share of its extent; it will probably grow further."""

X_HEADROOM = Fraction(2, 5)
"""The same on x axes, which a live run always outgrows. Each time, all panels are redrawn."""

YOUNG, GROWN = 200, 1000
"""Below `YOUNG` points, a run outgrows its limits every few seconds; from `GROWN` points on, it rarely does."""

SLACK = Fraction(1, 10**12)
"""Data may exceed a round limit by this share of its extent, since doubles such as 1e300 are not exactly round."""

KEEP = 0.5
"""Limits are kept while the data covers at least this share of them."""


@dataclass(frozen=True)
class Range:
    """A range from `lo` to `hi`, which is not less."""

    lo: float
    hi: float

    @property
    def span(self) -> Fraction:
        """The exact length, which does not overflow for -1e308 to 1e308."""
        return Fraction(self.hi) - Fraction(self.lo)

    def covers(self, other: Range) -> bool:
        """Return whether this range covers at least the share `KEEP` of the limits `other`."""
        return self.hi * 0.5 - self.lo * 0.5 >= KEEP * (other.hi * 0.5 - other.lo * 0.5)

    def contains(self, other: Range) -> bool:
        """Return whether this range contains `other`."""
        return self.lo <= other.lo and other.hi <= self.hi


def x_headroom(points: int) -> Fraction:
    """Return the headroom on the x axis for a run with this many points: the longer the run, the less it needs."""
    return Fraction(2, 3) if points < YOUNG else X_HEADROOM if points < GROWN else Fraction(1, 5)


def fit_x(data: Range, previous: Range | None = None, *, time: bool = False, headroom: Fraction = X_HEADROOM) -> Range:
    """Return round limits for the x axis.

    Args:
        data: the extent of x.
        previous: the limits before, which are kept while they fit.
        time: whether x is in milliseconds, rounded to seconds, minutes and hours.
        headroom: the extra room at the right if the data outgrew the previous limits, as a share of its extent.
    """
    if data.lo == data.hi and time and is_time(data.lo, data.hi):
        return Range(data.lo - MINUTE, data.lo + MINUTE)
    if data.lo == data.hi:
        # The first of many steps: one step to each side, rather than a fraction of a step.
        is_step = abs(data.lo) < 4 and data.lo == int(data.lo)
        return Range(data.lo - 1, data.lo + 1) if is_step else around(data.lo)
    if previous is not None and previous.contains(data) and data.covers(previous):
        return previous
    if previous is not None and previous.lo <= data.lo and previous.hi < data.hi:
        data = Range(data.lo, to_float(Fraction(data.hi) + headroom * data.span))
    if time:
        step = time_step(data.span / PARTS)
        return Range(
            to_float(math.floor(Fraction(data.lo) / step) * step), to_float(math.ceil(Fraction(data.hi) / step) * step)
        )
    return round_outward(data)


def fit_y(
    data: Range,
    previous: Range | None = None,
    *,
    log: bool = False,
    minimum: float | None = None,
    maximum: float | None = None,
) -> Range:
    """Return round limits for the y axis.

    Args:
        data: the extent of y.
        previous: the limits before, which are kept while they fit.
        log: whether the scale is logarithmic; the data and the bounds must then be above zero.
        minimum: the lower limit, None to fit it to the data.
        maximum: the upper limit, None to fit it to the data.
    """
    if minimum is not None and maximum is not None:
        return Range(minimum, maximum) if minimum < maximum else around(minimum, log=log)
    if minimum is not None:
        data = Range(minimum, max(data.hi, minimum))
    if maximum is not None:
        data = Range(min(data.lo, maximum), maximum)
    fitted = _kept(data, previous, log=log) or _fitted(_with_headroom(data, previous, log=log), log=log)
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


def _with_headroom(data: Range, previous: Range | None, *, log: bool) -> Range:
    """Return the extent of the data with headroom where it outgrew the limits, but not past 0, which may be a bound."""
    if previous is None or data.lo == data.hi or data.hi < previous.lo or previous.hi < data.lo:
        return data
    lo, hi = data.lo, data.hi
    if log:
        factor = (hi / lo) ** float(HEADROOM)
        lower, upper = lo / factor or lo, to_float(Fraction(hi) * Fraction(factor)) if math.isfinite(factor) else hi
    else:
        lower, upper = (to_float(Fraction(end) + sign * HEADROOM * data.span) for end, sign in ((lo, -1), (hi, 1)))
        lower, upper = max(lower, 0.0) if lo >= 0 else lower, min(upper, 0.0) if hi <= 0 else upper
    return Range(lower if lo < previous.lo else lo, upper if hi > previous.hi else hi)


def _fitted(data: Range, *, log: bool) -> Range:
    if data.lo == data.hi:
        return around(data.lo, log=log)
    return round_outward_log(data) if log else round_outward(data)


def around(middle: float, *, log: bool = False) -> Range:
    """Return limits with a value in the middle (as near as doubles allow), for a constant series or a single point."""
    if log:
        lower, upper = middle / 2, to_float(2 * Fraction(middle))
        return Range(lower or middle, upper if upper > middle or lower else 4 * middle)
    exact = Fraction(middle)
    pad = step_below(abs(exact) / 4).size if middle else Fraction(1)
    while not (limits := Range(to_float(exact - pad), to_float(exact + pad))).lo < limits.hi:
        pad *= 2
    return limits


def round_outward(data: Range) -> Range:
    """Return the smallest range between round numbers that contains `data`, whose span is above zero."""
    step = step_below(data.span / PARTS)
    slack = data.span * SLACK
    lower, upper = step.floor(data.lo + slack), step.ceil(data.hi - slack)
    return Range(min(step.value(lower), data.lo), max(step.value(upper), data.hi))


def round_outward_log(data: Range) -> Range:
    """Return the smallest range that contains `data` (above zero), between numbers that are round on a log scale.

    Below three decades, these are the mantissas 1 to 9, below eight decades 1, 2 and 5, and otherwise powers of ten.
    Within one decade, the axis is nearly linear and gets linear limits.
    """
    decades = math.log10(data.hi) - math.log10(data.lo)
    if decades < 1:
        return round_outward(data)
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
