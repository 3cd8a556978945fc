"""Reading bytes in pieces, and a run as one value that can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from div_tui.app.ingest.formats.telemetry import Feed
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.history import Run

Snapshot = dict[str, Any]


def snapshot(run: Run) -> Snapshot:
    """All that a run has kept and refused."""
    return {
        "points": run.points,
        "columns": [(key, list(column.values), list(column.places)) for key, column in run.columns.items()],
        "not finite": [(key, list(places)) for key, places in run.not_finite.items()],
        "drops": [
            (reason.name, drop.count, drop.line, drop.sample, list(drop.keys))
            for reason, drop in sorted(run.drops.by_reason.items())
        ],
        "messages": run.drops.messages(),
    }


def read_pieces(pieces: Iterable[bytes], secrets: Sequence[str] = (), *, max_points: int = 200_000) -> Snapshot:
    """The run that the pieces make, taken in after each of them, and at the end a last line without its end."""
    feed = Feed(Masker(secrets), max_points=max_points)
    run = Run(max_points)
    for piece in pieces:
        feed.feed(piece)
        run.apply(feed.take())
    feed.take_partial()
    run.apply(feed.take())
    return snapshot(run)


def values(run: Run) -> dict[str, list[float]]:
    """The values of each key."""
    return {key: list(column.values) for key, column in run.columns.items()}


def cut(data: bytes, places: Iterable[int]) -> list[bytes]:
    """The data in pieces, cut at these places (counted from either end, as Python does, and past it)."""
    ends = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[start:end] for start, end in pairwise(ends)]
