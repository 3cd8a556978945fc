"""The Textual app of the dashboard: a thread reads each run, messages carry the batches, and the app draws them."""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import sys
import threading
from functools import partial

from rich.console import RenderableType
from textual import events
from textual.geometry import Size
from textual.message import Message

from ...widgets.textual_private import PanicApp
from ...widgets.themes import DIV_DARK, DIV_LIGHT
from ..ingest.batch import Batch
from ..runs.reader_thread import ReaderThread
from ..runs.run import Run
from ..sources.source import TICK
from ..view.state import ViewState
from .collector import ignore_existing_objects
from .screens.main import MainScreen
from .updates import Updates, clock

ENDS_A_LINE = ("enter", "escape")
"""The keys that a line that is typed in ends with."""

GIVEN_UP = 1.0
"""Seconds after which keys behind such a key go on in any case."""


class Dashboard(PanicApp[int]):
    """The app: themes, the reader threads, and a clean end."""

    CSS_PATH = "dashboard.tcss"
    TITLE = "div-tui"
    # Its own palette is one of the screens here.
    ENABLE_COMMAND_PALETTE = False

    class Read(Message):
        """A reader thread has read some of a run."""

        def __init__(self, run: Run, batch: Batch) -> None:
            """Take the run and the batch."""
            super().__init__()
            self.run, self.batch = run, batch

    class Unreadable(Message):
        """A reader thread cannot go on."""

        def __init__(self, run: Run, why: str) -> None:
            """Take the run and the reason."""
            super().__init__()
            self.run, self.why = run, why

    class Failed(Message):
        """A reader thread has ended with an error in the program."""

        def __init__(self, error: Exception) -> None:
            """Take the error."""
            super().__init__()
            self.error = error

    def __init__(self, view: ViewState, options: argparse.Namespace, stop: threading.Event) -> None:
        """Take the view of the runs, what was asked for, and what stops the reading when set."""
        # Without colours Textual would send greys, unless told to use the terminal's own.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.view = view
        self.updates = Updates(view, options)
        self.fault = ""
        self._stop = stop
        # What comes between two frames is read at once, right before the next.
        pause = partial(_pause, stop, min(1 / options.fps, TICK))
        self._threads = [
            ReaderThread(run, stop, deliver=self._deliver, failed=self._failed, pause=pause) for run in view.runs
        ]
        self._notice = ""
        self._main = MainScreen(view, self.updates, options)
        self._behind: list[events.Key] | None = None
        self.animation_level = "none"
        # What Textual prints about an error may contain data and secrets.
        self.error_console.quiet = True
        self.register_theme(DIV_DARK)
        self.register_theme(DIV_LIGHT)
        self.theme = options.theme

    @property
    def ascii_only(self) -> bool:
        """Whether ASCII is all that the terminal can show."""
        return self.view.style.ascii

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
        elif self.focused and getattr(self.focused.parent, "closed", True) is False:
            if event.key in ENDS_A_LINE:
                self._behind = []
                self.set_timer(GIVEN_UP, partial(self._go_on, self._behind))
            await super().on_event(event)
        elif bound := self.screen.active_bindings.get(event.key):
            await self.run_action(bound.binding.action, bound.node)

    def on_prompt_handled(self) -> None:
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
        width, height = resize.size if self.is_headless else shutil.get_terminal_size(resize.size)
        # A terminal that does not know its size says 0, which Python 3.10 passes on.
        size = Size(width or resize.size.width, height or resize.size.height)
        return resize if size == resize.size else events.Resize(size, size)

    def on_mount(self) -> None:
        """Start to read, and to listen for signals."""
        for thread in self._threads:
            thread.start()
        self._loop_signals()
        if self._notice:
            self.call_after_refresh(self._main.show_notice, self._notice)
        self.call_after_refresh(ignore_existing_objects)

    def read_first(self) -> None:
        """Read the first batch of each run, so that the first paint has something to show.

        Raises:
            OSError: a run cannot be read.
        """
        for thread in self._threads:
            self._notice = self.updates.take(thread.run, thread.first(), clock()[0]) or self._notice

    def stop_reading(self) -> None:
        """End the reading, and wait for it."""
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _deliver(self, run: Run, batch: Batch) -> None:
        """Pass a batch on from the thread that read it."""
        self.post_message(self.Read(run, batch))

    def _failed(self, run: Run, error: Exception) -> None:
        """Pass an error on from the thread that it ended."""
        if isinstance(error, OSError):
            self.post_message(self.Unreadable(run, f"cannot read the run: {error.strerror or error}"))
            return
        with contextlib.suppress(RuntimeError):  # the app has ended meanwhile
            self.post_message(self.Failed(error))

    def on_dashboard_read(self, message: Read) -> None:
        """Show what was read."""
        self._main.take(message.run, message.batch)

    def on_dashboard_unreadable(self, message: Unreadable) -> None:
        """Show why a run can no longer be read."""
        self._main.fail(message.run, message.why)

    def on_dashboard_failed(self, message: Failed) -> None:
        """End the app as an error in a handler of its own does."""
        raise message.error

    def action_interrupt(self) -> None:
        """Leave as an interrupted command does."""
        self.exit(128 + signal.SIGINT)

    def _loop_signals(self) -> None:
        """Leave the terminal as it was when told to end."""
        import asyncio

        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.exit, 128 + number)

    def panic(self, *renderables: RenderableType) -> None:
        """End on an error in the program with one line, instead of a traceback that may contain data and secrets."""
        self.fault = self.fault or fault_text(sys.exc_info()[1])
        super().panic()

    def on_unmount(self) -> None:
        """Keep that an error ended the app, even if Textual has not called `panic` for it."""
        if self.return_code and not self.fault:
            self.fault = fault_text(None)


def fault_text(error: BaseException | None) -> str:
    """Return a line about a fault of the program, with its kind and place alone: its message may hold data."""
    place = ""
    if error is not None and error.__traceback__ is not None:
        last = error.__traceback__
        while last.tb_next is not None:
            last = last.tb_next
        place = f" ({os.path.basename(last.tb_frame.f_code.co_filename)}:{last.tb_lineno})"
    kind = "unknown" if error is None else type(error).__name__
    return f"an error in div-tui itself: {kind}{place}; please report it"


def _pause(stop: threading.Event, seconds: float) -> None:
    stop.wait(seconds)
