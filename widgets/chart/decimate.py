"""From many points to what a few hundred dot columns can show, without losing a spike.

Each run of points in one column becomes its first, last, lowest, highest and mean value; a stroke through those
covers the same dots as one through all the points (the M4 way of Jugel and others, VLDB 2014).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from .model import Floats, Indices, Series, no_breaks
from .scale import Scale

FEW = 64
"""Up to this many segments are each searched for the columns' edges; more are placed point by point."""

_NONE = np.zeros(0)


@dataclass(frozen=True, eq=False)
class Runs:
    """Neighbouring points of one dot column each, in order; every array has one element a run.

    `column` is the dot column, -1 left of the plot and `columns` right of it; `enter` and `leave` are the columns of
    the first and last point as seen from the others, further out when they lie outside. `joined` says whether the
    stroke goes on from the run before. The values are in the units of the data; where each run is a single point, they
    are one and the same array.
    """

    column: Indices
    enter: Indices
    leave: Indices
    joined: npt.NDArray[np.bool_]
    first: Floats
    last: Floats
    low: Floats
    high: Floats
    mean: Floats
    count: Indices


@dataclass(frozen=True, eq=False)
class Columns:
    """The dot columns of a plot: `count` of them, from `x0` in the first to `x1` in the last."""

    x0: float
    x1: float
    count: int

    @cached_property
    def edges(self) -> Floats:
        """Where each column begins (count + 1 values); the last is where the plot ends."""
        inner = (np.arange(1, self.count) - 0.5) / max(self.count - 1, 1)
        with np.errstate(under="ignore"):
            between = self.x0 * (1 - inner) + self.x1 * inner
        # No double lies between two edges that rounding has put out of order.
        edges: Floats = np.maximum.accumulate(np.concatenate(([self.x0], between)))
        end = math.nextafter(self.x1, math.inf)
        return np.append(np.minimum(edges, end), end)

    def of(self, x: Floats) -> Indices:
        """The column of each x: -1 left of the plot, `count` right of it."""
        return np.searchsorted(self.edges, x, side="right") - 1

    def value(self, column: float) -> float:
        """The x in the middle of a column."""
        return Scale(self.x0, self.x1).value(column / max(self.count - 1, 1))

    def far(self, x: Floats, column: Indices) -> Indices:
        """`column`, but as far outside the plot as x is where x is outside."""
        outside = (column < 0) | (column >= self.count)
        if outside.any():
            places = np.rint(Scale(self.x0, self.x1).fractions(x[outside]) * (self.count - 1)).astype(np.intp)
            column = column.copy()
            column[outside] = np.where(places <= 0, np.minimum(places, -1), np.maximum(places, self.count))
        return column


@lru_cache(maxsize=64)
def dot_columns(x0: float, x1: float, count: int) -> Columns:
    """The dot columns of a plot; the same ones for all panels of one x and width, whose edges are worked out once."""
    return Columns(x0, x1, count)


def positive(series: Series) -> tuple[Series, int]:
    """The series without values that are not above zero, broken where they were, and how many those are."""
    if not len(series.y) or series.y.min() > 0:
        return series, 0
    kept = np.flatnonzero(series.y > 0)
    # A kept point begins a stroke when a break, or a point left out, lies between it and the kept point before.
    begins = np.zeros(len(series.y) + 1, np.intp)
    begins[series.breaks] = 1
    strokes = np.cumsum(begins)[kept]
    breaks = np.flatnonzero((np.diff(kept) > 1) | (np.diff(strokes) > 0)) + 1
    return Series(series.name, series.x[kept], series.y[kept], breaks, series.note), len(series.y) - len(kept)


def span_of(x: Floats, breaks: Indices) -> tuple[float, float]:
    """The least and the largest x of at least one point."""
    return (float(x.min()), float(x.max())) if len(breaks) else (float(x[0]), float(x[-1]))


