"""Screens that send only the cells that changed.

Textual draws a partial update from the left edge of each widget it touches, with every run of one style between its
own escape sequences. Over a slow line that is nearly all of the traffic: one new digit at the end of a legend sends the
row before it. A `CellScreen` crops each row on both sides, moves the cursor along a row instead of placing it again,
and sends a colour only where it differs from the one before.
"""

from __future__ import annotations

import select
import sys
from typing import Any

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from . import textual_private
from .painted import covered

SYSTEM = "-textual-system"
"""The class of the widgets that Textual adds to each screen: a tooltip and a rack of notifications."""


class CellScreen(Screen[ScreenResultType]):
    """A screen that sends only the cells that changed, if Textual allows it.

    A modal one is `class Help(ModalScreen[None], CellScreen[None])`, in that order: Textual takes a widget's style
    from its first base.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what `Screen` takes."""
        super().__init__(*args, **kwargs)
        self._sized: Size | None = None
        textual_private.send_cells(self)

    @property
    def is_current(self) -> bool:
        """Whether any of the screen is visible; of one that another screen covers Textual would send all each time."""
        return super().is_current and not covered(self)

    async def mount_composed_widgets(self, widgets: list[Widget]) -> None:
        """Mount the widgets without those that Textual adds, which are not used: they cost an update at the start."""
        await super().mount_composed_widgets([widget for widget in widgets if not widget.has_class(SYSTEM)])

    def on_mount(self) -> None:
        """Send the whole screen again to a terminal that other programs wrote to meanwhile."""
        self.app.app_resume_signal.subscribe(self, lambda _: textual_private.forget_rows(self))

    def on_unmount(self) -> None:
        """Unsubscribe: the callback would keep the screen in memory for as long as the app is open."""
        self.app.app_resume_signal.unsubscribe(self)

    def on_screen_suspend(self) -> None:
        """Forget what the terminal shows: another screen is about to be drawn."""
        textual_private.forget_rows(self)

    def on_screen_resume(self) -> None:
        """Forget what the terminal shows: another screen was drawn."""
        textual_private.forget_rows(self)

    def on_resize(self, event: events.Resize) -> None:
        """Forget what the terminal shows if its size changed: it may have moved its contents."""
        if self._sized not in (None, event.size):
            textual_private.forget_rows(self)
        self._sized = event.size


def backlog(app: App[Any]) -> bool:
    """Return whether the terminal has not taken all that was sent to it; False if it is unknown.

    A frame is better skipped than queued behind others that a slow line has not carried yet. Textual writes from a
    thread: while the terminal takes nothing more, or that thread waits for it, the terminal is not ready for writing.
    """
    terminal = sys.__stderr__  # what Textual writes to
    if app.is_headless or terminal is None:
        return False
    try:
        _, ready, _ = select.select((), (terminal,), (), 0)
    except (OSError, ValueError):
        return False
    return not ready
