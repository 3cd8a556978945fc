"""Decimation: reduce a series to what a few hundred dot columns can show, without losing a spike.

Consecutive points in the same column are reduced to their first, last, lowest, highest and mean value. A stroke through
these covers the same dots as one through all points (M4: Jugel et al., VLDB 2014).
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

MAX_SEARCHED_STROKES = 64
"""In up to this many strokes, the column edges are found by binary search; otherwise every point gets its column."""

_NO_VALUES = np.zeros(0)


@dataclass(frozen=True, eq=False)
class Buckets:
    """Buckets of consecutive points in the same dot column, in order. Every array has shape (buckets,).

    Attributes:
        column: the dot column; -1 left of the plot, and the number of columns right of it.
        first_column: the column of the first point, at its true distance if it is outside of the plot.
        last_column: the column of the last point, at its true distance if it is outside of the plot.
        joined: whether the stroke continues from the bucket before.
        first: the first value, in the units of the data. If every bucket has a single point, this and the following
            four arrays are the same object.
        last: the last value.
        low: the lowest value.
        high: the highest value.
        mean: the mean value.
        count: the number of points.
    """

    column: Indices
    first_column: Indices
    last_column: Indices
    joined: npt.NDArray[np.bool_]
    first: Floats
    last: Floats
    low: Floats
    high: Floats
    mean: Floats
    count: Indices


@dataclass(frozen=True, eq=False)
class DotColumns:
    """The dot columns of a plot: `count` columns, `x0` in the middle of the first and `x1` in that of the last."""

    x0: float
    x1: float
    count: int

    @cached_property
    def edges(self) -> Floats:
        """The x at which each column starts, and the x at which the plot ends; shape (count + 1,)."""
        inner = (np.arange(1, self.count) - 0.5) / max(self.count - 1, 1)
        with np.errstate(under="ignore"):
            between = self.x0 * (1 - inner) + self.x1 * inner
        # If rounding puts two edges out of order, there is no double between them.
        edges: Floats = np.maximum.accumulate(np.concatenate(([self.x0], between)))
        end = math.nextafter(self.x1, math.inf)
        return np.append(np.minimum(edges, end), end)

    def columns_of(self, x: Floats) -> Indices:
        """Return the column of each x, shape (n,): -1 left of the plot, `count` right of it."""
        return np.searchsorted(self.edges, x, side="right") - 1

    def x_at(self, column: float) -> float:
        """Return the x in the middle of a column."""
        return Scale(self.x0, self.x1).value(column / max(self.count - 1, 1))

    def extended(self, x: Floats, column: Indices) -> Indices:
        """Return the columns of x with those outside of the plot at their true distance from it, shape (n,)."""
        outside = (column < 0) | (column >= self.count)
        if outside.any():
            places = np.rint(Scale(self.x0, self.x1).fractions(x[outside]) * (self.count - 1)).astype(np.intp)
            column = column.copy()
            column[outside] = np.where(places <= 0, np.minimum(places, -1), np.maximum(places, self.count))
        return column


@lru_cache(maxsize=64)
def dot_columns(x0: float, x1: float, count: int) -> DotColumns:
    """Return the dot columns of a plot; cached, since all panels of the same x and width share them."""
    return DotColumns(x0, x1, count)


def positive(series: Series) -> tuple[Series, int]:
    """Return the series without values that are not above zero, and their number.

    Strokes are broken where a value was dropped.
    """
    if not len(series.y) or series.y.min() > 0:
        return series, 0
    kept = np.flatnonzero(series.y > 0)
    # A kept point starts a stroke if there is a break or a dropped point between it and the kept point before.
    starts = np.zeros(len(series.y) + 1, np.intp)
    starts[series.breaks] = 1
    strokes = np.cumsum(starts)[kept]
    breaks = np.flatnonzero((np.diff(kept) > 1) | (np.diff(strokes) > 0)) + 1
    return Series(series.name, series.x[kept], series.y[kept], breaks, series.note), len(series.y) - len(kept)


def x_extent(x: Floats, breaks: Indices) -> tuple[float, float]:
    """Return the smallest and the largest x of a series with at least one point."""
    return (float(x.min()), float(x.max())) if len(breaks) else (float(x[0]), float(x[-1]))


def visible(series: Series, x0: float, x1: float) -> tuple[Series, Floats]:
    """Return the part of a series that is visible from x0 to x1, and the values of y in that range.

    The part includes one more point on each side of the range, so that strokes reach the edge of the plot.
    """
    x, breaks = series.x, series.breaks
    if not len(x):
        return series, _NO_VALUES
    low, high = x_extent(x, breaks)
    if x0 <= low and high <= x1:
        return series, series.y
    if not len(breaks):
        start, end = int(np.searchsorted(x, x0, "left")), int(np.searchsorted(x, x1, "right"))
        shown = slice(max(start - 1, 0), end + 1)
        return Series(series.name, x[shown], series.y[shown], no_breaks(), series.note), series.y[start:end]
    inside = (x >= x0) & (x <= x1)
    joined = np.ones(len(x), np.bool_)
    joined[breaks] = False
    kept = inside.copy()
    before, after = slice(0, -1), slice(1, None)
    kept[before] |= joined[after] & (x[before] < x0) & (x[after] >= x0)
    kept[after] |= joined[after] & (x[before] <= x1) & (x[after] > x1)
    indices = np.flatnonzero(kept)
    new_breaks = np.flatnonzero((np.diff(indices) > 1) | ~joined[indices[1:]]) + 1
    return Series(series.name, x[indices], series.y[indices], new_breaks, series.note), series.y[inside]


def decimate(series: Series, columns: DotColumns) -> Buckets:
    """Return the buckets of a series, which may be partly or entirely outside of the columns."""
    x, y = series.x, series.y
    if not len(x):
        none, empty = no_breaks(), _NO_VALUES
        return Buckets(none, none, none, np.zeros(0, np.bool_), empty, empty, empty, empty, empty, none)
    starts = _bucket_starts(x, series.breaks, columns)
    joined = np.ones(len(x), np.bool_)
    joined[0] = False
    joined[series.breaks] = False
    if len(starts) == len(x):
        column = columns.columns_of(x)
        extended = columns.extended(x, column)
        return Buckets(column, extended, extended, joined, y, y, y, y, y, np.ones(len(x), np.intp))
    ends = np.concatenate((starts[1:], [len(x)]))
    column = columns.columns_of(x[starts])
    count = ends - starts
    last = ends - 1
    low, high = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    return Buckets(
        column=column,
        first_column=columns.extended(x[starts], column),
        last_column=columns.extended(x[last], column),
        joined=joined[starts],
        first=y[starts],
        last=y[last],
        low=low,
        high=high,
        # Clamped, since rounding of very large or very small values could put it outside.
        mean=np.minimum(np.maximum(_means(y, starts, count), low), high),
        count=count,
    )


def _bucket_starts(x: Floats, breaks: Indices, columns: DotColumns) -> Indices:
    """Return the index of the first point of each bucket: after each break and each change of the column."""
    if len(breaks) > MAX_SEARCHED_STROKES:
        column = columns.columns_of(x)
        changed = np.ones(len(x), np.bool_)
        np.not_equal(column[1:], column[:-1], out=changed[1:])
        changed[breaks] = True
        return np.flatnonzero(changed)
    edges = columns.edges
    bounds = [0, *breaks.tolist(), len(x)]
    cuts: list[Indices] = []
    for start, end in pairwise(bounds):
        cuts += [np.array([start]), np.searchsorted(x[start:end], edges) + start]
    starts: Indices = np.concatenate(cuts)
    # Of several cuts at the same index, only the last starts a bucket with a point.
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
