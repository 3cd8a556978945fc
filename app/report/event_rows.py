"""A run of events as rows of text: the numbers of a step are gathered in one row."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from ...layouts.text import escape
from ..ingest.column import Column
from ..ingest.events import STEP, TIME
from ..runs.history import PLACE, History
from ..runs.selectors import selected
from .event_slice import NO_SERIES, EventSlice
from .rows import number, quoted


class EventRow:
    """A row that is being gathered.

    Attributes:
        place: the place of its first event.
        step: the step of its events, NaN if unknown.
        time: the first time of its events in milliseconds since 1970, NaN if unknown.
        cells: the text of each number by the label of its series.
    """

    __slots__ = ("cells", "place", "step", "time")

    def __init__(self, place: int, step: float, time: float) -> None:
        """Create a row without cells."""
        self.place = place
        self.step = step
        self.time = time
        self.cells: dict[str, str] = {}


class EventRows:
    """The numbers of a run as separated rows: ``x`` first, then one column for each series.

    An event joins the newest row of its step, or starts a row if there is none or that row already has its series. An
    event without a step has a row of its own. When following, a row is complete when another step starts, and no event
    joins it later.
    """

    def __init__(self, history: History, x: str, columns: Sequence[str], *, csv: bool, following: bool) -> None:
        """Take the history and the columns.

        Args:
            history: the points of the run, which may grow.
            x: the first column: ``step``, ``ts_ms``, or ``seq`` for the number of the row.
            columns: the other columns: labels of series, ``step`` or ``ts_ms``; any other stays empty.
            csv: separate cells by commas and quote them where needed, rather than separate them by tabs.
            following: print rows while the run grows.
        """
        self._history = history
        self._x = x
        self._columns = [name for name in dict.fromkeys(columns) if name != x or name in history.columns]
        self._x_names = {name for name in (STEP, TIME) if name not in history.columns}
        self._unknown = {name for name in self._columns if name not in history.columns} - self._x_names
        self._csv = csv
        self._following = following
        self.restart()

    def has_first_row(self) -> bool:
        """Return whether the first row is complete: another step has started, or one of its series has come again."""
        columns = [self._history.columns[label] for label in self._row_series()]
        if any(len(column.places) > 1 for column in columns):
            return True
        steps = self._history.x_column(STEP) or Column()
        for place in sorted(column.places[0] for column in columns):
            index = bisect_left(steps.places, place)
            if index < len(steps.places) and steps.places[index] == place:
                since = steps.values[index:]
                return since.count(since[0]) < len(since)
        return False

    def header(self) -> str:
        """Return the names of the columns as a row."""
        names = [escape(name) for name in (self._x, *self._columns)]
        return self._join(list(map(quoted, names)) if self._csv else names)

    def restart(self) -> None:
        """Start again with the first number of the run."""
        self._read = 0
        self._count = 0
        self._open: EventRow | None = None
        self._series = list(self._columns)
        self._unassigned = set(self._unknown)

    def assign_series(self) -> list[tuple[str, str]]:
        """Assign to each column without a series the first one that its name selects; return the new assignments."""
        unassigned = (name for name in self._columns if name in self._unassigned)
        assigned = {name: series[0] for name in unassigned if (series := selected(self._history, name))}
        self._series = [assigned.get(name, label) for name, label in zip(self._columns, self._series, strict=True)]
        self._unassigned -= assigned.keys()
        return list(assigned.items())

    def new(self) -> Iterator[str]:
        """Yield the rows completed since the last call; all rows if not following."""
        events = EventSlice(self._history, self._row_series(), self._read, self._history.points)
        self._read = self._history.points
        if self._following:
            for row in self._complete(events, range(len(events.owners))):
                yield from self._lines(row)
        else:
            complete = self._complete(events, events.by_step())
            lines = [(row.place, *cells) for row in complete if (cells := self._cells(row))]
            lines += [(row.place, *cells) for row in self._close() if (cells := self._cells(row))]
            yield from (self._line(x, others) for _, x, others in sorted(lines))

    def remaining(self) -> Iterator[str]:
        """Yield the row that is not complete, and close it."""
        for row in self._close():
            yield from self._lines(row)

    def _close(self) -> list[EventRow]:
        """Return the row that is not complete, if any; no event joins it later."""
        row, self._open = self._open, None
        return [row] if row else []

    def _row_series(self) -> list[str]:
        """Return the series whose events form the rows: those of the columns, or all if no column is a series."""
        labels = [label for label in dict.fromkeys(self._series) if label in self._history.columns]
        only_x_names = self._x_names.issuperset(self._columns)
        return list(self._history.columns) if only_x_names and not labels else labels

    def _complete(self, events: EventSlice, order: Iterable[int]) -> Iterator[EventRow]:
        """Gather events in rows, in the order of some indexes; yield each row when it is complete."""
        row, self._open = self._open, None
        owners, series, values, steps, times = events.owners, events.series, events.values, events.steps, events.times
        for index in order:
            step, owner = steps[index], owners[index]
            if row and row.step != step:
                yield row
                row = None
            if owner == NO_SERIES:
                continue
            if row and series[owner] in row.cells:
                yield row
                row = None
            if row is None:
                row = EventRow(events.start + index + 1, step, times[index])
            elif math.isnan(row.time):
                row.time = times[index]
            row.cells[series[owner]] = number(values[index])
            if math.isnan(step):
                yield row
                row = None
        self._open = row

    def _lines(self, row: EventRow) -> Iterator[str]:
        cells = self._cells(row)
        if cells:
            yield self._line(*cells)

    def _cells(self, row: EventRow) -> tuple[str, str] | None:
        """Return the cell of x and the other cells, joined; None if the row has none of the columns."""
        x_cells = {STEP: _number_or_empty(row.step), TIME: _number_or_empty(row.time)}
        cells = [x_cells[label] if label in self._x_names else row.cells.get(label, "") for label in self._series]
        x = x_cells.get(self._x, "")
        if any(cells) or (not cells and (x or self._x == PLACE)):
            return x, self._join(cells)
        return None

    def _line(self, x: str, others: str) -> str:
        self._count += 1
        if self._x == PLACE:
            x = str(self._count)
        return self._join([x, others]) if self._columns else x

    def _join(self, cells: Sequence[str]) -> str:
        return ",".join(cells) if self._csv else "\t".join(cells)


def _number_or_empty(value: float) -> str:
    return "" if math.isnan(value) else number(value)
