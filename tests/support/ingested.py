"""Reading bytes in pieces, and a run as one value that can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from div_tui.app.ingest.formats.telemetry import TelemetryDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.history import History

Snapshot = dict[str, Any]


def snapshot(history: History) -> Snapshot:
    """All that a run has kept, dropped and skipped."""
    return {
        "points": history.points,
        "columns": [(key, list(column.values), list(column.places)) for key, column in history.columns.items()],
        "not finite": [
            (key, list(map(str, column.values)), list(column.places)) for key, column in history.not_finite.items()
        ],
        "drops": [
            (reason.name, drop.count, drop.line, drop.sample, list(drop.keys))
            for reason, drop in sorted(history.drops.by_reason.items())
        ],
        "messages": history.drops.messages(),
    }


def read_pieces(pieces: Iterable[bytes], secrets: Sequence[str] = (), *, max_points: int = 200_000) -> Snapshot:
    """The run that the pieces make, taken in after each of them, and at the end a last line without its end."""
    decoder = TelemetryDecoder(Masker(secrets), max_points=max_points)
    history = History(max_points)
    for piece in pieces:
        decoder.feed(piece)
        history.apply(decoder.take())
    decoder.take_partial()
    history.apply(decoder.take())
    return snapshot(history)


def values(history: History) -> dict[str, list[float]]:
    """The values of each key."""
    return {key: list(column.values) for key, column in history.columns.items()}


def cut(data: bytes, places: Iterable[int]) -> list[bytes]:
    """The data in pieces, cut at these places (counted from either end, as Python does, and past it)."""
    ends = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[start:end] for start, end in pairwise(ends)]
