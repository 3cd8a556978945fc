"""Events to points: each number under its series, in columns; what is told besides them; what is refused."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from ..batch import Batch
from ..column import Column
from ..drops import Drops, Reason
from ..events import STEP, TIME, Annotation, Events, State
from ..fields import cut, fields
from ..mask import Masker
from .event_members import (
    BEGINNINGS,
    CARRIERS,
    ENDS,
    INTERRUPTED,
    NUMBERS,
    Members,
    Row,
    finite,
    members_of,
    name_of,
    odd,
    says_interrupted,
    state_of,
)
from .event_series import Known, RefusedError, SeriesIndex

SUMMARY = "summary"

RUN_ANNOTATIONS = 10_000
NOT_FINITE_SERIES = 256
"""How many series are remembered for values that were not finite."""

ANNOTATION_CHARACTERS = 2000
KIND_CHARACTERS = 128
KINDS = 16
"""How many kinds of state are remembered, those that came last."""


class EventPoints:
    """Makes points of events and gathers them into a `Batch`.

    An event's number is a point of the series that its name and metadata make; its place is its number among all
    numbers of the run, those that are not finite included. An event can hold a number and an annotation. One that
    holds neither is a state, the run's summary, or refused.
    """

    def __init__(self, masker: Masker, *, max_points: int) -> None:
        """Begin with nothing; ``max_points`` is for each series, 0 for no cap."""
        self._masker = masker
        self._max_points = max_points
        self._count = 0
        self._series = SeriesIndex(masker)
        self._longest = 0
        self._not_finite: set[str] = set()
        self._annotations = 0
        self._states: dict[str, State] = {}
        self._ended = False
        self._summary: dict[str, str] | None = None
        self.drops = Drops(max_points, masker)
        self._shown_drops = self.drops.copy()
        self._touched: dict[Known, None] = {}
        self._begin()

    def _begin(self) -> None:
        self._batch = Batch(self._shown_drops)
        self._events = self._batch.events = Events()

    def take(self) -> Batch:
        """Return what was added since the last call."""
        if self.drops.total != self._shown_drops.total:
            self._shown_drops = self.drops.copy()
        for known in self._touched:
            known.count, known.column = known.points, Column()
            self._longest = max(self._longest, known.count)
        self._touched.clear()
        batch, events = self._batch, self._events
        self._begin()
        batch.drops = self._shown_drops
        events.series, self._series.new = self._series.new, {}
        events.states, events.ended, events.summary = self._states, self._ended, self._summary
        return batch

    def add(self, rows: list[Row], lines: Sequence[bytes], numbers: Sequence[int], *, checked: bool) -> None:
        """Add the events that the objects of some lines are.

        ``lines`` and ``numbers`` are the masked lines the rows were read from and their numbers in the file;
        ``checked`` tells that all numbers in the rows are finite.
        """
        if not rows:
            return
        members = members_of(rows)
        apart: Sequence[int] = odd(members, checked=checked)
        # Where they are many, the pieces between them are too short to be worth their price.
        if len(apart) * 8 > len(rows):
            apart = range(len(rows))
        at = 0
        for index in (*apart, len(rows)):
            part = members if index - at in (0, len(rows)) else members.part(at, index)
            if at < index and not self._deal(part, lines[at:index]):
                for one in range(at, index):
                    self._add_one(rows[one], lines[one], numbers[one])
            if index < len(rows):
                self._add_one(rows[index], lines[index], numbers[index])
            at = index + 1

    def _deal(self, members: Members, lines: Sequence[bytes]) -> bool:
        """Append the numbers of events that hold a finite one and nothing else; False, and not done, near a limit."""
        count = len(members.values)
        if self._max_points and self._longest + self._batch.points + count > self._max_points:
            return False
        found = self._series.find_all(members.names, members.metadata, lines)
        if found is None:
            return False
        first = self._count + 1
        self._count += count
        for known in dict.fromkeys(found):
            self._touch(known)
        places = range(first, self._count + 1)
        for known, value, place in zip(found, members.values, places):  # noqa: B905 - the inner loop, of one length
            column = known.column
            column.values.append(value)
            column.places.append(place)
        self._note_along(STEP, members.steps, first)
        self._note_along(TIME, members.times, first)
        self._batch.points += count
        self._ended = False
        return True

    def _touch(self, known: Known) -> None:
        """Have a series' new points in the batch."""
        self._touched[known] = None
        if known.id not in self._batch.columns:
            self._batch.columns[known.id] = known.column

    def _note_along(self, name: str, values: Sequence[Any], first: int) -> None:
        """Note where the numbers from a place on stand, those of them that say it."""
        places: Iterable[int] = range(first, first + len(values))
        if not NUMBERS.issuperset(map(type, values)) or not all(map(math.isfinite, values)):
            said = [(place, value) for place, value in enumerate(values, first) if finite(value) is not None]
            places, values = [place for place, _ in said], [value for _, value in said]
        if not values:
            return
        column = self._events.along.get(name)
        if column is None:
            column = self._events.along[name] = Column()
        column.values.extend(values)
        column.places.extend(places)

    def _add_one(self, row: Row, line: bytes, number: int) -> None:
        """Add one object the careful way: an event of any sort, the summary, or neither."""
        kind, name, value, text = row.get("kind"), name_of(row), row.get("value"), row.get("annotation")
        if not isinstance(kind, str):
            self.drops.add_line(Reason.NOT_EVENT, number, line)
            return
        holds = False
        if isinstance(name, str) and isinstance(value, (int, float)) and not isinstance(value, bool):
            self._add_number(name, float(value), row, line, number)
            holds = True
        if isinstance(text, str):
            self._annotate(text, row, line, number)
            holds = True
        if holds:
            if state_of(kind):
                self._enter(kind, row, number)
        elif kind == SUMMARY:
            self._summary, self._ended = self._fields(row), True
            self._end_as(state_of(row.get("state")), number)
        elif type(row.get(TIME)) not in NUMBERS:
            self.drops.add_line(Reason.NOT_EVENT, number, line)
        # One that should hold a number or an annotation, but not of the right type, is no state.
        elif state_of(kind) or not (
            kind.lower() in CARRIERS or text is not None or (isinstance(name, str) and "value" in row)
        ):
            self._enter(kind, row, number)

    def _add_number(self, name: str, value: float, row: Row, line: bytes, number: int) -> None:
        self._ended = False
        metadata = row.get("metadata")
        try:
            known = self._series.find(name, metadata if isinstance(metadata, dict) else {}, line)
        except RefusedError as refused:
            self.drops.add_key(refused.reason, number, refused.what)
            return
        if self._max_points and known.points >= self._max_points:
            self.drops.add_line(Reason.PAST_SERIES_CAP, number, line)
            return
        self._count += 1
        self._batch.points += 1
        if math.isfinite(value):
            self._touch(known)
            known.column.values.append(value)
            known.column.places.append(self._count)
        else:
            self._touched[known] = None
            known.count += 1
            if known.id in self._not_finite or len(self._not_finite) < NOT_FINITE_SERIES:
                self._not_finite.add(known.id)
                self._batch.not_finite.setdefault(known.id, Column()).append(value, self._count)
        self._note_along(STEP, [row.get(STEP)], self._count)
        self._note_along(TIME, [row.get(TIME)], self._count)

    def _annotate(self, text: str, row: Row, line: bytes, number: int) -> None:
        if self._annotations >= RUN_ANNOTATIONS:
            self.drops.add_line(Reason.TOO_MANY_ANNOTATIONS, number, line)
        else:
            self._annotations += 1
            shown = cut(self._masker.text(text), ANNOTATION_CHARACTERS)
            metadata = row.get("metadata")
            said = fields(metadata, self._masker) if isinstance(metadata, dict) else {}
            step, ts_ms = finite(row.get(STEP)), finite(row.get(TIME))
            self._events.annotations.append(Annotation(self._count, number, step, ts_ms, shown, said))
        if says_interrupted(text):
            self._enter(INTERRUPTED, row, number)

    def _enter(self, kind: str, row: Row, number: int) -> None:
        """Enter a state; ``done`` and an interruption end the run, and only a new beginning or number reopens it."""
        known = state_of(kind)
        kind = cut(self._masker.text(kind), KIND_CHARACTERS)
        others = {other: state for other, state in self._states.items() if other != kind}
        while len(others) >= KINDS:
            del others[next(iter(others))]
        step, ts_ms = finite(row.get(STEP)), finite(row.get(TIME))
        self._states = {**others, kind: State(kind, number, step, ts_ms, self._fields(row))}
        self._ended = known in ENDS or (self._ended and known not in BEGINNINGS)

    def _end_as(self, end: str, number: int) -> None:
        """Enter the end that a summary tells of, if no state has told of it; its members are the summary's."""
        told = [known for kind in self._states if (known := state_of(kind))]
        if end in ENDS and told[-1:] != [end]:
            self._enter(end, {}, number)

    def _fields(self, row: Row) -> dict[str, str]:
        return fields({key: value for key, value in row.items() if key not in ("kind", STEP, TIME)}, self._masker)
