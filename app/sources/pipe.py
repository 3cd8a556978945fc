"""A pipe: standard input, a named pipe, or a device."""

from __future__ import annotations

import os
import select
import stat
import time
from pathlib import Path

from .address import STDIN, Address
from .source import PIECE_BYTES, TICK, Condition, Piece


def source(address: Address) -> Pipe | None:
    """Return the source for standard input, a named pipe or a device; None for any other file.

    Raises:
        OSError: it cannot be opened.
    """
    if address.path is None:
        return Pipe(address.stdin)
    if not is_pipe(address.path):
        return None
    # Non-blocking, so that opening does not wait for a writer.
    return Pipe(os.open(address.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK))


def is_pipe(path: Path) -> bool:
    """Return whether a path exists and is neither a file nor a directory."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


class Pipe:
    """A pipe; it ends when its writers have closed it.

    Attributes:
        size: None, since it is unknown.
        changed: when bytes last came, in seconds since 1970.
    """

    is_stream = True
    size = None

    def __init__(self, fd: int) -> None:
        """Take a readable file descriptor."""
        self._fd = fd
        self._offset = 0
        self.changed: float | None = None

    def open(self) -> None:
        """Do nothing: the descriptor is open."""

    def read(self) -> Piece | Condition:
        """Return the bytes that are there, or why there are none.

        Raises:
            OSError: the pipe cannot be read.
        """
        if not self._ready(0):
            return Condition.NOTHING_NEW
        try:
            data = os.read(self._fd, PIECE_BYTES)
        except BlockingIOError:  # another reader was first
            return Condition.NOTHING_NEW
        if not data:
            return Condition.ENDED
        piece = Piece(self._offset, data)
        self._offset = piece.end
        self.changed = time.time()
        return piece

    def wait(self) -> None:
        """Wait until there is something to read, or the end; a `TICK` at most."""
        self._ready(TICK)

    def _ready(self, seconds: float) -> bool:
        # Not select(): it refuses descriptors past 1023.
        poller = select.poll()
        poller.register(self._fd, select.POLLIN | select.POLLHUP)
        return bool(poller.poll(seconds * 1000))

    def close(self) -> None:
        """Close the descriptor, except for standard input, which belongs to the process."""
        if self._fd != STDIN:
            os.close(self._fd)
