"""Where a run's bytes come from: a file that grows, or a pipe."""

from __future__ import annotations

import errno
import os
import select
import stat
import time
from enum import Enum
from pathlib import Path
from typing import Protocol

PIECE_BYTES = 256 * 1024
"""How much is read at once: enough to be fast, little enough to answer keys meanwhile."""

STDIN = 0

FINGERPRINT_BYTES = 256

_GONE = (FileNotFoundError, NotADirectoryError)


class Happened(Enum):
    """What a source tells instead of bytes."""

    NOTHING_NEW = "nothing new"
    MISSING = "the file is not there"
    CUT = "the file was cut shorter"
    REPLACED = "the file was replaced"
    ENDED = "nothing will come any more"


class Source(Protocol):
    """Gives a run's bytes, a piece at a time, without waiting for more."""

    @property
    def done(self) -> int:
        """How many bytes were read."""
        ...

    @property
    def size(self) -> int | None:
        """How many bytes there are, None where nobody knows."""
        ...

    @property
    def changed(self) -> float | None:
        """When it last changed, in seconds since 1970; None where it has not been seen to."""
        ...

    @property
    def writer_waits(self) -> bool:
        """Whether who writes has to wait until it is read."""
        ...

    def read(self) -> bytes | Happened:
        """Return the next bytes, or what happened instead."""
        ...

    def close(self) -> None:
        """Give back what the source holds."""
        ...


class File:
    """A file that is read from its start, and again from its start when it is cut or replaced.

    A file is known by device, inode, and the first and the last bytes read of it: one that is copied away, emptied and
    written past its old size is seen to be another. One that vanishes is waited for.

    Attributes:
        done: how many bytes were read; size: how many it had when last looked at.
        changed: when it last changed, in seconds since 1970; None where it has not been there yet.
    """

    writer_waits = False

    def __init__(self, path: Path) -> None:
        """Take the file's path; it need not exist yet."""
        self._path = path
        self._fd: int | None = None
        self.changed: float | None = None
        self._forget()

    def _forget(self) -> None:
        self.done = 0
        self.size = 0
        self._known = (0, 0)
        self._head = b""
        self._tail = b""

    def read(self) -> bytes | Happened:
        """Return the next bytes, or what happened instead.

        Raises:
            OSError: the file is there and cannot be opened or read.
        """
        nothing = Happened.NOTHING_NEW
        try:
            happened = self._look()
            if happened:
                return happened
        except _GONE:
            nothing = Happened.MISSING
        # Whoever has a file open that is gone may still write to it.
        data = b"" if self._fd is None else self._next(self._fd)
        if not data:
            return nothing
        if len(self._head) < FINGERPRINT_BYTES:
            self._head += data[: FINGERPRINT_BYTES - len(self._head)]
        self._tail = (self._tail + data[-FINGERPRINT_BYTES:])[-FINGERPRINT_BYTES:]
        self.done += len(data)
        self.size = max(self.size, self.done)
        return data

    def close(self) -> None:
        """Close the file."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _look(self) -> Happened | None:
        """Look whether the path still names what was read so far; begin again where it does not."""
        now = os.stat(self._path)
        happened = None if self._fd is None else self._other(self._fd, now)
        if happened:
            was_read = self.done
            self.close()
            self._forget()
            if was_read:
                return happened
        if self._fd is None:
            # Without waiting for a writer, should a named pipe have taken the file's place.
            self._fd = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
            now = os.fstat(self._fd)
            self._known = (now.st_dev, now.st_ino)
        self.size = max(now.st_size, self.done)
        self.changed = now.st_mtime
        return None

    def _other(self, fd: int, now: os.stat_result) -> Happened | None:
        """Tell whether the path names another file now, or the same one written anew."""
        if (now.st_dev, now.st_ino) != self._known:
            return Happened.REPLACED
        head = os.pread(fd, len(self._head), 0)
        tail = os.pread(fd, len(self._tail), self.done - len(self._tail))
        if (head, tail) == (self._head, self._tail):
            return None
        # Sizes alone are not trusted: some file systems give old ones, or none.
        return Happened.CUT if now.st_size < self.done else Happened.REPLACED

    def _next(self, fd: int) -> bytes:
        try:
            return os.pread(fd, PIECE_BYTES, self.done)
        except OSError as error:
            if error.errno == errno.ESTALE:  # removed on the server of a network mount
                return b""
            error.filename = os.fspath(self._path)
            raise


class Pipe:
    """A pipe, such as standard input, or a named one; it ends when its writers have closed it.

    Attributes:
        done: how many bytes were read; size: None, since nobody knows.
        changed: when bytes last came, in seconds since 1970.
    """

    writer_waits = True

    def __init__(self, fd: int) -> None:
        """Take a readable file descriptor."""
        self._fd = fd
        self.done = 0
        self.size = None
        self.changed: float | None = None

    def read(self) -> bytes | Happened:
        """Return the bytes that are there, or what happened instead.

        Raises:
            OSError: the pipe cannot be read.
        """
        if not self.wait(0):
            return Happened.NOTHING_NEW
        try:
            data = os.read(self._fd, PIECE_BYTES)
        except BlockingIOError:  # another reader was first
            return Happened.NOTHING_NEW
        if not data:
            return Happened.ENDED
        self.done += len(data)
        self.changed = time.time()
        return data

    def wait(self, seconds: float) -> bool:
        """Wait until there is something to read, or the end; tell whether there is."""
        # Not select(): it refuses descriptors past 1023.
        poller = select.poll()
        poller.register(self._fd, select.POLLIN | select.POLLHUP)
        return bool(poller.poll(seconds * 1000))

    def close(self) -> None:
        """Close the descriptor, but for standard input, which is the process's own."""
        if self._fd != STDIN:
            os.close(self._fd)


def is_pipe(path: Path) -> bool:
    """Tell whether a path is neither a file nor a directory: a named pipe, or a device."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
