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


class _Called(NamedTuple):
    """What a panel's series are called: how much of the run was known then, its columns, their names and short ones."""

    known: tuple[int, int]
    columns: list[str]
    names: list[tuple[str, str]]


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
        self._panels: dict[Panel, _Called] = {}

    def of(self, panel: Panel, x: str | None) -> Lines:
        """Return a panel's series against ``x`` (None is the place), each with the value its legend shows."""
        called = self._called(panel)
        found = []
        for key, (name, short) in zip(called.columns, called.names, strict=False):
            found.append(self._with_value(self._store.series(key, x, name), key, short))
        return Lines(found, len(called.columns) - len(found))

    def columns(self, panel: Panel) -> list[str]:
        """Return the series that a panel's keys select, the never finite as well; a key of none stands for itself."""
        return self._called(panel).columns

    def _called(self, panel: Panel) -> _Called:
        """Return a panel's series, and what those it has room for are called there."""
        run = self._run
        known = (run.generation, len(run.events.series) if run.events else 0)
        kept = self._panels.get(panel)
        if kept is None or kept.known != known:
            found = [column for key in panel.y for column in fitting(run, key) or [key]] if run.events else panel.y
            columns = list(dict.fromkeys(found)) if run.events else list(found)
            shown = columns[:MOST]
            # A series alone in a panel without a title is called as the panel is: once is enough.
            names = [panel.name] if len(columns) == 1 and panel.title is None else labels(run, shown)
            kept = self._panels[panel] = _Called(known, columns, [*zip(names, short_labels(run, shown), strict=True)])
        return kept

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

    def _with_value(self, series: Series, column: str, short: str) -> Series:
        """Return a series with the value its legend shows; the same object for as long as nothing changes."""
        value = self._values.get(column)
        before = self._valued.get(series)
        if before is None or before.value != value:
            before = self._valued[series] = replace(series, value=value, short=short)
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


def short_labels(run: Run, columns: Sequence[str]) -> list[str]:
    """Return the values of the one metadata key that tells series of one name apart; "" where more does, or less."""
    series = [run.events.series.get(column) for column in columns] if run.events else []
    found = [one for one in series if one]
    keys = {
        key for one in found for key in one.metadata if any(o.metadata.get(key) != one.metadata[key] for o in found)
    }
    if len(keys) == 1 and len(found) == len(columns) and len({one.name for one in found}) == 1:
        (key,) = keys
        return [one.metadata.get(key, "") for one in found]
    return [""] * len(columns)


def _differing(metadata: Mapping[str, str], maps: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the entries of some metadata that not all of the maps have."""
    return [
        of_metadata({key: value}) for key, value in metadata.items() if any(other.get(key) != value for other in maps)
    ]
