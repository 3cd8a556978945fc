"""The command palette: every command by name, found by typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult

from ....widgets.cells import Role
from ....widgets.listing import Column
from ...view.state import ViewState
from ..keys import Key, search, spelled
from .list_screen import ListScreen
from .prompt import Prompt

PASSED_OVER = ("command_palette",)


class CommandScreen(ListScreen):
    """Every command; those that have all the words typed, and the one chosen with enter is done."""

    TITLE_TEXT = "Commands"
    COLUMNS = (Column("command", prose=True), Column("key", role=Role.KEY))
    EMPTY = "no such command"

    def __init__(self, view: ViewState, do: Callable[[str], None]) -> None:
        """Take the view of the runs, and what does an action."""
        super().__init__(view)
        self._do = do
        self._words = ""

    def compose(self) -> ComposeResult:
        """Make the list, and the line to type in."""
        yield self.listing
        prompt = Prompt(
            "command:",
            "",
            done=lambda _: self.action_choose(),
            changed=self._narrow,
            taken_back=self.action_leave,
            refused=lambda _: not self._matches(),
        )
        prompt.styles.layer = "default"  # that of the list: below it rather than over its last line
        yield prompt

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each command that has the words typed."""
        return [(key.help, spelled(key.shown, ascii_only=self.view.style.ascii)) for key in self._matches()]

    def _matches(self) -> list[Key]:
        return [key for key in search(self._words) if key.action not in PASSED_OVER]

    def _narrow(self, words: str) -> None:
        self._words = words
        self.listing.selected = 0
        self.refresh_rows()

    def action_choose(self) -> None:
        """Do the selected command."""
        matches = self._matches()
        self.action_leave()
        if matches:
            self._do(matches[self.listing.selected].action)
