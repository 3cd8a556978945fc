"""What some bytes of a run add, in columns."""

from __future__ import annotations

from .column import Column
from .drops import Drops
from .events import Events


class Batch:
    """What some bytes of a run add, and how far it is read.

    Attributes:
        restarted: why the run is read again from its start, before these points; None if it is not.
        points: how many points the batch adds, including those without a number.
        columns: the numbers of the added points by key; places count from the start of the run.
        not_finite: the values that were not finite (NaN or infinite) by key, and their places.
        events: what events add besides numbers; None in a run of points.
        drops: everything that was dropped or skipped so far.
        done: how many bytes were read so far; size: how many there are, None if unknown.
        changed: when the source last changed, in seconds since 1970; None if unknown.
        caught_up: whether everything that is available was read.
        missing: whether the file does not exist.
        ended: whether nothing more will come.
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
        """Start without points."""
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
