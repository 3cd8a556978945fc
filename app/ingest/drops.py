"""Why lines and keys are refused: the reasons, their counts, and the messages that report them."""

from __future__ import annotations

import enum

from ...layouts.text import escape
from .mask import Masker

DIFFERENT_KEYS = 100
"""How many different left-out keys are told apart; past it only "over 100 others" is said."""

NOT_FINITE_NAMED = 8
"""How many keys with values that were not finite get a message of their own."""

SAMPLE_BYTES = 200
"""How much of a refused line is kept as its sample."""


class Reason(enum.IntEnum):
    """Why a line was dropped whole, or a key left out of its point; in the order they are reported.

    Some are of points alone, and some of events.
    """

    TOO_LONG = 0
    LONG_EVENT = 1
    NOT_JSON = 2
    NOT_OBJECT = 3
    NOT_EVENT = 4
    TOO_MANY_NUMBERS = 5
    BAD_KEY = 6
    TOO_MANY_KEYS = 7
    TOO_MANY_NAMES = 8
    TOO_MANY_MAPS = 9
    PAST_CAP = 10
    PAST_SERIES_CAP = 11
    TOO_MANY_ANNOTATIONS = 12


LEFT_OUT = {
    Reason.BAD_KEY: "key",
    Reason.TOO_MANY_KEYS: "key",
    Reason.TOO_MANY_NAMES: "name",
    Reason.TOO_MANY_MAPS: "series",
}
"""The reasons for which something is left out of its point or event, and what that is."""


class Drop:
    """How often one reason came up, where it first did, and what was refused there."""

    __slots__ = ("count", "keys", "line", "sample")

    def __init__(self, line: int, sample: str) -> None:
        """Begin with the first refusal: its line's number (from 1) and a sample, masked but not yet escaped."""
        self.count = 0
        self.line = line
        self.sample = sample
        self.keys: dict[str, None] = {}

    def copy(self) -> Drop:
        """Return a copy that later refusals do not change."""
        drop = Drop(self.line, self.sample)
        drop.count = self.count
        drop.keys = dict(self.keys)
        return drop


class Drops:
    """All that a run refused so far, a `Drop` for each reason that came up."""

    def __init__(self, max_points: int, masker: Masker | None = None) -> None:
        """Begin empty; ``max_points`` is the run's cap, named in its message, and ``masker`` masks samples."""
        self.max_points = max_points
        self._masker = masker or Masker()
        self.by_reason: dict[Reason, Drop] = {}

    @property
    def total(self) -> int:
        """Everything refused: lines, points, and keys each time they were left out."""
        return sum(drop.count for drop in self.by_reason.values())

    def add_line(self, reason: Reason, number: int, line: bytes, count: int = 1) -> None:
        """Count ``count`` refused lines, the first of them the ``line`` of that number in the file, masked or not."""
        drop = self.by_reason.get(reason)
        if drop is None:
            sample = self._masker.beginning(line, SAMPLE_BYTES)[:SAMPLE_BYTES]
            drop = self.by_reason[reason] = Drop(number, sample.decode("utf-8", "replace"))
        drop.count += count

    def add_key(self, reason: Reason, number: int, key: str, count: int = 1) -> None:
        """Count a key left out of ``count`` points, the first of them the line of that number."""
        drop = self.by_reason.get(reason)
        if drop is None:
            drop = self.by_reason[reason] = Drop(number, key)
        drop.count += count
        if len(drop.keys) <= DIFFERENT_KEYS:
            drop.keys[key] = None

    def copy(self) -> Drops:
        """Return a copy that later refusals do not change."""
        drops = Drops(self.max_points, self._masker)
        drops.by_reason = {reason: drop.copy() for reason, drop in self.by_reason.items()}
        return drops

    def messages(self) -> list[str]:
        """Return a line for each reason that came up, in their order."""
        return [self.message(reason) for reason in Reason if reason in self.by_reason]

    def message(self, reason: Reason) -> str:
        """Return one reason's line, with its count."""
        drop = self.by_reason[reason]
        if reason in LEFT_OUT:
            return (
                f"telemetry: left out the {LEFT_OUT[reason]} {_left_out(drop)}; {how_to_fix(reason, self.max_points)}"
            )
        return (
            f"telemetry: dropped {_dropped(reason, drop.count, self.max_points)}; {how_to_fix(reason, self.max_points)}"
        )


