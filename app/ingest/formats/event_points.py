"""From events to points, in columns, and to annotations, states and a summary: what is kept, skipped and dropped."""

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
    ENDS,
    INTERRUPTED,
    NUMBERS,
    STARTS,
    VALUE_KINDS,
    Members,
    Row,
    finite,
    irregular_rows,
    members_of,
    name_of,
    reports_interruption,
    state_of,
)
from .event_series import SeriesIndex, SeriesPoints, TooManySeriesError

SUMMARY = "summary"

RUN_ANNOTATIONS = 10_000
NOT_FINITE_SERIES = 256
"""Of how many series values that are not finite are kept."""

ANNOTATION_CHARACTERS = 2000
KIND_CHARACTERS = 128
KINDS = 16
"""How many kinds of states are kept: those that came last."""


class EventPoints:
    """Turns events into points and gathers them into a `Batch`.

    The number of an event is a point of the series of its name and metadata; its place counts all numbers of the run,
    including those that are not finite. An event may hold a number and an annotation. One that holds neither is a
    state or the summary of the run, or it is dropped.
    """

    def __init__(self, masker: Masker, *, max_points: int) -> None:
        """Start without points; ``max_points`` is the cap on the points of each series, 0 for none."""
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
        self._changed: dict[SeriesPoints, None] = {}
        self._start_batch()

    def _start_batch(self) -> None:
        self._batch = Batch(self._shown_drops)
        self._events = self._batch.events = Events()

    def take(self) -> Batch:
        """Return what was added since the last call."""
        if self.drops.total != self._shown_drops.total:
            self._shown_drops = self.drops.copy()
        for series in self._changed:
            series.count, series.column = series.points, Column()
            self._longest = max(self._longest, series.count)
        self._changed.clear()
        batch, events = self._batch, self._events
        self._start_batch()
        batch.drops = self._shown_drops
        events.series, self._series.new = self._series.new, {}
        events.states, events.ended, events.summary = self._states, self._ended, self._summary
        return batch

    def add(self, rows: list[Row], lines: Sequence[bytes], numbers: Sequence[int], *, checked: bool) -> None:
        """Add the events of some lines.

        Args:
            rows: the objects.
            lines: the masked line of each.
            numbers: the number of each line in the file, from 1.
            checked: whether all numbers in the objects are known to be finite.
        """
        if not rows:
            return
        members = members_of(rows)
        irregular: Sequence[int] = irregular_rows(members, checked=checked)
        # If there are many, the stretches between them are too short to gain from being added together.
        if len(irregular) * 8 > len(rows):
            irregular = range(len(rows))
        at = 0
        for index in (*irregular, len(rows)):
            part = members if index - at in (0, len(rows)) else members.part(at, index)
            if at < index and not self._add_numbers(part, lines[at:index]):
                for one in range(at, index):
                    self._add_one(rows[one], lines[one], numbers[one])
            if index < len(rows):
                self._add_one(rows[index], lines[index], numbers[index])
            at = index + 1

    def _add_numbers(self, members: Members, lines: Sequence[bytes]) -> bool:
        """Add events that hold a finite number and nothing else; return False, with none added, near a limit."""
        count = len(members.values)
        if self._max_points and self._longest + self._batch.points + count > self._max_points:
            return False
        found = self._series.find_all(members.names, members.metadata, lines)
        if found is None:
            return False
        first = self._count + 1
        self._count += count
        for series in dict.fromkeys(found):
            self._mark_changed(series)
        places = range(first, self._count + 1)
        for series, value, place in zip(found, members.values, places):  # noqa: B905 - strict is slower; of one length
            column = series.column
            column.values.append(value)
            column.places.append(place)
        self._add_along(STEP, members.steps, first)
        self._add_along(TIME, members.times, first)
        self._batch.points += count
        self._ended = False
        return True

    def _mark_changed(self, series: SeriesPoints) -> None:
        """Put the new points of a series into the batch."""
        self._changed[series] = None
        if series.id not in self._batch.columns:
            self._batch.columns[series.id] = series.column

    def _add_along(self, name: str, values: Sequence[Any], first: int) -> None:
        """Add the steps or times of the numbers from place ``first`` on, except for those that have none."""
        places: Iterable[int] = range(first, first + len(values))
        if not NUMBERS.issuperset(map(type, values)) or not all(map(math.isfinite, values)):
            known = [(place, value) for place, value in enumerate(values, first) if finite(value) is not None]
            places, values = [place for place, _ in known], [value for _, value in known]
        if not values:
            return
        column = self._events.along.get(name)
        if column is None:
            column = self._events.along[name] = Column()
        column.values.extend(values)
        column.places.extend(places)

    def _add_one(self, row: Row, line: bytes, number: int) -> None:
        """Add one object: an event of any kind, the summary, or neither."""
        kind, name, value, text = row.get("kind"), name_of(row), row.get("value"), row.get("annotation")
        if not isinstance(kind, str):
            self.drops.add_line(Reason.NOT_EVENT, number, line)
            return
        has_value = False
        if isinstance(name, str) and isinstance(value, (int, float)) and not isinstance(value, bool):
            self._add_number(name, float(value), row, line, number)
            has_value = True
        if isinstance(text, str):
            self._add_annotation(text, row, line, number)
            has_value = True
        if has_value:
            if state_of(kind):
                self._set_state(kind, row, number)
        elif kind == SUMMARY:
            self._summary, self._ended = self._fields(row), True
            self._set_end(state_of(row.get("state")), number)
        elif type(row.get(TIME)) not in NUMBERS:
            self.drops.add_line(Reason.NOT_EVENT, number, line)
        # An event whose number or annotation has the wrong type is not a state.
        elif state_of(kind) or not (
            kind.lower() in VALUE_KINDS or text is not None or (isinstance(name, str) and "value" in row)
        ):
            self._set_state(kind, row, number)

    def _add_number(self, name: str, value: float, row: Row, line: bytes, number: int) -> None:
        self._ended = False
        metadata = row.get("metadata")
        try:
            series = self._series.find(name, metadata if isinstance(metadata, dict) else {}, line)
        except TooManySeriesError as error:
            self.drops.add_key(error.reason, number, error.skipped)
            return
        if self._max_points and series.points >= self._max_points:
            self.drops.add_line(Reason.PAST_SERIES_CAP, number, line)
            return
        self._count += 1
        self._batch.points += 1
        if math.isfinite(value):
            self._mark_changed(series)
            series.column.append(value, self._count)
        else:
            self._changed[series] = None
            series.count += 1
            if series.id in self._not_finite or len(self._not_finite) < NOT_FINITE_SERIES:
                self._not_finite.add(series.id)
                self._batch.not_finite.setdefault(series.id, Column()).append(value, self._count)
        self._add_along(STEP, [row.get(STEP)], self._count)
        self._add_along(TIME, [row.get(TIME)], self._count)

    def _add_annotation(self, text: str, row: Row, line: bytes, number: int) -> None:
        if self._annotations >= RUN_ANNOTATIONS:
            self.drops.add_line(Reason.TOO_MANY_ANNOTATIONS, number, line)
        else:
            self._annotations += 1
            shown = cut(self._masker.text(text), ANNOTATION_CHARACTERS)
            metadata = row.get("metadata")
            texts = fields(metadata, self._masker) if isinstance(metadata, dict) else {}
            step, ts_ms = finite(row.get(STEP)), finite(row.get(TIME))
            self._events.annotations.append(Annotation(self._count, number, step, ts_ms, shown, texts))
        if reports_interruption(text):
            self._set_state(INTERRUPTED, row, number)

    def _set_state(self, kind: str, row: Row, number: int) -> None:
        """Set the state of the run. One of `ENDS` ends it, and only one of `STARTS` or a number reopens it."""
        meaning = state_of(kind)
        kind = cut(self._masker.text(kind), KIND_CHARACTERS)
        others = {other: state for other, state in self._states.items() if other != kind}
        while len(others) >= KINDS:
            del others[next(iter(others))]
        step, ts_ms = finite(row.get(STEP)), finite(row.get(TIME))
        self._states = {**others, kind: State(kind, number, step, ts_ms, self._fields(row))}
        self._ended = meaning in ENDS or (self._ended and meaning not in STARTS)

    def _set_end(self, end: str, number: int) -> None:
        """Set the state to the end that a summary reports, unless the last state was that end; it has no fields."""
        states = [state for kind in self._states if (state := state_of(kind))]
        if end in ENDS and states[-1:] != [end]:
            self._set_state(end, {}, number)

    def _fields(self, row: Row) -> dict[str, str]:
        return fields({key: value for key, value in row.items() if key not in ("kind", STEP, TIME)}, self._masker)
