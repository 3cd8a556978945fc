"""The command palette: a list of commands, filtered by typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult

from ....widgets.cells import Role
from ....widgets.listing import Column
from ...view.state import ViewState
from ..keys import Key, search, spelled
from .list_screen import ListScreen
from .prompt import Prompt

HIDDEN_ACTIONS = ("command_palette",)


class CommandScreen(ListScreen):
    """The commands that match the typed words; enter runs the selected one."""

    TITLE_TEXT = "Commands"
    COLUMNS = (Column("command", prose=True), Column("key", role=Role.KEY))
    EMPTY = "no such command"

    def __init__(self, view: ViewState, run_action: Callable[[str], None]) -> None:
        """Take the view of the runs, and what runs an action."""
        super().__init__(view)
        self._run_action = run_action
        self._words = ""

    def compose(self) -> ComposeResult:
        """Create the list and the input line."""
        yield self.listing
        prompt = Prompt(
            "command:",
            "",
            submitted=lambda _: self.action_choose(),
            changed=self._search,
            cancelled=self.action_close,
            rejects=lambda _: not self._matches(),
        )
        # In the layer of the list, the prompt is below the list rather than over its last row.
        prompt.styles.layer = "default"
        yield prompt

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each command that matches."""
        return [(key.help, spelled(key.shown, ascii_only=self.view.style.ascii)) for key in self._matches()]

    def _matches(self) -> list[Key]:
        return [key for key in search(self._words) if key.action not in HIDDEN_ACTIONS]

    def _search(self, words: str) -> None:
        self._words = words
        self.listing.selected = 0
        self.refresh_rows()

    def action_choose(self) -> None:
        """Run the selected command."""
        matches = self._matches()
        self.action_close()
        if matches:
            self._run_action(matches[self.listing.selected].action)
