"""A list on a screen of its own: a header, rows in columns, one of them selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..layouts.text import cell_width, elide_middle, escape
from .cells import PLAIN, ROUNDED, Cells, Role
from .painted import Painted

GAP = 2
LEAST_TEXT = 8
"""A column of text keeps at least so many cells."""


class Column(NamedTuple):
    """A column of a list: its title, whether it is of numbers, which stand to the right, and its role.

    One that `lasts` is shortened only when the others have given all they can.
    """

    title: str
    numbers: bool = False
    role: Role = Role.TEXT
    lasts: bool = False


class Listing(Painted):
    """Rows of plain text under a header, in a border with a title; scrolls so that the selected row is in sight.

    Where it does not fit, the widest column of text loses its middles first.
    """

    def __init__(self, title: str, columns: Sequence[Column], empty: str, *, ascii_only: bool) -> None:
        """Take the title, the columns, and what is said where there are no rows."""
        super().__init__(id="listing")
        self.title = title
        self.columns = columns
        self.empty = empty
        self.rows: Sequence[Sequence[str]] = ()
        self.selected = 0
        self._ascii_only = ascii_only
        self._top = 0
        self._needed: list[int] = []

    def show(self, rows: Sequence[Sequence[str]], columns: Sequence[Column] | None = None) -> None:
        """Show other rows, and other column titles where they are given."""
        columns = columns or self.columns
        if rows != self.rows or columns != self.columns:
            self._needed.clear()
        self.rows, self.columns = rows, columns
        self.move(0)

    def move(self, delta: int) -> None:
        """Move the selection by some rows."""
        self.selected = min(max(self.selected + delta, 0), max(len(self.rows) - 1, 0))
        self.repaint()

    @property
    def page(self) -> int:
        """How many rows are in sight."""
        return max(self.content_size.height - 3, 1)

    def paint(self, width: int, height: int) -> Cells:
        """Draw the rows in sight."""
        cells = Cells.blank(width, height)
        cells.box(Role.FRAME, PLAIN if self._ascii_only else ROUNDED)
        cells.put(1, 0, elide_middle(f" {self.title} ", max(width - 2, 0), self._dots), Role.TITLE)
        if not self.rows:
            text = elide_middle(self.empty, max(width - 2, 0), self._dots)
            cells.put((width - cell_width(text)) // 2, height // 2, text, Role.DIM)
            return cells
        sight = max(height - 3, 1)
        self._top = min(max(self._top, self.selected - sight + 1), self.selected)
        widths = self._widths(width - 4)
        self._put(cells, 1, [column.title for column in self.columns], widths, heading=True)
        for line, row in enumerate(self.rows[self._top : self._top + sight], 2):
            self._put(cells, line, row, widths)
            if line - 2 + self._top == self.selected and line < height - 1:
                cells.styles[line, 1 : width - 1] = Role.SELECTED
        if len(self.rows) > sight:
            place = f" {self.selected + 1}/{len(self.rows)} "
            cells.put(max(width - 2 - len(place), 1), height - 1, place, Role.DIM)
        return cells

    @property
    def _dots(self) -> str:
        return "~" if self._ascii_only else "…"

    def _widths(self, room: int) -> list[int]:
        """Return each column's width: what it needs, the widest of text giving way where there is no room."""
        if not self._needed:
            self._needed = [
                max(cell_width(escape(text)) for text in (column.title, *(row[at] for row in self.rows)))
                for at, column in enumerate(self.columns)
            ]
        widths = self._needed.copy()
        texts = [at for at, column in enumerate(self.columns) if not column.numbers]
        while texts and sum(widths) + GAP * (len(widths) - 1) > room:
            giving = [at for at in texts if not self.columns[at].lasts and widths[at] > LEAST_TEXT]
            widest = max(giving or texts, key=lambda at: widths[at])
            if widths[widest] <= LEAST_TEXT:
                break
            widths[widest] -= 1
        return widths

    def _put(self, cells: Cells, y: int, row: Sequence[str], widths: Sequence[int], *, heading: bool = False) -> None:
        if y >= cells.height - 1:
            return
        inside = Cells.blank(max(cells.width - 4, 0), 1)
        x = 0
        for text, width, column in zip(row, widths, self.columns, strict=True):
            shown = elide_middle(escape(text), width, self._dots)
            inside.put(
                x + (width - cell_width(shown) if column.numbers else 0), 0, shown, Role.DIM if heading else column.role
            )
            x += width + GAP
        cells.paste(inside, 2, y)
