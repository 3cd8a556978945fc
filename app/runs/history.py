"""The points of a run so far, as columns."""

from __future__ import annotations

from ..ingest.batch import Batch
from ..ingest.column import Column, extend
from ..ingest.drops import Drops, Reason
from ..ingest.events import Events

PLACE = "seq"
"""The name of x where it is the point's place in the run."""


class History:
    """The points of a run so far.

    Attributes:
        columns: a `Column` for each key, in the order the keys first came; in a run of events for each series, under
            the name it is written with.
        points: how many points the run has; of events, how many numbers.
        events: what events say besides numbers; None in a run of points.
        names: the series of each name as they are written, in the order they first came; empty in a run of points.
        not_finite: for each key with values that were not finite, those values (NaN or infinite) and the places of
            their points, in the order the keys first had one.
        drops: everything that was dropped or skipped.
        generation: how often the run was read again from its start.
    """

    def __init__(self, max_points: int) -> None:
        """Start empty; ``max_points`` is the cap on points, 0 for none."""
        self.max_points = max_points
        self.generation = 0
        self._clear()

    def _clear(self) -> None:
        self.columns: dict[str, Column] = {}
        self.points = 0
        self.events: Events | None = None
        self.names: dict[str, list[str]] = {}
        self.not_finite: dict[str, Column] = {}
        self.drops = Drops(self.max_points)

    @property
    def full(self) -> bool:
        """Whether the cap on points is reached; of events, whether any series has gone past its own."""
        if self.events:
            return Reason.PAST_SERIES_CAP in self.drops.by_reason
        return 0 < self.max_points <= self.points

    @property
    def ended(self) -> bool:
        """Whether the run's events say that it is over."""
        return self.events is not None and self.events.ended

    @property
    def keys(self) -> list[str]:
        """Every key, first those with a finite value, then those that never had one."""
        return list(dict.fromkeys((*self.columns, *self.not_finite)))

    def x_column(self, name: str) -> Column | None:
        """Return the values of x of that name: those of a key; of events, their steps or times. None if none has it."""
        return self.events.along.get(name) if self.events else self.columns.get(name)

    def is_not_finite(self, key: str) -> bool:
        """Return whether the latest value of a key is not finite."""
        not_finite, column = self.not_finite.get(key), self.columns.get(key)
        return not_finite is not None and (column is None or column.places[-1] < not_finite.places[-1])

    def apply(self, batch: Batch) -> None:
        """Take in a batch."""
        if batch.restarted:
            self._clear()
            self.generation += 1
        extend(self.columns, batch.columns)
        if batch.events:
            if self.events is None:
                self.events = Events()
            self.events.extend(batch.events)
            for written, series in batch.events.series.items():
                self.names.setdefault(series.name, []).append(written)
        extend(self.not_finite, batch.not_finite)
        self.points += batch.points
        self.drops = batch.drops
