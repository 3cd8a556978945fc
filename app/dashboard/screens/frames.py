"""Drawing the dashboard: header, cards, grid and footer, a frame at a time."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer

from ....widgets.bars import CardRow, Footer, Header, card_row_height
from ....widgets.card_face import Card
from ....widgets.grid import Grid
from ....widgets.header_face import HeaderState
from ....widgets.wire import CellScreen, backlog
from ...ingest.batch import Batch
from ...runs.run import Run
from ...view.cards import Cards
from ...view.hints import why_no_panel
from ...view.state import ViewState
from ..header import header_state
from ..keys import footer
from ..updates import Updates, clock

DIGITS = 0.5
"""Seconds between changes of digits: legends, cards, header."""

BUSY = 0.1
"""Seconds until a frame is retried that a slow terminal was not ready for."""

NOTICE = 6.0
"""Seconds that a notice stays in the header."""


class FrameScreen(CellScreen[None]):
    """The widgets of the dashboard, and when they are drawn."""

    def __init__(self, view: ViewState, updates: Updates, options: argparse.Namespace) -> None:
        """Take the view of the runs, what applies their batches to it, and the options."""
        super().__init__()
        self.view = view
        self.updates = updates
        self._options = options
        self._cards = Cards(view.runs, ascii_only=view.style.ascii)
        self._frame_timer: Timer | None = None
        self._digits_timer: Timer | None = None
        self._drawing = False
        self._last_frame = self._last_digits = 0.0
        self._notice, self._notice_until = "", 0.0
        self.header = Header(self._header, id="header")
        self.cards = CardRow(self._card_list, id="cards")
        self.grid = Grid(self.view.shown, self._empty, ascii_only=view.style.ascii, id="grid")
        self.footer = Footer(self._footer, ascii_only=view.style.ascii, id="footer")

    def compose(self) -> ComposeResult:
        """Create the widgets."""
        yield from (self.header, self.cards, self.grid, self.footer)

    def on_mount(self) -> None:
        """Start the timer that updates ages and rereads files each second."""
        self.set_interval(1.0, self._tick)
        # The shell has drawn over the screen while the app was suspended.
        self.app.app_resume_signal.subscribe(self, lambda _: self.app.screen.refresh())
        self._ring()  # stores the current states; the bell rings for later changes
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Set the heights of the widgets."""
        self._fit(event.size.width, event.size.height)

    # Input from the runs

    def take(self, run: Run, batch: Batch) -> None:
        """Apply a batch that was read of a run."""
        now, _ = clock()
        loading = run.status.loading
        notice = self.updates.take(run, batch, now)
        if notice:
            self.show_notice(notice)
        self._ring()
        if run.paused:
            return
        if loading and not run.status.loading:
            # Everything that existed is read: draw it at once.
            self._last_frame = self._last_digits = 0.0
            self._stop_timers()
        self.request_frame()

    def fail(self, run: Run, message: str) -> None:
        """Show that a run can no longer be read."""
        run.error = message
        self.draw()

    def show_notice(self, notice: str) -> None:
        """Show a notice in the header for a while."""
        self._notice, self._notice_until = notice, clock()[0] + NOTICE
        self._draw_header()

    def _tick(self) -> None:
        for run in self.view.runs:
            if run.status_file:
                run.status_file.look()
        notice = self.updates.reread_layouts()
        if notice:
            self.show_notice(notice)
            self.draw()
        self.footer.repaint()
        self._ring()
        if self._notice and clock()[0] > self._notice_until:
            self._notice = ""
        self._draw_header()

    def _ring(self) -> None:
        if self._options.bell and self.updates.alarm(clock()[1]):
            self.app.bell()

    # Frames

    def request_frame(self) -> None:
        """Draw new points as soon as the frame rate allows."""
        if self._frame_timer is None:
            due = self._last_frame + 1 / self._options.fps - clock()[0]
            if due <= 0:
                self._frame()
            else:
                self._frame_timer = self.set_timer(due, self._frame)

    def _frame(self) -> None:
        """Draw a frame, or retry a little later if the terminal has not received the last one yet."""
        self._stop_timers()
        if backlog(self.app):
            self._frame_timer = self.set_timer(BUSY, self._frame)
            return
        now, _ = clock()
        wait = self._last_digits + DIGITS - now
        if wait <= 0:
            self._last_digits = now
            self.view.series.hold_values()
            self._draw_header()
            self._draw_cards()
        else:
            # Digits are drawn by the next frame after the wait, or by this timer if there is none.
            self._digits_timer = self.set_timer(wait + 1 / self._options.fps, self._frame)
        self._draw_grid()
        # The interval starts at the end of a frame, so that slow drawing leaves time for keys and reading.
        self._last_frame, _ = clock()

    def _stop_timers(self) -> None:
        for timer in (self._frame_timer, self._digits_timer):
            if timer is not None:
                timer.stop()
        self._frame_timer = self._digits_timer = None

    def draw(self) -> None:
        """Draw everything soon, after input from the user; several calls before the drawing count as one."""
        if not self._drawing:
            self._drawing = True
            self.call_later(self._draw_all)

    def _draw_all(self) -> None:
        if backlog(self.app):
            self.set_timer(BUSY, self._draw_all)
            return
        self._drawing = False
        self._draw_header()
        self._draw_cards()
        self._draw_grid()
        self.footer.repaint()

    def _draw_header(self) -> None:
        self.header.repaint()

    def _draw_cards(self) -> None:
        self._fit(self.size.width, self.size.height)
        self.cards.repaint()

    def _draw_grid(self) -> None:
        self.update_grid()
        self.grid.repaint()

    def update_grid(self) -> None:
        """Pass the current panels and the focused one to the grid."""
        self.grid.tiles = self.view.panels.tiles()
        self.grid.selected = self.view.panels.focused

    def _fit(self, width: int, height: int) -> None:
        """Set the heights of header, cards and footer for a screen of this size; hide those without room."""
        cards = 0 if self.grid.maximized else card_row_height(len(self._card_list()), width, height)
        for widget, rows in ((self.cards, cards), (self.footer, int(height >= 6)), (self.header, int(height >= 2))):
            if widget.display != bool(rows):
                widget.display = bool(rows)
            if rows and widget.styles.height is not None and widget.styles.height.value != rows:
                widget.styles.height = rows

    # Contents of the widgets

    def _header(self) -> HeaderState:
        return header_state(self.view, self.updates.progress, *clock(), self._notice)

    def _card_list(self) -> Sequence[Card]:
        return self._cards.cards(self.view.panels.layout.stats, self.view.main_x())

    def _footer(self) -> tuple[Sequence[tuple[str, str]], str]:
        view = self.view
        keys = footer(
            maximized=self.grid.maximized,
            crosshair=view.crosshair is not None,
            zoomed=view.viewport is not None,
            annotated=bool(view.markers.places()),
            ascii_only=view.style.ascii,
        )
        return keys, next((run.layout_file.error for run in view.runs if run.layout_file.error), "")

    def _empty(self) -> str:
        if self.view.panels.words:
            return f"no panel matches {self.view.runs.shown(self.view.panels.words)}"
        for run in self.view.runs:
            if run.status.missing:
                return f"waiting for {run.shown(str(run.location.lines))}"
        return self.view.runs.shown(why_no_panel(self.view.runs))
