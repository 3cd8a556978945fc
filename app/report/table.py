"""Tables for people: the one of a run's keys, and the columns of any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...layouts.text import cell_width, escape
from ..runs.history import History
from .rows import WHOLE, number

HEADER = ("key", "count", "last", "min", "max")


def table(history: History) -> Iterator[str]:
    """Yield a row for each key, in the order the keys first came, under a header."""
    rows = [HEADER]
    for key, column in history.columns.items():
        values = column.values
        rows.append((escape(key), str(len(values)), rounded(values[-1]), rounded(min(values)), rounded(max(values))))
    yield from columns(rows)


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows of cells as lines: columns padded to their widest cell, two spaces apart, no space at a line's end."""
    widths = [max(map(cell_width, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        padded = (cell + " " * (width - cell_width(cell)) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip(" ")


def rounded(value: float) -> str:
    """Return a number as the table has it: whole ones below 2**53 as they are, others to 6 significant digits."""
    if -WHOLE < value < WHOLE and value.is_integer():
        return number(value)
    return f"{value:.6g}"
