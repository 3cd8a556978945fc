"""Reads a run from its source through the rules, batch after batch."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from ..sources.follow import Wait
from ..sources.source import Happened, Source
from .batch import Batch
from .formats.registry import Takes

SETTLED = 2.0
"""Seconds without news after which a last line without an end is read if it is a JSON object."""

BATCH = 0.1
"""Seconds of reading that become one batch, while there is much to read."""

FIRST_BATCH = 0.02
"""The same for the first, so that there is soon something to see."""


class Reader:
    """Reads a run: to the end of what is there now, or following it."""

    def __init__(self, source: Source, feed: Takes, clock: Callable[[], float] = time.monotonic) -> None:
        """Take where bytes come from and where they go; ``clock`` gives seconds."""
        self._source = source
        self._feed = feed
        self._clock = clock

    def batches(self, wait: Wait | None, *, follow: bool, pause: Wait | None = None) -> Iterator[Batch]:
        """Yield batch after batch; when following, also one without points each tick.

        It ends at the end of a pipe, and of a file when there is nothing to ``wait`` with. After news of a file there
        is a ``pause``, for who has no use for more so soon, and then a look without waiting to be told.

        Raises:
            OSError: the source cannot be read.
        """
        last_news = self._clock()
        seconds = FIRST_BATCH
        while True:
            fresh, restarted, happened = self._read(seconds)
            seconds = BATCH
            if fresh:
                last_news = self._clock()
            ended = happened is Happened.ENDED or (wait is None and happened is not None)
            if ended or (follow and happened and self._clock() - last_news >= SETTLED):
                self._feed.take_partial()
            batch = self._feed.take()
            batch.restarted = restarted
            batch.done, batch.size = self._source.done, self._source.size
            batch.changed = self._source.changed
            batch.caught_up = happened is not None
            batch.missing = happened is Happened.MISSING
            batch.ended = ended
            yield batch
            if ended:
                return
            if fresh and happened and pause and not self._source.writer_waits:
                pause()
            elif happened and wait:
                wait()

    def close(self) -> None:
        """Close the source; nothing is read any more."""
        self._source.close()

    def _read(self, seconds: float) -> tuple[bool, str | None, Happened | None]:
        """Read until there is nothing left just now, or for long enough to be worth a batch.

        Returns:
            Whether bytes came; why the run is read again from its start, if it is; what happened in the end.
        """
        fresh, restarted = False, None
        until = self._clock() + seconds
        while self._clock() < until:
            read = self._source.read()
            if isinstance(read, bytes):
                fresh = True
                self._feed.feed(read)
            elif read in (Happened.CUT, Happened.REPLACED):
                self._feed.restart()
                restarted = read.value
            else:
                return fresh, restarted, read
        return fresh, restarted, None
