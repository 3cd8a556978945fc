"""Lines of events, and the runs they make."""

from __future__ import annotations

from div_tui.app.runs.history import History

from .event_compare import read
from .event_hostile import plain

DONE = plain("done", ts_ms=9)


def number(name: str = "train/loss", value: object = 1, **members: object) -> bytes:
    """The line of a number."""
    return plain(name=name, value=value, **members)


def run_of(*lines: bytes, secrets: tuple[str, ...] = (), cap: int = 200_000) -> History:
    """The run that lines make, read at once."""
    return read([b"".join(lines)], secrets, cap, "events")


def columns(run: History) -> dict[str, tuple[list[float], list[int]]]:
    """The values and the places of each series."""
    return {key: (list(column.values), list(column.places)) for key, column in run.columns.items()}


def along(run: History, name: str) -> tuple[list[float], list[int]]:
    """What the run's numbers say of where they stand, and the places of those that say it."""
    column = run.x_column(name)
    return ([], []) if column is None else (list(column.values), list(column.places))
