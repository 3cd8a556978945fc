"""Which of the two formats a run's lines are in: points, or events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ..batch import Batch
from ..json_line import said
from ..lines import Lines
from ..mask import Masker
from .telemetry import Feed
from .telemetry_points import RUN_POINTS

TELEMETRY = "telemetry"
EVENTS = "events"
FORMATS = (TELEMETRY, EVENTS)

LONGEST = 1 << 20
"""The longest line, in bytes, that can tell the format."""


class Takes(Protocol):
    """Takes a run's bytes in pieces and gathers what they add into a `Batch`."""

    def restart(self) -> None:
        """Forget everything: the run is read from its start."""
        ...

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the run."""
        ...

    def take(self) -> Batch:
        """Return what was added since the last call."""
        ...

    def take_partial(self) -> bool:
        """Read the line that has no end yet if it can be; tell whether it was."""
        ...


class FormatFeed:
    """Hands a run's bytes to the feed of its format, which the first JSON object tells: an event or a point.

    Until then both feeds take all there is, by their own rules, and refuse it: so nothing is kept, and nothing read
    twice. A run without any object is one of points.
    """

    def __init__(
        self, masker: Masker, *, any_key: bool = False, max_points: int = RUN_POINTS, name: str | None = None
    ) -> None:
        """Begin at a run's start; ``name`` is one of `FORMATS`, None to find out."""
        self._masker = masker
        self._any_key = any_key
        self._max_points = max_points
        self._name = name
        self.restart()

    def restart(self) -> None:
        """Forget everything, the format as well: the run is read from its start."""
        self._lines = Lines(LONGEST, self._masker.longest)
        self._chosen = self._feed_of(self._name) if self._name else None
        self._undecided: dict[str, Takes] = {}

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the run."""
        if self._chosen is None:
            for line in self._lines.feed(data):
                name = self._told_by(line)
                if name:
                    self._choose(name)
                    break
        if self._chosen is not None:
            self._chosen.feed(data)
        else:
            for name in FORMATS:
                self._candidate(name).feed(data)

    def take(self) -> Batch:
        """Return what was added since the last call."""
        return (self._chosen or self._candidate(TELEMETRY)).take()

    def take_partial(self) -> bool:
        """Read the line that has no end yet if its format's rules let it be read; tell whether it was."""
        if self._chosen is None:
            name = self._told_by(self._lines.pending)
            if name is None or not self._candidate(name).take_partial():
                return False
            self._choose(name)
            return True
        return self._chosen.take_partial()

    def _told_by(self, line: bytes) -> str | None:
        """Return the format that a line tells, None where it is no JSON object, or too long for one."""
        if not line or len(line.removesuffix(b"\r")) > LONGEST:
            return None
        masked = self._masker.line(line)
        # What cannot be an object is not worth the price of finding out what it is.
        row = said(masked) if masked.lstrip()[:1] == b"{" else None
        if not isinstance(row, dict):
            return None
        return EVENTS if is_event(row) else TELEMETRY

    def _choose(self, name: str) -> None:
        self._chosen = self._candidate(name)
        self._undecided.clear()

    def _candidate(self, name: str) -> Takes:
        if name not in self._undecided:
            self._undecided[name] = self._feed_of(name)
        return self._undecided[name]

    def _feed_of(self, name: str) -> Takes:
        if name == TELEMETRY:
            return Feed(self._masker, any_key=self._any_key, max_points=self._max_points)
        # Imported here: a run of points need not pay for it.
        from .events import EventFeed

        return EventFeed(self._masker, max_points=self._max_points)


def is_event(row: Mapping[str, object]) -> bool:
    """Tell whether an object is an event.

    It is one if it has a string ``kind`` and one of: a number ``ts_ms``; a string ``annotation``; a string ``name`` (or
    ``metric``) with a number ``value``.
    """
    named = isinstance(row.get("name"), str) or isinstance(row.get("metric"), str)
    return isinstance(row.get("kind"), str) and (
        _is_number(row.get("ts_ms"))
        or isinstance(row.get("annotation"), str)
        or (named and _is_number(row.get("value")))
    )


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
