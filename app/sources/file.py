"""A file that grows."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from .address import Address
from .file_watch import FileWatch
from .source import PIECE_BYTES, Condition, Piece

FINGERPRINT_BYTES = 256

_GONE = (FileNotFoundError, NotADirectoryError)


def source(address: Address) -> File | None:
    """Return the source for a file; None for standard input."""
    if address.path is None:
        return None
    return File(address.path, FileWatch(address.path, address.stop), awaited=address.follow)


class File:
    """A file that is read from its start, and again from its start when it is truncated or replaced.

    A file is recognized by its device, its inode, and the first and the last bytes that were read of it, so that a copy
    that was emptied and has grown past its old size is noticed. A file that disappears is waited for.

    Attributes:
        size: how many bytes it had at the last look.
        changed: when it last changed, in seconds since 1970; None before it exists.
    """

    is_stream = False

    def __init__(self, path: Path, watch: FileWatch, *, awaited: bool = True) -> None:
        """Take the file's path and what waits for changes; ``awaited`` if it need not exist yet."""
        self._path = path
        self._watch = watch
        self._awaited = awaited
        self._fd: int | None = None
        self.changed: float | None = None
        self._forget()

    def _forget(self) -> None:
        self._offset = 0
        self.size = 0
        self._known = (0, 0)
        self._head = b""
        self._tail = b""

    def open(self) -> None:
        """Check that the file can be opened.

        Raises:
            OSError: it cannot, or it does not exist and is not awaited.
        """
        try:
            self._path.open("rb").close()
        except _GONE:
            if not self._awaited:
                raise

    def read(self) -> Piece | Condition:
        """Return the next bytes, or why there are none.

        Raises:
            OSError: the file exists and cannot be opened or read.
        """
        condition = Condition.NOTHING_NEW
        try:
            restart = self._look()
            if restart:
                return restart
        except _GONE:
            condition = Condition.MISSING
        # A writer that still has a deleted file open may go on writing to it.
        data = b"" if self._fd is None else self._next(self._fd)
        if not data:
            return condition
        if len(self._head) < FINGERPRINT_BYTES:
            self._head += data[: FINGERPRINT_BYTES - len(self._head)]
        self._tail = (self._tail + data[-FINGERPRINT_BYTES:])[-FINGERPRINT_BYTES:]
        piece = Piece(self._offset, data)
        self._offset = piece.end
        self.size = max(self.size, self._offset)
        return piece

    def wait(self) -> None:
        """Wait until the file may have changed, a tick at most."""
        self._watch.wait()

    def close(self) -> None:
        """Close the file."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _look(self) -> Condition | None:
        """Check whether the path still names the file that was read so far; start again if it does not."""
        now = os.stat(self._path)
        condition = None if self._fd is None else self._difference(self._fd, now)
        if condition:
            had_bytes = self._offset > 0
            self.close()
            self._forget()
            if had_bytes:
                return condition
        if self._fd is None:
            # Non-blocking, in case a named pipe has taken the file's place.
            self._fd = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
            now = os.fstat(self._fd)
            self._known = (now.st_dev, now.st_ino)
        self.size = max(now.st_size, self._offset)
        self.changed = now.st_mtime
        return None

    def _difference(self, fd: int, now: os.stat_result) -> Condition | None:
        """Return how the file that the path names differs from the one that was read; None if it does not."""
        if (now.st_dev, now.st_ino) != self._known:
            return Condition.REPLACED
        head = os.pread(fd, len(self._head), 0)
        tail = os.pread(fd, len(self._tail), self._offset - len(self._tail))
        if (head, tail) == (self._head, self._tail):
            return None
        # The size alone is not trusted: some file systems report an old one, or none.
        return Condition.TRUNCATED if now.st_size < self._offset else Condition.REPLACED

    def _next(self, fd: int) -> bytes:
        try:
            return os.pread(fd, PIECE_BYTES, self._offset)
        except OSError as error:
            if error.errno == errno.ESTALE:  # removed on the server of a network mount
                return b""
            error.filename = os.fspath(self._path)
            raise
