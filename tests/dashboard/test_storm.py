"""Keys, the mouse and sizes in any order, on runs that grow meanwhile: nothing of it ends the dashboard."""

from __future__ import annotations

import itertools
import random
import string
from pathlib import Path

import pytest
from div_tui.app.dashboard.keys import KEYS
from support.dashboard import Watched, watching
from support.runs import NAN, lines, made_run, many_keys, point
from textual import events
from textual.geometry import Size

ENDS = {"q", "ctrl+c", "ctrl+z"}
"""What ends the dashboard, or leaves it to the shell."""

PRESSED = sorted({name for key in KEYS for name in key.keys.split(",")} - ENDS)
OTHERS = ["space", "backspace", "delete", "r", "k", "j", "z", "1", "f5", "ctrl+u", "ctrl+a", "alt+x", "é", "損"]
MOUSE = (events.MouseMove, events.MouseScrollUp, events.MouseScrollDown, events.MouseDown, events.MouseUp)
LAYOUTS = ("", '[[panel]]\ny = "loss"\n', "[[panel]]\n", '[[stat]]\ny = ["lr", "loss"]\n')
STEPS = 130


class Storm:
    """What happens to a dashboard, as a seed has it."""

    def __init__(self, watched: Watched, seed: int) -> None:
        self._watched = watched
        self._random = random.Random(seed)
        self._written = itertools.count(1)
        self.done: list[str] = []

    async def step(self) -> None:
        roll = self._random.random()
        if roll < 0.7:
            await self._press()
        elif roll < 0.8:
            await self._resize()
        elif roll < 0.92:
            await self._point()
        else:
            self._write()

    async def _press(self) -> None:
        key = self._random.choice(PRESSED if self._random.random() < 0.85 else OTHERS)
        self.done.append(key)
        await self._watched.press(key)

    async def _resize(self) -> None:
        small = self._random.random() < 0.3
        size = self._random.randint(1, 6 if small else 200), self._random.randint(1, 4 if small else 60)
        self.done.append(f"{size[0]}x{size[1]}")
        await self._watched.resize(*size)

    async def _point(self) -> None:
        kind, size = self._random.choice(MOUSE), self._watched.app.size
        place = self._random.randrange(size.width), self._random.randrange(size.height)
        self.done.append(f"{kind.__name__} at {place}")
        await self._watched.mouse(kind, *place, button=1)

    def _write(self) -> None:
        self.done.append("write")
        roll = self._random.random()
        path = self._watched.path
        if roll < 0.6:
            at = next(self._written)
            self._watched.write(point(at), {"step": at, self._random.choice(string.ascii_letters): NAN}, "oops")
        elif roll < 0.7:
            path.write_bytes(lines([point(1)]))
        elif roll < 0.8:
            path.unlink(missing_ok=True)
        else:
            layout = self._random.choice(
                ["", '[[panel]]\ny = "loss"\n', "[[panel]]\n", '[[stat]]\ny = ["lr", "loss"]\n']
            )
            path.with_name("telemetry.toml").write_text(layout)


@pytest.mark.parametrize("seed", range(12))
async def test_nothing_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.chdir(tmp_path)  # exports are written here
    if seed % 4 == 0:
        path = tmp_path / "later.jsonl"
    elif seed % 4 == 1:
        path = many_keys(tmp_path)
    else:
        path = made_run(tmp_path / "run-7")
    async with watching(path) as watched:
        storm = Storm(watched, seed)
        for _ in range(STEPS):
            await storm.step()
            assert watched.app.is_running, storm.done
            assert watched.app._exception is None, storm.done
        await watched.resize(160, 48)
        while len(watched.app.screen_stack) > 1:
            await watched.press("escape")
        await watched.press(*["escape"] * 4)
        await watched.shows("quit")


@pytest.mark.parametrize("start", ["", "c", "enter", "v", "d", "question_mark", "slash", "ctrl+p", "f"])
async def test_every_size_in_every_state(tmp_path: Path, start: str) -> None:
    sizes = [(1, 1), (2, 2), (3, 3), (5, 1), (1, 5), (7, 4), (12, 6), (20, 9), (40, 12), (500, 200), (500, 1), (1, 200)]
    async with watching(made_run(tmp_path / "run-7"), size=(80, 24)) as watched:
        if start:
            await watched.press(start)
        for width, height in [*sizes, *reversed(sizes)]:
            await watched.resize(width, height)
            rows = watched.rows
            assert watched.app._exception is None
            assert len(rows) == height


async def test_a_size_that_is_told_too_late_is_not_believed(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=(80, 24)) as watched:
        watched.app.post_message(events.Resize(Size(8, 3), Size(8, 3)))
        await watched.settle()
        await watched.resize(100, 30)
        assert watched.app.size == (100, 30)
        assert "q quit" in watched.footer
