"""The formats, and finding out which one a run is in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..batch import Batch
from ..decoder import Decoder, Rules
from ..json_line import parse_object
from ..lines import Lines
from .telemetry import TelemetryDecoder

TELEMETRY = "telemetry"
EVENTS = "events"

LONGEST = 1 << 20
"""The longest line, in bytes, that can decide the format."""


class Format(NamedTuple):
    """A format.

    Attributes:
        decoder: makes a decoder for it.
        fits: returns whether the first JSON object of a run is of this format.
    """

    decoder: Callable[[Rules], Decoder]
    fits: Callable[[Mapping[str, object]], bool]


def is_event(row: Mapping[str, object]) -> bool:
    """Return whether an object is an event.

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


def _event_decoder(rules: Rules) -> Decoder:
    # Imported here, so that a run of points does not pay for it.
    from .events import EventDecoder

    return EventDecoder(rules.masker, max_points=rules.max_points)


def _telemetry_decoder(rules: Rules) -> Decoder:
    return TelemetryDecoder(rules.masker, any_key=rules.any_key, max_points=rules.max_points)


FORMATS = {
    TELEMETRY: Format(_telemetry_decoder, lambda row: not is_event(row)),
    EVENTS: Format(_event_decoder, is_event),
}
"""The formats, by the name that ``--format`` takes. Every JSON object fits exactly one of them."""


class FormatDecoder:
    """Passes the bytes of a run to the decoder of its format, which its first JSON object decides.

    Before that object, the decoder of each format takes all the bytes and drops lines by its own rules, so that no
    bytes are kept or read twice. A run without an object is read as a run of points.
    """

    def __init__(self, rules: Rules, name: str | None = None) -> None:
        """Start at the start of a run; ``name`` is one of `FORMATS`, None to find it out."""
        self._rules = rules
        self._name = name
        self.restart()

    def restart(self) -> None:
        """Forget everything, including the format: the run is read again from its start."""
        self._lines = Lines(LONGEST, self._rules.masker.longest)
        self._chosen = FORMATS[self._name].decoder(self._rules) if self._name else None
        self._candidates: dict[str, Decoder] = {}

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the run."""
        if self._chosen is None:
            for line in self._lines.feed(data):
                name = self._format_of(line)
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
        """Read the last line, which has no end yet, if the rules of its format allow it; return whether it was read."""
        if self._chosen is None:
            name = self._format_of(self._lines.pending)
            if name is None or not self._candidate(name).take_partial():
                return False
            self._choose(name)
            return True
        return self._chosen.take_partial()

    def _format_of(self, line: bytes) -> str | None:
        """Return the name of the format that a line fits, None if it is not a JSON object or too long for one."""
        if not line or len(line.removesuffix(b"\r")) > LONGEST:
            return None
        masked = self._rules.masker.line(line)
        # Parsing is slow, so lines that cannot be an object are not parsed.
        row = parse_object(masked) if masked.lstrip()[:1] == b"{" else None
        if not isinstance(row, dict):
            return None
        return next(name for name, format in FORMATS.items() if format.fits(row))

    def _choose(self, name: str) -> None:
        self._chosen = self._candidate(name)
        self._candidates.clear()

    def _candidate(self, name: str) -> Decoder:
        if name not in self._candidates:
            self._candidates[name] = FORMATS[name].decoder(self._rules)
        return self._candidates[name]
