"""Bytes to lines, in pieces of any size and with bounded memory."""

from __future__ import annotations

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
BLANK = b" \t\r\v\f"


class Lines:
    """Splits a stream of bytes into lines at ``\\n``.

    A line longer than ``limit`` bytes is cut, but stays longer than ``limit``, so that it is still dropped for its
    length; a line of white space stays one. After `take_pending`, white space at the start of the line is skipped.
    """

    def __init__(self, limit: int, margin: int = 0) -> None:
        """Take the longest line that is read, in bytes without its end, and how much more of a longer one is kept."""
        self._keep = limit + 2 + margin
        self._at_start = True
        self._after_partial = False
        self._pending = b""

    @property
    def pending(self) -> bytes:
        """The last line, which has no end yet."""
        return self._pending

    def take_pending(self) -> bytes:
        """Return the line that has no end yet; what follows it is another line."""
        line, self._pending = self._pending, b""
        self._after_partial = True
        return line

    def feed(self, data: bytes) -> list[bytes]:
        """Take the next bytes; return the lines they complete, without ``\\n``."""
        if self._pending:
            data = self._pending + data
        if self._at_start:
            if len(data) < len(BYTE_ORDER_MARK) and BYTE_ORDER_MARK.startswith(data):
                self._pending = data
                return []
            data = data.removeprefix(BYTE_ORDER_MARK)
            self._at_start = False
        if self._after_partial:
            data = data.lstrip(BLANK)
            if not data:
                return []
            self._after_partial = False
        end = data.rfind(b"\n")
        self._pending = self._bounded(data[end + 1 :])
        return data[:end].split(b"\n") if end >= 0 else []

    def _bounded(self, line: bytes) -> bytes:
        if len(line) <= self._keep:
            return line
        head = line[: self._keep]
        if not head.strip():
            # A line that starts with much white space must not be taken for a blank one.
            head += line[self._keep :].strip()[:1]
        return head
