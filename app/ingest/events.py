"""What a run of events tells besides its numbers: what they are drawn along, annotations, states, a summary."""

from __future__ import annotations

from typing import NamedTuple

from .column import Column, extend
from .series_id import Series

STEP = "step"
TIME = "ts_ms"
"""What events are drawn along: their step, and when they happened, in milliseconds since 1970."""


class Annotation(NamedTuple):
    """A remark on a run.

    Attributes:
        place: how many numbers the run had before it; line: its line's number in the file, from 1.
        step: where it belongs, None where it does not say; ts_ms: when it happened, in milliseconds since 1970.
        text: what it says; metadata: more of that, as text by dotted key. Both are masked and may be cut.
    """

    place: int
    line: int
    step: float | None
    ts_ms: float | None
    text: str
    metadata: dict[str, str]


class State(NamedTuple):
    """What a run said of itself.

    Attributes:
        kind: the event's kind, as ``open``, ``start``, ``done``; ``interrupted`` for an annotation that says so.
        line, step, ts_ms: as an annotation has them.
        fields: the event's members, as text by dotted key; masked, and may be cut.
    """

    kind: str
    line: int
    step: float | None
    ts_ms: float | None
    fields: dict[str, str]


class Events:
    """What events tell besides their numbers: all of it so far, or what a batch adds.

    Attributes:
        along: the step and the time of the events that have one, a `Column` each, under `STEP` and `TIME`; places are
            those of the numbers.
        series: the name and the metadata of each series by how it is written, in the order they first came.
        annotations: in the order they came, also those of earlier steps.
        states: the latest state of each kind, the latest last; all of them so far, also in a batch.
        ended: whether the run says that it is over; also the next three, in a batch as well.
        state: the latest state; summary: the members of the run's summary, as text by dotted key.
    """

    __slots__ = ("along", "annotations", "ended", "series", "states", "summary")

    def __init__(self) -> None:
        """Begin with nothing told."""
        self.along: dict[str, Column] = {}
        self.series: dict[str, Series] = {}
        self.annotations: list[Annotation] = []
        self.states: dict[str, State] = {}
        self.ended = False
        self.summary: dict[str, str] | None = None

    @property
    def state(self) -> State | None:
        """The latest state, None where the run said nothing of itself."""
        return next(reversed(self.states.values()), None)

    def extend(self, added: Events) -> None:
        """Take in what a batch adds."""
        extend(self.along, added.along)
        self.series.update(added.series)
        self.annotations += added.annotations
        self.states, self.ended, self.summary = added.states, added.ended, added.summary
