"""What a source is: something that gives a run's bytes, piece by piece, and waits for more of them.

A new source is one module with a class that has these methods, and a line in `registry.SOURCES`.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Protocol

PIECE_BYTES = 256 * 1024
"""How much is read at once: enough to be fast, little enough to answer keys meanwhile."""

TICK = 0.25
"""The longest time, in seconds, that `Source.wait` takes."""


class Piece(NamedTuple):
    """Bytes that follow each other, and the offset of the first one from the source's start."""

    offset: int
    data: bytes

    @property
    def end(self) -> int:
        """The offset of the byte that follows."""
        return self.offset + len(self.data)


class Condition(Enum):
    """What `Source.read` returns when there are no bytes to give; the value is a phrase for a message."""

    NOTHING_NEW = "nothing new"
    MISSING = "the file does not exist"
    TRUNCATED = "the file was truncated"
    REPLACED = "the file was replaced"
    ENDED = "the source has ended"


class Source(Protocol):
    """Where a run's bytes come from.

    After `TRUNCATED` and `REPLACED` the next piece is again at offset 0. One thread calls these methods, except for
    `close`, which may also be called after that thread has ended.
    """

    @property
    def size(self) -> int | None:
        """How many bytes there are to read, None if unknown."""
        ...

    @property
    def changed(self) -> float | None:
        """When it last changed, in seconds since 1970; None if unknown."""
        ...

    @property
    def is_stream(self) -> bool:
        """Whether it is a stream: it ends by itself, and its writer waits until it is read."""
        ...

    def open(self) -> None:
        """Check that it can be read, before anything is read.

        Raises:
            OSError: it cannot.
        """
        ...

    def read(self) -> Piece | Condition:
        """Return the next bytes without waiting for them, or why there are none.

        Raises:
            OSError: it cannot be read.
        """
        ...

    def wait(self) -> None:
        """Wait until there may be something new, a `TICK` at most."""
        ...

    def close(self) -> None:
        """Release what it holds."""
        ...
