"""Reading a run from its source through a decoder, batch by batch."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from ..sources.source import Condition, Piece, Source
from .batch import Batch
from .decoder import Decoder

SETTLED = 2.0
"""Seconds without news after which a last line without an end is read if it is a JSON object."""

BATCH = 0.1
"""Seconds of reading that become one batch, if there is much to read."""

FIRST_BATCH = 0.02
"""Seconds of reading that become the first batch, so that there is something to show soon."""


class Reader:
    """Reads a run: to the end of what is there now, or following it."""

    def __init__(self, source: Source, decoder: Decoder, clock: Callable[[], float] = time.monotonic) -> None:
        """Take the source of the bytes and what decodes them; ``clock`` returns seconds."""
        self._source = source
        self._decoder = decoder
        self._clock = clock
        self._done = 0

    def batches(self, *, follow: bool, pause: Callable[[], None] | None = None) -> Iterator[Batch]:
        """Yield batch after batch; when following, also an empty one each tick.

        It ends when the source does; unless it follows, a file ends where nothing is left to read. After news of a file
        it makes a ``pause``, for a caller that has no use for more so soon, then looks again without waiting.

        Raises:
            OSError: the source cannot be read.
        """
        last_news = self._clock()
        seconds = FIRST_BATCH
        waits = follow or self._source.is_stream
        while True:
            fresh, restarted, condition = self._read(seconds)
            seconds = BATCH
            if fresh:
                last_news = self._clock()
            ended = condition is Condition.ENDED or (condition is not None and not waits)
            settled = follow and condition is not None and self._clock() - last_news >= SETTLED
            yield self._batch(restarted, condition, ended=ended, settled=settled)
            if ended:
                return
            if fresh and condition and pause and not self._source.is_stream:
                pause()
            elif condition:
                self._source.wait()

    def remaining(self) -> Iterator[Batch]:
        """Yield what can be read now without waiting, the last line included if it is a JSON object without an end.

        Raises:
            OSError: the source cannot be read.
        """
        condition = None
        while condition is None:
            _, restarted, condition = self._read(BATCH)
            yield self._batch(restarted, condition, ended=condition is not None, settled=False)

    def close(self) -> None:
        """Close the source; nothing is read any more."""
        self._source.close()

    def _batch(self, restarted: str | None, condition: Condition | None, *, ended: bool, settled: bool) -> Batch:
        """Return what was decoded since the last call, with a last line without an end if ``ended`` or ``settled``."""
        if ended or settled:
            self._decoder.take_partial()
        batch = self._decoder.take()
        batch.restarted = restarted
        batch.done, batch.size = self._done, self._source.size
        batch.changed = self._source.changed
        batch.caught_up = condition is not None
        batch.missing = condition is Condition.MISSING
        batch.ended = ended
        return batch

    def _read(self, seconds: float) -> tuple[bool, str | None, Condition | None]:
        """Read until there is nothing left for now, or for so many seconds.

        Returns:
            Whether bytes came; why the run is read again from its start, if it is; why reading stopped, None if there
            is more to read.
        """
        fresh, restarted = False, None
        until = self._clock() + seconds
        while self._clock() < until:
            read = self._source.read()
            if isinstance(read, Piece):
                fresh = True
                self._done = read.end
                self._decoder.feed(read.data)
            elif read in (Condition.TRUNCATED, Condition.REPLACED):
                self._decoder.restart()
                self._done = 0
                restarted = read.value
            else:
                return fresh, restarted, read
        return fresh, restarted, None