def visible(series: Series, x0: float, x1: float) -> tuple[Series, Floats]:
    """The part of a series that the range x0 to x1 shows, and the values of y inside that range.

    The part has one point more on each side of the range, so that strokes run to the plot's edge.
    """
    x, breaks = series.x, series.breaks
    if not len(x):
        return series, _NONE
    low, high = span_of(x, breaks)
    if x0 <= low and high <= x1:
        return series, series.y
    if not len(breaks):
        begin, end = int(np.searchsorted(x, x0, "left")), int(np.searchsorted(x, x1, "right"))
        shown = slice(max(begin - 1, 0), end + 1)
        return Series(series.name, x[shown], series.y[shown], no_breaks(), series.note), series.y[begin:end]
    inside = (x >= x0) & (x <= x1)
    joined = np.ones(len(x), np.bool_)
    joined[breaks] = False
    kept = inside.copy()
    before, after = slice(0, -1), slice(1, None)
    kept[before] |= joined[after] & (x[before] < x0) & (x[after] >= x0)
    kept[after] |= joined[after] & (x[before] <= x1) & (x[after] > x1)
    places = np.flatnonzero(kept)
    starts = np.flatnonzero((np.diff(places) > 1) | ~joined[places[1:]]) + 1
    return Series(series.name, x[places], series.y[places], starts, series.note), series.y[inside]


def decimate(series: Series, columns: Columns) -> Runs:
    """The runs of a series, which may lie partly outside the columns."""
    x, y = series.x, series.y
    if not len(x):
        none = no_breaks()
        return Runs(none, none, none, np.zeros(0, np.bool_), _NONE, _NONE, _NONE, _NONE, _NONE, none)
    starts = _starts(x, series.breaks, columns)
    joined = np.ones(len(x), np.bool_)
    joined[0] = False
    joined[series.breaks] = False
    if len(starts) == len(x):
        column = columns.of(x)
        far = columns.far(x, column)
        return Runs(column, far, far, joined, y, y, y, y, y, np.ones(len(x), np.intp))
    ends = np.concatenate((starts[1:], [len(x)]))
    column = columns.of(x[starts])
    count = ends - starts
    last = ends - 1
    low, high = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    return Runs(
        column=column,
        enter=columns.far(x[starts], column),
        leave=columns.far(x[last], column),
        joined=joined[starts],
        first=y[starts],
        last=y[last],
        low=low,
        high=high,
        # Held between the two, which rounding of very large and very small values would let it leave.
        mean=np.minimum(np.maximum(_means(y, starts, count), low), high),
        count=count,
    )


def _starts(x: Floats, breaks: Indices, columns: Columns) -> Indices:
    """Where each run begins: at a break and wherever the column changes."""
    if len(breaks) > FEW:
        column = columns.of(x)
        changed = np.ones(len(x), np.bool_)
        np.not_equal(column[1:], column[:-1], out=changed[1:])
        changed[breaks] = True
        return np.flatnonzero(changed)
    edges = columns.edges
    bounds = [0, *breaks.tolist(), len(x)]
    cuts: list[Indices] = []
    for begin, end in pairwise(bounds):
        cuts += [np.array([begin]), np.searchsorted(x[begin:end], edges) + begin]
    starts: Indices = np.concatenate(cuts)
    # Of the cuts at one place only the last begins a run that holds a point.
    last = np.ones(len(starts), np.bool_)
    np.not_equal(starts[:-1], starts[1:], out=last[:-1])
    last[-1] = starts[-1] != len(x)
    kept: Indices = starts[last]
    return kept


def _means(y: Floats, starts: Indices, count: Indices) -> Floats:
    with np.errstate(under="ignore", over="ignore", invalid="ignore"):
        means: Floats = np.add.reduceat(y, starts) / count
        if not np.isfinite(means).all():
            means = np.add.reduceat(y / len(y), starts) * (len(y) / count)
    return means
