"""A run's bytes to the objects its lines hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .batch import Batch
from .drops import SAMPLE_BYTES, Reason
from .lines import Lines
from .mask import Masker
from .parse import lenient, strict, too_deep
from .points import RUN_POINTS, Points

LINE_BYTES = 4096


class Feed:
    """Takes a run's bytes in pieces and gathers what they add into a `Batch`.

    The rules, in order: a line is masked; white space alone is passed over; a line over 4096 bytes (as written) is
    dropped, then one that is not JSON, then one that is no object. `Points` has the rules for what is left.
    """

    def __init__(self, masker: Masker, *, any_key: bool = False, max_points: int = RUN_POINTS) -> None:
        """Begin at a run's start; ``max_points`` of 0 is no cap."""
        self._masker = masker
        self._any_key = any_key
        self._max_points = max_points
        self.restart()

    def restart(self) -> None:
        """Forget everything: the run is read from its start."""
        self._lines = Lines(LINE_BYTES, self._masker.longest)
        self._next_line = 1
        self._points = Points(self._masker, any_key=self._any_key, max_points=self._max_points)

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
        if not line or len(line) > LINE_BYTES or type(said(self._masker.line(line))) is not dict:
            return False
        self._take_lines([self._lines.take_pending()])
        return True

    def _take_lines(self, lines: list[bytes]) -> None:
        numbers = range(self._next_line, self._next_line + len(lines))
        rows = self._plain_rows(lines)
        if rows is not None:
            self._points.add(rows, lines, numbers)
        else:
            self._take_each(lines, numbers)

    def _plain_rows(self, lines: list[bytes]) -> list[dict[str, Any]] | None:
        """Return the objects of the lines, at C speed; None when any line needs a closer look."""
        if max(map(len, lines)) > LINE_BYTES or (self._masker and self._masker.found(b"\n".join(lines))):
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
                self._points.drops.add_line(Reason.TOO_LONG, number, self._masker.beginning(written, SAMPLE_BYTES))
                continue
            row = said(line)
            if isinstance(row, Reason):
                self._points.drops.add_line(row, number, line)
                continue
            rows.append(row)
            row_lines.append(line)
            row_numbers.append(number)
        self._points.add(rows, row_lines, row_numbers, checked=False)


def said(line: bytes, *, whole: bool = False) -> dict[str, Any] | Reason:
    """Return the object that a masked line is, or why it is none; ``whole`` is as for `lenient`."""
    found: object
    try:
        found = strict(line)
    except ValueError:
        try:
            found = lenient(line, whole=whole)
        except ValueError:
            return Reason.NOT_JSON
    if too_deep(line):
        return Reason.NOT_JSON
    return found if type(found) is dict else Reason.NOT_OBJECT
