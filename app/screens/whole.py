"""Reading a row of a list whole, however long its texts are."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from textual import events
from textual.binding import Binding

from ...layouts.text import cell_width, escape
from ...widgets.cells import Role
from ...widgets.listing import GAP, LEAST_TEXT, Column
from ..session import Session
from .lists import ListScreen

Fields = Sequence[tuple[str, str]]
"""Texts and what each is called."""

BORDERS = 4


class WholeScreen(ListScreen):
    """Some texts in full, on as many lines as they need."""

    COLUMNS = (Column("field", role=Role.KEY), Column("value"))

    def __init__(self, session: Session, title: str, fields: Fields) -> None:
        """Take the run being watched, the title, and what is shown."""
        super().__init__(session)
        self.listing.title = title
        self._fields = fields

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each line."""
        name = max((cell_width(escape(field)) for field, _ in self._fields), default=0)
        room = max(self.size.width - BORDERS - GAP - max(name, LEAST_TEXT), LEAST_TEXT)
        return [
            (field if at == 0 else "", line)
            for field, text in self._fields
            for at, line in enumerate(_wrapped(escape(text), room) or [""])
        ]

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew."""
        self.refresh_rows()


class ReadableScreen(ListScreen):
    """A list of which each row can be read whole."""

    KEYS = (("⏎", "read whole"),)
    BINDINGS = [Binding("enter", "read", "read the row whole", show=False)]  # noqa: RUF012

    def whole(self, index: int) -> Fields:
        """Return all that a row tells, masked."""
        raise NotImplementedError

    def action_read(self) -> None:
        """Show all that the selected row tells."""
        self.refresh_rows()  # the run may have begun again since they were made
        if self.is_current and self.listing.rows:
            fields = self.whole(self.listing.selected)
            self.app.push_screen(WholeScreen(self.session, self.TITLE_TEXT, fields))


def _wrapped(text: str, width: int) -> list[str]:
    # Wide characters take two cells each.
    return textwrap.wrap(text, width if cell_width(text) <= len(text) else max(width // 2, 1))
