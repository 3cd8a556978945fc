"""A screen is sent once when it is shown, and again when nobody knows what the terminal has."""

from __future__ import annotations

import random
from typing import Any

import pytest
from div_tui.widgets import themes
from div_tui.widgets.cells import Cells, Role
from div_tui.widgets.painted import Painted
from div_tui.widgets.wire import CellScreen
from support.recorder import Recorder, Terminal, record
from textual.app import App, ComposeResult
from textual.events import Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import Static

SIZE = (40, 8)


class Word(Painted):
    """A word on each of its lines."""

    DEFAULT_CSS = "Word { height: 1fr; }"

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word

    def paint(self, width: int, height: int) -> Cells:
        cells = Cells.blank(width, height)
        for y in range(height):
            cells.put(0, y, f"{self.word}{y}", Role.TEXT)
        return cells

    def say(self, word: str) -> None:
        self.word = word
        self.repaint()


class Words(CellScreen[None]):
    def __init__(self, *words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        for word in self._words:
            yield Word(word)


class Shown(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.register_theme(themes.DIV_DARK)
        self.theme = "div-dark"

    def get_default_screen(self) -> Words:
        return Words("alpha", "beta")


async def test_a_screen_is_sent_once() -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        assert driver.take().count("alpha0") == 1
        await pilot.app.push_screen(Words("gamma"))
        await pilot.pause()
        sent = driver.take()
        assert (sent.count("gamma0"), sent.count("gamma7"), sent.count("alpha0")) == (1, 1, 0)
        pilot.app.pop_screen()
        await pilot.pause()
        sent = driver.take()
        assert (sent.count("alpha0"), sent.count("beta3"), sent.count("gamma0")) == (1, 1, 0)

    await record(Shown(), steps, SIZE)


async def test_a_line_that_opens_moves_nothing_else() -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        driver.take()
        line = Static("what?")
        line.styles.dock = "bottom"
        line.styles.height = 1
        line.styles.layer = "above"
        pilot.app.screen.styles.layers = ("base", "above")
        await pilot.app.screen.mount(line)
        await pilot.pause()
        sent = driver.take()
        assert (sent.count("what?"), sent.count("alpha0"), sent.count("beta0")) == (1, 0, 0)

    await record(Shown(), steps, SIZE)


@pytest.mark.parametrize("layout", [False, True])
async def test_a_covered_screen_sends_nothing_and_its_next_change_only_the_cells(layout: bool) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        word = pilot.app.screen.query(Word).first()
        await pilot.app.push_screen(Words("gamma"))
        await pilot.pause()
        driver.take()
        word.say("hidden")
        if layout:
            pilot.app.screen_stack[0].refresh(layout=True)
        await pilot.pause()
        assert driver.take() == ""
        pilot.app.pop_screen()
        await pilot.pause()
        assert driver.take().count("hidden0") == 1
        word.say("hidden~")
        await pilot.pause()
        # Not the rows to their right ends, which were drawn meanwhile.
        assert " " not in driver.take()

    await record(Shown(), steps, SIZE)


@pytest.mark.parametrize("what", ["resume", "resize"])
async def test_it_is_sent_again_where_the_terminal_may_have_lost_it(what: str) -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        driver.take()
        pilot.app.refresh()
        await pilot.pause()
        assert "alpha0" not in driver.take()
        if what == "resume":
            pilot.app.app_resume_signal.publish(pilot.app)
        else:
            driver._size = Size(50, 8)
            pilot.app.post_message(Resize(Size(50, 8), Size(50, 8)))
        pilot.app.refresh()
        await pilot.pause(0.1)
        sent = driver.take()
        assert "alpha0" in sent
        assert "beta3" in sent

    await record(Shown(), steps, SIZE)


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_happens_the_terminal_shows_what_is_there(seed: int) -> None:
    chosen = random.Random(seed)
    terminal = Terminal(SIZE)

    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        for turn in range(40):
            app = pilot.app
            roll = chosen.randrange(6)
            if roll < 3:
                chosen.choice(list(app.screen.query(Word))).say(chosen.choice(["one", "two", "three"]))
            elif roll == 3:
                app.refresh(layout=chosen.random() < 0.5)
            elif roll == 4 and len(app.screen_stack) < 3:
                await app.push_screen(Words(*(f"w{turn}{at}" for at in range(chosen.randint(1, 3)))))
            elif len(app.screen_stack) > 1:
                app.screen_stack[0].query(Word).first().say(f"hidden{turn}")
                app.pop_screen()
            await pilot.pause()
            terminal.feed(driver.take())
            rows = [strip.text for strip in app.screen._compositor.render_strips()]
            assert list(terminal.screen.display) == rows

    await record(Shown(), steps, SIZE)
