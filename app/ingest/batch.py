"""What some bytes of a run added, in columns."""

from __future__ import annotations

from .column import Column
from .drops import Drops
from .events import Events


class Batch:
    """What some bytes of a run added: new points, and how its reading stands.

    Attributes:
        restarted: why the run is read again from its start, before these points; None when it is not.
        points: how many points the batch adds, also those without a number.
        columns: the added points' numbers by key; places count from the run's start.
        not_finite: the values that were not finite (NaN or infinite) by key, and their places.
        events: what events add besides numbers; None in a run of points.
        drops: all that was refused so far.
        done: bytes read of the file so far; size: its size, None for a pipe.
        changed: when the source last changed, in seconds since 1970; None where it has not been seen to.
        caught_up: nothing is left to read just now.
        missing: the file is not there (any more).
        ended: nothing will come any more.
    """

    __slots__ = (
        "caught_up",
        "changed",
        "columns",
        "done",
        "drops",
        "ended",
        "events",
        "missing",
        "not_finite",
        "points",
        "restarted",
        "size",
    )

    def __init__(self, drops: Drops) -> None:
        """Begin with no points."""
        self.restarted: str | None = None
        self.points = 0
        self.columns: dict[str, Column] = {}
        self.not_finite: dict[str, Column] = {}
        self.events: Events | None = None
        self.drops = drops
        self.done = 0
        self.size: int | None = None
        self.changed: float | None = None
        self.caught_up = False
        self.missing = False
        self.ended = False
