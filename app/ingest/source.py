"""Where a run's bytes come from: a file that grows, or a pipe."""

from __future__ import annotations

import os
import select
import stat
import time
from enum import Enum
from pathlib import Path
from typing import Protocol

PIECE_BYTES = 256 * 1024
"""How much is read at once: enough to be fast, little enough to answer keys meanwhile."""

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

    def read(self) -> bytes | Happened:
        """Return the next bytes, or what happened instead."""
        ...

    def close(self) -> None:
        """Give back what the source holds."""
        ...


class File:
    """A file that is read from its start, and again from its start when it is cut or replaced.

    A file is known by device, inode, size, and the first and the last bytes read of it: one that is copied away,
    emptied and written past its old size is seen to be another. One that vanishes is waited for.

    Attributes:
        done: how many bytes were read; size: how many it had when last looked at.
    """

    def __init__(self, path: Path) -> None:
        """Take the file's path; it need not exist yet."""
        self._path = path
        self._fd: int | None = None
        self._forget()

    def _forget(self) -> None:
        self.done = 0
        self.size = 0
        self._head = b""
        self._tail = b""
        self._seen: os.stat_result | None = None

    def read(self) -> bytes | Happened:
        """Return the next bytes, or what happened instead.

        Raises:
            OSError: the file is there and cannot be opened or read.
        """
        if self._fd is None:
            try:
                self._fd = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
            except _GONE:
                return Happened.MISSING
            self.size = os.fstat(self._fd).st_size
        elif self.done >= self.size:
            changed = self._changed()
            if changed:
                return changed
        data = os.pread(self._fd, PIECE_BYTES, self.done)
        if not data:
            return Happened.NOTHING_NEW
        if len(self._head) < FINGERPRINT_BYTES:
            self._head += data[: FINGERPRINT_BYTES - len(self._head)]
        self._tail = (self._tail + data)[-FINGERPRINT_BYTES:]
        self.done += len(data)
        self.size = max(self.size, self.done)
        return data

    @property
    def changed(self) -> float | None:
        """When the file last changed, in seconds since 1970; None where there is none."""
        return None if self._fd is None else os.fstat(self._fd).st_mtime

    def close(self) -> None:
        """Close the file."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _changed(self) -> Happened | None:
        """Look whether the path still names what was read so far; begin again where it does not."""
        assert self._fd is not None
        try:
            now = os.stat(self._path)
        except _GONE:
            # Whoever has it open may still write to it.
            self.size = os.fstat(self._fd).st_size
            return None if self.size > self.done else Happened.MISSING
        before, self._seen = self._seen, now
        self.size = now.st_size
        if before is not None and _same(before, now):
            return None
        held = os.fstat(self._fd)
        if (now.st_dev, now.st_ino) != (held.st_dev, held.st_ino):
            happened = Happened.REPLACED
        elif now.st_size < self.done:
            happened = Happened.CUT
        elif not self._reads_the_same():
            happened = Happened.REPLACED
        else:
            return None
        was_empty = not self.done
        self.close()
        self._forget()
        return Happened.NOTHING_NEW if was_empty else happened

    def _reads_the_same(self) -> bool:
        assert self._fd is not None
        head = os.pread(self._fd, len(self._head), 0)
        tail = os.pread(self._fd, len(self._tail), self.done - len(self._tail))
        return head == self._head and tail == self._tail


class Pipe:
    """A pipe, such as standard input, or a named one; it ends when its writers have closed it.

    Attributes:
        done: how many bytes were read; size: None, since nobody knows.
    """

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
        data = os.read(self._fd, PIECE_BYTES)
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
        """Close the descriptor."""
        os.close(self._fd)


def is_pipe(path: Path) -> bool:
    """Tell whether a path is neither a file nor a directory: a named pipe, or a device."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _same(before: os.stat_result, now: os.stat_result) -> bool:
    return (before.st_dev, before.st_ino, before.st_size, before.st_mtime_ns, before.st_ctime_ns) == (
        now.st_dev,
        now.st_ino,
        now.st_size,
        now.st_mtime_ns,
        now.st_ctime_ns,
    )
