"""What the dashboard looks like, cell by cell: compared with pictures that a person has looked at.

After a change that is meant, `pytest tests/dashboard/test_snapshots.py --snapshot-update` takes them anew; look at
every one.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import textual
from div_tui.app.cli.options import read_run_options
from div_tui.app.dashboard import app as module
from div_tui.app.dashboard.app import Dashboard
from div_tui.app.dashboard.screens import frames
from div_tui.app.dashboard.start import dashboard
from support.dashboard import Watched
from support.runs import NAN, lines, made_run, point
from textual.pilot import Pilot

pytestmark = pytest.mark.skipif(
    not textual.__version__.startswith("8.2."), reason="each version of Textual draws a picture a little differently"
)

NOW = 1_800_000_000.0
Compare = Callable[..., bool]
Take = Callable[..., None]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run with drops, a restart, and a key that stopped being finite; last changed 23 s ago."""
    path = made_run(tmp_path / "run-7", 80)
    with path.open("ab") as file:
        file.write(b"WARNING: worker 3 is slow\n" + lines({"step": 800 + at, "debug/ratio": 1} for at in range(3)))
        file.write(lines(map(point, range(61, 101))))
        file.write(lines([{"step": 1010, "eval.acc": NAN}]))
    os.utime(path, (NOW, NOW - 23))
    return path


@pytest.fixture
def take(run: Path, snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Take:
    """Compare the screen after some keys with its picture."""
    monkeypatch.setattr(module, "ignore_existing_objects", lambda: None)
    monkeypatch.setattr(frames, "clock", lambda: (time.monotonic(), NOW))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    stop = threading.Event()

    def compare(size: tuple[int, int], keys: Sequence[str] = (), options: Sequence[str] = ("--no-ascii",)) -> None:
        app = dashboard(read_run_options([str(run), *options]), stop, 0)

        async def press(pilot: Pilot[Any]) -> None:
            assert isinstance(pilot.app, Dashboard)
            watched = Watched(pilot.app, pilot, run)
            await watched.drawn(124)
            await watched.press(*keys)
            pilot.app._main.draw()

        assert snap_compare(app, terminal_size=size, run_before=press)

    yield compare
    stop.set()


def test_the_dashboard(take: Take) -> None:
    take((160, 48))


def test_the_dashboard_in_a_light_theme(take: Take) -> None:
    take((160, 48), options=("--no-ascii", "--theme", "div-light"))


def test_the_dashboard_on_a_terminal_of_80_by_24(take: Take) -> None:
    take((80, 24))


def test_the_dashboard_on_a_terminal_of_40_by_12(take: Take) -> None:
    take((40, 12))


def test_the_dashboard_in_ascii(take: Take) -> None:
    take((80, 24), options=("--ascii",))


def test_one_panel_with_the_crosshair(take: Take) -> None:
    take((120, 30), ["enter", "c", *["left"] * 9])


def test_smoothed_zoomed_clipped_and_away_from_the_newest_point(take: Take) -> None:
    take((120, 30), ["enter", "s", "l", "o", "plus", "plus", "shift+left"])


def test_what_was_dropped(take: Take) -> None:
    take((120, 30), ["d"])


def test_the_table_of_keys(take: Take) -> None:
    take((120, 30), ["v", "s", "s"])


def test_the_help(take: Take) -> None:
    take((120, 44), ["question_mark"])
