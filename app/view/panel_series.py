"""The series that a panel draws, and what its legend shows of them."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

from ...layouts.model import Panel
from ...widgets.chart.model import Series
from ..runs.history import Run
from ..runs.selectors import fitting
from .active_series import Room
from .series import Extreme, SeriesStore
from .series_names import Names
from .viewport import Extent

MOST = 4
"""How many series a panel draws; it says how many more there are."""

LATEST, MOST_LATEST = 8, 512
"""How many points of a series, and of all together, tell where a run is by now: one alone may be a late evaluation."""


class Lines(NamedTuple):
    """What a panel draws: its series, and how many more it has no room for."""

    series: list[Series]
    more: int


class _Members:
    """The series of a panel: all of them, those it has room for, and what these are called."""

    def __init__(self, run: Run, panel: Panel) -> None:
        """Take the run and the panel."""
        self._run = run
        self._panel = panel
        self._room = Room(run, MOST)
        self._known = (-1, 0)
        self._names = Names(run, ())
        self.columns: list[str] = []
        self.shown: list[str] = []
        self.called: list[tuple[str, str]] = []

    def update(self) -> None:
        """Take in which series there are by now, and which of them run."""
        run, panel = self._run, self._panel
        known = (run.generation, len(run.events.series) if run.events else 0)
        if known != self._known:
            self._known, self.shown = known, []
            found = [column for key in panel.y for column in fitting(run, key) or [key]] if run.events else panel.y
            self.columns = list(dict.fromkeys(found))
            self._names = Names(run, self.columns)
        shown = self._room.of(self.columns)
        if shown is not self.shown:
            self.shown = shown
            # A series alone in a panel without a title is called as the panel is: once is enough.
            alone = len(self.columns) == 1 and panel.title is None
            labels = [panel.name] if alone else self._names.labels(shown)
            self.called = list(zip(labels, self._names.short(shown), strict=True))


class PanelSeries:
    """The series of panels, kept up to date as the run grows."""

    def __init__(self, run: Run) -> None:
        """Take the run."""
        self._run = run
        self._store = SeriesStore(run)
        self._values: dict[str, float] = {}
        self._at_greatest: dict[tuple[str, str | None], float] = {}
        self._valued: WeakKeyDictionary[Series, Series] = WeakKeyDictionary()
        self._least: dict[str, Extreme] = {}
        self._greatest: dict[str, Extreme] = {}
        self._extents: dict[str | None, tuple[tuple[int, int], Extent | None]] = {}
        self._panels: dict[Panel, _Members] = {}

    def of(self, panel: Panel, x: str | None) -> Lines:
        """Return a panel's series against ``x`` (None is the place), each with the value its legend shows."""
        members = self._members(panel)
        found = []
        for key, (name, short) in zip(members.shown, members.called, strict=True):
            curve = self._store.curve(key, x)
            series = curve.series(name, self._store.note(key, x))
            late = curve.by_x and bool(self._values)
            value = self._late_value(series, key, x) if late else self._values.get(key)
            found.append(self._with_value(series, value, short))
        return Lines(found, len(members.columns) - len(found))

    def columns(self, panel: Panel) -> list[str]:
        """Return the series that a panel's keys select, the never finite as well; a key of none stands for itself."""
        return self._members(panel).columns

    def _members(self, panel: Panel) -> _Members:
        """Return a panel's series as they are now."""
        members = self._panels.get(panel)
        if members is None:
            members = self._panels[panel] = _Members(self._run, panel)
        members.update()
        return members

    def hold_values(self) -> None:
        """Let the legends show the values of now until the next call."""
        self._values = {key: column.values[-1] for key, column in self._run.columns.items()}
        self._at_greatest.clear()

    def extent(self, x: str | None) -> Extent | None:
        """Return the least and the greatest x there is, None where there is none."""
        known = (self._run.generation, self._run.points)
        kept = self._extents.get(x)
        if kept is None or kept[0] != known:
            kept = self._extents[x] = (known, self._extent_now(x))
        return kept[1]

    def _extent_now(self, x: str | None) -> Extent | None:
        run = self._run
        if x is None:
            columns = run.columns.values() if run.events else ()
            points = max((len(column.values) for column in columns), default=0) if run.events else run.points
            return Extent(1.0, float(points)) if points else None
        least = self._least.setdefault(x, Extreme(x, least=True, along=True))
        greatest = self._greatest.setdefault(x, Extreme(x, least=False, along=True))
        if not (least.update(run) and greatest.update(run)):
            return None
        return Extent(least.value, greatest.value, self._newest(x))

    def _newest(self, x: str) -> float:
        """Return how far the latest points have come, some of which may be late ones of an earlier x."""
        along = self._run.x_column(x)
        assert along is not None
        count = LATEST * len(self._run.events.series) if self._run.events else LATEST
        return max(along.values[-min(count, MOST_LATEST) :])

    def _late_value(self, series: Series, column: str, x: str | None) -> float:
        """Return the value that the legend of a series that goes by x shows: that of its greatest x."""
        return self._at_greatest.setdefault((column, x), float(series.y[-1]))

    def _with_value(self, series: Series, value: float | None, short: str) -> Series:
        """Return a series with the value its legend shows; the same object for as long as nothing changes."""
        before = self._valued.get(series)
        if before is None or (before.value, before.short) != (value, short):
            before = self._valued[series] = replace(series, value=value, short=short)
        return before
