"""A run as rows of text: a line a point, a cell a key."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ...layouts.text import escape
from ..runs.history import PLACE, History

WHOLE = 2.0**53
"""Whole numbers below it are printed without a point: doubles hold every one of them."""

WINDOW = 4096
"""How many points become rows at once."""


def number(value: float) -> str:
    """Return a number as rows have it: whole ones without a point, others as short as reads back the same."""
    if -WHOLE < value < WHOLE and value.is_integer():
        return str(int(value))
    return repr(value)


def quoted(cell: str) -> str:
    """Return a cell as CSV has it, in quotes where it needs them (RFC 4180)."""
    if any(character in cell for character in ',"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


class Rows:
    """A run's points as separated rows, ``x`` first, then a column a key; what came since is printed on."""

    def __init__(self, history: History, x: str, keys: Sequence[str], *, csv: bool) -> None:
        """Take the history and its columns.

        Args:
            history: the run's points, which may grow.
            x: the key of the first column, or ``seq`` for the place.
            keys: the other columns' keys; each one once, and without ``x``.
            csv: separated by commas and quoted where needed, rather than by tabs.
        """
        self._history = history
        self._x = x
        self._keys = [key for key in dict.fromkeys(keys) if key != x]
        self._csv = csv
        self._printed = 0

    def header(self) -> str:
        """Return the first row, the columns' names."""
        names = [escape(name) for name in (self._x, *self._keys)]
        return ",".join(map(quoted, names)) if self._csv else "\t".join(names)

    def restart(self) -> None:
        """Begin again with the run's first point."""
        self._printed = 0

    def new(self) -> Iterator[str]:
        """Yield a row for each new point that has one of the keys; of ``x`` alone, for each that has it."""
        separator = "," if self._csv else "\t"
        for start in range(self._printed, self._history.points, WINDOW):
            end = min(start + WINDOW, self._history.points)
            cells = [self._cells(key, start, end) for key in self._keys]
            first = self._cells(self._x, start, end)
            for x, *row in zip(first, *cells, strict=True):
                if any(row) or (x and not row):
                    yield separator.join((x, *row))
        self._printed = self._history.points

    def rest(self) -> Iterator[str]:
        """Yield nothing: a point comes whole, so that no row waits."""
        return iter(())

    def _cells(self, key: str, start: int, end: int) -> Sequence[str]:
        """Return a key's cells for the points after place ``start`` up to ``end``."""
        if key == PLACE and key == self._x and key not in self._history.columns:
            return [str(place) for place in range(start + 1, end + 1)]
        return _cells(self._history, key, start, end)


def json_rows(history: History, keys: Sequence[str] | None, start: int) -> Iterator[str]:
    """Yield the points after place ``start`` as JSON objects; with ``keys``, those alone and no point without one."""
    names = [key for key in history.columns if keys is None or key in keys]
    labels = [json.dumps(key, ensure_ascii=escape(key) != key) + ": " for key in names]
    for low in range(start, history.points, WINDOW):
        high = min(low + WINDOW, history.points)
        members: list[list[str]] = [[] for _ in range(low, high)]
        for key, label in zip(names, labels, strict=True):
            for at, cell in enumerate(_cells(history, key, low, high)):
                if cell:
                    members[at].append(label + cell)
        for place, row in enumerate(members, low + 1):
            if row or keys is None:
                yield f'{{"seq": {place}, "data": {{{", ".join(row)}}}}}'


def _cells(history: History, key: str, start: int, end: int) -> Sequence[str]:
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
