"""A terminal that keeps what is sent to it: for tests of the bytes an app writes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pyte
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

Steps = Callable[[Pilot[Any], "Recorder"], Awaitable[None]]


class Recorder(HeadlessDriver):
    """Textual's headless driver, except that it says it is a terminal and keeps what is written."""

    sent: str = ""

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        self.sent += data

    def take(self) -> str:
        """What was sent since the last call."""
        sent, self.sent = self.sent, ""
        return sent


async def record(app: App[Any], steps: Steps, size: tuple[int, int] = (160, 48)) -> None:
    """Run an app on a terminal of `size`, do `steps` with its pilot and its terminal, and end it."""
    failures: list[BaseException] = []

    async def pilot(pilot: Pilot[Any]) -> None:
        try:
            assert isinstance(app._driver, Recorder)
            await pilot.pause()
            await steps(pilot, app._driver)
        except BaseException as error:  # noqa: BLE001 - an app would show it, not raise it
            failures.append(error)
        finally:
            app.exit()

    app.driver_class = Recorder
    await app.run_async(size=size, auto_pilot=pilot)
    if failures:
        raise failures[0]


class Terminal:
    """What a terminal shows after the bytes it was fed."""

    def __init__(self, size: tuple[int, int] = (160, 48)) -> None:
        self.screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self.screen)

    def feed(self, sent: str) -> None:
        self._stream.feed(sent)

    def cells(self) -> list[list[tuple[Any, ...]]]:
        """Every cell: its character, colours and weights."""
        screen = self.screen
        return [[tuple(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]
