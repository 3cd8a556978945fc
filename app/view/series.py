"""A run's columns as the series that charts draw: paired with x, broken where the stroke breaks."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from typing import Any

import numpy as np
import numpy.typing as npt

from ...widgets.chart import clock, digits
from ...widgets.chart.model import Series
from ..ingest.events import TIME
from ..runs.history import Run

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.uint32]

LEAPS = 1000
"""How many strokes of one update are looked at for whether they leap over earlier points."""

FEW = 4
"""So many points are each looked for; more are all looked for together."""

KEPT_POINTS = 4_000_000
"""How many paired points are kept between frames, over all series: 64 MB."""


class Curve:
    """One key paired with an x, kept up to date as the run grows.

    `x`, `y` and `places` grow by doubling; the first `count` entries hold, in the order they were written.
    """

    def __init__(self) -> None:
        """Begin with no points."""
        self.count = 0
        self._x = np.empty(0, np.float64)
        self._y = np.empty(0, np.float64)
        self._places = np.empty(0, np.uint32)
        self._breaks = np.zeros(0, np.intp)
        self._series: Series | None = None
        self._taken = 0
        self._late = self._twice = self._by_x = False
        self._whole = True

    def update(self, run: Run, key: str, x: str | None) -> None:
        """Take in what came since the last call; ``x`` of None is the place in the run."""
        column = run.columns.get(key)
        self._whole = not run.not_finite.get(key)
        if column is None or len(column.values) == self._taken:
            return
        places, y = tail_places(column.places, self._taken), tail(column.values, self._taken)
        self._taken = len(column.values)
        if x is None:
            # Of a run of events, the place in the series: numbers of all series are counted together.
            first = self.count + 1.0
            at_place = np.arange(first, first + len(y)) if run.events else places.astype(np.float64)
            self._append(at_place, y, places, run, key)
            return
        along = run.x_column(x)
        if along is None:
            return
        if len(y) <= FEW:
            found = [bisect_left(along.places, place) for place in places.tolist()]
            if found[-1] < len(along.places) and [along.places[at] for at in found] == places.tolist():
                self._append(np.array([along.values[at] for at in found]), y, places, run, key)
                return
        # A point comes whole: the x of these places is among those from the first of them on.
        start = bisect_left(along.places, int(places[0]))
        x_places, x_values = tail_places(along.places, start), tail(along.values, start)
        at = np.searchsorted(x_places, places)
        at[at == len(x_places)] = 0
        there = x_places[at] == places if len(x_places) else np.zeros(len(places), bool)
        if there.all():
            self._append(x_values[at], y, places, run, key)
        else:
            self._append(x_values[at[there]], y[there], places[there], run, key)

    def series(self, name: str, note: str) -> Series:
        """Return the points so far as a series; the same object for as long as nothing changes.

        Where `by_x`, its points are in order of x.
        """
        made = self._series
        if made is None or (made.name, made.note, len(made.y)) != (name, note, self.count):
            x, y, breaks = self._sorted() or (self.x, self.y, self._breaks)
            made = self._series = Series(name, x, y, breaks, note)
        return made

    @property
    def by_x(self) -> bool:
        """Whether the last series made has its points in order of x, and not in the one they were written in.

        So it is in a run of events where x went back and yet no x came twice: values of earlier steps came late. A
        value that was not finite has no x to break the stroke at, and ends that too.
        """
        return self._by_x

    def _sorted(self) -> tuple[Floats, Floats, npt.NDArray[np.intp]] | None:
        """Return the points in order of x, None where they are drawn as they were written."""
        self._by_x = self._late and self._whole
        if not self._by_x:
            return None
        order = self.x.argsort(kind="stable")
        x = self.x[order]
        if (x[1:] == x[:-1]).any():
            # For good: what came twice stays there.
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

    def _append(self, x: Floats, y: Floats, places: Places, run: Run, key: str) -> None:
        if not len(y):
            return
        old, new = self.count, self.count + len(y)
        if new > len(self._y):
            capacity = max(new, min(2 * len(self._y), new + 65_536))
            self._x, self._y = _grown(self._x, capacity), _grown(self._y, capacity)
            self._places = _grown(self._places, capacity)
        self._x[old:new], self._y[old:new], self._places[old:new] = x, y, places
        self.count = new
        self._find_breaks(old, run, key)

    def _find_breaks(self, old: int, run: Run, key: str) -> None:
        """Break the stroke where x goes back, and where a value that was not finite lay between."""
        first = max(old, 1)
        x, places = self._x[first - 1 : self.count], self._places[first - 1 : self.count]
        broken = x[1:] < x[:-1]
        went_back = bool(broken.any())
        if self._whole and not went_back and not len(self._breaks):
            return
        self._late |= run.events is not None and not self._twice and went_back
        not_finite = run.not_finite.get(key)
        if not_finite:
            before = np.searchsorted(tail_places(not_finite), places)
            broken |= before[1:] > before[:-1]
        if run.events is not None and (len(self._breaks) or broken.any()):
            broken |= self._returns(first)
        breaks = np.flatnonzero(broken) + first
        if len(breaks):
            self._breaks = np.concatenate([self._breaks, breaks])

    def _returns(self, first: int) -> npt.NDArray[np.bool_]:
        """Tell for each point from ``first`` on whether a stroke to it would leap over what was written before.

        A late evaluation of an earlier step lies on the curve by itself; the series then goes on where it was. What a
        resumed run repeats reaches that place step by step instead, and is one stroke.
        """
        x = self._x[: self.count]
        reached = np.maximum.accumulate(x)[first - 1 : -1]
        begin, end = x[first - 1 : -1], x[first:]
        leaps = (begin < reached) & (end > reached)
        for at in np.flatnonzero(leaps)[:LEAPS]:
            earlier = x[: first + at]
            leaps[at] = np.count_nonzero((earlier > begin[at]) & (earlier < end[at])) >= 2
        return leaps


class SeriesStore:
    """The curves of what is on the screen; those not asked for are forgotten first when there are too many."""

    def __init__(self, run: Run) -> None:
        """Take the run; it may grow, and begin again."""
        self._run = run
        self._generation = run.generation
        self._curves: OrderedDict[tuple[str, str | None], Curve] = OrderedDict()

    def curve(self, key: str, x: str | None) -> Curve:
        """Return a key's points against ``x`` (None is the place), as they are now."""
        if self._generation != self._run.generation:
            self._generation = self._run.generation
            self._curves.clear()
        curve = self._curves.get((key, x))
        if curve is None:
            self._forget()
            curve = self._curves[key, x] = Curve()
        curve.update(self._run, key, x)
        self._curves.move_to_end((key, x))
        return curve

    def note(self, key: str, x: str | None) -> str:
        """Return since when a key is not finite, "" where its latest value is; one value alone is ``at`` its x."""
        run = self._run
        if not run.is_not_finite(key):
            return ""
        places, column = run.not_finite[key], run.columns.get(key)
        first = bisect_right(places, column.places[-1]) if column else 0
        if x is None and run.events is not None:
            # Of events, the place in the series: that of the next one that is finite.
            at: float | None = len(column.values) + 1.0 if column else 1.0
        else:
            at = value_at(run, x, places[first])
        since = "since" if len(places) - first > 1 else "at"
        return f"NaN {since} {x_text(run, x, at)}" if at is not None else "NaN"

    def _forget(self) -> None:
        kept = sum(curve.count for curve in self._curves.values())
        while kept > KEPT_POINTS and self._curves:
            _, curve = self._curves.popitem(last=False)
            kept -= curve.count


