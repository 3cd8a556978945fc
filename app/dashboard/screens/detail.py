"""Lists whose rows can be opened, to read texts in full that have no room in a row."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from ....layouts.text import cell_width, escape
from ....widgets.cells import Role
from ....widgets.listing import Column
from ....widgets.wrap import GAP, wrap
from ...view.state import ViewState
from .list_screen import ListScreen

Fields = Sequence[tuple[str, str]]
"""The names and texts of some fields."""

BORDERS = 4
"""The cells that the border and its padding take on both sides together."""


class DetailScreen(ListScreen):
    """The fields of one row in full, wrapped."""

    COLUMNS = (Column("field", role=Role.KEY), Column("value"))

    def __init__(self, view: ViewState, title: str, fields: Fields) -> None:
        """Take the view of the runs, the title, and the fields to show."""
        super().__init__(view)
        self.listing.title = title
        self._fields = fields

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each line of text."""
        name_width = max((cell_width(escape(name)) for name, _ in self._fields), default=0)
        width = self.size.width - BORDERS - GAP
        width -= min(max(name_width, cell_width(self.COLUMNS[0].title)), width // 2)
        return [
            (name if index == 0 else "", line)
            for name, text in self._fields
            for index, line in enumerate(wrap([escape(text)], width))
        ]

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the texts again."""
        self.refresh_rows()


class DetailedListScreen(ListScreen):
    """A list; enter shows the selected row in full."""

    KEYS = (("⏎", "details"),)

    def fields(self, index: int) -> Fields:
        """Return the fields of a row, masked."""
        texts = zip(self.listing.columns, self.listing.rows[index], strict=True)
        return [(column.title, text) for column, text in texts if text]

    def action_choose(self) -> None:
        """Show the selected row in full."""
        self.refresh_rows()  # the run may have been restarted since the last refresh
        if self.is_current and self.listing.rows:
            self.app.push_screen(DetailScreen(self.view, self.TITLE_TEXT, self.fields(self.listing.selected)))
