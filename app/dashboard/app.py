"""The dashboard: one thread reads the run, the app draws it."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from functools import partial

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.message import Message

from ...widgets.palette import DIV_DARK, DIV_LIGHT
from ..ingest.batch import Batch
from ..runs.open_run import open_run
from ..sources.follow import TICK
from ..view.state import Look
from .screens.main import MainScreen
from .session import Session, clock

CRASHED = 70
"""The exit status of a fault in the program itself (EX_SOFTWARE)."""

ENDS_A_LINE = ("enter", "escape")
"""The keys that a line that is typed in ends with."""

GIVEN_UP = 1.0
"""Seconds after which keys behind such a key go on in any case."""

STOPPING = 1.0
"""Seconds that the reading has to end in."""


class Dashboard(App[int]):
    """The app: themes, the reading thread, and a clean end."""

    CSS_PATH = "dashboard.tcss"
    TITLE = "div-tui"
    # Its own palette is one of the screens here.
    ENABLE_COMMAND_PALETTE = False

    class Read(Message):
        """The reading thread has read some of the run."""

        def __init__(self, batch: Batch) -> None:
            """Take the batch."""
            super().__init__()
            self.batch = batch

    class Unreadable(Message):
        """The reading thread cannot go on."""

        def __init__(self, why: str) -> None:
            """Take the reason."""
            super().__init__()
            self.why = why

    def __init__(self, session: Session, batches: Iterator[Batch], stop: threading.Event, notice: str) -> None:
        """Take the run being watched, what is read of it, what stops the reading, and what there is to say at first."""
        # Without colours Textual would send greys, unless told to use the terminal's own.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.session = session
        self.fault = ""
        self._batches = batches
        self._stop = stop
        self._reading = threading.Thread(target=self._read, name="reading", daemon=True)
        self._notice = notice
        self._main = MainScreen(session)
        self._behind: list[events.Key] | None = None
        self.animation_level = "none"
        # Neither is used, and each costs the start a screen sent twice.
        self._disable_notifications = self._disable_tooltips = True
        self.register_theme(DIV_DARK)
        self.register_theme(DIV_LIGHT)
        self.theme = session.options.theme

    @property
    def ascii_only(self) -> bool:
        """Whether ASCII is all that the terminal can show."""
        return self.session.look.ascii

    def get_default_screen(self) -> MainScreen:
        """Begin with the main screen."""
        return self._main

    async def on_event(self, event: events.Event) -> None:
        """Do what a key stands for at once, unless a line is typed in: the keys behind it may be for what it opens."""
        if isinstance(event, events.Resize):
            await super().on_event(self._of_now(event))
        elif not isinstance(event, events.Key) or event.is_forwarded or not self.app_focus:
            await super().on_event(event)
        elif self._behind is not None:
            self._behind.append(event)
        elif self.focused and getattr(self.focused.parent, "over", True) is False:
            if event.key in ENDS_A_LINE:
                self._behind = []
                self.set_timer(GIVEN_UP, partial(self._go_on, self._behind))
            await super().on_event(event)
        elif bound := self.screen.active_bindings.get(event.key):
            await self.run_action(bound.binding.action, bound.node)

    def on_prompt_over(self) -> None:
        """Let the keys go on that came behind the end of a line."""
        self.call_after_refresh(self._go_on, self._behind)

    async def _go_on(self, behind: list[events.Key] | None) -> None:
        """Do what the keys stand for that were held: a line takes a moment to be gone, and it would take them."""
        if behind is not None and behind is self._behind:
            self._behind = None
            for key in behind:
                await self.on_event(key)

    def _of_now(self, resize: events.Resize) -> events.Resize:
        """Return the terminal's size of now: of signals that come close together the last may be told first."""
        ask = getattr(self._driver, "_get_terminal_size", None)
        size = Size(*ask()) if ask else resize.size
        return resize if size == resize.size else events.Resize(size, size)

    def on_mount(self) -> None:
        """Begin to read, and to listen for signals."""
        self._reading.start()
        self._loop_signals()
        if self._notice:
            self.call_after_refresh(self._main.say, self._notice)
        self.call_after_refresh(_keep_what_is_there)

    def stop_reading(self) -> None:
        """End the reading, and wait for that: Python must not end while its thread waits in another language."""
        self._stop.set()
        if self._reading.is_alive():
            self._reading.join(STOPPING)

    def _read(self) -> None:
        """Read the run for as long as it goes on, a batch a message."""
        before: object = None
        try:
            for batch in self._batches:
                if self._stop.is_set():
                    return
                standing = (batch.caught_up, batch.missing, batch.drops.total, batch.changed, _told(batch))
                if batch.points or batch.restarted or batch.ended or batch.not_finite or standing != before:
                    self.post_message(self.Read(batch))
                before = standing
        except OSError as error:
            self.post_message(self.Unreadable(f"cannot read the run: {error.strerror or error}"))
        except Exception as error:  # noqa: BLE001 - a fault here ends the program as one in the app does
            with contextlib.suppress(RuntimeError):  # the app has been left meanwhile
                self.call_from_thread(self._handle_exception, error)

    def on_dashboard_read(self, message: Read) -> None:
        """Show what was read."""
        self._main.take(message.batch)

    def on_dashboard_unreadable(self, message: Unreadable) -> None:
        """Say why no more is read."""
        self._main.fail(message.why)

    def action_interrupt(self) -> None:
        """Leave as an interrupted command does."""
        self.exit(128 + signal.SIGINT)

    def _loop_signals(self) -> None:
        """Leave the terminal as it was when told to end."""
        import asyncio

        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.exit, 128 + number)

    def _fatal_error(self) -> None:
        """End on a fault of the program with one line, instead of a traceback that may show data and secrets."""
        self.fault = _fault(self._exception)
        self._close_messages_no_wait()


