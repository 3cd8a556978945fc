"""What is dropped and skipped: the reasons, their counts, and the messages that report them.

A line or a point is *dropped*; a key, a name or a series that is not kept is *skipped*. A new reason is a member of
`Reason` and its entry in `REASONS`.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from ...layouts.text import escape
from .mask import Masker

DIFFERENT_KEYS = 100
"""How many different skipped keys are told apart; past it the message only counts "over 100 others"."""

NOT_FINITE_NAMED = 8
"""How many keys with values that were not finite get a message of their own."""

SAMPLE_BYTES = 200
"""How many bytes of a dropped line are kept as its sample."""


class Reason(enum.IntEnum):
    """Why a line or point was dropped, or a key skipped, in the order they are reported.

    Some occur only in runs of points, some only in runs of events.
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


class ReasonText(NamedTuple):
    """How a reason is reported.

    The texts may hold ``{count}``, ``{cap}`` for the cap on points, and ``{nth}`` for its ordinal.

    Attributes:
        summary: the reason in a few words, as the list of drops shows it.
        fix: how to fix it.
        one: what was dropped, if that happened once.
        many: what was dropped, if that happened several times.
        skipped: what is skipped: a key, a name or a series; "" if a line or point is dropped.
    """

    summary: str
    fix: str
    one: str = ""
    many: str = ""
    skipped: str = ""


def _line(summary: str, fix: str, verbs: tuple[str, str] = ("is", "are")) -> ReasonText:
    return ReasonText(summary, fix, f"a line that {verbs[0]} {summary}", f"{{count}} lines that {verbs[1]} {summary}")


REASONS = {
    Reason.TOO_LONG: _line("over 4 KiB", "log fewer or shorter values on one line"),
    Reason.LONG_EVENT: _line("over 1 MiB", "log fewer or shorter values on one line"),
    Reason.NOT_JSON: _line("not JSON", "write one JSON object per line"),
    Reason.NOT_OBJECT: _line("not a JSON object", "write one JSON object per line"),
    Reason.NOT_EVENT: _line("not an event", "write a kind, with a name and a value, an annotation, or ts_ms"),
    Reason.TOO_MANY_NUMBERS: _line("more than 64 numbers", "split it over several lines", ("has", "have")),
    Reason.BAD_KEY: ReasonText(
        "key not letters, digits, _ and -", "use letters, digits, _ and - between dots", skipped="key"
    ),
    Reason.TOO_MANY_KEYS: ReasonText("more than 256 keys", "a run keeps at most 256 keys", skipped="key"),
    Reason.TOO_MANY_NAMES: ReasonText("more than 4096 names", "a run keeps at most 4096 names", skipped="name"),
    Reason.TOO_MANY_MAPS: ReasonText(
        "more than 4096 metadata maps of a name", "a name keeps at most 4096 metadata maps", skipped="series"
    ),
    Reason.PAST_CAP: ReasonText(
        "past the cap on points",
        "a run keeps at most {cap} points",
        "a point past the {nth}",
        "{count} points past the {nth}",
    ),
    Reason.PAST_SERIES_CAP: ReasonText(
        "past the cap on a series' points",
        "a series keeps at most {cap} points",
        "a point past the {nth} of its series",
        "{count} points past the {nth} of their series",
    ),
    Reason.TOO_MANY_ANNOTATIONS: ReasonText(
        "more than 10000 annotations",
        "a run keeps at most 10000 annotations",
        "an annotation past the 10000th",
        "{count} annotations past the 10000th",
    ),
}
"""How each reason is reported, in their order."""


class Drop:
    """How often one reason occurred, where it first did, and what was dropped or skipped there.

    Attributes:
        count: how often it occurred.
        line: the number of the first such line in the file, from 1.
        sample: the start of that line, or the key that was skipped; masked but not escaped.
        keys: the different keys that were skipped, in order; a dict without values.
    """

    __slots__ = ("count", "keys", "line", "sample")

    def __init__(self, line: int, sample: str) -> None:
        """Take the number of the first line and a sample of it; the count starts at 0."""
        self.count = 0
        self.line = line
        self.sample = sample
        self.keys: dict[str, None] = {}

    def copy(self) -> Drop:
        """Return a copy that later drops do not change."""
        drop = Drop(self.line, self.sample)
        drop.count = self.count
        drop.keys = dict(self.keys)
        return drop


