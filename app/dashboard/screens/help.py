"""The list of keys."""

from __future__ import annotations

from collections.abc import Sequence

from ....widgets.cells import Role
from ....widgets.listing import Column
from ..keys import KEYS, spelled
from .list_screen import ListScreen


class HelpScreen(ListScreen):
    """All keys with what they do."""

    TITLE_TEXT = "Keys"
    COLUMNS = (Column("key", role=Role.KEY), Column("what it does", prose=True))

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each key."""
        return [(spelled(key.shown, ascii_only=self.view.style.ascii), key.help) for key in KEYS]
