"""The plan of a list: which columns have room, how wide they are, and how the lines are divided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..layouts.text import cell_width, escape, truncate_end
from .cells import Role
from .wrap import wrap

GAP = 2
"""Cells between columns."""

TEXT_WIDTH = 20
"""A text column gets this width, or all it needs, before a column of a rank above 0 gets any."""

MIN_TEXT_WIDTH = 6
"""A text column gets at least this width, or all it needs; otherwise the last columns are dropped."""

MAX_DETAIL_HEIGHT = 4
"""The maximum number of lines for the details of the selected row."""

MANY_ROWS = 200
"""From more rows than this, the details are given the maximum height without measuring each row."""

Row = Sequence[str]


class Column(NamedTuple):
    """A column of a list.

    Attributes:
        title: the title above the column.
        numbers: whether the column has numbers, which are aligned to the right and never shortened.
        role: the role of its cells.
        prose: whether texts that do not fit lose their end; otherwise they lose their middle, which suits names.
        rank: columns of a higher rank are dropped first if there is too little room; of the same rank, the last one.
        mark: a symbol after the title, "" for none.
    """

    title: str
    numbers: bool = False
    role: Role = Role.TEXT
    prose: bool = False
    rank: int = 0
    mark: str = ""

    @property
    def heading(self) -> str:
        """The title with the mark."""
        return f"{self.title} {self.mark}" if self.mark else self.title


class Plan(NamedTuple):
    """The layout of a list, in cells and lines.

    Attributes:
        widths: the width of each visible column, by its index.
        framed: whether there is a border.
        first_line: the line of the first visible row. The headings are on the line above, unless that is the border.
        visible_rows: the number of rows that there is room for.
        detail_height: the number of lines for the details of the selected row; 0 if every row is shown in full, or if
            there is no room.
    """

    widths: Mapping[int, int]
    framed: bool
    first_line: int
    visible_rows: int
    detail_height: int


def needed_widths(columns: Sequence[Column], rows: Sequence[Row]) -> list[int]:
    """Return the width in cells that each column needs for its texts and its heading."""
    return [
        max(cell_width(escape(text)) for text in (column.heading, *(row[index] for row in rows)))
        for index, column in enumerate(columns)
    ]


def fit_columns(columns: Sequence[Column], needed: Sequence[int], room: int) -> dict[int, int]:
    """Return the width of each column that fits in ``room`` cells, by its index.

    Columns are dropped by rank, but never the first one, until the numbers fit in full and the texts have their minimum
    width. The text columns then share the remaining cells evenly, up to the width they need.
    """
    shown = list(range(len(columns)))
    while len(shown) > 1 and _min_width(columns, needed, shown) > room:
        shown.remove(max(shown[1:], key=lambda index: (columns[index].rank, index)))
    widths = {index: needed[index] for index in shown}
    left = room - GAP * (len(shown) - 1) - sum(needed[index] for index in shown if columns[index].numbers)
    texts = sorted((index for index in shown if not columns[index].numbers), key=lambda index: needed[index])
    for done, index in enumerate(texts):
        widths[index] = min(needed[index], max(left, 0) // (len(texts) - done))
        left -= widths[index]
    return widths


def _min_width(columns: Sequence[Column], needed: Sequence[int], shown: Sequence[int]) -> int:
    """Return the minimum width in cells of the columns with the indices ``shown``."""
    text_width = TEXT_WIDTH if any(columns[index].rank for index in shown) else MIN_TEXT_WIDTH
    cells = sum(needed[index] if columns[index].numbers else min(needed[index], text_width) for index in shown)
    return cells + GAP * (len(shown) - 1)


def plan_list(
    columns: Sequence[Column],
    rows: Sequence[Row],
    needed: Sequence[int],
    width: int,
    height: int,
    *,
    detail_height: int = 0,
) -> Plan:
    """Return the plan of a list.

    The height of the details is the same for all rows, so that nothing moves when another row is selected.

    Args:
        columns: the columns.
        rows: the rows.
        needed: the width in cells that each column needs.
        width: the width of the list in cells.
        height: the height of the list in cells; at least half of its lines are for rows.
        detail_height: the minimum height of the details, if any row is not shown in full.
    """
    framed = height > 2
    first_line = 2 if height > 3 else int(framed)
    lines = max(height - first_line - framed, 1)
    widths = fit_columns(columns, needed, width - 4)
    details = min(MAX_DETAIL_HEIGHT, lines // 2 - 1)
    if all(widths.get(index, 0) >= cells for index, cells in enumerate(needed)):
        details = 0
    elif details > 0 and len(rows) <= MANY_ROWS:
        heights = (len(detail_lines(columns, row, widths, width=width - 4, max_lines=details)) for row in rows)
        details = max([detail_height, *heights])
    details = max(details, 0)
    return Plan(widths, framed, first_line, lines - (details + 1 if details else 0), details)


def detail_lines(
    columns: Sequence[Column], row: Row, widths: Mapping[int, int], *, width: int, max_lines: int, ellipsis: str = "…"
) -> list[str]:
    """Return the details of a row: all its texts with their titles, or no lines if each text is shown in full.

    If that takes more than ``max_lines`` lines, only the texts that are not shown in full are returned, by ascending
    rank, and truncated if there are still too many lines.
    """
    texts = list(map(escape, row))
    present = [index for index, text in enumerate(texts) if text]
    cut = [index for index in present if cell_width(texts[index]) > widths.get(index, 0)]
    cut.sort(key=lambda index: columns[index].rank)
    lines: list[str] = []
    for chosen in (present, cut) if cut and max_lines else ():
        lines = wrap([f"{columns[index].title}: {texts[index]}" for index in chosen], width)
        if len(lines) <= max_lines:
            return lines
    if not lines:
        return []
    return [*lines[: max_lines - 1], truncate_end(" ".join(lines[max_lines - 1 : max_lines + 1]), width, ellipsis)]
