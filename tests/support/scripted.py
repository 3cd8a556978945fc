"""A source that gives what was written down for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from div_tui.app.sources.source import Condition, Piece

Script = Iterable[bytes | Condition]


class ScriptedSource:
    """Gives bytes and conditions in order, `NOTHING_NEW` after the last.

    Attributes:
        waits: how often a reader waited.
    """

    def __init__(
        self,
        script: Script,
        *,
        size: int | None = None,
        is_stream: bool = False,
        wait: Callable[[], object] | None = None,
    ) -> None:
        """Take the script, and what a wait does."""
        self._script: Iterator[bytes | Condition] = iter(script)
        self._offset = 0
        self._wait = wait
        self.size = size
        self.is_stream = is_stream
        self.changed: float | None = None
        self.waits = 0
        self.closed = False

    def open(self) -> None:
        """Do nothing."""

    def read(self) -> Piece | Condition:
        """Return what comes next."""
        read = next(self._script, Condition.NOTHING_NEW)
        if isinstance(read, Condition):
            if read in (Condition.TRUNCATED, Condition.REPLACED):
                self._offset = 0
            return read
        piece = Piece(self._offset, read)
        self._offset = piece.end
        return piece

    def wait(self) -> None:
        """Do what was given."""
        self.waits += 1
        if self._wait:
            self._wait()

    def close(self) -> None:
        """Note that it is closed."""
        self.closed = True
