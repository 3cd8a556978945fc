"""A run's bytes to the events its lines hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .batch import Batch
from .drops import SAMPLE_BYTES, Reason
from .event_points import EventPoints
from .feed import said
from .lines import Lines
from .mask import Masker
from .parse import DEEPEST, strict, too_deep
from .points import RUN_POINTS

LINE_BYTES = 1 << 20


class EventFeed:
    """Takes a run's bytes in pieces and gathers what they add into a `Batch`, as `Feed` does for points.

    The rules, in order: a line is masked; white space alone is passed over; a line over 1 MiB (as written) is dropped,
    then one that is not JSON, then one that is no object. `EventPoints` has the rules for what is left.
    """

    def __init__(self, masker: Masker, *, max_points: int = RUN_POINTS) -> None:
        """Begin at a run's start; ``max_points`` is for each series, 0 for no cap."""
        self._masker = masker
        self._max_points = max_points
        self.restart()

    def restart(self) -> None:
        """Forget everything: the run is read from its start."""
        self._lines = Lines(LINE_BYTES, self._masker.longest)
        self._next_line = 1
        self._points = EventPoints(self._masker, max_points=self._max_points)
        self._half = b""

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the run."""
        lines = self._lines.feed(data)
        if lines:
            self._take_lines(lines)
            self._next_line += len(lines)

    def take(self) -> Batch:
        """Return what was added since the last call."""
        return self._points.take()

    def take_partial(self) -> bool:
        """Read the line that has no end yet if it is a JSON object of an allowed length; tell whether it was.

        Otherwise it may be half written: it stays, and is not counted. What comes after it on the same line is a line
        of its own, under the same number.
        """
        line = self._lines.pending
        # A long one that is half written must not be looked at again and again while nothing comes.
        if not line or line is self._half or len(line) > LINE_BYTES:
            return False
        if type(said(self._masker.line(line), whole=True)) is not dict:
            self._half = line
            return False
        self._take_lines([self._lines.take_pending()])
        return True

    def _take_lines(self, lines: list[bytes]) -> None:
        numbers = range(self._next_line, self._next_line + len(lines))
        rows = self._plain_rows(lines)
        if rows is not None:
            self._points.add(rows, lines, numbers, checked=True)
        else:
            self._take_each(lines, numbers)

    def _plain_rows(self, lines: list[bytes]) -> list[dict[str, Any]] | None:
        """Return the objects of the lines, at C speed; None when any line needs a closer look."""
        longest = max(map(len, lines))
        if longest > LINE_BYTES or (longest > 2 * DEEPEST and any(map(too_deep, lines))):
            return None
        if self._masker and self._masker.found(b"\n".join(lines)):
            return None
        try:
            rows = list(map(strict, lines))
        except ValueError:
            return None
        return rows if set(map(type, rows)) == {dict} else None

    def _take_each(self, lines: list[bytes], numbers: Sequence[int]) -> None:
        """Take lines one at a time: some are blank, long, hold a secret, or are not strict JSON objects."""
        rows, row_lines, row_numbers = [], [], []
        for raw, number in zip(lines, numbers, strict=True):
            written = raw.removesuffix(b"\r")
            line = self._masker.line(written)
            if not line.strip():
                continue
            if len(written) > LINE_BYTES:
                # It may be cut, and what is left of a secret at the cut must not show.
                beginning = self._masker.beginning(written, SAMPLE_BYTES)
                self._points.drops.add_line(Reason.LONG_EVENT, number, beginning)
                continue
            row = said(line, whole=True)
            if isinstance(row, Reason):
                self._points.drops.add_line(row, number, line)
                continue
            rows.append(row)
            row_lines.append(line)
            row_numbers.append(number)
        self._points.add(rows, row_lines, row_numbers, checked=False)
