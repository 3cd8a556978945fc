"""Runs and their lines for tests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from div_tui.app.ingest.batch import Batch
from div_tui.app.ingest.decoder import Decoder, Rules
from div_tui.app.ingest.formats.registry import FormatDecoder
from div_tui.app.ingest.formats.telemetry import TelemetryDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.ingest.reader import Reader
from div_tui.app.runs.history import History
from div_tui.app.runs.layout_file import LayoutFile
from div_tui.app.runs.locate import Location
from div_tui.app.runs.run import Run
from div_tui.app.runs.run_set import RunSet
from div_tui.layouts.model import Layout

from .scripted import Script, ScriptedSource

NAN = float("nan")

Point = dict[str, float]


def lines(points: Iterable[object]) -> bytes:
    """The points as a file has them."""
    return b"".join(json.dumps(point).encode() + b"\n" for point in points)


class Growing:
    """A run that grows by points, and can start again."""

    def __init__(
        self,
        *points: object,
        name: str = "run",
        layout: Layout | None = None,
        any_key: bool = False,
        decoder: Decoder | None = None,
    ) -> None:
        self._decoder = decoder or TelemetryDecoder(Masker(), any_key=any_key, max_points=0)
        self.run = watched(name=name, layout=layout)
        self.history = self.run.history
        self.runs = RunSet([self.run])
        self.add(*points)

    def add(self, *points: object) -> None:
        self._decoder.feed(lines(points))
        self._take(self._decoder.take())

    def start_again(self, *points: object) -> None:
        self._decoder.restart()
        self._decoder.feed(lines(points))
        batch = self._decoder.take()
        batch.restarted = "the file was replaced"
        self._take(batch)

    def _take(self, batch: Batch) -> None:
        batch.caught_up = True
        self.runs.take(self.run, batch, 0.0)


def watched(
    script: Script = (), *, name: str = "run", layout: Layout | None = None, secrets: Sequence[str] = (), cap: int = 0
) -> Run:
    """A run that is read from a scripted source."""
    masker = Masker(secrets)
    reader = Reader(ScriptedSource(script), FormatDecoder(Rules(masker, max_points=cap)))
    layout_file = LayoutFile(None, masker)
    layout_file.layout = layout or Layout()
    return Run(Location(None, None, name), reader, History(cap), layout_file, masker)


def history_of(*points: Point, any_key: bool = False) -> History:
    """The history of a run of these points."""
    return Growing(*points, any_key=any_key).history


def runs_of(*points: Point, layout: Layout | None = None, any_key: bool = False) -> RunSet:
    """A set of one run of these points."""
    return Growing(*points, layout=layout, any_key=any_key).runs


LAYOUT = """\
x = "step"

[[stat]]
title = "Loss"
y = "loss"
reduce = "min"

[[stat]]
title = "Rate"
y = "lr"

[[panel]]
title = "Losses"
y = ["loss", "eval.loss"]
wide = true

[[panel]]
title = "Accuracy"
y = "eval.acc"
rule = 0.9

[[panel]]
title = "Learning rate"
y = "lr"
scale = "log"

[[panel]]
title = "By hour"
y = "speed"
x = "hour"

[[panel]]
title = "Recall"
y = "probe.recall"
"""


def point(at: int) -> Point:
    """The point of a made-up run at a place from 1: ten steps apart, evaluated at every tenth."""
    made: Point = {"step": 10 * at, "hour": at / 4, "loss": 2 / at, "lr": 10.0 ** -(1 + at / 50), "speed": 100 + at % 7}
    if at % 10 == 0:
        made |= {"eval.loss": 3 / at, "eval.acc": 1 - 1 / at}
    return made


def made_run(directory: Path, count: int = 100, layout: str = LAYOUT) -> Path:
    """Write a made-up run of so many points with a layout beside it; return the path of its lines."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "telemetry.jsonl"
    path.write_bytes(lines(map(point, range(1, count + 1))))
    if layout:
        (directory / "telemetry.toml").write_text(layout)
    return path


def many_keys(directory: Path, count: int = 256, points: int = 3) -> Path:
    """Write a run of so many keys, 64 at most a line; return its path."""
    path = directory / "many.jsonl"
    keys = [f"{('eval', 'train')[at % 2]}.k{at}" for at in range(count)]
    rows = [
        {key: at + len(keys) * turn for at, key in enumerate(keys[start : start + 64], start)}
        for turn in range(points)
        for start in range(0, count, 64)
    ]
    path.write_bytes(lines(rows))
    return path
