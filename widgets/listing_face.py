"""The cells of a list: its headings, the visible rows, and the details of the selected row below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..layouts.text import cell_width, elide_middle, escape, truncate_end
from .borders import ASCII, ROUNDED
from .cells import Cells, Role
from .listing_plan import GAP, Column, Plan, Row, detail_lines


def draw_list(
    title: str,
    columns: Sequence[Column],
    rows: Sequence[Row],
    plan: Plan,
    *,
    selected: int,
    top: int,
    size: tuple[int, int],
    ascii_only: bool,
) -> Cells:
    """Return a list as cells.

    Args:
        title: the title in the border.
        columns: the columns.
        rows: the rows, one text per column.
        plan: the plan for these rows and this size.
        selected: the index of the selected row.
        top: the index of the first visible row.
        size: the width and height in cells.
        ascii_only: draw with ASCII characters only.
    """
    width = size[0]
    cells = _draw_frame(title, size, ascii_only=ascii_only)
    ellipsis = _ellipsis(ascii_only=ascii_only)
    widths, first_line = plan.widths, plan.first_line
    if first_line == 2:
        _put_row(cells, 1, columns, [column.heading for column in columns], widths, ellipsis=ellipsis, heading=True)
    for line, row in enumerate(rows[top : top + plan.visible_rows], first_line):
        _put_row(cells, line, columns, row, widths, ellipsis=ellipsis)
        if line - first_line + top == selected:
            cells.styles[line, 1 : width - 1] = Role.SELECTED
    details = detail_lines(
        columns, rows[selected], widths, width=width - 4, max_lines=plan.detail_height, ellipsis=ellipsis
    )
    rule = first_line + plan.visible_rows
    if details:
        left, across, right = "+-+" if ascii_only else "├─┤"
        cells.put(0, rule, left + across * (width - 2) + right, Role.FRAME)
    for line, text in enumerate(details, rule + 1):
        cells.put(2, line, text, Role.DIM)
    if plan.framed:
        _put_hidden_counts(cells, top, len(rows) - top - plan.visible_rows)
    return cells


def draw_empty_list(title: str, text: str, size: tuple[int, int], *, ascii_only: bool) -> Cells:
    """Return a list without rows as ``size`` (width, height) cells, with ``text`` in its middle."""
    width, height = size
    cells = _draw_frame(title, size, ascii_only=ascii_only)
    text = elide_middle(text, max(width - 2, 0), _ellipsis(ascii_only=ascii_only))
    cells.put((width - cell_width(text)) // 2, height // 2, text, Role.DIM)
    return cells


def _draw_frame(title: str, size: tuple[int, int], *, ascii_only: bool) -> Cells:
    """Return a border with a title; without a border if there is no line for one."""
    width, height = size
    cells = Cells.blank(width, height)
    if height > 2:
        cells.box(Role.FRAME, ASCII if ascii_only else ROUNDED)
        text = elide_middle(f" {title} ", max(width - 2, 0), _ellipsis(ascii_only=ascii_only))
        cells.put(1, 0, text, Role.TITLE)
    return cells


def _ellipsis(*, ascii_only: bool) -> str:
    return "~" if ascii_only else "…"


def _put_hidden_counts(cells: Cells, above: int, below: int) -> None:
    """Put the number of rows above and below the visible ones into the lowest border."""
    text = ", ".join(f"{count} {where}" for count, where in ((above, "above"), (below, "below")) if count > 0)
    start = (cells.width - len(text)) // 2 - 1
    if text and start > 0:
        cells.put(start, cells.height - 1, f" {text} ", Role.DIM)


def _put_row(
    cells: Cells,
    y: int,
    columns: Sequence[Column],
    row: Row,
    widths: Mapping[int, int],
    *,
    ellipsis: str,
    heading: bool = False,
) -> None:
    inside = Cells.blank(max(cells.width - 4, 0), 1)
    x = 0
    for index, width in widths.items():
        column, text = columns[index], escape(row[index])
        shown = truncate_end(text, width, ellipsis) if column.prose else elide_middle(text, width, ellipsis)
        start = x + (width - cell_width(shown) if column.numbers else 0)
        inside.put(start, 0, shown, Role.DIM if heading else column.role)
        x += width + GAP
    cells.paste(inside, 2, y)
