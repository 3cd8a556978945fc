"""A run's status file: one JSON object, rewritten in place, with the current status of the run."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

from ..ingest.fields import cut, fields
from ..ingest.json_line import parse_object
from ..ingest.lines import BYTE_ORDER_MARK
from ..ingest.mask import Masker

LARGEST = 1 << 20
"""The size in bytes of the largest status file that is read."""

FRESH = 1.0
"""Seconds after a change in which another one may come with the same size and time."""

STATE_CHARACTERS = 128


class StatusFile:
    """The contents of a status file, as they were when it was last whole.

    Attributes:
        path: the file; it need not exist yet.
        fields: its members as text by dotted key, in the order they are written, masked and of bounded size; empty
            before the file exists.
        state: its ``state``, "" if that is missing or not a string.
        changed: when it was last changed, in seconds since 1970; 0 before the file exists.
    """

    def __init__(self, path: Path, masker: Masker) -> None:
        """Take the file's path, and what masks its secrets."""
        self.path = path
        self.fields: dict[str, str] = {}
        self.state = ""
        self.changed = 0.0
        self._masker = masker
        self._seen: tuple[int, ...] = ()
        self._sure = False

    def look(self) -> bool:
        """Read the file again if it changed; return whether its contents are different.

        If it is missing, half written, not a JSON object, over 1 MiB, or cannot be read, the last contents stay.
        """
        try:
            now = os.stat(self.path)
            stamp = (now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns, now.st_ctime_ns)
            if stamp == self._seen and self._sure:
                return False
            data = self._read() if stat.S_ISREG(now.st_mode) and now.st_size <= LARGEST else b""
        except OSError:
            return False
        self._seen, self._sure = stamp, abs(time.time() - now.st_mtime) > FRESH
        return self._take(data, now.st_mtime)

    def _read(self) -> bytes:
        with self.path.open("rb") as file:
            data = file.read(LARGEST + 1)
        return data if len(data) <= LARGEST else b""

    def _take(self, data: bytes, changed: float) -> bool:
        row = parse_object(self._masker.line(data.removeprefix(BYTE_ORDER_MARK)), integers=True)
        if not isinstance(row, dict):
            return False
        state = row.get("state")
        before = self.fields, self.state
        self.changed = changed
        self.fields = fields(row, self._masker)
        self.state = cut(self._masker.text(state), STATE_CHARACTERS) if isinstance(state, str) else ""
        return (self.fields, self.state) != before
