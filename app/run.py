"""The points a run has, as columns."""

from __future__ import annotations

from array import array

from .ingest.batch import Batch, Column
from .ingest.drops import Drops


class Run:
    """A run's points so far.

    Attributes:
        columns: a `Column` for each key, in the order the keys first came.
        points: how many points the run has.
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
        self.not_finite: dict[str, array[int]] = {}
        self.drops = Drops(self.max_points)

    @property
    def full(self) -> bool:
        """Tell whether the cap on points is reached."""
        return 0 < self.max_points <= self.points

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
        for key, place in batch.not_finite:
            self.not_finite.setdefault(key, array("I")).append(place)
        self.points += batch.points
        self.drops = batch.drops
