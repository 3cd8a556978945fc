"""Keys that move between panels do what the help says."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from div_tui.app.dashboard.keys import KEYS
from support.dashboard import Watched, watching
from support.keys import Effects
from support.runs import made_run

EFFECTS = Effects()


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Watched]:
    async with watching(made_run(tmp_path / "run-7")) as made:
        yield made


@EFFECTS.of("←")
async def left(watched: Watched) -> None:
    await watched.press("down", "right", "left")
    assert watched.focused == "Accuracy"
    await watched.press("left")
    assert watched.focused == "Accuracy"
    await watched.press("up", "c", "left", "left")
    assert "loss 0.02040816  eval.loss 0.03" in watched.panel("Losses")[0]
    assert " 980 " in watched.panel("Losses")[-1]


@EFFECTS.of("→")
async def right(watched: Watched) -> None:
    await watched.press("right", "down", "right")
    assert watched.focused == "Learning rate"
    await watched.press("right")
    assert watched.focused == "Learning rate"
    await watched.press("c", "left", "left", "left", "right")
    assert " 980 " in watched.panel("Learning rate")[-1]


@EFFECTS.of("↑")
async def up(watched: Watched) -> None:
    await watched.press("end", "up")
    assert watched.focused == "Learning rate"
    await watched.press("up", "up", "up")
    assert watched.focused == "Losses"


@EFFECTS.of("↓")
async def down(watched: Watched) -> None:
    assert watched.focused == "Losses"
    await watched.press("down", "down", "down", "down")
    assert watched.focused == "By hour"


@EFFECTS.of("tab")
async def tab(watched: Watched) -> None:
    seen = []
    for _ in range(5):
        await watched.press("tab")
        seen.append(watched.focused)
    assert seen == ["Accuracy", "Learning rate", "By hour", "Recall", "Losses"]


@EFFECTS.of("shift+tab")
async def shift_tab(watched: Watched) -> None:
    await watched.press("shift+tab")
    assert watched.focused == "Recall"
    await watched.press("shift+tab")
    assert watched.focused == "By hour"


@EFFECTS.of("pgdn")
async def page_down(watched: Watched) -> None:
    await watched.press("pagedown")
    assert watched.focused == "By hour"


@EFFECTS.of("pgup")
async def page_up(watched: Watched) -> None:
    await watched.press("end", "pageup")
    assert watched.focused == "Losses"


@EFFECTS.of("home")
async def home(watched: Watched) -> None:
    await watched.press("end", "home")
    assert watched.focused == "Losses"
    await watched.press("c", "home")
    assert " 10 " in watched.panel("Losses")[-1]
    assert "loss 2  eval.loss 0.3" in watched.panel("Losses")[0]


@EFFECTS.of("end")
async def end(watched: Watched) -> None:
    await watched.press("end")
    assert watched.focused == "Recall"
    await watched.press("home", "c", "home", "end")
    assert " 1 000 " in watched.panel("Losses")[-1]


@EFFECTS.of("⏎")
async def enter(watched: Watched) -> None:
    await watched.press("down", "enter")
    assert ("Accuracy" in watched.text, "Losses" in watched.text) == (True, False)
    await watched.until(lambda: len(watched.panel("Accuracy")) == 46)
    await watched.press("enter")
    assert "Losses" in watched.text


@EFFECTS.of("esc")
async def escape(watched: Watched) -> None:
    await watched.press("slash", "o", "enter", "enter", "c", "escape")
    assert ("Learning rate" not in watched.text, "crosshair" in watched.footer) == (True, True)
    assert " 1 000 " not in watched.panel("Losses")[-1]
    await watched.press("escape")
    assert "By hour" in watched.text
    assert "Learning rate" not in watched.text
    await watched.press("escape")
    assert "Learning rate" in watched.text
    await watched.press("escape")
    assert "Learning rate" in watched.text


@pytest.mark.parametrize("shown", EFFECTS)
async def test_a_key_does_what_the_help_says(shown: str, watched: Watched) -> None:
    await EFFECTS[shown](watched)


def test_every_key_has_a_test() -> None:
    tests = sorted(Path(__file__).parent.glob("test_keys_*.py"))
    tested = [
        shown for path in tests for shown in re.findall(r'^@EFFECTS\.of\("(.*)"\)$', path.read_text(), re.MULTILINE)
    ]
    assert sorted(tested) == sorted(key.shown for key in KEYS)
