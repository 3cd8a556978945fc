"""Runs and their lines for tests."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from div_tui.app.ingest.formats.telemetry import Feed
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.history import Run

NAN = float("nan")

Point = dict[str, float]


def lines(points: Iterable[object]) -> bytes:
    """The points as a file has them."""
    return b"".join(json.dumps(point).encode() + b"\n" for point in points)


class Growing:
    """A run that grows by points, and can begin again."""

    def __init__(self, *points: Point, any_key: bool = False) -> None:
        self.run = Run(0)
        self._feed = Feed(Masker(), any_key=any_key, max_points=0)
        self.add(*points)

    def add(self, *points: Point) -> None:
        self._feed.feed(lines(points))
        self.run.apply(self._feed.take())

    def begin_again(self, *points: Point) -> None:
        self._feed.restart()
        self._feed.feed(lines(points))
        batch = self._feed.take()
        batch.restarted = "the file was replaced"
        self.run.apply(batch)


def run_of(*points: Point, any_key: bool = False) -> Run:
    """A run of these points."""
    return Growing(*points, any_key=any_key).run


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
