"""Objects to points: what is dropped, what is left out, and what is kept, in columns."""

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
from ..json_line import finite, too_deep
from ..mask import Masker

LINE_NUMBERS = 64
RUN_KEYS = 256
PLANS = 1024
"""How many different sets of keys are remembered before they are worked out anew."""

_KEY = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")
_NUMBERS = {int, float}


class Plan(NamedTuple):
    """Where the numbers of one sequence of keys go."""

    kept: list[tuple[int, str]]
    """The index of each number that is kept, and its key."""
    left_out: list[tuple[str, Reason]]


class Points:
    """Makes points of objects and gathers them into a `Batch`.

    The rules, in order: an object's numbers are flattened to dotted keys; one with more than 64 is dropped; a point
    past the cap is dropped; keys that are not plain are left out, then those past the run's 256th.
    """

    def __init__(self, masker: Masker, *, any_key: bool, max_points: int) -> None:
        """Begin with no points."""
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

        ``lines`` and ``numbers`` are the masked lines the rows were read from and their numbers in the file;
        ``checked`` tells that all numbers in the rows are finite.
        """
        at = 0
        for keys, same in groupby(rows, tuple):
            group = list(same)
            end = at + len(group)
            values = list(chain.from_iterable(map(dict.values, group)))
            plain = len(keys) <= LINE_NUMBERS and _NUMBERS.issuperset(map(type, values))
            if plain and (checked or all(map(math.isfinite, values))):
                self._deal(keys, values, lines[at:end], numbers[at:end])
            else:
                for offset, row in enumerate(group, at):
                    self._add_one(row, lines[offset], numbers[offset])
            at = end

    def _add_one(self, row: dict[str, Any], line: bytes, number: int) -> None:
        """Add one object the careful way: nested, or with members that are not finite numbers."""
        if too_deep(line):
            self.drops.add_line(Reason.NOT_JSON, number, line)
            return
        found, not_finite = finite(row, line)
        if len(found) > LINE_NUMBERS:
            self.drops.add_line(Reason.TOO_MANY_NUMBERS, number, line)
        elif self._deal(tuple(found), list(found.values()), [line], [number]):
            self._note_not_finite(not_finite)

    def _deal(self, keys: tuple[str, ...], values: list[float], lines: Sequence[bytes], numbers: Sequence[int]) -> int:
        """Append points of the same keys to the columns; return how many the cap let in.

        ``values`` holds one point's numbers after the other's, in the order of ``keys``.
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
        for key, reason in plan.left_out:
            self.drops.add_key(reason, numbers[0], key, count)
        self._count += count
        self._batch.points += count
        return count

    def _plan(self, keys: tuple[str, ...]) -> Plan:
        """Work out which keys are kept, and remember it: what a run once kept or left out, it always does."""
        kept: dict[str, int] = {}
        left_out: dict[str, Reason] = {}
        for index, written in enumerate(keys):
            key = self._masker.text(written)
            if not self._allowed(key):
                left_out[key] = Reason.BAD_KEY
            elif key in self._keys or len(self._keys) < RUN_KEYS:
                self._keys.add(key)
                kept[key] = index
            else:
                left_out[key] = Reason.TOO_MANY_KEYS
        if len(self._plans) >= PLANS:
            self._plans.clear()
        plan = self._plans[keys] = Plan([(index, key) for key, index in kept.items()], list(left_out.items()))
        return plan

    def _allowed(self, key: str) -> bool:
        return self._any_key or _KEY.fullmatch(key) is not None

    def _note_not_finite(self, values: list[tuple[str, float]]) -> None:
        """Remember the values of the newest point that are not finite, by key; 256 keys at most."""
        for written, value in values:
            key = self._masker.text(written)
            known = key in self._not_finite_keys
            if known or (len(self._not_finite_keys) < RUN_KEYS and self._allowed(key)):
                self._not_finite_keys.add(key)
                self._batch.not_finite.setdefault(key, Column()).append(value, self._count)
