"""The series that a panel draws, and what its legend shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

from ..layouts.model import Panel
from ..widgets.chart.model import Series
from .ingest.series_id import of_metadata
from .run import Run
from .selecting import fitting
from .series import Extreme, SeriesStore
from .viewing import Extent

MOST = 4
"""How many series a panel draws; it says how many more there are."""


LATEST, MOST_LATEST = 8, 512
"""How many points of a series, and of all together, tell where a run is by now: one alone may be a late evaluation."""


class Lines(NamedTuple):
    """What a panel draws: its series, and how many more it has no room for."""

    series: list[Series]
    more: int


class PanelSeries:
    """The series of panels, kept up to date as the run grows."""

    def __init__(self, run: Run) -> None:
        """Take the run."""
        self._run = run
        self._store = SeriesStore(run)
        self._values: dict[str, float] = {}
        self._valued: WeakKeyDictionary[Series, Series] = WeakKeyDictionary()
        self._least: dict[str, Extreme] = {}
        self._greatest: dict[str, Extreme] = {}
        self._columns: dict[Panel, tuple[tuple[int, int], list[str]]] = {}

    def of(self, panel: Panel, x: str | None) -> Lines:
        """Return a panel's series against ``x`` (None is the place), each with the value its legend shows."""
        columns = self.columns(panel)
        shown = columns[:MOST]
        # A series alone in a panel without a title is called as the panel is: once is enough.
        names = [panel.name] if len(columns) == 1 and panel.title is None else labels(self._run, shown)
        series = [self._store.series(key, x, name) for key, name in zip(shown, names, strict=True)]
        return Lines([self._with_value(*pair) for pair in zip(series, shown, strict=True)], len(columns) - len(shown))

    def columns(self, panel: Panel) -> list[str]:
        """Return the series that a panel's keys select, the never finite as well; a key of none stands for itself."""
        run = self._run
        if run.events is None:
            return list(panel.y)
        known = (run.generation, len(run.events.series))
        kept = self._columns.get(panel)
        if kept is None or kept[0] != known:
            found = [column for key in panel.y for column in fitting(run, key) or [key]]
            kept = self._columns[panel] = (known, list(dict.fromkeys(found)))
        return kept[1]

    def hold_values(self) -> None:
        """Let the legends show the values of now until the next call."""
        self._values = {key: column.values[-1] for key, column in self._run.columns.items()}

    def extent(self, x: str | None) -> Extent | None:
        """Return the least and the greatest x there is, None where there is none."""
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

    def _with_value(self, series: Series, column: str) -> Series:
        """Return a series with the value its legend shows; the same object for as long as nothing changes."""
        value = self._values.get(column)
        before = self._valued.get(series)
        if before is None or before.value != value:
            before = self._valued[series] = replace(series, value=value)
        return before


def labels(run: Run, columns: Sequence[str], *, named: bool = False) -> list[str]:
    """Return what tells some columns apart: of series, the name where that differs, and the metadata that does.

    With ``named`` the name is there in any case.
    """
    events = run.events
    if events is None:
        return list(columns)
    series = [events.series.get(column) for column in columns]
    several = named or len({one.name if one else column for one, column in zip(series, columns, strict=True)}) > 1
    maps = [one.metadata if one else {} for one in series]
    found = []
    for column, one, metadata in zip(columns, series, maps, strict=True):
        differing = _differing(metadata, maps)
        parts = [one.name if one else column] if several or not differing else []
        found.append(" ".join(parts + differing))
    return found


def _differing(metadata: Mapping[str, str], maps: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the entries of some metadata that not all of the maps have."""
    return [
        of_metadata({key: value}) for key, value in metadata.items() if any(other.get(key) != value for other in maps)
    ]
