"""From JSON objects to points, in columns: what is kept, skipped and dropped."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Sequence
from itertools import chain, groupby
from typing import Any, NamedTuple

from ..batch import Batch
from ..column import Column
from ..drops import Drops, Reason
from ..json_line import split_numbers, too_deep
from ..mask import Masker

LINE_NUMBERS = 64
RUN_KEYS = 256
PLANS = 1024
"""How many different sequences of keys have their plan remembered."""

_KEY = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")
_NUMBERS = {int, float}


class Plan(NamedTuple):
    """What is done with the numbers of points that have the same keys in the same order.

    Attributes:
        kept: the index of each number that is kept, and its key.
        skipped: the keys that are skipped, and why.
    """

    kept: list[tuple[int, str]]
    skipped: list[tuple[str, Reason]]


class TelemetryPoints:
    """Turns objects into points and gathers them into a `Batch`.

    The rules, in order: the numbers of an object are flattened to dotted keys; an object with more than 64 is dropped;
    a point past the cap is dropped; keys with other characters than those allowed are skipped, then those past the
    256th of the run.
    """

    def __init__(self, masker: Masker, *, any_key: bool, max_points: int) -> None:
        """Start without points; ``any_key`` allows all characters in keys, ``max_points`` of 0 is no cap."""
        self._masker = masker
        self._any_key = any_key
        self._max_points = max_points
        self._count = 0
        self._keys: set[str] = set()
        self._not_finite_keys: set[str] = set()
        self._plans: dict[tuple[str, ...], Plan] = {}
        self.drops = Drops(max_points, masker)
        self._shown_drops = self.drops.copy()
        self._batch = Batch(self._shown_drops)

    def take(self) -> Batch:
        """Return what was added since the last call."""
        if self.drops.total != self._shown_drops.total:
            self._shown_drops = self.drops.copy()
        batch, self._batch = self._batch, Batch(self._shown_drops)
        batch.drops = self._shown_drops
        return batch

    def add(self, rows: list[dict[str, Any]], lines: Sequence[bytes], numbers: Sequence[int], *, checked: bool) -> None:
        """Add the objects of some lines.

        Args:
            rows: the objects.
            lines: the masked line of each.
            numbers: the number of each line in the file, from 1.
            checked: whether all numbers in the objects are known to be finite.
        """
        at = 0
        for keys, same in groupby(rows, tuple):
            group = list(same)
            end = at + len(group)
            values = list(chain.from_iterable(map(dict.values, group)))
            plain = len(keys) <= LINE_NUMBERS and _NUMBERS.issuperset(map(type, values))
            if plain and (checked or all(map(math.isfinite, values))):
                self._append(keys, values, lines[at:end], numbers[at:end])
            else:
                for offset, row in enumerate(group, at):
                    self._add_one(row, lines[offset], numbers[offset])
            at = end

    def _add_one(self, row: dict[str, Any], line: bytes, number: int) -> None:
        """Add an object that is nested, or has members that are not finite numbers."""
        if too_deep(line):
            self.drops.add_line(Reason.NOT_JSON, number, line)
            return
        finite, not_finite = split_numbers(row, line)
        if len(finite) > LINE_NUMBERS:
            self.drops.add_line(Reason.TOO_MANY_NUMBERS, number, line)
        elif self._append(tuple(finite), list(finite.values()), [line], [number]):
            self._add_not_finite(not_finite)

    def _append(
        self, keys: tuple[str, ...], values: list[float], lines: Sequence[bytes], numbers: Sequence[int]
    ) -> int:
        """Append points that have the same keys to the columns; return how many were not past the cap.

        ``values`` holds the numbers of the first point in the order of ``keys``, then those of the next point.
        """
        count = len(numbers)
        if self._max_points and self._count + count > self._max_points:
            room = self._max_points - self._count
            self.drops.add_line(Reason.PAST_CAP, numbers[room], lines[room], count - room)
            count, values = room, values[: room * len(keys)]
            if not count:
                return 0
        plan = self._plans.get(keys) or self._plan(keys)
        places = array("I", range(self._count + 1, self._count + count + 1))
        columns = self._batch.columns
        for index, key in plan.kept:
            column = columns.get(key)
            if column is None:
                column = columns[key] = Column()
            column.values.extend(values[index :: len(keys)])
            column.places.extend(places)
        for key, reason in plan.skipped:
            self.drops.add_key(reason, numbers[0], key, count)
        self._count += count
        self._batch.points += count
        return count

    def _plan(self, keys: tuple[str, ...]) -> Plan:
        """Work out which keys are kept, and remember it: a key that a run keeps or skips once, it always does."""
        kept: dict[str, int] = {}
        skipped: dict[str, Reason] = {}
        for index, unmasked in enumerate(keys):
            key = self._masker.text(unmasked)
            if not self._allowed(key):
                skipped[key] = Reason.BAD_KEY
            elif key in self._keys or len(self._keys) < RUN_KEYS:
                self._keys.add(key)
                kept[key] = index
            else:
                skipped[key] = Reason.TOO_MANY_KEYS
        if len(self._plans) >= PLANS:
            self._plans.clear()
        plan = self._plans[keys] = Plan([(index, key) for key, index in kept.items()], list(skipped.items()))
        return plan

    def _allowed(self, key: str) -> bool:
        return self._any_key or _KEY.fullmatch(key) is not None

    def _add_not_finite(self, values: list[tuple[str, float]]) -> None:
        """Add the values of the newest point that are not finite to their keys, of which at most 256 are kept."""
        for unmasked, value in values:
            key = self._masker.text(unmasked)
            known = key in self._not_finite_keys
            if known or (len(self._not_finite_keys) < RUN_KEYS and self._allowed(key)):
                self._not_finite_keys.add(key)
                self._batch.not_finite.setdefault(key, Column()).append(value, self._count)