def first_message(reason: Reason, drop: Drop, max_points: int) -> str:
    """Return the line for the first time a reason comes up, as it is said while following."""
    if reason in LEFT_OUT:
        first = f'the {LEFT_OUT[reason]} "{escape(next(iter(drop.keys)))}"'
        return f"telemetry: left out {first}; {how_to_fix(reason, max_points)}"
    return f"telemetry: dropped {_dropped(reason, 1, max_points)}; {how_to_fix(reason, max_points)}"


def how_to_fix(reason: Reason, max_points: int) -> str:
    """Return what a person can do about a reason."""
    return {
        Reason.TOO_LONG: "log fewer or shorter values on one line",
        Reason.LONG_EVENT: "log fewer or shorter values on one line",
        Reason.NOT_JSON: "write one JSON object per line",
        Reason.NOT_OBJECT: "write one JSON object per line",
        Reason.NOT_EVENT: "write a kind, with a name and a value, an annotation, or ts_ms",
        Reason.TOO_MANY_NUMBERS: "split it over several lines",
        Reason.BAD_KEY: "use letters, digits, _ and - between dots",
        Reason.TOO_MANY_KEYS: "a run keeps at most 256 keys",
        Reason.TOO_MANY_NAMES: "a run keeps at most 4096 names",
        Reason.TOO_MANY_MAPS: "a name keeps at most 4096 metadata maps",
        Reason.PAST_CAP: f"a run keeps at most {max_points} points",
        Reason.PAST_SERIES_CAP: f"a series keeps at most {max_points} points",
        Reason.TOO_MANY_ANNOTATIONS: "a run keeps at most 10000 annotations",
    }[reason]


def describe(reason: Reason) -> str:
    """Return a reason in a few words, as the list of drops heads it."""
    return {
        Reason.TOO_LONG: "over 4 KiB",
        Reason.LONG_EVENT: "over 1 MiB",
        Reason.NOT_JSON: "not JSON",
        Reason.NOT_OBJECT: "not a JSON object",
        Reason.NOT_EVENT: "not an event",
        Reason.TOO_MANY_NUMBERS: "more than 64 numbers",
        Reason.BAD_KEY: "key not letters, digits, _ and -",
        Reason.TOO_MANY_KEYS: "more than 256 keys",
        Reason.TOO_MANY_NAMES: "more than 4096 names",
        Reason.TOO_MANY_MAPS: "more than 4096 metadata maps of a name",
        Reason.PAST_CAP: "past the cap on points",
        Reason.PAST_SERIES_CAP: "past the cap on a series' points",
        Reason.TOO_MANY_ANNOTATIONS: "more than 10000 annotations",
    }[reason]


def not_finite_messages(counts: dict[str, tuple[int, int]]) -> list[str]:
    """Return the lines that tell which keys had values that were not finite.

    ``counts`` maps each such key, in the order it first happened, to how often and the last point's place.
    """
    lines = []
    for key, (count, last) in list(counts.items())[:NOT_FINITE_NAMED]:
        times = "once" if count == 1 else f"{count} times"
        lines.append(f"telemetry: {escape(key)} was not finite {times}, last at point {last}")
    others = len(counts) - NOT_FINITE_NAMED
    if others > 0:
        lines.append(f"telemetry: {others} other {'key was' if others == 1 else 'keys were'} not finite")
    return lines


def _dropped(reason: Reason, count: int, max_points: int) -> str:
    one = count == 1
    lines = "a line that" if one else f"{count} lines that"
    points = "a point" if one else f"{count} points"
    if reason is Reason.PAST_CAP:
        return f"{points} past the {ordinal(max_points)}"
    if reason is Reason.PAST_SERIES_CAP:
        return f"{points} past the {ordinal(max_points)} of {'its' if one else 'their'} series"
    if reason is Reason.TOO_MANY_ANNOTATIONS:
        return f"{'an annotation' if one else f'{count} annotations'} past the 10000th"
    if reason is Reason.TOO_MANY_NUMBERS:
        return f"{lines} {'has' if one else 'have'} more than 64 numbers"
    return f"{lines} {'is' if one else 'are'} {describe(reason)}"


def _left_out(drop: Drop) -> str:
    first = f'"{escape(next(iter(drop.keys)))}"'
    others = len(drop.keys) - 1
    if others >= DIFFERENT_KEYS:
        first += f" and over {DIFFERENT_KEYS} others"
    elif others:
        first += f" and {others} other{'' if others == 1 else 's'}"
    return first if drop.count == 1 else f"{first} ({drop.count} times)"


def ordinal(number: int) -> str:
    """Return ``1st``, ``2nd``, ``3rd``, ``4th`` and so on."""
    if 11 <= number % 100 <= 13:
        return f"{number}th"
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
