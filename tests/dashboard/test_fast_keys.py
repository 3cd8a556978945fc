"""Keys that come faster than the screen follows, and what is left of what they opened."""

from __future__ import annotations

import gc
import weakref
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from div_tui.app.dashboard.screens.prompt import Prompt
from support.dashboard import CHARACTERS, Watched, watching
from support.runs import made_run, many_keys
from textual import events
from textual.widget import Widget
from textual.widgets import Input


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Watched]:
    async with watching(made_run(tmp_path / "run-7")) as made:
        yield made


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (["g", *"500", "enter", "y"], "copied loss 0.04"),
        (["slash", *"acc", "enter", "v"], "Keys of the run"),
        (["slash", *"acc", "escape", "v"], "Keys of the run"),
        (["ctrl+p", *"table", "enter", "left"], "not finite ↓"),
        (["g", *"500", "enter", "g", *"630", "enter", "right", "y"], "copied loss 0.03125"),
    ],
)
async def test_keys_right_behind_the_end_of_a_line_are_done_after_it(
    watched: Watched, keys: list[str], shown: str
) -> None:
    for key in keys:
        written = CHARACTERS.get(key, key if len(key) == 1 else None)
        watched.app.post_message(events.Key(key, written))
    await watched.shows(shown)
    assert watched.app._behind is None


async def test_lists_and_lines_are_let_go_once_they_are_left(watched: Watched) -> None:
    seen: list[weakref.ref[Widget]] = []
    for keys in (["slash", "a", "enter"], ["slash", "escape"], ["v"], ["d"], ["question_mark"], ["ctrl+p"], ["g"]):
        await watched.press(*keys)
        seen += map(weakref.ref, [watched.app.screen, *watched.app.screen.query(Input)])
        await watched.press("escape")
    await watched.press("v", "escape")

    def left() -> list[Widget]:
        gc.collect()
        return [one for ref in seen if (one := ref()) is not None and one is not watched.app._main]

    await watched.until(lambda: not left())


async def test_a_line_that_is_taken_away_before_it_is_there(watched: Watched) -> None:
    for _ in range(20):
        prompt = Prompt("go to x:", "", submitted=lambda _: None)
        watched.app._main.mount(prompt)
        prompt._close()
    await watched.until(lambda: not watched.app._main.query(Prompt))
    assert not watched.app.fault


async def test_keys_and_the_mouse_between_a_filter_and_its_frame(tmp_path: Path) -> None:
    async with watching(many_keys(tmp_path)) as watched:
        await watched.press("end")
        main, view = watched.app._main, watched.view
        view.panels.words = "k7"
        view.update()
        assert 1 < len(view.panels.items) < 20
        for act in (lambda: main.action_page(1), lambda: main.action_page(-1), lambda: main.action_move("down")):
            act()
            assert view.panels.item is not None
        view.panels.words = "k77"
        view.update()
        main.update_grid()
        assert {main.grid._at(x, y) for x in range(0, 160, 9) for y in range(0, 40, 5)} >= {None}
        await watched.until(lambda: len(main.grid._boxes) == len(view.panels.items))
