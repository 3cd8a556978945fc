"""The list of keys."""

from __future__ import annotations

from collections.abc import Sequence

from ...widgets.cells import Role
from ...widgets.listing import Column
from ..keys import KEYS
from .lists import ListScreen


class HelpScreen(ListScreen):
    """Every key and what it does."""

    TITLE_TEXT = "Keys"
    COLUMNS = (Column("key", role=Role.KEY), Column("what it does"))

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each key."""
        plain = {"←": "left", "→": "right", "↑": "up", "↓": "down", "⏎": "enter"}
        rows = []
        for key in KEYS:
            shown = key.shown
            if self.session.look.ascii:
                for sign, word in plain.items():
                    shown = shown.replace(sign, word)
            rows.append((shown, key.help))
        return rows
