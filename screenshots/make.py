"""Takes the screenshots of the README from the real app, on the demo's run: ``python screenshots/make.py [NAME …]``."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from div_tui.app.cli.options import read_options
from div_tui.app.cli.parsers import demo_parser
from div_tui.app.dashboard.start import dashboard
from div_tui.app.demo import writer as demo

HERE = Path(__file__).parent


class Shot(NamedTuple):
    """One screenshot: its name, the terminal's size, the options, and the keys pressed before it is taken."""

    name: str
    size: tuple[int, int]
    options: Sequence[str] = ()
    keys: Sequence[str] = ()


SHOTS = (
    Shot("dashboard-dark", (160, 48)),
    Shot("dashboard-light", (160, 48), ("--theme", "div-light")),
    Shot("narrow", (80, 24)),
    Shot("small", (40, 12)),
    Shot("panel", (120, 30), keys=("enter", "c", *["left"] * 9)),
    Shot("zoomed", (120, 30), keys=("enter", "s", "s", "+", "+", "+")),
    Shot("log", (120, 30), keys=("down", "right", "enter")),
    Shot("drops", (120, 30), keys=("d",)),
    Shot("table", (120, 30), keys=("v", "s", "s")),
    Shot("help", (120, 40), keys=("?",)),
)


async def take(shot: Shot, directory: Path) -> None:
    """Take one screenshot of the run in a directory."""
    options = read_options(demo_parser(), shot.options)
    options.run = str(directory)
    stop = threading.Event()
    app = dashboard(options, stop, 0)
    async with app.run_test(size=shot.size) as pilot:
        while app.view.runs.first.status.loading:
            await pilot.pause(0.05)
        await pilot.press(*shot.keys)
        # The digits of legends and cards are held for half a second.
        await pilot.pause(0.8)
        svg = app.export_screenshot(title=f"div-tui {directory.name}")
        (HERE / f"{shot.name}.svg").write_text(svg, encoding="utf-8")
    stop.set()


def main(names: Sequence[str]) -> None:
    """Take the screenshots of these names, or all of them."""
    # As a terminal of today has it, wherever this runs.
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    os.environ.pop("NO_COLOR", None)
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder) / "demo"
        directory.mkdir()
        demo.make(directory)
        for shot in SHOTS:
            if not names or shot.name in names:
                asyncio.run(take(shot, directory))
                print(f"{shot.name}.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
