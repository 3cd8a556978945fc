"""A file of points that grows while it is followed."""

from __future__ import annotations

import json
from pathlib import Path

NOT_JSON = "telemetry: dropped a line that is not JSON; write one JSON object per line"


def point(**numbers: float) -> str:
    """The line of a point."""
    return json.dumps(numbers)


class Writer:
    """Appends lines to a file, each at once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, *lines: str, end: str = "\n") -> None:
        with self.path.open("a") as file:
            for line in lines:
                file.write(line + end)


def started(directory: Path) -> Writer:
    """Write a run of one point into a directory; return what writes more to it."""
    writer = Writer(directory / "telemetry.jsonl")
    writer(point(step=1, loss=0.5))
    return writer
