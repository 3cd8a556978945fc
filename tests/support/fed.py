"""Runs of a dashboard whose batches are made by hand."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from div_tui.app.cli.options import read_run_options
from div_tui.app.dashboard.header import header_state
from div_tui.app.dashboard.updates import Updates
from div_tui.app.ingest.decoder import Rules
from div_tui.app.ingest.formats.registry import FormatDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.open_run import open_run
from div_tui.app.runs.options import run_options
from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.state import ViewState
from div_tui.widgets.header_face import HeaderState

from .runs import lines


class Fed:
    """Runs in directories of their own whose batches are made by hand; they are drawn after each batch.

    Attributes:
        runs, view, updates: as a dashboard has them.
        folders: the directory of each run.
    """

    def __init__(self, directory: Path, *arguments: str, cap: int = 0, names: Sequence[str] = ("run",)) -> None:
        self.folders = [directory / name for name in names]
        paths = [folder / "telemetry.jsonl" for folder in self.folders]
        for path in paths:
            path.parent.mkdir(exist_ok=True)
            path.touch()
        options = read_run_options([str(paths[0]), "--no-ascii", "--max-points", str(cap), *arguments])
        each = (run_options(options)._replace(run=str(path)) for path in paths)
        self.runs = RunSet(open_run(one, threading.Event(), follow=False) for one in each)
        self.view = ViewState(self.runs, options.keys, options.x, total=options.total)
        self.updates = Updates(self.view, options)
        self._decoders = [FormatDecoder(Rules(Masker(), max_points=cap)) for _ in names]

    def read(
        self,
        *things: object,
        run: int = 0,
        now: float = 0.0,
        caught_up: bool = True,
        again: bool = False,
        missing: bool = False,
    ) -> str:
        """Take in a batch of the run at an index; return the notice about it. With ``again`` it starts again."""
        decoder = self._decoders[run]
        if again:
            decoder.restart()
        decoder.feed(lines(things))
        batch = decoder.take()
        batch.restarted = "the file was replaced" if again else None
        batch.caught_up, batch.missing = caught_up, missing
        notice = self.updates.take(list(self.runs)[run], batch, now)
        self.x_end()
        return notice

    def x_end(self) -> float | None:
        """Where the x axis of the first panel ends, drawn now."""
        tiles = self.view.panels.tiles()
        return self.view.shown(tiles[0]).view.x1 if tiles else None

    def header(self, notice: str = "", now: float = 0.0, wall: float = 0.0) -> HeaderState:
        """What the header shows."""
        return header_state(self.view, self.updates.progress, now, wall, notice)
