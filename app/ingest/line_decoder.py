"""A run's bytes to the objects its lines hold, in either format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from .batch import Batch
from .drops import Drops, Reason
from .json_line import parse_object, strict
from .lines import Lines
from .mask import Masker


class BatchBuilder(Protocol):
    """Gathers what the objects of a run's lines add into a `Batch`."""

    drops: Drops

    def add(self, rows: list[dict[str, Any]], lines: Sequence[bytes], numbers: Sequence[int], *, checked: bool) -> None:
        """Add the objects of some lines.

        ``lines`` and ``numbers`` are the masked lines the rows were read from and their numbers in the file;
        ``checked`` tells that all numbers in the rows are finite.
        """
        ...

    def take(self) -> Batch:
        """Return what was added since the last call."""
        ...


class LineDecoder:
    """Takes a run's bytes in pieces and gathers what they add into a `Batch`.

    The rules, in order: a line is masked; white space alone is passed over; a line too long for the format (as written)
    is dropped, then one that is not JSON, then one that is no object. The format's gatherer has the rules for what is
    left.
    """

    def __init__(
        self, masker: Masker, gatherer: Callable[[], BatchBuilder], *, longest: int, too_long: Reason, whole: bool
    ) -> None:
        """Begin at a run's start.

        Args:
            masker: masks each line.
            gatherer: makes what the objects of a run go to, anew each time the run is read from its start.
            longest: the longest line that is read, in bytes without its end.
            too_long: why a longer one is dropped.
            whole: as for `lenient`.
        """
        self._masker = masker
        self._gatherer = gatherer
        self._longest = longest
        self._too_long = too_long
        self._whole = whole
        self.restart()

    def restart(self) -> None:
        """Forget everything: the run is read from its start."""
        self._lines = Lines(self._longest, self._masker.longest)
        self._next_line = 1
        self._gathered = self._gatherer()
        self._half = b""

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the run."""
        lines = self._lines.feed(data)
        if lines:
            self._take_lines(lines)
            self._next_line += len(lines)

    def take(self) -> Batch:
        """Return what was added since the last call."""
        return self._gathered.take()

    def take_partial(self) -> bool:
        """Read the line that has no end yet if it is a JSON object of an allowed length; tell whether it was.

        Otherwise it may be half written: it stays, and is not counted. What comes after it on the same line is a line
        of its own, under the same number.
        """
        line = self._lines.pending
        # A long one that is half written must not be looked at again and again while nothing comes.
        if not line or line is self._half or len(line) > self._longest:
            return False
        if type(parse_object(self._masker.line(line), whole=self._whole)) is not dict:
            self._half = line
            return False
        self._take_lines([self._lines.take_pending()])
        return True

    def _take_lines(self, lines: list[bytes]) -> None:
        numbers = range(self._next_line, self._next_line + len(lines))
        rows = self._plain_rows(lines)
        if rows is not None:
            self._gathered.add(rows, lines, numbers, checked=True)
        else:
            self._take_each(lines, numbers)

    def _plain_rows(self, lines: list[bytes]) -> list[dict[str, Any]] | None:
        """Return the objects of the lines, at C speed; None when any line needs a closer look."""
        if max(map(len, lines)) > self._longest or (self._masker and self._masker.found(b"\n".join(lines))):
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
            if len(written) > self._longest:
                # As written: it may be cut, and what is left of a secret at the cut is known by what stands before it.
                self._gathered.drops.add_line(self._too_long, number, written)
                continue
            row = parse_object(line, whole=self._whole)
            if isinstance(row, Reason):
                self._gathered.drops.add_line(row, number, line)
                continue
            rows.append(row)
            row_lines.append(line)
            row_numbers.append(number)
        self._gathered.add(rows, row_lines, row_numbers, checked=False)
