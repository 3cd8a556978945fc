"""A key paired with x: the points of one series, broken where its stroke breaks."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
import numpy.typing as npt

from ...widgets.chart.model import Series
from ..runs.history import History
from .arrays import Floats, Places, tail, tail_places, with_capacity
from .x_axis import X

LEAPS = 1000
"""How many strokes of one update are checked for whether they leap over earlier points."""

FEW = 4
"""Up to this many points are looked up one by one; more are looked up all together."""


class Curve:
    """One key paired with x, kept up to date as the run grows.

    `x`, `y` (float64) and `places` (uint32), each of shape (count,), are in the order the points were written.
    """

    def __init__(self) -> None:
        """Start with no points."""
        self.count = 0
        self._x = np.empty(0, np.float64)
        self._y = np.empty(0, np.float64)
        self._places = np.empty(0, np.uint32)
        self._breaks = np.zeros(0, np.intp)
        self._series: Series | None = None
        self._taken = 0
        self._late = self._twice = self._by_x = False
        self._whole = True

    def update(self, history: History, key: str, x: X) -> None:
        """Take in what came since the last call."""
        column = history.columns.get(key)
        self._whole = not history.not_finite.get(key)
        if column is None or len(column.values) == self._taken:
            return
        places, y = tail_places(column.places, self._taken), tail(column.values, self._taken)
        self._taken = len(column.values)
        if x is None:
            # Of events it is the place in the series: the places in the run count the numbers of all series.
            first = self.count + 1.0
            at_place = np.arange(first, first + len(y)) if history.events else places.astype(np.float64)
            self._append(at_place, y, places, history, key)
            return
        along = history.x_column(x)
        if along is None:
            return
        if len(y) <= FEW:
            found = [bisect_left(along.places, place) for place in places.tolist()]
            if found[-1] < len(along.places) and [along.places[at] for at in found] == places.tolist():
                self._append(np.array([along.values[at] for at in found]), y, places, history, key)
                return
        # A point is read at once: the x of these places is not before the first of them.
        start = bisect_left(along.places, int(places[0]))
        x_places, x_values = tail_places(along.places, start), tail(along.values, start)
        at = np.searchsorted(x_places, places)
        at[at == len(x_places)] = 0
        known = x_places[at] == places if len(x_places) else np.zeros(len(places), bool)
        if known.all():
            self._append(x_values[at], y, places, history, key)
        else:
            self._append(x_values[at[known]], y[known], places[known], history, key)

    def series(self, name: str, note: str, run: str) -> Series:
        """Return the points so far as a series; the same object while nothing changes.

        If `by_x`, its points are in order of x.
        """
        made = self._series
        if made is None or (made.name, made.note, made.run, len(made.y)) != (name, note, run, self.count):
            x, y, breaks = self._sorted() or (self.x, self.y, self._breaks)
            made = self._series = Series(name, x, y, breaks, note, run=run)
        return made

    @property
    def by_x(self) -> bool:
        """Whether the last series is in order of x rather than in the order it was written.

        That is so in a run of events if x went back and yet no x came twice: values of earlier steps came late. A value
        that is not finite has no x to break the stroke at, and ends that.
        """
        return self._by_x

    def _sorted(self) -> tuple[Floats, Floats, npt.NDArray[np.intp]] | None:
        """Return the points in order of x, None if they are drawn in the order they were written."""
        self._by_x = self._late and self._whole
        if not self._by_x:
            return None
        order = self.x.argsort(kind="stable")
        x = self.x[order]
        if (x[1:] == x[:-1]).any():
            # For good: a repeated x does not go away.
            self._by_x = self._late = False
            self._twice = True
            return None
        return x, self.y[order], np.zeros(0, np.intp)

    @property
    def x(self) -> Floats:
        """The x of each point."""
        return self._x[: self.count]

    @property
    def y(self) -> Floats:
        """The value of each point."""
        return self._y[: self.count]

    @property
    def places(self) -> Places:
        """The place of each point in the run."""
        return self._places[: self.count]

    def _append(self, x: Floats, y: Floats, places: Places, history: History, key: str) -> None:
        if not len(y):
            return
        old, new = self.count, self.count + len(y)
        if new > len(self._y):
            capacity = max(new, min(2 * len(self._y), new + 65_536))
            self._x, self._y = with_capacity(self._x, capacity), with_capacity(self._y, capacity)
            self._places = with_capacity(self._places, capacity)
        self._x[old:new], self._y[old:new], self._places[old:new] = x, y, places
        self.count = new
        self._find_breaks(old, history, key)

    def _find_breaks(self, old: int, history: History, key: str) -> None:
        """Break the stroke where x goes back, and where a value between two points was not finite."""
        first = max(old, 1)
        x, places = self._x[first - 1 : self.count], self._places[first - 1 : self.count]
        broken = x[1:] < x[:-1]
        went_back = bool(broken.any())
        if self._whole and not went_back and not len(self._breaks):
            return
        self._late |= history.events is not None and not self._twice and went_back
        not_finite = history.not_finite.get(key)
        if not_finite:
            before = np.searchsorted(tail_places(not_finite.places), places)
            broken |= before[1:] > before[:-1]
        if history.events is not None and (len(self._breaks) or broken.any()):
            broken |= self._returns(first)
        breaks = np.flatnonzero(broken) + first
        if len(breaks):
            self._breaks = np.concatenate([self._breaks, breaks])

    def _returns(self, first: int) -> npt.NDArray[np.bool_]:
        """Return for each point from ``first`` on whether a stroke to it would leap over earlier points.

        A late evaluation of an earlier step is a point of its own; the series then goes on where it was. What a resumed
        run repeats reaches that place step by step instead, and is one stroke.
        """
        x = self._x[: self.count]
        reached = np.maximum.accumulate(x)[first - 1 : -1]
        begin, end = x[first - 1 : -1], x[first:]
        leaps = (begin < reached) & (end > reached)
        for at in np.flatnonzero(leaps)[:LEAPS]:
            earlier = x[: first + at]
            leaps[at] = np.count_nonzero((earlier > begin[at]) & (earlier < end[at])) >= 2
        return leaps
