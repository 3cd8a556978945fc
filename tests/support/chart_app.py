"""An app of painted charts, and what its updates send to the terminal."""

from __future__ import annotations

from typing import Any

from div_tui.widgets import themes
from div_tui.widgets.cells import Cells, Role, series_role
from div_tui.widgets.painted import Painted
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from support.recorder import Recorder, Terminal, record

CHARTS = 10
UPDATES = 8


def look_of(cell: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a cell without the colour of a letter that is invisible: a space that is not underlined or reversed."""
    data, _, background, *weights = cell
    return (data, "default", background, *weights) if data == " " and not any(weights) else cell


class Chart(Painted):
    """A border, a value in the legend and a line that grows by a cell per update: what changes in a chart."""

    step = 0

    def paint(self, width: int, height: int) -> Cells:
        cells = Cells.blank(width, height)
        cells.box(Role.FRAME)
        cells.put(2, 0, " Loss ", Role.TITLE)
        cells.put(width - 16, 0, f" loss {0.04 + self.step / 7919:.5f} ", Role.S1)
        for series in range(2):
            for x in range(3, min(width - 2, 23 + self.step)):
                cells.put(x, 2 + (x * (series + 2) // 7 + series) % (height - 4), "⠤", series_role(series))
        return cells

    def advance(self) -> None:
        self.step += 1
        self.repaint()


class Charts(App[None]):
    CSS = "Screen { layout: grid; grid-size: 2; } Chart { width: 1fr; height: 1fr; }"

    def __init__(self, screen: type[Screen[Any]], *, beside: bool) -> None:
        super().__init__()
        self._screen = screen
        self._beside = beside
        self.register_theme(themes.DIV_DARK)
        self.theme = "div-dark"

    def get_default_screen(self) -> Screen[Any]:
        return self._screen(id="_default")

    def compose(self) -> ComposeResult:
        for _ in range(CHARTS - self._beside):
            yield Chart()
        if self._beside:
            yield Static("no painted widget")


async def updates(screen: type[Screen[Any]], *, beside: bool) -> tuple[list[str], list[Any]]:
    """Return what each update of ten charts sends, and what the terminal then shows."""
    sent: list[str] = []
    shown: list[Any] = []
    terminal = Terminal()

    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        terminal.feed(driver.take())
        for _ in range(UPDATES):
            for chart in pilot.app.query(Chart):
                chart.advance()
            await pilot.pause()
            sent.append(driver.take())
            terminal.feed(sent[-1])
            shown.append([[look_of(cell) for cell in row] for row in terminal.cells()])

    await record(Charts(screen, beside=beside), steps)
    return sent, shown