def value_at(run: Run, key: str | None, place: int) -> float | None:
    """Return a key's value at a place of the run, None where that point lacks it; a key of None is the place itself."""
    if key is None:
        return float(place)
    column = run.x_column(key)
    if column is None:
        return None
    at = bisect_left(column.places, place)
    return column.values[at] if at < len(column.places) and column.places[at] == place else None


def x_text(run: Run, x: str | None, value: float) -> str:
    """Return an x as a person reads it: the ``ts_ms`` of events as local time, all else as a number."""
    timed = run.events is not None and x == TIME and clock.is_time(value, value)
    return clock.clock(value) if timed else digits.exact(value)


class Extreme:
    """The least or the greatest value of a key and where it was reached, kept up to date as the run grows."""

    def __init__(self, key: str, *, least: bool, along: bool = False) -> None:
        """Begin with no points; ``along`` tells that the key is what points are drawn along."""
        self._key = key
        self._along = along
        self._least = least
        self._generation = -1
        self._taken = 0
        self.value = 0.0
        self.place = 0

    def update(self, run: Run) -> bool:
        """Take in what came since the last call; tell whether there is any value."""
        if self._generation != run.generation:
            self._generation, self._taken = run.generation, 0
        column = run.x_column(self._key) if self._along else run.columns.get(self._key)
        if column is None:
            return False
        if len(column.values) == self._taken:
            return True
        new = tail(column.values, self._taken)
        if len(new):
            at = int(new.argmin() if self._least else new.argmax())
            value = float(new[at])
            if not self._taken or (value < self.value if self._least else value > self.value):
                self.value, self.place = value, column.places[self._taken + at]
            self._taken += len(new)
        return True


def tail(values: array[float], start: int = 0) -> Floats:
    """Return a copy of an array of doubles from an index on; unlike a view, it lets the array grow."""
    copied: Floats = np.frombuffer(values, np.float64)[start:].copy()
    return copied


def tail_places(places: array[int], start: int = 0) -> Places:
    """Return a copy of an array of places from an index on."""
    copied: Places = np.frombuffer(places, np.uint32)[start:].copy()
    return copied


def _grown(values: npt.NDArray[Any], capacity: int) -> npt.NDArray[Any]:
    grown = np.empty(capacity, values.dtype)
    grown[: len(values)] = values
    return grown
