"""The points a run has, as columns."""

from __future__ import annotations

from array import array

from ..ingest.batch import Batch
from ..ingest.column import Column
from ..ingest.drops import Drops, Reason
from ..ingest.events import Events

PLACE = "seq"
"""What x is called where it is the point's place in the run."""


class Run:
    """A run's points so far.

    Attributes:
        columns: a `Column` for each key, in the order the keys first came; in a run of events for each series, as it
            is written.
        points: how many points the run has; of events, how many numbers.
        events: what events tell besides numbers; None in a run of points.
        names: how the series of each name are written, in the order they first came; empty in a run of points.
        not_finite: for each key with values that were not finite, the places of those points, in the order the keys
            first were.
        drops: all that was refused.
        generation: how often the run was read again from its start.
    """

    def __init__(self, max_points: int) -> None:
        """Begin empty."""
        self.max_points = max_points
        self.generation = 0
        self._clear()

    def _clear(self) -> None:
        self.columns: dict[str, Column] = {}
        self.points = 0
        self.events: Events | None = None
        self.names: dict[str, list[str]] = {}
        self.not_finite: dict[str, array[int]] = {}
        self.drops = Drops(self.max_points)

    @property
    def full(self) -> bool:
        """Tell whether the cap on points is reached; of events, whether any series went past its own."""
        if self.events:
            return Reason.PAST_SERIES_CAP in self.drops.by_reason
        return 0 < self.max_points <= self.points

    @property
    def ended(self) -> bool:
        """Tell whether the run's events say that it is over."""
        return self.events is not None and self.events.ended

    def x_column(self, name: str) -> Column | None:
        """Return what points are drawn along: the values of a key; of events, their steps or times. None without."""
        return self.events.along.get(name) if self.events else self.columns.get(name)

    def is_not_finite(self, key: str) -> bool:
        """Tell whether the latest value of a key is not finite."""
        places, column = self.not_finite.get(key), self.columns.get(key)
        return places is not None and (column is None or column.places[-1] < places[-1])

    def apply(self, batch: Batch) -> None:
        """Take in a batch."""
        if batch.restarted:
            self._clear()
            self.generation += 1
        for key, added in batch.columns.items():
            column = self.columns.get(key)
            if column is None:
                self.columns[key] = added
            else:
                column.extend(added)
        if batch.events:
            if self.events is None:
                self.events = Events()
            self.events.extend(batch.events)
            for written, series in batch.events.series.items():
                self.names.setdefault(series.name, []).append(written)
        for key, place in batch.not_finite:
            self.not_finite.setdefault(key, array("I")).append(place)
        self.points += batch.points
        self.drops = batch.drops
