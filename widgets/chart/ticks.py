"""Ticks: round numbers on an axis, with labels that do not overlap or repeat."""

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
"""If an axis would get fewer labels than this, they may be closer together."""

SLACK = Fraction(1, 10**9)
"""Ticks may be outside of the limits by this share of the axis, since most round numbers are not exact doubles."""

CellOf = Callable[[float], int]
"""Returns the cell of a value along the axis."""


@dataclass(frozen=True)
class Tick:
    """A label at a cell of the axis: a row from the top, or a column from the left."""

    cell: int
    label: str


def y_ticks(limits: Range, rows: int, cell_of: CellOf, *, log: bool = False) -> list[Tick]:
    """Return the ticks of a y axis of `rows` cells in ascending order, at most one per row."""
    sets = _log_sets if log else _linear_sets
    best: list[Tick] = []
    for gap in range(_row_gap(rows, log=log), 0, -1):
        for ticks in sets(limits, rows // gap + 2, cell_of):
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


def x_ticks(limits: Range, columns: int, cell_of: CellOf, *, time: bool = False) -> list[Tick]:
    """Return the ticks of an x axis of `columns` cells from left to right, with space between them."""
    timed = time and is_time(limits.lo, limits.hi)
    best: list[Tick] = []
    for gap, distance in ((3, max(11, columns // 8)), (2, 0)):
        for ticks in (_time_sets if timed else _linear_sets)(limits, columns // max(distance, 3) + 2, cell_of):
            if len(ticks) > len(best) and _has_room(ticks, columns, gap, distance):
                best = ticks
                break
        if len(best) >= ENOUGH:
            break
    return best


def _has_room(ticks: list[Tick], columns: int, gap: int, distance: int) -> bool:
    """Return whether labels are at least `gap` cells apart, and their ticks at least `distance` cells."""
    # plotext moves a label that would reach the right edge, so that it ends one cell before.
    starts = [max(min(tick.cell - len(tick.label) // 2, columns - 1 - len(tick.label)), 0) for tick in ticks]
    ends = [start + len(tick.label) for start, tick in zip(starts, ticks, strict=True)]
    if ends and ends[-1] > columns:
        return False
    neighbours = zip(starts[1:], ends, strict=False)
    return all(start - end >= gap for start, end in neighbours) and all(
        right.cell - left.cell >= distance for left, right in _pairs(ticks)
    )


def _pairs(ticks: list[Tick]) -> Iterable[tuple[Tick, Tick]]:
    return pairwise(ticks)


def _linear_sets(limits: Range, max_ticks: int, cell_of: CellOf) -> Iterator[list[Tick]]:
    """Yield the ticks of each round step, from about `max_ticks` ticks down to one or none."""
    lo, hi = Fraction(limits.lo), Fraction(limits.hi)
    slack = limits.span * SLACK
    for step in steps_from(limits.span / max_ticks):
        counts = range(step.ceil(lo - slack), step.floor(hi + slack) + 1)
        yield _unique(tick_labels(counts, step), [step.value(count) for count in counts], cell_of)
        if len(counts) <= 1:
            return


def _log_sets(limits: Range, max_ticks: int, cell_of: CellOf) -> Iterator[list[Tick]]:
    """Yield decades with 2 and 5 in between, then decades, then every second one and so on; linear ticks if too few."""
    lower, upper = math.floor(math.log10(limits.lo)), math.ceil(math.log10(limits.hi))
    if upper - lower <= max_ticks:
        fine = _log_ticks(limits, range(lower, upper + 1), (1, 2, 5), cell_of)
        if len(fine) < ENOUGH:
            yield from _linear_sets(limits, max_ticks, cell_of)
        yield fine
    for every in (1, 2, 3, 5, 10, 20, 50, 100, 200):
        if upper - lower > every * max_ticks:
            continue
        yield _log_ticks(limits, range(lower - lower % every, upper + 1, every), (1,), cell_of)


def _log_ticks(limits: Range, exponents: range, mantissas: tuple[int, ...], cell_of: CellOf) -> list[Tick]:
    ticks = [(exponent, mantissa) for exponent in exponents for mantissa in mantissas]
    lo, hi = Fraction(limits.lo) * (1 - SLACK), Fraction(limits.hi) * (1 + SLACK)
    inside = [(e, m, m * power(e)) for e, m in ticks if lo <= m * power(e) <= hi]
    return _unique([log_label(m, e) for e, m, _ in inside], [to_float(exact) for _, _, exact in inside], cell_of)


def _time_sets(limits: Range, max_ticks: int, cell_of: CellOf) -> Iterator[list[Tick]]:
    """Yield the ticks of each round step of time, from about `max_ticks` ticks on."""
    min_step = limits.span / max_ticks
    seconds = [Fraction(step) for step in STEPS if step >= min_step]
    parts = [step.size for step in _fractions_of_second(min_step)]
    for step in (*parts, *seconds):
        values = time_ticks(limits.lo, limits.hi, step)
        yield _unique([time_label(value, step, float(limits.span)) for value in values], values, cell_of)


def _fractions_of_second(min_step: Fraction) -> Iterator[Step]:
    """Yield round steps below one second, which are decimal."""
    for step in steps_from(min_step):
        if step.exponent >= 3:
            return
        yield step


def _unique(labels: list[str], values: list[float], cell_of: CellOf) -> list[Tick]:
    """Return the ticks without repeated labels, which occur if the steps are smaller than the distance of doubles."""
    unique: dict[str, float] = {}
    for label, value in zip(labels, values, strict=True):
        unique.setdefault(label, value)
    return [Tick(cell_of(value), label) for label, value in unique.items()]
