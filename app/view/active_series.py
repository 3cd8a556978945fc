"""Which of many series there is room for: those that run now, else those that ended last."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from typing import NamedTuple

from ..runs.history import History

GAPS = 3
"""How many of its usual gaps a series may be silent for, if another began since: then that one may have taken over."""

LONG_GAPS = 10
"""The same where none began since. Series that report at random are silent for so long once in many thousand times."""

LONE = 50
"""How many of the others' least gaps a series of one number may be silent for: it has no gap yet."""


class _Span(NamedTuple):
    """When a series reports: its first and its last place in the run, and the mean of the gaps between its places."""

    first: int
    last: int
    gap: float


class _Reports:
    """When each of some series reports, and how far they have come together.

    Attributes:
        spans: when each reports; newest: the last place that any has.
    """

    def __init__(self, history: History, columns: Iterable[str]) -> None:
        self.spans = {key: span for key in columns if (span := _span(history, key))}
        self.newest = max((span.last for span in self.spans.values()), default=0)
        self._begun = max((span.first for span in self.spans.values()), default=0)
        self._least = min((span.gap for span in self.spans.values()), default=math.inf)

    def patience(self, span: _Span) -> float:
        """Return how many places of the run a series may be silent for before it has ended."""
        if span.gap == math.inf:
            return LONE * self._least
        return (GAPS if self._begun > span.last else LONG_GAPS) * span.gap


class ActiveSeries:
    """The series of one panel or stat that there is room for, chosen anew as the run grows.

    A series ends when it is silent for long while others go on. Those that run come first, in their order; then those
    that ended last. One that was chosen stays so for as long as it runs, so that the choice seldom changes.
    """

    def __init__(self, history: History, most: int) -> None:
        """Take the history, and how many series there is room for."""
        self._history = history
        self._most = most
        self._generation = history.generation
        self._known = (-1, -1)
        self._chosen: list[str] = []

    def of(self, columns: Sequence[str]) -> list[str]:
        """Return the chosen ones of some series, in their order; the same list for as long as they are the same."""
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
        if len(self._chosen) == self._most and all(map(self._runs, self._chosen)):
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
            # Those that ended together take no turns.
            return 1, -(span.last + patience * before), index

        return [columns[index] for index in sorted(nsmallest(self._most, range(len(columns)), rank))]

    def _runs(self, key: str) -> bool:
        """Tell whether a series runs whatever the others did: a quick look, which may miss that it does."""
        span = _span(self._history, key)
        return span is not None and self._history.points - span.last <= GAPS * span.gap < math.inf


def ended(history: History, columns: Iterable[str]) -> set[str]:
    """Return those of some series that ended while others went on."""
    reports = _Reports(history, columns)
    return {key for key, span in reports.spans.items() if reports.newest - span.last > reports.patience(span)}


def _span(history: History, key: str) -> _Span | None:
    """Return when a series reports, values that are not finite included; None where it never did."""
    columns = (history.columns.get(key), history.not_finite.get(key))
    places = [column.places for column in columns if column]
    if not places:
        return None
    first, last, count = min(one[0] for one in places), max(one[-1] for one in places), sum(map(len, places))
    return _Span(first, last, (last - first) / (count - 1) if count > 1 else math.inf)
