"""Screens that are one list: what they share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer

from ....widgets.bars import Footer
from ....widgets.listing import Column, Listing
from ....widgets.wire import CellScreen
from ...view.state import ViewState
from ..keys import spelled

NOTICE = 6.0
"""Seconds that a notice stays in the footer."""


class ListScreen(CellScreen[None]):
    """A list over the whole screen; the dashboard goes on behind it."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape,q", "leave", "back", show=False),
        Binding("ctrl+c", "app.interrupt", "leave", show=False),
        Binding("up,k", "move(-1)", "up", show=False),
        Binding("down,j", "move(1)", "down", show=False),
        Binding("pageup", "page(-1)", "a page up", show=False),
        Binding("pagedown,space", "page(1)", "a page down", show=False),
        Binding("home", "move(-1000000)", "the first", show=False),
        Binding("end", "move(1000000)", "the last", show=False),
        Binding("tab,shift+tab", "move(0)", show=False),
        Binding("enter", "choose", "act on the row", show=False),
    ]

    TITLE_TEXT = ""
    COLUMNS: Sequence[Column] = ()
    EMPTY = ""
    KEYS: Sequence[tuple[str, str]] = ()

    def __init__(self, view: ViewState) -> None:
        """Take the view of the runs."""
        super().__init__()
        self.view = view
        self.listing = Listing(self.TITLE_TEXT, self.COLUMNS, self.EMPTY, ascii_only=view.style.ascii)
        self.footer = Footer(self._footer, ascii_only=view.style.ascii, id="footer")
        self._notice = ""
        self._unsaying: Timer | None = None

    def compose(self) -> ComposeResult:
        """Make the list and the footer."""
        yield self.listing
        yield self.footer

    def on_mount(self) -> None:
        """Fill the list, and keep it filled while the run goes on."""
        self.refresh_rows()
        self.set_interval(1.0, self.refresh_rows)

    def rows(self) -> Sequence[Sequence[str]]:
        """Return the rows as they are now."""
        raise NotImplementedError

    def refresh_rows(self) -> None:
        """Show the rows of now."""
        self.listing.show(self.rows())

    def action_leave(self) -> None:
        """Go back to the screen below; a second key may come before the first has done so."""
        if self.is_current:
            self.app.pop_screen()

    def action_move(self, delta: int) -> None:
        """Move the selection by some rows."""
        self.listing.move(delta)

    def action_page(self, direction: int) -> None:
        """Move the rows by a page."""
        self.listing.page(direction)

    @on(Listing.DoubleClicked)
    def choose(self) -> None:
        """Do what enter does on the row that was clicked twice."""
        self.action_choose()

    def action_choose(self) -> None:
        """Do what there is to do with the selected row: here nothing."""

    def say(self, notice: str) -> None:
        """Show a notice in the footer for a while, in place of the keys."""
        self._notice = notice
        self.footer.repaint()
        if self._unsaying:
            self._unsaying.stop()
        self._unsaying = self.set_timer(NOTICE, partial(self.say, "")) if notice else None

    def _footer(self) -> tuple[Sequence[tuple[str, str]], str]:
        ascii_only = self.view.style.ascii
        # The last of them have no room where it is narrow.
        keys = [("up down" if ascii_only else "↑↓", "row"), ("esc", "back"), *self.KEYS]
        return [(spelled(key, ascii_only=ascii_only), word) for key, word in keys], self._notice
