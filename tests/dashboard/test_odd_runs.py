"""Every key on runs without points, without a file, and with very many keys."""

from __future__ import annotations

from pathlib import Path

from div_tui.app.dashboard.keys import KEYS
from div_tui.app.dashboard.screens.prompt import Prompt
from support.dashboard import Watched, watching
from support.runs import lines, made_run, many_keys


async def press_every_key(watched: Watched, shown: str) -> None:
    """Press each key once, from the dashboard as it is at first; `shown` is always on it."""
    for key in KEYS:
        for name in key.keys.split(","):
            if name in ("q", "ctrl+c", "ctrl+z"):
                continue
            await watched.press(name)
            while len(watched.app.screen_stack) > 1 or watched.app.screen.query(Prompt):
                await watched.press("escape")
            await watched.press("escape", "escape", "escape", "0")
            watched.view.chosen_x = None
            watched.view.panels.folded.clear()
            watched.view.update()
            watched.app._main.draw()
            assert shown in watched.text, f"{name}: {watched.text}"


async def test_every_key_on_an_empty_run(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    async with watching(path) as watched:
        await press_every_key(watched, "no points yet")
        assert "waiting" in watched.header


async def test_every_key_on_a_run_without_a_file(tmp_path: Path) -> None:
    async with watching(tmp_path / "later.jsonl") as watched:
        await press_every_key(watched, "waiting for /")


async def test_every_key_on_a_run_of_points_without_numbers(tmp_path: Path) -> None:
    path = tmp_path / "words.jsonl"
    path.write_bytes(lines([{"note": "one"}, {}]))
    async with watching(path) as watched:
        await press_every_key(watched, "no points yet")


async def test_every_key_on_an_empty_run_with_a_layout(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7", 0)) as watched:
        await press_every_key(watched, "no points yet")
        assert watched.text.count("no points yet") == 5 + 2


async def test_every_key_on_a_run_of_256_keys(tmp_path: Path) -> None:
    async with watching(many_keys(tmp_path)) as watched:
        await press_every_key(watched, " points ")
        assert len(watched.view.panels.items) == 256


async def test_paging_and_folding_256_panels(tmp_path: Path) -> None:
    async with watching(many_keys(tmp_path)) as watched:
        assert watched.focused == "eval.k0"
        await watched.press("pagedown")
        assert watched.focused == "eval.k10"
        # A whole screen further at once, and not as little as shows the selected panel.
        assert watched.rows[1].startswith("╭ eval.k10 ")
        await watched.press("pagedown", "pageup")
        assert watched.rows[1].startswith("╭ eval.k10 ")
        await watched.press("pageup")
        assert watched.rows[1].startswith("╭ eval.k0 ")
        await watched.press("end")
        assert watched.focused == "train.k255"
        await watched.press("f")
        assert "+ train. 128 panels" in watched.text
        await watched.press("home", "f")
        assert [row.strip() for row in watched.rows[1:3]] == ["+ eval. 128 panels", "+ train. 128 panels"]
        await watched.press("enter")
        assert watched.focused == "eval.k0"
