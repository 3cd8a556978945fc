"""The batches of a run that come while it is paused."""

from __future__ import annotations

from ..ingest.batch import Batch
from ..ingest.column import extend


class Backlog:
    """Batches merged into one, so that they take no more room than their points, however long they wait."""

    def __init__(self) -> None:
        """Start empty."""
        self._batch: Batch | None = None

    def add(self, later: Batch) -> None:
        """Take a batch; the caller must not use it any more."""
        batch = self._batch
        if batch is None or later.restarted:
            self._batch = later
            return
        extend(batch.columns, later.columns)
        extend(batch.not_finite, later.not_finite)
        if batch.events is None:
            batch.events = later.events
        elif later.events is not None:
            batch.events.extend(later.events)
        batch.points += later.points
        batch.drops, batch.caught_up = later.drops, later.caught_up

    def take(self) -> Batch | None:
        """Return all that came since the last call as one batch, None if nothing did."""
        batch, self._batch = self._batch, None
        return batch
