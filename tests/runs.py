"""Runs and their lines for tests."""

from __future__ import annotations

import json
from collections.abc import Iterable

from div_tui.app.ingest.feed import Feed
from div_tui.app.ingest.mask import Masker
from div_tui.app.run import Run

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
