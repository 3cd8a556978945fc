"""Every key of the dashboard does what the help says of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from div_tui.app.dashboard.app import Dashboard
from div_tui.app.dashboard.keys import KEYS, Key
from support.dashboard import Watched, watching
from support.runs import NAN, made_run

Does = Callable[[Watched], Awaitable[None]]

DOES: dict[str, Does] = {}
"""What shows that a key does what it should, by how it is shown to a person."""


def does(shown: str) -> Callable[[Does], Does]:
    def keep(test: Does) -> Does:
        DOES[shown] = test
        return test

    return keep


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Watched]:
    async with watching(made_run(tmp_path / "run-7")) as made:
        yield made


def test_every_key_has_a_test() -> None:
    assert list(DOES) == [key.shown for key in KEYS]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.shown)
async def test_a_key_does_what_the_help_says(key: Key, watched: Watched) -> None:
    await DOES[key.shown](watched)


@does("←")
async def left(watched: Watched) -> None:
    await watched.press("down", "right", "left")
    assert watched.focused == "Accuracy"
    await watched.press("left")
    assert watched.focused == "Accuracy"
    await watched.press("up", "c", "left", "left")
    assert "loss 0.02040816  eval.loss 0.03" in watched.panel("Losses")[0]
    assert " 980 " in watched.panel("Losses")[-1]


@does("→")
async def right(watched: Watched) -> None:
    await watched.press("right", "down", "right")
    assert watched.focused == "Learning rate"
    await watched.press("right")
    assert watched.focused == "Learning rate"
    await watched.press("c", "left", "left", "left", "right")
    assert " 980 " in watched.panel("Learning rate")[-1]


@does("↑")
async def up(watched: Watched) -> None:
    await watched.press("end", "up")
    assert watched.focused == "Learning rate"
    await watched.press("up", "up", "up")
    assert watched.focused == "Losses"


@does("↓")
async def down(watched: Watched) -> None:
    assert watched.focused == "Losses"
    await watched.press("down", "down", "down", "down")
    assert watched.focused == "By hour"


@does("tab")
async def tab(watched: Watched) -> None:
    seen = []
    for _ in range(5):
        await watched.press("tab")
        seen.append(watched.focused)
    assert seen == ["Accuracy", "Learning rate", "By hour", "Recall", "Losses"]


@does("shift+tab")
async def shift_tab(watched: Watched) -> None:
    await watched.press("shift+tab")
    assert watched.focused == "Recall"
    await watched.press("shift+tab")
    assert watched.focused == "By hour"


@does("pgdn")
async def page_down(watched: Watched) -> None:
    await watched.press("pagedown")
    assert watched.focused == "By hour"


@does("pgup")
async def page_up(watched: Watched) -> None:
    await watched.press("end", "pageup")
    assert watched.focused == "Losses"


@does("home")
async def home(watched: Watched) -> None:
    await watched.press("end", "home")
    assert watched.focused == "Losses"
    await watched.press("c", "home")
    assert " 10 " in watched.panel("Losses")[-1]
    assert "loss 2  eval.loss 0.3" in watched.panel("Losses")[0]


@does("end")
async def end(watched: Watched) -> None:
    await watched.press("end")
    assert watched.focused == "Recall"
    await watched.press("home", "c", "home", "end")
    assert " 1 000 " in watched.panel("Losses")[-1]


@does("⏎")
async def enter(watched: Watched) -> None:
    await watched.press("down", "enter")
    assert ("Accuracy" in watched.text, "Losses" in watched.text) == (True, False)
    await watched.until(lambda: len(watched.panel("Accuracy")) == 46)
    await watched.press("enter")
    assert "Losses" in watched.text


@does("esc")
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


@does("c")
async def crosshair(watched: Watched) -> None:
    await watched.press("c")
    assert " 1 000 " in watched.panel("Losses")[-1]
    assert "loss 0.02  eval.loss 0.03" in watched.panel("Losses")[0]
    assert "step" in watched.footer
    await watched.press("c")
    assert " 1 000 " not in watched.panel("Losses")[-1]


@does("g")
async def go_to(watched: Watched) -> None:
    await watched.press("g")
    await watched.shows("go to x:")
    await watched.type("0.504k")
    await watched.press("enter")
    assert watched.panel("Losses")[-1].startswith(" 500 ")
    await watched.shows("no point at 504; the nearest is at 500")
    await watched.press("g", *"here", "enter")
    await watched.shows("here is not a number")
    assert watched.panel("Losses")[-1].startswith(" 500 ")
    await watched.press("0", *["plus"] * 6, "g", *"10", "enter")
    window = watched.view.viewport
    assert window
    assert window.x0 == 10


@does("+")
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


@does("-")
async def zoom_out(watched: Watched) -> None:
    await watched.press("plus", "plus", "minus")
    window = watched.view.viewport
    assert window
    assert (window.x0, window.x1) == (pytest.approx(381.25), 1000)
    await watched.press("minus")
    assert watched.view.viewport is None


@does("shift+←")
async def pan_left(watched: Watched) -> None:
    await watched.press("plus", "plus", "shift+left")
    window = watched.view.viewport
    assert window
    assert (window.x1, window.follows) == (pytest.approx(1000 - window.width / 4), False)


@does("shift+→")
async def pan_right(watched: Watched) -> None:
    await watched.press("plus", "plus", "shift+left", "shift+right")
    window = watched.view.viewport
    assert window
    assert (window.x1, window.follows) == (1000, True)


@does("0")
async def reset(watched: Watched) -> None:
    before = watched.panel("Losses")
    assert "all of x" not in watched.footer
    await watched.press("plus", "shift+left")
    assert watched.panel("Losses") != before
    assert "0 all of x" in watched.footer
    await watched.press("0")
    assert watched.panel("Losses") == before
    assert "all of x" not in watched.footer


@does("s")
async def smooth(watched: Watched) -> None:
    said = []
    for _ in range(4):
        await watched.press("s")
        said.append(watched.panel("Losses")[-1].strip("─ "))
        assert f"smoothing: {said[-1]}" in watched.header or (not said[-1] and "no smoothing" in watched.header)
    assert said == ["EMA 0.6", "EMA 0.9", "EMA 0.97", ""]


@does("l")
async def log(watched: Watched) -> None:
    assert [watched.panel(title)[-1].strip("─ ") for title in ("Losses", "Learning rate")] == ["", "log"]
    await watched.press("l")
    assert [watched.panel(title)[-1].strip("─ ") for title in ("Losses", "Learning rate")] == ["log", "log"]
    await watched.press("l")
    assert watched.panel("Losses")[-1].strip("─ ") == ""


@does("o")
async def clip(watched: Watched) -> None:
    highest = watched.panel("Losses")[1].split("┤")[0]
    await watched.press("o")
    assert watched.panel("Losses")[-1].strip("─ ") == "clipped 1–99%"
    assert watched.panel("Losses")[1].split("┤")[0] != highest
    await watched.press("o")
    assert watched.panel("Losses")[1].split("┤")[0] == highest


@does("x")
async def axis(watched: Watched) -> None:
    await watched.press("x")
    assert "x is seq" in watched.header
    assert watched.panel("Losses")[-2].split()[-1] == "100"
    await watched.press("x")
    assert "x is hour" in watched.header
    assert watched.panel("Losses")[-2].split()[-1] == watched.panel("By hour")[-2].split()[-1]
    await watched.press(*["x"] * 8)
    assert watched.view.x_of(watched.view.panels.items[3]) is not None


@does("/")
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


@does("f")
async def fold(watched: Watched) -> None:
    await watched.press("f")
    assert "Losses" in watched.text
    assert "nothing to fold" in watched.header
    await watched.press("down", "f")
    assert "eval. folded, f to unfold" in watched.header
    assert ("Accuracy" in watched.text, "+ eval. 1 panel " in watched.text) == (False, True)
    await watched.press("f")
    assert "Accuracy" in watched.text


@does("v")
async def table(watched: Watched) -> None:
    await watched.press("v")
    rows = [row.strip("│ ").split() for row in watched.rows]
    assert ["loss", "100", "0.02", "0.02", "2", "100"] in rows
    assert ["eval.loss", "10", "0.03", "0.03", "0.3", "100"] in rows
    await watched.press("escape")
    assert "Losses" in watched.text
    watched.write({"step": 1010, "lr": NAN, "gone": NAN}, {"step": 1020, "loss": NAN, "gone": NAN}, {"loss": 1})
    await watched.until(lambda: watched.app.view.runs.first.history.points == 103)
    await watched.press("v", "left")
    await watched.shows("not finite ↓")
    rows = [row.strip("│ ").split() for row in watched.rows]
    first = rows.index(["gone", "0", "102", "2,", "now"])
    assert rows[first + 1] == ["loss", "101", "1", "0.02", "2", "103", "1"]
    assert rows[first + 2][-3:] == ["100", "1,", "now"]
    await watched.press("escape")


@does("d")
async def drops(watched: Watched) -> None:
    await watched.press("d")
    assert "nothing was dropped" in watched.text
    with watched.path.open("a") as file:
        file.write("oops\n")
    await watched.shows("not JSON", "oops", "write one JSON object per line")
    await watched.press("q")
    assert "Losses" in watched.text


@does("a")
async def annotations(watched: Watched) -> None:
    await watched.press("a")
    assert "nothing was remarked" in watched.text
    await watched.press("escape")
    assert "Losses" in watched.text


@does("i")
async def about(watched: Watched) -> None:
    await watched.press("i")
    assert any("lines" in row and watched.path.name in row for row in watched.rows)
    (watched.path.parent / "status.json").write_text('{"state": "evaluating", "eta": "2 h"}')
    await watched.shows("evaluating", "eta", "2 h")
    await watched.press("escape")
    await watched.shows("● live   evaluating")


@does("p")
async def pause(watched: Watched) -> None:
    await watched.press("p")
    assert "paused" in watched.header
    before = watched.rows[1:]
    watched.write({"step": 1010, "loss": 5})
    await watched.until(lambda: watched.app.view.runs.first.status.done == watched.path.stat().st_size)
    await watched.press("s", "s", "s", "s")
    assert watched.rows[1:] == before
    await watched.press("p")
    await watched.shows("step 1 010", "loss 5")
    assert "paused" not in watched.header


@does("y")
async def copy(watched: Watched) -> None:
    await watched.press("y")
    assert watched.app.clipboard == "0.02"
    assert "copied loss 0.02" in watched.header
    await watched.press("c", "home", "right", "right", "y")
    assert watched.app.clipboard == repr(2 / 3)


@does("e")
async def export(watched: Watched) -> None:
    target = watched.path.with_name("out.tsv")
    await watched.press("down", "e")
    await watched.shows(" run-7-Accuracy.tsv ")
    await watched.press("ctrl+u")
    await watched.type(str(target))
    await watched.press("enter")
    await watched.shows("wrote")
    assert target.read_text().splitlines()[:3] == ["step\teval.acc", "100\t0.9", "200\t0.95"]


@does("t")
async def theme(watched: Watched) -> None:
    before = watched.app.theme
    seen = []
    for _ in watched.app.available_themes:
        await watched.press("t")
        seen.append(watched.app.theme)
        assert f"theme {watched.app.theme}" in watched.header
    assert sorted(seen) == sorted(watched.app.available_themes)
    assert watched.app.theme == before


@does("ctrl+p")
async def command_palette(watched: Watched) -> None:
    await watched.press("ctrl+p")
    await watched.shows("Commands")
    await watched.type("smoothing")
    await watched.press("enter")
    await watched.until(lambda: "EMA 0.6" in watched.text)


@does("ctrl+z")
async def suspend(watched: Watched) -> None:
    asked = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dashboard, "action_suspend_process", lambda _: asked.append("suspend"))
        await watched.press("ctrl+z")
    assert asked == ["suspend"]


@does("?")
async def help_screen(watched: Watched) -> None:
    await watched.press("question_mark")
    for key in KEYS:
        assert any(row.strip("│ ").startswith(key.shown) and key.help in row for row in watched.rows), key
    await watched.press("escape")
    assert "Losses" in watched.text


@does("q")
async def leave(watched: Watched) -> None:
    await watched.press("q")
    await watched.until(lambda: watched.app.return_code is not None)
    assert watched.app.return_code == 0


@does("ctrl+c")
async def interrupt(watched: Watched) -> None:
    await watched.press("ctrl+c")
    await watched.until(lambda: watched.app.return_code is not None)
    assert watched.app.return_value == 130
