"""A slow, plain reading of the line format, kept apart from the real reader so that the two can be compared.

It takes a whole file's bytes and gives the points, the drops and the memory of values that were not finite. Nothing
here is fast, and nothing here is shared with the code under test. ``oracle_output`` turns the result into exact bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .oracle_line import Flat, Member, flatten, is_object, mask, parse, secret_forms

MAX_LINE = 4096
MAX_NUMBERS = 64
MAX_KEYS = 256
MAX_POINTS = 200_000

PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")

# The reasons for which a whole line is refused, in the order of their messages.
LONG = "long"
NOT_JSON = "not json"
NOT_OBJECT = "not object"
NUMBERS = "numbers"
PAST = "past"


@dataclass
class OracleRun:
    """What a reading leaves: points in order, and everything that was counted on the way."""

    points: list[dict[str, float]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    dropped: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, int] = field(default_factory=dict)
    """A key that is not plain: how many points it was skipped in. In the order they first came."""
    past_limit: dict[str, int] = field(default_factory=dict)
    """A key that would have been the 257th: how many points it was skipped in."""
    not_finite: dict[str, list[int]] = field(default_factory=dict)
    """A key: the place of the point of each of its values that was not finite."""
    max_points: int = MAX_POINTS


class Reader:
    """Lines, one after the other, into an ``OracleRun``."""

    def __init__(self, secrets: Sequence[str], any_key: bool, max_points: int) -> None:
        self.forms = secret_forms(secrets)
        self.any_key = any_key
        self.run = OracleRun(max_points=max_points)

    def drop(self, reason: str) -> None:
        self.run.dropped[reason] = self.run.dropped.get(reason, 0) + 1

    def keeps(self, key: str) -> bool:
        return self.any_key or PLAIN_KEY.fullmatch(key) is not None

    def line(self, raw: bytes) -> None:
        """One line, without its line end."""
        masked = mask(raw, self.forms)
        if not masked.strip():
            return
        if len(raw) > MAX_LINE:
            self.drop(LONG)
            return
        try:
            value = parse(masked)
        except ValueError:
            self.drop(NOT_JSON)
            return
        if not isinstance(value, Member):
            self.drop(NOT_OBJECT)
            return
        flat = flatten(value, self.forms)
        if len(flat.numbers) > MAX_NUMBERS:
            self.drop(NUMBERS)
            return
        if self.run.max_points and len(self.run.points) >= self.run.max_points:
            self.drop(PAST)
            return
        self.point(flat)

    def point(self, flat: Flat) -> None:
        run = self.run
        kept: dict[str, float] = {}
        for key, value in flat.numbers.items():
            if not self.keeps(key):
                run.skipped[key] = run.skipped.get(key, 0) + 1
                continue
            if key not in run.keys:
                if len(run.keys) >= MAX_KEYS:
                    run.past_limit[key] = run.past_limit.get(key, 0) + 1
                    continue
                run.keys.append(key)
            kept[key] = value
        run.points.append(kept)
        for key in flat.not_finite:
            if self.keeps(key) and (key in run.not_finite or len(run.not_finite) < MAX_KEYS):
                run.not_finite.setdefault(key, []).append(len(run.points))

    def half(self, raw: bytes) -> bool:
        """Read what stands after the last line end if it is an object, and say whether it was."""
        if len(raw) > MAX_LINE or not is_object(mask(raw, self.forms)):
            return False
        self.line(raw)
        return True


def without_mark(start_of_file: bytes) -> bytes:
    """The bytes without the byte-order mark that a file may begin with."""
    return start_of_file[3:] if start_of_file.startswith(b"\xef\xbb\xbf") else start_of_file


def without_return(line: bytes) -> bytes:
    r"""A line that ended at ``\n`` without the one ``\r`` that may stand before it."""
    return line[:-1] if line.endswith(b"\r") else line


def read(
    data: bytes,
    *,
    secrets: Sequence[str] = (),
    any_key: bool = False,
    max_points: int = MAX_POINTS,
    ended: bool = True,
) -> OracleRun:
    """A file's bytes, read at once. With ``ended`` false the last line, while it has no line end, still waits."""
    reader = Reader(secrets, any_key, max_points)
    *lines, tail = without_mark(data).split(b"\n")
    for line in lines:
        reader.line(without_return(line))
    if ended:
        reader.half(tail)
    return reader.run


def read_in_pieces(
    pieces: Sequence[bytes],
    *,
    secrets: Sequence[str] = (),
    any_key: bool = False,
    max_points: int = MAX_POINTS,
) -> OracleRun:
    """The same file followed: its bytes come in pieces, after each of which nothing comes for more than two seconds."""
    reader = Reader(secrets, any_key, max_points)
    tail = b""
    first = True  # the tail stands at the very start of the file
    after_half = False  # the tail stands after a half line that was read, on the same line
    for piece in pieces:
        *lines, tail = (tail + piece).split(b"\n")
        for line in lines:
            whole = without_mark(line) if first else line
            reader.line(without_return(whole.lstrip() if after_half else whole))
            first = after_half = False
        rest = without_mark(tail) if first else tail
        if reader.half(rest.lstrip() if after_half else rest):
            tail = b""
            first = False
            after_half = True
    return reader.run


def is_events(data: bytes) -> bool:
    """Whether the first JSON object of a file is an event, which makes the whole file one of the other format."""
    for line in without_mark(data).split(b"\n"):
        if len(line) <= 1 << 20 and is_object(line):
            event: dict[str, Any] = json.loads(line)
            named = isinstance(event.get("name", event.get("metric")), str) and _is_number(event.get("value"))
            told = _is_number(event.get("ts_ms")) or isinstance(event.get("annotation"), str) or named
            return isinstance(event.get("kind"), str) and told
    return False


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
