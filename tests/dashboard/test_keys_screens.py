"""Keys that open screens, export, pause and quit do what the help says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from div_tui.app.dashboard.app import Dashboard
from div_tui.app.dashboard.keys import KEYS
from support.dashboard import Watched, watching
from support.keys import Effects
from support.runs import NAN, made_run

EFFECTS = Effects()


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Watched]:
    async with watching(made_run(tmp_path / "run-7")) as made:
        yield made


@EFFECTS.of("v")
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


@EFFECTS.of("d")
async def drops(watched: Watched) -> None:
    await watched.press("d")
    assert "nothing was dropped" in watched.text
    with watched.path.open("a") as file:
        file.write("oops\n")
    await watched.shows("not JSON", "oops", "write one JSON object per line")
    await watched.press("q")
    assert "Losses" in watched.text


@EFFECTS.of("a")
async def annotations(watched: Watched) -> None:
    await watched.press("a")
    assert "no annotations" in watched.text
    await watched.press("escape")
    assert "Losses" in watched.text


@EFFECTS.of("i")
async def about(watched: Watched) -> None:
    await watched.press("i")
    assert any("lines" in row and watched.path.name in row for row in watched.rows)
    (watched.path.parent / "status.json").write_text('{"state": "evaluating", "eta": "2 h"}')
    await watched.shows("evaluating", "eta", "2 h")
    await watched.press("escape")
    await watched.shows("● live   evaluating")


@EFFECTS.of("p")
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


@EFFECTS.of("y")
async def copy(watched: Watched) -> None:
    await watched.press("y")
    assert watched.app.clipboard == "0.02"
    assert "copied loss 0.02" in watched.header
    await watched.press("c", "home", "right", "right", "y")
    assert watched.app.clipboard == repr(2 / 3)


@EFFECTS.of("e")
async def export(watched: Watched) -> None:
    target = watched.path.with_name("out.tsv")
    await watched.press("down", "e")
    await watched.shows(" run-7-Accuracy.tsv ")
    await watched.press("ctrl+u")
    await watched.press(*str(target))
    await watched.press("enter")
    await watched.shows("wrote")
    assert target.read_text().splitlines()[:3] == ["step\teval.acc", "100\t0.9", "200\t0.95"]


@EFFECTS.of("t")
async def theme(watched: Watched) -> None:
    before = watched.app.theme
    seen = []
    for _ in watched.app.available_themes:
        await watched.press("t")
        seen.append(watched.app.theme)
        assert f"theme {watched.app.theme}" in watched.header
    assert sorted(seen) == sorted(watched.app.available_themes)
    assert watched.app.theme == before


@EFFECTS.of("ctrl+p")
async def command_palette(watched: Watched) -> None:
    await watched.press("ctrl+p")
    await watched.shows("Commands")
    await watched.press(*"smoothing")
    await watched.press("enter")
    await watched.until(lambda: "EMA 0.6" in watched.text)


@EFFECTS.of("ctrl+z")
async def suspend(watched: Watched) -> None:
    asked = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dashboard, "action_suspend_process", lambda _: asked.append("suspend"))
        await watched.press("ctrl+z")
    assert asked == ["suspend"]


@EFFECTS.of("?")
async def help_screen(watched: Watched) -> None:
    await watched.press("question_mark")
    for key in KEYS:
        assert any(row.strip("│ ").startswith(key.shown) and key.help in row for row in watched.rows), key
    await watched.press("escape")
    assert "Losses" in watched.text


@EFFECTS.of("q")
async def leave(watched: Watched) -> None:
    await watched.press("q")
    await watched.until(lambda: watched.app.return_code is not None)
    assert watched.app.return_code == 0


@EFFECTS.of("ctrl+c")
async def interrupt(watched: Watched) -> None:
    await watched.press("ctrl+c")
    await watched.until(lambda: watched.app.return_code is not None)
    assert watched.app.return_value == 130


@pytest.mark.parametrize("shown", EFFECTS)
async def test_a_key_does_what_the_help_says(shown: str, watched: Watched) -> None:
    await EFFECTS[shown](watched)
