"""What a run of events holds besides its numbers: steps and times, series, annotations, states, a summary."""

from __future__ import annotations

from typing import NamedTuple

from .column import Column, extend
from .series_id import Series

STEP = "step"
"""The name of x where it is the step of an event."""

TIME = "ts_ms"
"""The name of x where it is the time of an event, in milliseconds since 1970."""


class Annotation(NamedTuple):
    """A note in a run.

    Attributes:
        place: how many numbers the run had before it.
        line: the number of its line in the file, from 1.
        step: the step it is about, None if it has none.
        ts_ms: when it was written, in milliseconds since 1970; None if it does not say.
        text: the note, masked; a long one is cut.
        metadata: its metadata as text by dotted key, masked; long ones are cut.
    """

    place: int
    line: int
    step: float | None
    ts_ms: float | None
    text: str
    metadata: dict[str, str]


class State(NamedTuple):
    """An event that reports the state of its run.

    Attributes:
        kind: the event's kind, such as ``open``, ``start`` or ``done``; ``interrupted`` for an annotation about that.
        line: the number of its line in the file, from 1.
        step: the step it has, None if it has none.
        ts_ms: when it was written, in milliseconds since 1970; None if it does not say.
        fields: the event's other members as text by dotted key, masked; long ones are cut.
    """

    kind: str
    line: int
    step: float | None
    ts_ms: float | None
    fields: dict[str, str]


class Events:
    """What events hold besides their numbers: all of it so far, or what a batch adds.

    Attributes:
        along: the steps and the times of the events that have one, a `Column` each under `STEP` and `TIME`; places are
            those of the numbers.
        series: the name and metadata of each series, by the text it is written as, in the order they first came.
        annotations: in the order they came, even if their steps are not.
        states: the latest state of each kind, the latest last. A batch has all of them, too.
        ended: whether the run has ended. A batch has the current value.
        summary: the members of the run's summary as text by dotted key, None before there is one. A batch has the
            current value.
    """

    __slots__ = ("along", "annotations", "ended", "series", "states", "summary")

    def __init__(self) -> None:
        """Start empty."""
        self.along: dict[str, Column] = {}
        self.series: dict[str, Series] = {}
        self.annotations: list[Annotation] = []
        self.states: dict[str, State] = {}
        self.ended = False
        self.summary: dict[str, str] | None = None

    @property
    def state(self) -> State | None:
        """The latest state, None if the run has reported none."""
        return next(reversed(self.states.values()), None)

    def extend(self, added: Events) -> None:
        """Add what a batch adds."""
        extend(self.along, added.along)
        self.series.update(added.series)
        self.annotations += added.annotations
        self.states, self.ended, self.summary = added.states, added.ended, added.summary