class Drops:
    """Everything that a run has dropped and skipped so far.

    Attributes:
        max_points: the cap on points, 0 for none.
        by_reason: a `Drop` for each reason that occurred.
    """

    def __init__(self, max_points: int, masker: Masker | None = None) -> None:
        """Start empty; ``max_points`` is the cap on points that messages name, ``masker`` masks samples."""
        self.max_points = max_points
        self._masker = masker or Masker()
        self.by_reason: dict[Reason, Drop] = {}

    @property
    def total(self) -> int:
        """How many lines and points were dropped, plus how many times a key was skipped."""
        return sum(drop.count for drop in self.by_reason.values())

    def add_line(self, reason: Reason, number: int, line: bytes, count: int = 1) -> None:
        """Count ``count`` dropped lines; the first is ``line``, masked or not, with that number in the file."""
        drop = self.by_reason.get(reason)
        if drop is None:
            sample = self._masker.excerpt(line, SAMPLE_BYTES)[:SAMPLE_BYTES]
            drop = self.by_reason[reason] = Drop(number, sample.decode("utf-8", "replace"))
        drop.count += count

    def add_key(self, reason: Reason, number: int, key: str, count: int = 1) -> None:
        """Count a key that was skipped in ``count`` points, the first of them on the line of that number."""
        drop = self.by_reason.get(reason)
        if drop is None:
            drop = self.by_reason[reason] = Drop(number, key)
        drop.count += count
        if len(drop.keys) <= DIFFERENT_KEYS:
            drop.keys[key] = None

    def copy(self) -> Drops:
        """Return a copy that later drops do not change."""
        drops = Drops(self.max_points, self._masker)
        drops.by_reason = {reason: drop.copy() for reason, drop in self.by_reason.items()}
        return drops

    def messages(self) -> list[str]:
        """Return one message for each reason that occurred, in the order of the reasons."""
        return [self.message(reason) for reason in Reason if reason in self.by_reason]

    def message(self, reason: Reason) -> str:
        """Return the message of one reason, with its count."""
        drop = self.by_reason[reason]
        return _message(reason, drop.count, _all_keys(drop) if drop.keys else "", self.max_points)


def first_message(reason: Reason, drop: Drop, max_points: int) -> str:
    """Return the message for the first time a reason occurs, as it is printed while following."""
    return _message(reason, 1, _first_key(drop) if drop.keys else "", max_points)


def how_to_fix(reason: Reason, max_points: int) -> str:
    """Return how to fix what a reason reports; ``max_points`` is the cap on points."""
    return REASONS[reason].fix.format(cap=max_points)


def describe(reason: Reason) -> str:
    """Return a reason in a few words."""
    return REASONS[reason].summary


def not_finite_messages(counts: dict[str, tuple[int, int]]) -> list[str]:
    """Return the messages about keys with values that were not finite.

    ``counts`` maps each such key, in the order it first happened, to how many such values it had and the place of the
    last.
    """
    messages = []
    for key, (count, last) in list(counts.items())[:NOT_FINITE_NAMED]:
        times = "once" if count == 1 else f"{count} times"
        messages.append(f"telemetry: {escape(key)} was not finite {times}, last at point {last}")
    others = len(counts) - NOT_FINITE_NAMED
    if others > 0:
        messages.append(f"telemetry: {others} other {'key was' if others == 1 else 'keys were'} not finite")
    return messages


def _message(reason: Reason, count: int, keys: str, max_points: int) -> str:
    """Return the message of a reason; ``keys`` names what was skipped."""
    text = REASONS[reason]
    if text.skipped:
        what = f"skipped the {text.skipped} {keys}"
    else:
        phrase = text.one if count == 1 else text.many
        what = "dropped " + phrase.format(count=count, nth=ordinal(max_points))
    return f"telemetry: {what}; {how_to_fix(reason, max_points)}"


def _first_key(drop: Drop) -> str:
    return f'"{escape(next(iter(drop.keys)))}"'


def _all_keys(drop: Drop) -> str:
    """Return the first key that was skipped, how many others were, and how often."""
    keys = _first_key(drop)
    others = len(drop.keys) - 1
    if others >= DIFFERENT_KEYS:
        keys += f" and over {DIFFERENT_KEYS} others"
    elif others:
        keys += f" and {others} other{'' if others == 1 else 's'}"
    return keys if drop.count == 1 else f"{keys} ({drop.count} times)"


def ordinal(number: int) -> str:
    """Return ``1st``, ``2nd``, ``3rd``, ``4th`` and so on."""
    if 11 <= number % 100 <= 13:
        return f"{number}th"
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
