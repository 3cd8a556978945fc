"""A slow, plain reading of a run of events, kept apart from the real reader so that the two can be compared.

It takes a whole file's bytes and gives the points, the annotations, the states and the drops. Nothing here is fast, and
nothing here is shared with the code under test. ``event_oracle_output`` turns the result into exact bytes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .event_oracle_text import as_written, cut, fields, series_text
from .event_oracle_words import meaning, says_interrupted
from .oracle import without_mark, without_return
from .oracle_line import depth, mask, mask_text, secret_forms

MAX_LINE = 1024 * 1024
MAX_NAMES = 4096
MAX_MAPS = 4096
MAX_ANNOTATIONS = 10_000
MAX_POINTS = 200_000
MAX_NOT_FINITE = 256
MAX_KINDS = 16
MAX_DEPTH = 500

# The reasons for which a whole line or event is refused.
LONG = "long"
NOT_JSON = "not json"
NOT_OBJECT = "not object"
NOT_EVENT = "not event"
PAST = "past"
ANNOTATIONS = "annotations"


@dataclass(frozen=True)
class Series:
    """A name and its metadata, the keys in order."""

    name: str
    metadata: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        pairs = ",".join(f"{part(key)}={part(value)}" for key, value in self.metadata)
        return part(self.name) + (f"{{{pairs}}}" if pairs else "")


def part(text: str) -> str:
    """A name, key or value as it is written."""
    plain = not any(character in '{},="\\' or ord(character) < 32 or 127 <= ord(character) < 160 for character in text)
    return text if plain else json.dumps(text, ensure_ascii=False)


@dataclass
class Point:
    """A number; ``value`` is None where it was not finite."""

    series: Series
    value: float | None
    step: float | None
    time: float | None


@dataclass
class EventRun:
    """What a reading leaves."""

    points: list[Point] = field(default_factory=list)
    """Place by place, those included that were not finite."""
    dropped: dict[str, int] = field(default_factory=dict)
    names_skipped: dict[str, int] = field(default_factory=dict)
    series_skipped: dict[str, int] = field(default_factory=dict)
    not_finite: dict[str, list[int]] = field(default_factory=dict)
    annotations: list[tuple[int, int, float | None, float | None, str, dict[str, str]]] = field(default_factory=list)
    """Place, line, step, time, text, metadata."""
    states: list[tuple[str, int, float | None, float | None, dict[str, str]]] = field(default_factory=list)
    """Kind, line, step, time, fields: the latest of each kind, the latest last."""
    ended: bool = False
    summary: dict[str, str] | None = None
    max_points: int = MAX_POINTS

    @property
    def series(self) -> list[str]:
        """The series that have a finite number, in the order they got it."""
        return list(dict.fromkeys(str(point.series) for point in self.points if point.value is not None))


# --- one line ---


def whole(digits: str) -> int | float:
    """A whole number, a double where 64 bits do not hold it."""
    if len(digits) > 25:
        return float(digits)
    return int(digits) if -(2**63) <= int(digits) < 2**64 else float(int(digits))


def parse(line: bytes) -> Any:
    """The value a line holds; ValueError where it is not JSON."""
    text = line.decode("utf-8", "strict")
    if depth(text) > MAX_DEPTH:
        raise ValueError("brackets nest too deep")
    return json.loads(text, parse_int=whole)


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number(value: Any) -> float | None:
    """A finite number, or None."""
    return float(value) if is_number(value) and math.isfinite(value) else None


def is_event(row: dict[str, Any]) -> bool:
    named = isinstance(row.get("name"), str) or isinstance(row.get("metric"), str)
    numbered = named and is_number(row.get("value"))
    return isinstance(row.get("kind"), str) and (
        is_number(row.get("ts_ms")) or isinstance(row.get("annotation"), str) or numbered
    )


def format_of(data: bytes, secrets: Sequence[str] = ()) -> str:
    """The format that the first JSON object of a file makes it."""
    forms = secret_forms(secrets)
    *lines, tail = without_mark(data).split(b"\n")
    for raw in [*map(without_return, lines), tail]:
        if len(raw) > MAX_LINE:
            continue
        try:
            row = parse(mask(raw, forms))
        except ValueError:
            continue
        if isinstance(row, dict):
            # A half line that its own format does not let be read tells nothing.
            event = is_event(row)
            if raw is tail and not event and len(raw) > 4096:
                continue
            return "events" if event else "telemetry"
    return "telemetry"


# --- all lines ---


class Reader:
    """Lines, one after the other, into an ``EventRun``."""

    def __init__(self, secrets: Sequence[str], max_points: int) -> None:
        self.forms = secret_forms(secrets)
        self.run = EventRun(max_points=max_points)
        self.seen: dict[str, set[Series]] = {}
        self.counts: dict[Series, int] = {}

    def drop(self, reason: str) -> None:
        self.run.dropped[reason] = self.run.dropped.get(reason, 0) + 1

    def line(self, raw: bytes, count: int) -> None:
        """One line, without its line end, and its number in the file."""
        masked = mask(raw, self.forms)
        if not masked.strip():
            return
        if len(raw) > MAX_LINE:
            self.drop(LONG)
            return
        try:
            row = parse(masked)
        except ValueError:
            self.drop(NOT_JSON)
            return
        if not isinstance(row, dict):
            self.drop(NOT_OBJECT)
            return
        self.written = as_written(masked)
        self.event(row, count)

    def event(self, row: dict[str, Any], count: int) -> None:
        kind, value, text = row.get("kind"), row.get("value"), row.get("annotation")
        name = row["name"] if isinstance(row.get("name"), str) else row.get("metric")
        has_number = isinstance(name, str) and is_number(value)
        has_text = isinstance(text, str)
        if isinstance(kind, str) and kind == "summary" and not has_number and not has_text:
            self.run.summary = fields(self.without_where(row), self.forms)
            self.run.ended = True
            end = meaning(row.get("state"))
            told = [meaning(state[0]) for state in self.run.states if meaning(state[0])]
            if end in ("done", "interrupted", "failed") and told[-1:] != [end]:
                self.state(end, {}, count)
            return
        if not is_event(row):
            self.drop(NOT_EVENT)
            return
        if has_number:
            self.run.ended = False
            self.number(str(name), row)
        if isinstance(text, str):
            self.annotation(text, row, count)
        assert isinstance(kind, str)
        known = meaning(kind)
        lacks = (
            kind.lower() in ("metric", "annotation") or text is not None or (isinstance(name, str) and "value" in row)
        )
        if known or not (has_number or has_text or lacks):
            self.state(kind, row, count)

    def number(self, name: str, row: dict[str, Any]) -> None:
        said = self.written.get("metadata")
        metadata: dict[str, str] = {}
        for key, value in said.items() if isinstance(said, dict) else []:
            metadata[mask_text(key, self.forms)] = mask_text(series_text(value), self.forms)
        series = Series(mask_text(name, self.forms), tuple(sorted(metadata.items())))
        maps = self.seen.get(series.name, set())
        if not maps and len(self.seen) >= MAX_NAMES:
            shown = cut(series.name, 200)
            self.run.names_skipped[shown] = self.run.names_skipped.get(shown, 0) + 1
            return
        if series not in maps and len(maps) >= MAX_MAPS:
            shown = cut(str(series), 200)
            self.run.series_skipped[shown] = self.run.series_skipped.get(shown, 0) + 1
            return
        self.seen[series.name] = maps
        maps.add(series)
        if self.run.max_points and self.counts.get(series, 0) >= self.run.max_points:
            self.drop(PAST)
            return
        self.counts[series] = self.counts.get(series, 0) + 1
        self.run.points.append(Point(series, number(row["value"]), number(row.get("step")), number(row.get("ts_ms"))))
        if self.run.points[-1].value is None:
            known = self.run.not_finite
            if str(series) in known or len(known) < MAX_NOT_FINITE:
                known.setdefault(str(series), []).append(len(self.run.points))

    def annotation(self, text: str, row: dict[str, Any], count: int) -> None:
        if len(self.run.annotations) < MAX_ANNOTATIONS:
            shown = cut(mask_text(text, self.forms), 2000)
            said = fields(row.get("metadata"), self.forms)
            where = number(row.get("step")), number(row.get("ts_ms"))
            self.run.annotations.append((len(self.run.points), count, *where, shown, said))
        else:
            self.drop(ANNOTATIONS)
        if says_interrupted(text):
            self.state("interrupted", row, count)

    def state(self, kind: str, row: dict[str, Any], count: int) -> None:
        shown = cut(mask_text(kind, self.forms), 128)
        said = fields(self.without_where(row), self.forms)
        states = [state for state in self.run.states if state[0] != shown]
        states.append((shown, count, number(row.get("step")), number(row.get("ts_ms")), said))
        self.run.states = states[-MAX_KINDS:]
        if meaning(kind) in ("done", "interrupted", "failed"):
            self.run.ended = True
        elif meaning(kind) in ("open", "start"):
            self.run.ended = False

    def without_where(self, row: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in row.items() if key not in ("kind", "step", "ts_ms")}

    def half(self, raw: bytes, count: int) -> bool:
        """Read what stands after the last line end if it is an object, and say whether it was."""
        try:
            whole_object = len(raw) <= MAX_LINE and isinstance(parse(mask(raw, self.forms)), dict)
        except ValueError:
            return False
        if whole_object:
            self.line(raw, count)
        return whole_object


def read_events(data: bytes, *, secrets: Sequence[str] = (), max_points: int = MAX_POINTS) -> EventRun:
    """A file's bytes, read at once."""
    reader = Reader(secrets, max_points)
    *lines, tail = without_mark(data).split(b"\n")
    for count, line in enumerate(lines, 1):
        reader.line(without_return(line), count)
    reader.half(tail, len(lines) + 1)
    return reader.run
