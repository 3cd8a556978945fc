"""What comes while the picture is held: read on, and shown when it goes on."""

from __future__ import annotations

from ..ingest.batch import Batch


class Held:
    """Batches gathered into one, so that they take no more room than their points, however long they wait."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._batch: Batch | None = None

    def add(self, later: Batch) -> None:
        """Take a batch, which is not used elsewhere from now on."""
        batch = self._batch
        if batch is None or later.restarted:
            self._batch = later
            return
        for key, column in later.columns.items():
            if key in batch.columns:
                batch.columns[key].extend(column)
            else:
                batch.columns[key] = column
        if batch.events is None:
            batch.events = later.events
        elif later.events is not None:
            batch.events.extend(later.events)
        batch.points += later.points
        batch.not_finite += later.not_finite
        batch.drops, batch.caught_up = later.drops, later.caught_up

    def take(self) -> Batch | None:
        """Return all that came since the last call as one batch, None where nothing did."""
        batch, self._batch = self._batch, None
        return batch
