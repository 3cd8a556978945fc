"""A list on a screen of its own: a header, rows in columns, one of them selected."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.message import Message

from . import listing_face
from .cells import Cells
from .listing_face import Column, Row
from .painted import Painted

__all__ = ["Column", "Listing"]

WHEEL = 3
"""How many rows the wheel scrolls by."""


class Listing(Painted):
    """Rows of plain text under a header, in a border with a title; scrolls so that the selected row is in sight."""

    class Chosen(Message):
        """The selected row was clicked twice."""

    def __init__(self, title: str, columns: Sequence[Column], empty: str, *, ascii_only: bool) -> None:
        """Take the title, the columns, and what is said where there are no rows."""
        super().__init__(id="listing")
        self.title = title
        self.columns = columns
        self.empty = empty
        self.rows: Sequence[Row] = ()
        self.selected = 0
        self._ascii_only = ascii_only
        self._top = 0
        self._plan: listing_face.Plan | None = None
        self._planned_size = (0, 0)
        self._stale = True
        self._wanted: list[int] = []

    def show(self, rows: Sequence[Row], columns: Sequence[Column] | None = None) -> None:
        """Show other rows, and other columns, as many as before, where they are given."""
        columns = columns or self.columns
        if rows != self.rows or columns != self.columns:
            self.rows, self.columns, self._stale = rows, columns, True
        self.move(0)

    def move(self, delta: int) -> None:
        """Move the selection by some rows."""
        self.selected = self._within(self.selected + delta)
        self.repaint()

    def page(self, direction: int) -> None:
        """Move the rows in sight, and the selection with them, by as many as are in sight."""
        delta = direction * (self._plan.sight if self._plan else 1)
        self._top += delta
        self.move(delta)

    def wheel(self, delta: int) -> None:
        """Move the rows in sight; the selected row stays the same for as long as it is one of them."""
        if self._plan and self.rows:
            sight = self._plan.sight
            self._top = min(max(self._top + delta, 0), max(len(self.rows) - sight, 0))
            self.selected = self._within(min(max(self.selected, self._top), self._top + sight - 1))
            self.repaint()

    def row_at(self, y: int) -> int | None:
        """Return the index of the row that a line of the list shows, None where that shows none."""
        if self._plan is None:
            return None
        line = y - self._plan.first
        return self._top + line if 0 <= line < min(self._plan.sight, len(self.rows) - self._top) else None

    def paint(self, width: int, height: int) -> Cells:
        """Draw the rows in sight."""
        size = (width, height)
        if not self.rows:
            return listing_face.empty(self.title, self.empty, size, ascii_only=self._ascii_only)
        planned = self._planned(size)
        top = min(max(self._top, self.selected - planned.sight + 1), self.selected)
        self._top = max(min(top, len(self.rows) - planned.sight), 0)
        return listing_face.face(
            self.title,
            self.columns,
            self.rows,
            planned,
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
                self.post_message(self.Chosen())

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Show rows further up."""
        event.stop()
        self.wheel(-WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Show rows further down."""
        event.stop()
        self.wheel(WHEEL)

    def _planned(self, size: tuple[int, int]) -> listing_face.Plan:
        """Work out what goes where; what texts once needed they keep, so that other values move nothing."""
        before = self._plan if size == self._planned_size else None
        if before is None or self._stale:
            wanted = listing_face.needed(self.columns, self.rows)
            self._wanted = list(map(max, wanted, self._wanted)) if before else wanted
            told = before.told if before else 0
            self._plan = listing_face.plan(self.columns, self.rows, self._wanted, *size, told=told)
            self._planned_size, self._stale = size, False
        assert self._plan is not None
        return self._plan

    def _within(self, index: int) -> int:
        return min(max(index, 0), max(len(self.rows) - 1, 0))
