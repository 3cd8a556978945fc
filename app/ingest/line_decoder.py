"""What the decoders of all line formats share: from bytes to the JSON objects of the lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from .batch import Batch
from .drops import Drops, Reason
from .json_line import parse_object, parse_strict
from .lines import Lines
from .mask import Masker


class BatchBuilder(Protocol):
    """Turns the objects of a run's lines into points, by the rules of a format, and gathers them into a `Batch`."""

    drops: Drops

    def add(self, rows: list[dict[str, Any]], lines: Sequence[bytes], numbers: Sequence[int], *, checked: bool) -> None:
        """Add the objects of some lines.

        Args:
            rows: the objects.
            lines: the masked line of each.
            numbers: the number of each line in the file, from 1.
            checked: whether all numbers in the objects are known to be finite.
        """
        ...

    def take(self) -> Batch:
        """Return what was added since the last call."""
        ...


class LineDecoder:
    """Takes the bytes of a run in pieces and gathers what they add into a `Batch`.

    The rules, in order: lines are masked; blank ones are ignored; one that is too long before it is masked is dropped,
    then one that is not JSON, then one that is not an object. The builder has the rules for the objects.
    """

    def __init__(
        self, masker: Masker, builder: Callable[[], BatchBuilder], *, longest: int, too_long: Reason, integers: bool
    ) -> None:
        """Start at the start of a run.

        Args:
            masker: masks each line.
            builder: makes a builder; it is called each time the run is read from its start.
            longest: the longest line that is read, in bytes without its end.
            too_long: the reason that a longer one is dropped for.
            integers: as for `parse_lenient`.
        """
        self._masker = masker
        self._make_builder = builder
        self._longest = longest
        self._too_long = too_long
        self._integers = integers
        self.restart()

    def restart(self) -> None:
        """Forget everything: the run is read again from its start."""
        self._lines = Lines(self._longest, self._masker.longest)
        self._next_line = 1
        self._builder = self._make_builder()
        self._incomplete = b""

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the run."""
        lines = self._lines.feed(data)
        if lines:
            self._take_lines(lines)
            self._next_line += len(lines)

    def take(self) -> Batch:
        """Return what was added since the last call."""
        return self._builder.take()

    def take_partial(self) -> bool:
        """Read the last line, which has no end yet, if it is a JSON object that is not too long; return whether it was.

        Otherwise it may be incomplete: it is kept, and not counted as dropped. What follows it is a line of its own,
        with the same number.
        """
        line = self._lines.pending
        # Parsing a long incomplete line each time that nothing has come would be slow.
        if not line or line is self._incomplete or len(line) > self._longest:
            return False
        if type(parse_object(self._masker.line(line), integers=self._integers)) is not dict:
            self._incomplete = line
            return False
        self._take_lines([self._lines.take_pending()])
        return True

    def _take_lines(self, lines: list[bytes]) -> None:
        numbers = range(self._next_line, self._next_line + len(lines))
        rows = self._plain_rows(lines)
        if rows is not None:
            self._builder.add(rows, lines, numbers, checked=True)
        else:
            self._take_each(lines, numbers)

    def _plain_rows(self, lines: list[bytes]) -> list[dict[str, Any]] | None:
        """Return the objects of the lines, parsed fast; None if any line is long, holds a secret, or is no object."""
        if max(map(len, lines)) > self._longest or (self._masker and self._masker.occurs_in(b"\n".join(lines))):
            return None
        try:
            rows = list(map(parse_strict, lines))
        except ValueError:
            return None
        return rows if set(map(type, rows)) == {dict} else None

    def _take_each(self, lines: list[bytes], numbers: Sequence[int]) -> None:
        """Take lines one at a time, of which some need more than `_plain_rows` does."""
        rows, row_lines, row_numbers = [], [], []
        for raw, number in zip(lines, numbers, strict=True):
            unmasked = raw.removesuffix(b"\r")
            line = self._masker.line(unmasked)
            if not line.strip():
                continue
            if len(unmasked) > self._longest:
                # Unmasked: masking shortens a line, and a long one may be cut inside a secret at its end. What is left
                # of that secret, which is not masked, could then be in the sample.
                self._builder.drops.add_line(self._too_long, number, unmasked)
                continue
            row = parse_object(line, integers=self._integers)
            if isinstance(row, Reason):
                self._builder.drops.add_line(row, number, line)
                continue
            rows.append(row)
            row_lines.append(line)
            row_numbers.append(number)
        self._builder.add(rows, row_lines, row_numbers, checked=False)
