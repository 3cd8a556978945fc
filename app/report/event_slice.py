"""The numbers of a run of events between two places, as arrays."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Sequence

from ..ingest.column import Column
from ..ingest.events import STEP, TIME
from ..runs.history import History

NO_SERIES = -1
"""The owner of a place whose number belongs to none of the series."""


class EventSlice:
    """The numbers of some series between two places of a run, in the order of the run.

    All arrays have one item for each place.

    Attributes:
        start: the place before the first.
        series: the labels of the series.
        owners: the index of the series that the number belongs to, `NO_SERIES` if it is none of them.
        values: the numbers; NaN if they belong to none of the series.
        steps: the steps of the events; NaN if unknown.
        times: the times of the events in milliseconds since 1970; NaN if unknown.
    """

    def __init__(self, history: History, series: Sequence[str], start: int, end: int) -> None:
        """Read the numbers at the places after ``start`` up to ``end``."""
        self.start = start
        self.series = series
        self.owners = array("i", [NO_SERIES]) * (end - start)
        self.values = array("d", [math.nan]) * (end - start)
        for owner, label in enumerate(series):
            column = history.columns[label]
            low, high = _index_range(column, start, end)
            for place, value in zip(column.places[low:high], column.values[low:high], strict=True):
                self.owners[place - start - 1] = owner
                self.values[place - start - 1] = value
        self.steps = _spread(history.x_column(STEP), start, end)
        self.times = _spread(history.x_column(TIME), start, end)

    def by_step(self) -> list[int]:
        """Return the indexes of the numbers sorted by step, those without a step last; the sort is stable."""
        indexes = [index for index, owner in enumerate(self.owners) if owner != NO_SERIES]
        with_step = [index for index in indexes if not math.isnan(self.steps[index])]
        with_step.sort(key=self.steps.__getitem__)
        return with_step + [index for index in indexes if math.isnan(self.steps[index])]


def _spread(column: Column | None, start: int, end: int) -> array[float]:
    """Return the values of a column at the places after ``start`` up to ``end``; NaN where it has none."""
    values = array("d", [math.nan]) * (end - start)
    if column is None:
        return values
    low, high = _index_range(column, start, end)
    if high - low == end - start:
        return column.values[low:high]
    for place, value in zip(column.places[low:high], column.values[low:high], strict=True):
        values[place - start - 1] = value
    return values


def _index_range(column: Column, start: int, end: int) -> tuple[int, int]:
    """Return the range of a column's indexes whose places are after ``start`` up to ``end``."""
    low = bisect_right(column.places, start)
    return low, bisect_right(column.places, end, low)
