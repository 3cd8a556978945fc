"""Keys of charts, the filter and folding do what the help says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.dashboard import Watched, watching
from support.keys import Effects
from support.runs import made_run

EFFECTS = Effects()


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Watched]:
    async with watching(made_run(tmp_path / "run-7")) as made:
        yield made


@EFFECTS.of("c")
async def crosshair(watched: Watched) -> None:
    await watched.press("c")
    assert " 1 000 " in watched.panel("Losses")[-1]
    assert "loss 0.02  eval.loss 0.03" in watched.panel("Losses")[0]
    assert "step" in watched.footer
    await watched.press("c")
    assert " 1 000 " not in watched.panel("Losses")[-1]


@EFFECTS.of("g")
async def go_to(watched: Watched) -> None:
    await watched.press("g")
    await watched.shows("go to x:")
    await watched.press(*"0.504k")
    await watched.press("enter")
    assert watched.panel("Losses")[-1].startswith(" 500 ")
    await watched.shows("no point at 504; the nearest is at 500")
    await watched.press("g", *"here", "enter")
    await watched.shows('"here" is not a number')
    assert watched.panel("Losses")[-1].startswith(" 500 ")
    await watched.press("0", *["plus"] * 6, "g", *"10", "enter")
    window = watched.view.viewport
    assert window
    assert window.x0 == 10


@EFFECTS.of("+")
async def zoom_in(watched: Watched) -> None:
    await watched.press("plus")
    window = watched.view.viewport
    assert window
    assert (window.x0, window.x1, window.follows) == (381.25, 1000, True)
    assert "200" not in watched.panel("Losses")[-2]
    await watched.press("equals_sign", *["plus"] * 20)
    assert watched.panel("Losses")[-2].split() == watched.panel("Learning rate")[-2].split() != []
    window = watched.view.viewport
    assert window
    assert (window.x0, window.x1) == (990, 1000)


@EFFECTS.of("-")
async def zoom_out(watched: Watched) -> None:
    await watched.press("plus", "plus", "minus")
    window = watched.view.viewport
    assert window
    assert (window.x0, window.x1) == (pytest.approx(381.25), 1000)
    await watched.press("minus")
    assert watched.view.viewport is None


@EFFECTS.of("shift+←")
async def pan_left(watched: Watched) -> None:
    await watched.press("plus", "plus", "shift+left")
    window = watched.view.viewport
    assert window
    assert (window.x1, window.follows) == (pytest.approx(1000 - window.width / 4), False)


@EFFECTS.of("shift+→")
async def pan_right(watched: Watched) -> None:
    await watched.press("plus", "plus", "shift+left", "shift+right")
    window = watched.view.viewport
    assert window
    assert (window.x1, window.follows) == (1000, True)


@EFFECTS.of("0")
async def reset(watched: Watched) -> None:
    before = watched.panel("Losses")
    assert "all of x" not in watched.footer
    await watched.press("plus", "shift+left")
    assert watched.panel("Losses") != before
    assert "0 all of x" in watched.footer
    await watched.press("0")
    assert watched.panel("Losses") == before
    assert "all of x" not in watched.footer


@EFFECTS.of("s")
async def smooth(watched: Watched) -> None:
    said = []
    for _ in range(4):
        await watched.press("s")
        said.append(watched.panel("Losses")[-1].strip("─ "))
        assert f"smoothing: {said[-1]}" in watched.header or (not said[-1] and "no smoothing" in watched.header)
    assert said == ["EMA 0.6", "EMA 0.9", "EMA 0.97", ""]


@EFFECTS.of("l")
async def log(watched: Watched) -> None:
    assert [watched.panel(title)[-1].strip("─ ") for title in ("Losses", "Learning rate")] == ["", "log"]
    await watched.press("l")
    assert [watched.panel(title)[-1].strip("─ ") for title in ("Losses", "Learning rate")] == ["log", "log"]
    await watched.press("l")
    assert watched.panel("Losses")[-1].strip("─ ") == ""


@EFFECTS.of("o")
async def clip(watched: Watched) -> None:
    highest = watched.panel("Losses")[1].split("┤")[0]
    await watched.press("o")
    assert watched.panel("Losses")[-1].strip("─ ") == "clipped 1–99%"
    assert watched.panel("Losses")[1].split("┤")[0] != highest
    await watched.press("o")
    assert watched.panel("Losses")[1].split("┤")[0] == highest


@EFFECTS.of("x")
async def axis(watched: Watched) -> None:
    await watched.press("x")
    assert "x is seq" in watched.header
    assert watched.panel("Losses")[-2].split()[-1] == "100"
    await watched.press("x")
    assert "x is hour" in watched.header
    assert watched.panel("Losses")[-2].split()[-1] == watched.panel("By hour")[-2].split()[-1]
    await watched.press(*["x"] * 8)
    assert watched.view.x_of(watched.view.panels.items[3]) is not None


@EFFECTS.of("/")
async def filter_panels(watched: Watched) -> None:
    await watched.press("slash", "a", "c", "c")
    assert " filter: acc" in watched.footer
    assert ("Accuracy" in watched.text, "Losses" in watched.text) == (True, False)
    await watched.press("backspace", "backspace", "backspace", "^", "L")
    assert ("Accuracy" in watched.text, "Losses" in watched.text, "Learning rate" in watched.text) == (
        False,
        True,
        True,
    )
    await watched.press("enter")
    assert "Accuracy" not in watched.text
    assert "quit" in watched.footer
    await watched.press("slash", "escape")
    assert "Accuracy" in watched.text
    await watched.press("slash", "z", "z")
    assert "no panel matches zz" in watched.text


@EFFECTS.of("f")
async def fold(watched: Watched) -> None:
    await watched.press("f")
    assert "Losses" in watched.text
    assert "nothing to fold" in watched.header
    await watched.press("down", "f")
    assert "eval. folded, press f to unfold" in watched.header
    assert ("Accuracy" in watched.text, "+ eval. 1 panel " in watched.text) == (False, True)
    await watched.press("f")
    assert "Accuracy" in watched.text


@pytest.mark.parametrize("shown", EFFECTS)
async def test_a_key_does_what_the_help_says(shown: str, watched: Watched) -> None:
    await EFFECTS[shown](watched)