def _told(batch: Batch) -> object:
    """Return what differs from one batch to the next when events tell something besides numbers."""
    events = batch.events
    return events and (events.annotations, events.state, events.summary)


def _fault(error: BaseException | None) -> str:
    """Tell of a fault of the program by its kind and place alone."""
    place = ""
    if error is not None and error.__traceback__ is not None:
        last = error.__traceback__
        while last.tb_next is not None:
            last = last.tb_next
        place = f" ({os.path.basename(last.tb_frame.f_code.co_filename)}:{last.tb_lineno})"
    return f"an error in div-tui itself: {type(error).__name__}{place}; please report it"


def dashboard(options: argparse.Namespace, stop: threading.Event, stdin: int) -> tuple[Dashboard, list[str]]:
    """Return the app for a run, the first of it read; and a line for each thing to warn of.

    Args:
        options: what was asked for.
        stop: ends the reading.
        stdin: the descriptor that standard input is read from.

    Raises:
        NotFoundError, LayoutError, SecretsError, OSError: the run is refused.
    """
    opened = open_run(options, stop, follow=True, stdin=stdin)
    session = Session(options, opened, _look(options))
    # What comes between two frames is read at once, right before the next.
    between = min(1 / options.fps, TICK)
    batches = opened.reader.batches(opened.wait, follow=True, pause=partial(_pause, stop, between))
    # The first of it is read before the screen opens, so that the first paint has something to show.
    notice = session.apply(next(batches), clock()[0])
    return Dashboard(session, batches, stop, notice), opened.warnings


def run_dashboard(options: argparse.Namespace) -> int:
    """Open the dashboard; return the exit status when it is left.

    Raises:
        NotFoundError, LayoutError, SecretsError, OSError: the run is refused.
    """
    stop = threading.Event()
    app, warnings = dashboard(options, stop, _keyboard_from_terminal())
    for warning in warnings:
        print(f"div-tui: {warning}", file=sys.stderr)
    with _drawing_to_terminal():
        try:
            status = app.run(mouse=options.mouse)
        except Exception as error:  # noqa: BLE001 - whatever it is, it may show data and secrets
            status, app.fault = None, _fault(error)
        finally:
            app.stop_reading()
            # At its end Python would look through all there is once more: after a long day, for a second.
            gc.freeze()
    if app.fault:
        print(f"div-tui: {app.fault}", file=sys.stderr)
        return CRASHED
    return status or 0


def _pause(stop: threading.Event, seconds: float) -> None:
    stop.wait(seconds)


def _keep_what_is_there() -> None:
    """Let the garbage collector pass over all that the start made, and look seldom: a frame leaves few cycles."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


@contextlib.contextmanager
def _drawing_to_terminal() -> Iterator[None]:
    """Let standard error be the terminal for as long as the dashboard is open: Textual draws to it."""
    if os.isatty(2):
        yield
        return
    kept = os.dup(2)
    os.dup2(1, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _look(options: argparse.Namespace) -> Look:
    return Look(options.ascii, "NO_COLOR" in os.environ, options.smoothing)


def _keyboard_from_terminal() -> int:
    """Read the keyboard from the terminal where standard input is something else; return that as a descriptor."""
    if os.isatty(0):
        return 0
    pipe = os.dup(0)
    terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    os.dup2(terminal, 0)
    os.close(terminal)
    return pipe
