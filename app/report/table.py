"""Tables of aligned columns, such as the one of the keys of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...layouts.text import cell_width, escape
from ..runs.history import History
from .rows import EXACT_INTEGERS, number

HEADER = ("key", "count", "last", "min", "max")


def table(history: History) -> Iterator[str]:
    """Yield a header and a row for each key, in the order in which the keys first came."""
    rows = [HEADER]
    for key, column in history.columns.items():
        values = column.values
        rows.append((escape(key), str(len(values)), rounded(values[-1]), rounded(min(values)), rounded(max(values))))
    yield from columns(rows)


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as lines: cells padded to the width of their column, two spaces apart, no trailing spaces."""
    widths = [max(map(cell_width, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        padded = (cell + " " * (width - cell_width(cell)) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip(" ")


def rounded(value: float) -> str:
    """Return the text of a number in the table: integers below 2**53 exactly, others to 6 significant digits."""
    if -EXACT_INTEGERS < value < EXACT_INTEGERS and value.is_integer():
        return number(value)
    return f"{value:.6g}"
