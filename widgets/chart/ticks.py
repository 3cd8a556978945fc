"""Where an axis is labelled: round numbers whose labels have room and never repeat."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from .clock import STEPS, is_time, time_label, time_ticks
from .digits import log_label, tick_labels
from .limits import Range
from .steps import Step, power, steps_from, to_float

ENOUGH = 3
"""An axis with fewer labels is given them closer together, where there is room."""

SLACK = Fraction(1, 10**9)
"""A tick this part of the axis beyond its end is still on it: limits are doubles, and round numbers seldom are."""

Place = Callable[[float], int]
"""From a value to its cell along the axis."""


@dataclass(frozen=True)
class Tick:
    """A label at a cell along the axis: a row from the top, or a column from the left."""

    cell: int
    label: str


def y_ticks(limits: Range, rows: int, place: Place, *, log: bool = False) -> list[Tick]:
    """Labels of a y axis of `rows` cells, from the lowest value to the highest, no two in one row."""
    sets = _log_sets if log else _linear_sets
    best: list[Tick] = []
    for gap in range(_row_gap(rows, log=log), 0, -1):
        for ticks in sets(limits, rows // gap + 2, place):
            if len(ticks) > len(best) and all(low.cell - high.cell >= gap for low, high in _pairs(ticks)):
                best = ticks
                break
        if len(best) >= ENOUGH:
            break
    return best


def _row_gap(rows: int, *, log: bool) -> int:
    if rows < (10 if log else 5):
        return 1
    return 2 if rows < 14 else max(3, rows // 8)


def x_ticks(limits: Range, columns: int, place: Place, *, time: bool = False) -> list[Tick]:
    """Labels of an x axis of `columns` cells, left to right, with room between them."""
    timed = time and is_time(limits.lo, limits.hi)
    best: list[Tick] = []
    for gap, apart in ((3, max(11, columns // 8)), (2, 0)):
        for ticks in (_time_sets if timed else _linear_sets)(limits, columns // max(apart, 3) + 2, place):
            if len(ticks) > len(best) and _has_room(ticks, columns, gap, apart):
                best = ticks
                break
        if len(best) >= ENOUGH:
            break
    return best


def _has_room(ticks: list[Tick], columns: int, gap: int, apart: int) -> bool:
    # plotext moves a label that would end at the right edge, or past it, to end a cell before.
    begins = [max(min(tick.cell - len(tick.label) // 2, columns - 1 - len(tick.label)), 0) for tick in ticks]
    ends = [begin + len(tick.label) for begin, tick in zip(begins, ticks, strict=True)]
    if ends and ends[-1] > columns:
        return False
    neighbours = zip(begins[1:], ends, strict=False)
    return all(begin - end >= gap for begin, end in neighbours) and all(
        right.cell - left.cell >= apart for left, right in _pairs(ticks)
    )


def _pairs(ticks: list[Tick]) -> Iterable[tuple[Tick, Tick]]:
    return pairwise(ticks)


def _linear_sets(limits: Range, most: int, place: Place) -> Iterator[list[Tick]]:
    """The ticks of each round step, from at most `most` of them to one or none."""
    lo, hi = Fraction(limits.lo), Fraction(limits.hi)
    slack = limits.span * SLACK
    for step in steps_from(limits.span / most):
        counts = range(step.ceil(lo - slack), step.floor(hi + slack) + 1)
        yield _unique(tick_labels(counts, step), [step.value(count) for count in counts], place)
        if len(counts) <= 1:
            return


def _log_sets(limits: Range, most: int, place: Place) -> Iterator[list[Tick]]:
    """Decades with 2 and 5 between, then decades, then every second and so on; linear where that gives too few."""
    lower, upper = math.floor(math.log10(limits.lo)), math.ceil(math.log10(limits.hi))
    if upper - lower <= most:
        fine = _log_ticks(limits, range(lower, upper + 1), (1, 2, 5), place)
        if len(fine) < ENOUGH:
            yield from _linear_sets(limits, most, place)
        yield fine
    for every in (1, 2, 3, 5, 10, 20, 50, 100, 200):
        if upper - lower > every * most:
            continue
        yield _log_ticks(limits, range(lower - lower % every, upper + 1, every), (1,), place)


def _log_ticks(limits: Range, exponents: range, mantissas: tuple[int, ...], place: Place) -> list[Tick]:
    ticks = [(exponent, mantissa) for exponent in exponents for mantissa in mantissas]
    lo, hi = Fraction(limits.lo) * (1 - SLACK), Fraction(limits.hi) * (1 + SLACK)
    inside = [(e, m, m * power(e)) for e, m in ticks if lo <= m * power(e) <= hi]
    return _unique([log_label(m, e) for e, m, _ in inside], [to_float(exact) for _, _, exact in inside], place)


def _time_sets(limits: Range, most: int, place: Place) -> Iterator[list[Tick]]:
    least = limits.span / most
    seconds = [Fraction(step) for step in STEPS if step >= least]
    parts = [step.size for step in _fine_steps(least)]
    for step in (*parts, *seconds):
        values = time_ticks(limits.lo, limits.hi, step)
        yield _unique([time_label(value, step, float(limits.span)) for value in values], values, place)


def _fine_steps(least: Fraction) -> Iterator[Step]:
    """Round parts of a second, which are decimal."""
    for step in steps_from(least):
        if step.exponent >= 3:
            return
        yield step


def _unique(labels: list[str], values: list[float], place: Place) -> list[Tick]:
    """Ticks without those whose label has been given, as where doubles lie further apart than the steps."""
    seen: dict[str, float] = {}
    for label, value in zip(labels, values, strict=True):
        seen.setdefault(label, value)
    return [Tick(place(value), label) for label, value in seen.items()]
