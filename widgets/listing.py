"""A list with headings and a selected row."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.message import Message

from .cells import Cells
from .listing_face import draw_empty_list, draw_list
from .listing_plan import Column, Plan, Row, needed_widths, plan_list
from .painted import Painted

__all__ = ["Column", "Listing"]

WHEEL_ROWS = 3
"""The number of rows that the mouse wheel scrolls."""


class Listing(Painted):
    """Rows of plain text with headings, in a border with a title; scrolled so that the selected row is visible.

    Attributes:
        title: the title in the border.
        columns: the columns.
        empty_text: the text to show if there are no rows.
        rows: the rows, one text per column.
        selected: the index of the selected row.
    """

    class DoubleClicked(Message):
        """The selected row was double-clicked."""

    def __init__(self, title: str, columns: Sequence[Column], empty_text: str, *, ascii_only: bool) -> None:
        """Create a list without rows."""
        super().__init__(id="listing")
        self.title = title
        self.columns = columns
        self.empty_text = empty_text
        self.rows: Sequence[Row] = ()
        self.selected = 0
        self._ascii_only = ascii_only
        self._top = 0
        self._plan: Plan | None = None
        self._planned_size = (0, 0)
        self._stale = True
        self._needed: list[int] = []

    def show(self, rows: Sequence[Row], columns: Sequence[Column] | None = None) -> None:
        """Replace the rows, and the columns if given; there must be as many columns as before."""
        columns = columns or self.columns
        if rows != self.rows or columns != self.columns:
            self.rows, self.columns, self._stale = rows, columns, True
        self.move(0)

    def move(self, delta: int) -> None:
        """Move the selection by ``delta`` rows."""
        self.selected = self._clamp(self.selected + delta)
        self.repaint()

    def page(self, direction: int) -> None:
        """Scroll by a page, down (1) or up (-1), and move the selection with it."""
        delta = direction * (self._plan.visible_rows if self._plan else 1)
        self._top += delta
        self.move(delta)

    def scroll_rows(self, delta: int) -> None:
        """Scroll by ``delta`` rows; the selection only moves if the selected row would not be visible any more."""
        if self._plan and self.rows:
            count = self._plan.visible_rows
            self._top = min(max(self._top + delta, 0), max(len(self.rows) - count, 0))
            self.selected = self._clamp(min(max(self.selected, self._top), self._top + count - 1))
            self.repaint()

    def row_at(self, y: int) -> int | None:
        """Return the index of the row on line ``y`` of the list, or None if there is no row on it."""
        if self._plan is None:
            return None
        line = y - self._plan.first_line
        return self._top + line if 0 <= line < min(self._plan.visible_rows, len(self.rows) - self._top) else None

    def paint(self, width: int, height: int) -> Cells:
        """Draw the visible rows."""
        size = (width, height)
        if not self.rows:
            return draw_empty_list(self.title, self.empty_text, size, ascii_only=self._ascii_only)
        plan = self._plan_for(size)
        top = min(max(self._top, self.selected - plan.visible_rows + 1), self.selected)
        self._top = max(min(top, len(self.rows) - plan.visible_rows), 0)
        return draw_list(
            self.title,
            self.columns,
            self.rows,
            plan,
            selected=self.selected,
            top=self._top,
            size=size,
            ascii_only=self._ascii_only,
        )

    def on_click(self, event: events.Click) -> None:
        """Select the row under the mouse."""
        row = self.row_at(event.y)
        if row is not None:
            self.move(row - self.selected)
            if event.chain >= 2:
                self.post_message(self.DoubleClicked())

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        event.stop()
        self.scroll_rows(-WHEEL_ROWS)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        event.stop()
        self.scroll_rows(WHEEL_ROWS)

    def _plan_for(self, size: tuple[int, int]) -> Plan:
        """Return the plan for this size; columns and details never shrink, so that changing values move nothing."""
        before = self._plan if size == self._planned_size else None
        if before is None or self._stale:
            needed = needed_widths(self.columns, self.rows)
            self._needed = list(map(max, needed, self._needed)) if before else needed
            height = before.detail_height if before else 0
            self._plan = plan_list(self.columns, self.rows, self._needed, *size, detail_height=height)
            self._planned_size, self._stale = size, False
        assert self._plan is not None
        return self._plan

    def _clamp(self, index: int) -> int:
        return min(max(index, 0), max(len(self.rows) - 1, 0))
