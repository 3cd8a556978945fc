"""Reading a row of a list whole, however long its texts are."""

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
"""Texts and what each is called."""

BORDERS = 4


class WholeScreen(ListScreen):
    """Some texts in full, on as many lines as they need."""

    COLUMNS = (Column("field", role=Role.KEY), Column("value"))

    def __init__(self, view: ViewState, title: str, fields: Fields) -> None:
        """Take the view of the runs, the title, and what is shown."""
        super().__init__(view)
        self.listing.title = title
        self._fields = fields

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each line."""
        name = max((cell_width(escape(field)) for field, _ in self._fields), default=0)
        room = self.size.width - BORDERS - GAP
        room -= min(max(name, cell_width(self.COLUMNS[0].title)), room // 2)
        return [
            (field if at == 0 else "", line)
            for field, text in self._fields
            for at, line in enumerate(wrap([escape(text)], room))
        ]

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew."""
        self.refresh_rows()


class ReadableScreen(ListScreen):
    """A list of which each row can be read whole."""

    KEYS = (("⏎", "read whole"),)

    def whole(self, index: int) -> Fields:
        """Return all that a row tells, masked."""
        texts = zip(self.listing.columns, self.listing.rows[index], strict=True)
        return [(column.title, text) for column, text in texts if text]

    def action_choose(self) -> None:
        """Show all that the selected row tells."""
        self.refresh_rows()  # the run may have begun again since they were made
        if self.is_current and self.listing.rows:
            fields = self.whole(self.listing.selected)
            self.app.push_screen(WholeScreen(self.view, self.TITLE_TEXT, fields))
