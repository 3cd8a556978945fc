"""A painted widget draws what changed, and paints only while it can be seen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from div_tui.widgets import themes
from div_tui.widgets.cells import Cells, Role
from div_tui.widgets.painted import Painted
from div_tui.widgets.wire import CellScreen
from support.recorder import Recorder, Terminal, record
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.screen import ModalScreen, Screen

SIZE = (40, 12)


class Label(Painted):
    DEFAULT_CSS = "Label { height: 4; }"

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.paints = 0

    def paint(self, width: int, height: int) -> Cells:
        self.paints += 1
        cells = Cells.blank(width, height)
        cells.put(0, 0, self.text, Role.S1)
        cells.put(0, height - 1, f"{width}x{height}", Role.DIM)
        return cells

    def show(self, text: str) -> None:
        self.text = text
        self.repaint()


class Modal(ModalScreen[None], CellScreen[None]):
    """A screen that covers nothing."""


class Labels(App[None]):
    CSS = "VerticalScroll { scrollbar-size: 0 0; }"

    def __init__(self, *texts: str, **options: Any) -> None:
        super().__init__(**options)
        self._texts = texts
        self.register_theme(themes.DIV_DARK)
        self.register_theme(themes.DIV_LIGHT)
        self.theme = "div-dark"

    def get_default_screen(self) -> Screen[Any]:
        return CellScreen(id="_default")

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            for text in self._texts:
                yield Label(text)


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Terminal(SIZE)


def rows(terminal: Terminal) -> list[str]:
    return [row.rstrip() for row in terminal.screen.display]


async def test_only_the_cells_that_differ_are_sent(terminal: Terminal) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        terminal.feed(driver.take())
        pilot.app.query_one(Label).show("loss 0.047")
        await pilot.pause()
        sent = driver.take()
        terminal.feed(sent)
        assert rows(terminal)[0] == "loss 0.047"
        assert sent == "\x1b[1;10H\x1b[38;2;86;180;233;48;2;16;20;24m7\x1b[0m\x1b[1;1H"

    await record(Labels("loss 0.041"), steps, SIZE)


async def test_a_wide_character_is_sent_whole(terminal: Terminal) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        terminal.feed(driver.take())
        pilot.app.query_one(Label).show("x本y")
        await pilot.pause()
        sent = driver.take()
        assert "本" in sent
        assert "y" not in sent

    await record(Labels("x日y"), steps, SIZE)


async def test_text_is_no_markup_and_no_command(terminal: Terminal) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        sent = driver.take()
        terminal.feed(sent)
        assert rows(terminal)[0] == "[red]a[/red] \\u001b[2J"
        assert "\x1b[2J" not in sent

    await record(Labels("[red]a[/red] \x1b[2J"), steps, SIZE)


async def test_nothing_is_painted_out_of_sight(terminal: Terminal) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        terminal.feed(driver.take())
        last = pilot.app.query(Label).last()
        pilot.app.query_one(VerticalScroll).scroll_end(animate=False)
        await pilot.pause()
        pilot.app.query_one(VerticalScroll).scroll_home(animate=False)
        await pilot.pause()
        terminal.feed(driver.take())
        before = last.paints
        for number in range(5):
            last.show(f"new {number}")
            await pilot.pause()
        assert last.paints == before
        assert driver.take() == ""
        pilot.app.query_one(VerticalScroll).scroll_end(animate=False)
        await pilot.pause()
        terminal.feed(driver.take())
        assert last.paints == before + 1
        assert rows(terminal)[8] == "new 4"

    await record(Labels("a", "b", "c", "d", "e"), steps, SIZE)


async def test_nothing_is_painted_under_another_screen(terminal: Terminal) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        label = pilot.app.query_one(Label)
        await pilot.app.push_screen(CellScreen[None]())
        await pilot.pause()
        driver.take()
        before = label.paints
        label.show("new")
        label.show("newest")
        await pilot.pause()
        assert label.paints == before
        assert driver.take() == ""
        pilot.app.pop_screen()
        await pilot.pause()
        terminal.feed(driver.take())
        assert label.paints == before + 1
        assert rows(terminal)[0] == "newest"

    await record(Labels("old"), steps, SIZE)


async def test_a_widget_that_shines_through_a_modal_is_painted(terminal: Terminal) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        await pilot.app.push_screen(Modal())
        await pilot.pause()
        label = pilot.app.screen_stack[0].query_one(Label)
        label.show("new")
        await pilot.pause()
        await pilot.pause()
        terminal.feed(driver.take())
        assert rows(terminal)[0] == "new"

    await record(Labels("old"), steps, SIZE)


async def test_nothing_is_painted_while_not_displayed(terminal: Terminal) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        label = pilot.app.query_one(Label)
        label.display = False
        await pilot.pause()
        before = label.paints
        label.show("new")
        await pilot.pause()
        assert label.paints == before
        label.display = True
        await pilot.pause()
        terminal.feed(driver.take())
        assert rows(terminal)[0] == "new"

    await record(Labels("old"), steps, SIZE)


async def test_a_new_size_is_painted(terminal: Terminal) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        label = pilot.app.query_one(Label)
        label.styles.width = 20
        label.styles.height = 3
        await pilot.pause()
        terminal.feed(driver.take())
        assert rows(terminal)[:4] == ["text", "", "20x3", ""]
        label.show("texts")
        await pilot.pause()
        terminal.feed(driver.take())
        assert rows(terminal)[0] == "texts"

    await record(Labels("text"), steps, SIZE)


async def test_a_size_of_nothing_is_no_error(terminal: Terminal) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        label = pilot.app.query_one(Label)
        label.styles.width = 0
        await pilot.pause()
        label.show("new")
        label.styles.width = 20
        label.styles.height = 0
        await pilot.pause()
        label.show("newest")
        label.styles.height = 1
        await pilot.pause()
        terminal.feed(driver.take())
        assert rows(terminal)[0] == "20x1st"

    await record(Labels("text"), steps, SIZE)


async def test_a_new_theme_is_drawn_without_painting(terminal: Terminal) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        terminal.feed(driver.take())
        label = pilot.app.query_one(Label)
        before = label.paints
        pilot.app.theme = "div-light"
        await pilot.pause()
        await pilot.pause()
        terminal.feed(driver.take())
        cell = terminal.screen.buffer[0][0]
        assert (cell.data, cell.fg, cell.bg) == ("t", "0068b8", "fafaf8")
        assert label.paints == before

    await record(Labels("text"), steps, SIZE)


COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;|m)")


async def test_without_colour_no_colour_is_sent(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        sent = driver.take()
        pilot.app.query_one(Label).show("texts")
        await pilot.pause()
        sent += driver.take()
        terminal.feed(sent)
        assert rows(terminal)[0] == "texts"
        assert not COLOUR.search(sent)
        # Dim is a weight, sent alone: the colours before it are the same.
        assert re.search(r"\x1b\[(?:\d+;)*2(?:;39;49)?m40x4", sent)

    await record(Labels("text", ansi_color=True), steps, SIZE)


async def test_lines_are_let_go_with_their_widget() -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        label = pilot.app.query_one(Label)
        assert label._styles_cache._cache
        await label.remove()
        # Textual itself keeps the cache, by a memo of one of its methods.
        assert not label._styles_cache._cache
        assert not label._strips

    await record(Labels("loss 0.041"), steps, SIZE)
