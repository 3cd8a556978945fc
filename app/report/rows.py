"""A run as rows of text, with one row for each point and one cell for each key; and as JSON."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ...layouts.text import escape
from ..runs.history import PLACE, History

EXACT_INTEGERS = 2.0**53
"""Integers below this are printed without a decimal point: a double represents each of them exactly."""

CHUNK = 4096
"""How many points are converted to rows at once."""


def number(value: float) -> str:
    """Return the text of a number in rows: integers without a decimal point, others as the shortest exact `repr`."""
    if -EXACT_INTEGERS < value < EXACT_INTEGERS and value.is_integer():
        return str(int(value))
    return repr(value)


def quoted(cell: str) -> str:
    """Return a cell of a CSV file, quoted if needed (RFC 4180)."""
    if any(character in cell for character in ',"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


class Rows:
    """The points of a run as separated rows: ``x`` first, then one column for each key."""

    def __init__(self, history: History, x: str, keys: Sequence[str], *, csv: bool) -> None:
        """Take the history and the columns.

        Args:
            history: the points of the run, which may grow.
            x: the key of the first column, or ``seq`` for the place of the point in the run.
            keys: the keys of the other columns; ``x`` and repeated keys are ignored.
            csv: separate cells by commas and quote them where needed, rather than separate them by tabs.
        """
        self._history = history
        self._x = x
        self._keys = [key for key in dict.fromkeys(keys) if key != x]
        self._csv = csv
        self._printed = 0

    def header(self) -> str:
        """Return the names of the columns as a row."""
        names = [escape(name) for name in (self._x, *self._keys)]
        return ",".join(map(quoted, names)) if self._csv else "\t".join(names)

    def restart(self) -> None:
        """Start again with the first point of the run."""
        self._printed = 0

    def new(self) -> Iterator[str]:
        """Yield a row for each new point that has any of the keys; without keys, for each that has ``x``."""
        separator = "," if self._csv else "\t"
        for start in range(self._printed, self._history.points, CHUNK):
            end = min(start + CHUNK, self._history.points)
            cells = [self._cells(key, start, end) for key in self._keys]
            first = self._cells(self._x, start, end)
            for x, *row in zip(first, *cells, strict=True):
                if any(row) or (x and not row):
                    yield separator.join((x, *row))
        self._printed = self._history.points

    def remaining(self) -> Iterator[str]:
        """Yield nothing: a point is always complete."""
        return iter(())

    def _cells(self, key: str, start: int, end: int) -> Sequence[str]:
        """Return the cells of a key at the places after ``start`` up to ``end``."""
        if key == PLACE and key == self._x and key not in self._history.columns:
            return [str(place) for place in range(start + 1, end + 1)]
        return _cells(self._history, key, start, end)


def json_rows(history: History, keys: Sequence[str] | None, start: int) -> Iterator[str]:
    """Yield the points after place ``start`` as JSON; with ``keys``, only these keys, and only points that have any."""
    names = [key for key in history.columns if keys is None or key in keys]
    labels = [json.dumps(key, ensure_ascii=escape(key) != key) + ": " for key in names]
    for low in range(start, history.points, CHUNK):
        high = min(low + CHUNK, history.points)
        members: list[list[str]] = [[] for _ in range(low, high)]
        for key, label in zip(names, labels, strict=True):
            for index, cell in enumerate(_cells(history, key, low, high)):
                if cell:
                    members[index].append(label + cell)
        for place, row in enumerate(members, low + 1):
            if row or keys is None:
                yield f'{{"seq": {place}, "data": {{{", ".join(row)}}}}}'


def _cells(history: History, key: str, start: int, end: int) -> Sequence[str]:
    """Return the values of a key at the places after ``start`` up to ``end``; "" where it has none."""
    column = history.columns.get(key)
    cells = [""] * (end - start)
    if column is None:
        return cells
    low = bisect_right(column.places, start)
    high = bisect_right(column.places, end, low)
    texts = map(number, column.values[low:high])
    if high - low == len(cells):
        return list(texts)
    for place, text in zip(column.places[low:high], texts, strict=True):
        cells[place - start - 1] = text
    return cells
