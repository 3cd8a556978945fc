"""The base of screens that show a list."""

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
    """A full-screen list; the dashboard keeps running behind it.

    Attributes:
        view: the view of the runs.
        listing: the list.
        footer: the keys of the list, or a notice.
    """

    BINDINGS = [  # noqa: RUF012
        Binding("escape,q", "close", "back", show=False),
        Binding("ctrl+c", "app.interrupt", "quit", show=False),
        Binding("up,k", "move(-1)", "up", show=False),
        Binding("down,j", "move(1)", "down", show=False),
        Binding("pageup", "page(-1)", "page up", show=False),
        Binding("pagedown,space", "page(1)", "page down", show=False),
        Binding("home", "move(-1000000)", "first row", show=False),
        Binding("end", "move(1000000)", "last row", show=False),
        Binding("tab,shift+tab", "move(0)", show=False),
        Binding("enter", "choose", "choose the row", show=False),
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
        self._notice_timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Create the list and the footer."""
        yield self.listing
        yield self.footer

    def on_mount(self) -> None:
        """Fill the list, and refresh it every second."""
        self.refresh_rows()
        self.set_interval(1.0, self.refresh_rows)

    def rows(self) -> Sequence[Sequence[str]]:
        """Return the current rows."""
        raise NotImplementedError

    def refresh_rows(self) -> None:
        """Show the current rows."""
        self.listing.show(self.rows())

    def action_close(self) -> None:
        """Go back to the screen below, unless an earlier key has already closed this one."""
        if self.is_current:
            self.app.pop_screen()

    def action_move(self, delta: int) -> None:
        """Move the selection by ``delta`` rows."""
        self.listing.move(delta)

    def action_page(self, direction: int) -> None:
        """Move the selection by a page."""
        self.listing.page(direction)

    @on(Listing.DoubleClicked)
    def choose(self) -> None:
        """Choose the row that was double-clicked."""
        self.action_choose()

    def action_choose(self) -> None:
        """Act on the selected row; by default do nothing."""

    def show_notice(self, notice: str) -> None:
        """Show a notice in the footer for a while, in place of the keys."""
        self._notice = notice
        self.footer.repaint()
        if self._notice_timer:
            self._notice_timer.stop()
        self._notice_timer = self.set_timer(NOTICE, partial(self.show_notice, "")) if notice else None

    def _footer(self) -> tuple[Sequence[tuple[str, str]], str]:
        ascii_only = self.view.style.ascii
        # The last ones are hidden on a narrow screen.
        keys = [("up down" if ascii_only else "↑↓", "row"), ("esc", "back"), *self.KEYS]
        return [(spelled(key, ascii_only=ascii_only), word) for key, word in keys], self._notice
