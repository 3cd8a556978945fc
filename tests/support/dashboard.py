"""The dashboard on a run that grows on disk, driven by a pilot and read off its screen."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from div_tui.app.cli.options import read_run_options
from div_tui.app.dashboard import app as module
from div_tui.app.dashboard.app import Dashboard
from div_tui.app.dashboard.start import dashboard
from div_tui.app.view.state import ViewState
from div_tui.widgets.cells import Role
from div_tui.widgets.grid import Grid
from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.pilot import Pilot

from .runs import lines

DEADLINE = 20.0
"""Seconds after which what was waited for is missed."""


CHARACTERS = {"plus": "+", "equals_sign": "=", "minus": "-", "slash": "/", "question_mark": "?", "space": " "}
"""What keys with a name write."""


class Watched:
    """A dashboard and the run it watches."""

    def __init__(self, app: Dashboard, pilot: Pilot[Any], path: Path) -> None:
        self.app = app
        self.pilot = pilot
        self.path = path

    @property
    def view(self) -> ViewState:
        return self.app.view

    @property
    def rows(self) -> list[str]:
        """The lines on the screen."""
        return [strip.text for strip in self.app.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @property
    def header(self) -> str:
        return self.rows[0]

    @property
    def footer(self) -> str:
        return self.rows[-1]

    @property
    def focused(self) -> str:
        """The title of the panel that has the focus, as it is drawn; "" where none stands out."""
        grid = self.app.screen.query_one(Grid)
        grid.render_line(0)  # paints it, should it not be by now
        face = grid._face
        assert face is not None
        titles = [
            "".join(chr(code) for code in face.codes[y][face.styles[y] == Role.ACCENT]).strip()
            for y in range(face.height)
        ]
        return "".join(titles)

    def panel(self, title: str) -> list[str]:
        """The lines of the panel with a title, without its border at the sides."""
        rows = self.rows
        top, left = next(
            (y, row.index(f"╭ {title} ")) for y, row in enumerate(rows) if f"╭ {title} " in row and "┬" not in row
        )
        right = rows[top].index("╮", left)
        bottom = next(y for y in range(top + 1, len(rows)) if rows[y][left] == "╰")
        return [row[left + 1 : right] for row in rows[top : bottom + 1]]

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until something is so."""
        end = time.monotonic() + DEADLINE
        while not holds():
            assert time.monotonic() < end, self.text
            await self.pilot.pause(0.01)

    async def shows(self, *texts: str) -> None:
        """Wait until each of the texts is on the screen."""
        await self.until(lambda: all(text in self.text for text in texts))

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each once the one before has had its effect.

        The pilot's own way waits for the process to be idle, twice a key: too long for thousands of keys.
        """
        for key in keys:
            name = _character_to_key(key) if len(key) == 1 else key
            event = events.Key(name, CHARACTERS.get(key, key if len(key) == 1 else None))
            event.set_sender(self.app)
            assert self.app._driver
            self.app._driver.send_message(event)
            await self.settle()

    async def resize(self, width: int, height: int) -> None:
        size = Size(width, height)
        assert isinstance(self.app._driver, HeadlessDriver)
        self.app._driver._size = size
        self.app.post_message(events.Resize(size, size))
        await self.until(lambda: self.app.screen._compositor.size == size)

    async def mouse(self, kind: type[events.MouseEvent], x: int, y: int, button: int = 0) -> None:
        """Let the mouse do something at a place of the screen."""
        assert self.app._driver
        event = kind(None, x, y, 0, 0, button, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
        self.app._driver.process_message(event)
        await self.settle()

    async def settle(self) -> None:
        """Let what was sent reach its end: from the app to the screen, from there to a widget, and back."""
        for _ in range(4):
            await self.pilot._wait_for_screen()
        while self.app._behind is not None:
            await self.pilot.pause(0.001)

    def write(self, *points: object) -> None:
        """Append points to the run's file."""
        with self.path.open("ab") as file:
            file.write(lines(points))

    async def drawn(self, points: int) -> None:
        """Wait until the run has so many points and all of them are drawn."""
        run = self.app.view.runs.first
        await self.until(lambda: run.history.points == points and not run.status.loading)
        self.app._main.draw()
        await self.pilot.pause()


async def header_tells(watched: Watched, shown: str) -> None:
    """Wait until the header says something, without waiting for its second to come round."""

    def told() -> bool:
        watched.app._main._tick()
        return shown in watched.header

    await watched.until(told)


@asynccontextmanager
async def watching(path: Path, *arguments: str, size: tuple[int, int] = (160, 48)) -> AsyncIterator[Watched]:
    """Open the dashboard on a run, and leave it at the end."""
    options = read_run_options([str(path), "--no-ascii", *arguments])
    stop = threading.Event()
    app = dashboard(options, stop, 0)
    try:
        with pytest.MonkeyPatch.context() as patch:
            # Not for the process of the tests.
            patch.setattr(module, "ignore_existing_objects", lambda: None)
            async with app.run_test(size=size) as pilot:
                watched = Watched(app, pilot, path)
                await watched.until(lambda: not app.view.runs.first.status.loading)
                app._main.draw()
                await pilot.pause()
                yield watched
    finally:
        stop.set()
    assert app.fault == ""
