"""A thread that reads one run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from ..ingest.batch import Batch
from .run import Run

STOPPING = 1.0
"""Seconds that a thread has to end in."""


class ReaderThread:
    """Reads a run in a thread of its own, and delivers what is worth knowing of it, a batch at a time."""

    def __init__(
        self,
        run: Run,
        stop: threading.Event,
        *,
        deliver: Callable[[Run, Batch], object],
        failed: Callable[[Run, Exception], object],
        pause: Callable[[], None] | None = None,
    ) -> None:
        """Take the run and who receives its batches.

        Args:
            run: the run; nothing else may read it.
            stop: ends the reading when set; the run's source waits with it, too.
            deliver: called in the thread with each batch that says something new.
            failed: called in the thread if the reading ends with an error.
            pause: as `Reader.batches` takes it.
        """
        self.run = run
        self._stop = stop
        self._deliver = deliver
        self._failed = failed
        self._batches: Iterator[Batch] = run.reader.batches(follow=True, pause=pause)
        self._thread = threading.Thread(target=self._read, name=f"reader of {run.name}", daemon=True)

    def first(self) -> Batch:
        """Read the first batch in the caller's thread, before `start`.

        Raises:
            OSError: the run cannot be read.
        """
        return next(self._batches)

    def start(self) -> None:
        """Start to read."""
        self._thread.start()

    def join(self) -> None:
        """Wait for the end of the thread, once ``stop`` is set: Python must not exit while it waits in native code."""
        if self._thread.is_alive():
            self._thread.join(STOPPING)

    def _read(self) -> None:
        before: object = None
        try:
            for batch in self._batches:
                if self._stop.is_set():
                    return
                standing = (batch.caught_up, batch.missing, batch.drops.total, batch.changed, _events(batch))
                if batch.points or batch.restarted or batch.ended or batch.not_finite or standing != before:
                    self._deliver(self.run, batch)
                before = standing
        except Exception as error:  # noqa: BLE001 - whoever started the thread decides what an error means
            self._failed(self.run, error)


def _events(batch: Batch) -> object:
    """Return what differs between batches if events say something besides numbers."""
    events = batch.events
    return events and (events.annotations, events.state, events.summary)
