"""The series that a panel draws, and the values that its legend shows."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

from ...layouts.model import Panel
from ...widgets.chart.model import Series
from ..runs.run import Run
from ..runs.run_set import RunSet
from ..runs.selectors import fitting
from .active_series import ActiveSeries
from .series_names import SeriesNames
from .series_store import SeriesStore, not_finite_note
from .x_axis import X

MOST = 4
"""How many series of each run a panel draws; it shows how many more there are."""


class PanelContent(NamedTuple):
    """What a panel draws: its series, and how many more it has no room for."""

    series: list[Series]
    more: int


class _Members:
    """The series of one run in a panel: all of them, those there is room for, and their names."""

    def __init__(self, run: Run, panel: Panel) -> None:
        self._history = run.history
        self._panel = panel
        self._active = ActiveSeries(run.history, MOST)
        self._known = (-1, 0)
        self._names = SeriesNames(run.history, ())
        self.columns: list[str] = []
        self.shown: list[str] = []
        self.labels: list[tuple[str, str]] = []

    def update(self) -> None:
        """Take in which series there are by now, and which of them are active."""
        history, panel = self._history, self._panel
        known = (history.generation, len(history.events.series) if history.events else 0)
        if known != self._known:
            self._known, self.shown = known, []
            selected = [column for key in panel.y for column in fitting(history, key) or [key]]
            self.columns = list(dict.fromkeys(selected if history.events else panel.y))
            self._names = SeriesNames(history, self.columns)
        shown = self._active.of(self.columns)
        if shown is not self.shown:
            self.shown = shown
            # A series alone in a panel without a title has the panel's name: once is enough.
            alone = len(self.columns) == 1 and panel.title is None
            labels = [panel.name] if alone else self._names.labels(shown)
            self.labels = list(zip(labels, self._names.short(shown), strict=True))


class PanelSeries:
    """The series of panels, of every run, kept up to date as the runs grow."""

    def __init__(self, runs: RunSet) -> None:
        """Take the runs."""
        self._runs = runs
        self._store = SeriesStore()
        self._members: dict[tuple[Run, Panel], _Members] = {}
        self._values: dict[tuple[Run, str], float] = {}
        self._at_greatest: dict[tuple[Run, str, X], float] = {}
        self._valued: WeakKeyDictionary[Series, Series] = WeakKeyDictionary()

    def of(self, panel: Panel, x: X) -> PanelContent:
        """Return a panel's series against ``x``, those of each run in turn, with the values its legend shows."""
        series: list[Series] = []
        more = 0
        for run in self._runs:
            members = self._members_of(run, panel)
            series += self._drawn(run, members, x)
            more += len(members.columns) - len(members.shown)
        return PanelContent(series, more)

    def columns(self, panel: Panel) -> list[str]:
        """Return the series that a panel's keys select, in any run, also those that never had a finite value.

        A key that selects none stands for itself.
        """
        columns = (column for run in self._runs for column in self._members_of(run, panel).columns)
        return list(dict.fromkeys(columns))

    def hold_values(self) -> None:
        """Let the legends show the values of now until the next call."""
        self._values = {
            (run, key): column.values[-1] for run in self._runs for key, column in run.history.columns.items()
        }
        self._at_greatest.clear()

    def _members_of(self, run: Run, panel: Panel) -> _Members:
        members = self._members.get((run, panel))
        if members is None:
            members = self._members[run, panel] = _Members(run, panel)
        members.update()
        return members

    def _drawn(self, run: Run, members: _Members, x: X) -> list[Series]:
        """Return those series of a run that a panel has room for."""
        drawn = []
        for key, (name, short) in zip(members.shown, members.labels, strict=True):
            curve = self._store.curve(run, key, x)
            series = curve.series(self._runs.label(run, name), not_finite_note(run, key, x), run.name)
            late = curve.by_x and bool(self._values)
            value = self._late_value(run, series, key, x) if late else self._values.get((run, key))
            drawn.append(self._with_value(series, value, self._runs.label(run, short) if short else ""))
        return drawn

    def _late_value(self, run: Run, series: Series, key: str, x: X) -> float:
        """Return the value that the legend shows of a series in order of x: that of its greatest x."""
        return self._at_greatest.setdefault((run, key, x), float(series.y[-1]))

    def _with_value(self, series: Series, value: float | None, short: str) -> Series:
        """Return a series with the value its legend shows; the same object for as long as nothing changes."""
        before = self._valued.get(series)
        if before is None or (before.value, before.short_name) != (value, short):
            before = self._valued[series] = replace(series, value=value, short_name=short)
        return before
