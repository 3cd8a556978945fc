"""Which of many series are shown where only a few have room: the active ones, then those that ended last."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from typing import NamedTuple

from ..runs.history import History

GAPS = 3
"""How many of its usual gaps a series may be silent for if another one has started since and may have replaced it."""

LONG_GAPS = 10
"""The same if none has started since. A series that reports at random is rarely silent for that long."""

LONE = 50
"""How many of the smallest gap of the others a series of one number, which has no gap yet, may be silent for."""


class _Span(NamedTuple):
    """When a series reports: its first and last place in the run, and the mean gap between its places."""

    first: int
    last: int
    gap: float


class _Reports:
    """When each of some series reports.

    Attributes:
        spans: when each of them reports.
        newest: the last place of all.
    """

    def __init__(self, history: History, columns: Iterable[str]) -> None:
        self.spans = {key: span for key in columns if (span := _span(history, key))}
        self.newest = max((span.last for span in self.spans.values()), default=0)
        self._latest_start = max((span.first for span in self.spans.values()), default=0)
        self._smallest_gap = min((span.gap for span in self.spans.values()), default=math.inf)

    def patience(self, span: _Span) -> float:
        """Return how many places a series may be silent for before it counts as ended."""
        if span.gap == math.inf:
            return LONE * self._smallest_gap
        return (GAPS if self._latest_start > span.last else LONG_GAPS) * span.gap


class ActiveSeries:
    """The series of one panel or stat that are shown, chosen again as the run grows.

    A series has ended when it is silent for long while others go on. Active series come first, in their order, then
    those that ended last. A series stays chosen while it is active, so that the choice seldom changes.
    """

    def __init__(self, history: History, most: int) -> None:
        """Take the history, and how many series are shown at most."""
        self._history = history
        self._most = most
        self._generation = history.generation
        self._known = (-1, -1)
        self._chosen: list[str] = []

    def of(self, columns: Sequence[str]) -> list[str]:
        """Return the shown ones of some series, in their order; the same list object while they are the same."""
        history = self._history
        if self._generation != history.generation:
            self._generation, self._known, self._chosen = history.generation, (-1, -1), []
        known = (len(columns), history.points)
        if known != self._known:
            self._known = known
            chosen = list(columns) if len(columns) <= self._most else self._choose(columns)
            if chosen != self._chosen:
                self._chosen = chosen
        return self._chosen

    def _choose(self, columns: Sequence[str]) -> list[str]:
        if len(self._chosen) == self._most and all(map(self._is_active, self._chosen)):
            return self._chosen
        reports = _Reports(self._history, columns)

        def rank(index: int) -> tuple[int, float, int]:
            key = columns[index]
            span, before = reports.spans.get(key), key in self._chosen
            if span is None:
                return 2, 0, index
            patience = reports.patience(span)
            if reports.newest - span.last <= patience:
                return 0, not before, index
            # Series that ended together do not alternate.
            return 1, -(span.last + patience * before), index

        return [columns[index] for index in sorted(nsmallest(self._most, range(len(columns)), rank))]

    def _is_active(self, key: str) -> bool:
        """Return whether a series is active whatever the others do: a quick check that may miss that it is."""
        span = _span(self._history, key)
        return span is not None and self._history.points - span.last <= GAPS * span.gap < math.inf


def ended(history: History, columns: Iterable[str]) -> set[str]:
    """Return the series that ended while others went on."""
    reports = _Reports(history, columns)
    return {key for key, span in reports.spans.items() if reports.newest - span.last > reports.patience(span)}


def _span(history: History, key: str) -> _Span | None:
    """Return when a series reports, values that are not finite included; None if it never does."""
    columns = (history.columns.get(key), history.not_finite.get(key))
    places = [column.places for column in columns if column]
    if not places:
        return None
    first, last, count = min(one[0] for one in places), max(one[-1] for one in places), sum(map(len, places))
    return _Span(first, last, (last - first) / (count - 1) if count > 1 else math.inf)
