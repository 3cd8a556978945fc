"""A run of events as rows of text: the numbers of a step gathered in a row, or a JSON object each."""

from __future__ import annotations

import json
import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from ...layouts.text import escape
from ..ingest.column import Column
from ..ingest.events import STEP, TIME
from ..runs.history import PLACE, History
from ..runs.selectors import selected
from .rows import number, quoted

WINDOW = 65_536
"""How many numbers become JSON at once."""

NOBODY = -1


class Row:
    """A row while it is gathered: its cells by series, and what its first event says of where it stands.

    Attributes:
        place: of its first event; step, time: NaN where it does not say.
    """

    __slots__ = ("cells", "place", "step", "time")

    def __init__(self, place: int, step: float, time: float) -> None:
        """Begin without cells."""
        self.place = place
        self.step = step
        self.time = time
        self.cells: dict[str, str] = {}


class EventRows:
    """A run's numbers as separated rows, ``x`` first, then a column a series; what came since is printed on.

    An event joins the newest row of its step, or begins one where there is none or where that row has its series
    already; one without a step has a row of its own. Following, a row is done when another step begins, and nothing
    joins it any more.
    """

    def __init__(self, history: History, x: str, columns: Sequence[str], *, csv: bool, following: bool) -> None:
        """Take the history and its columns.

        Args:
            history: the run's points, which may grow.
            x: what the first column is: ``step``, ``ts_ms``, or ``seq`` for the row's place among those printed.
            columns: the other columns: series as they are written, ``step`` or ``ts_ms``; what is neither stays empty.
            csv: separated by commas and quoted where needed, rather than by tabs.
            following: whether rows are printed while the run grows.
        """
        self._history = history
        self._x = x
        self._columns = [name for name in dict.fromkeys(columns) if name != x or name in history.columns]
        self._along = {name for name in (STEP, TIME) if name not in history.columns}
        self._without = {name for name in self._columns if name not in history.columns} - self._along
        self._csv = csv
        self._following = following
        self.restart()

    def begun(self) -> bool:
        """Tell whether the first row is done when following: its step is over, or one of its series came again."""
        columns = [self._history.columns[name] for name in self._gathered()]
        if any(len(column.places) > 1 for column in columns):
            return True
        steps = self._history.x_column(STEP) or Column()
        for place in sorted(column.places[0] for column in columns):
            at = bisect_left(steps.places, place)
            if at < len(steps.places) and steps.places[at] == place:
                since = steps.values[at:]
                return since.count(since[0]) < len(since)
        return False

    def header(self) -> str:
        """Return the first row, the columns' names."""
        names = [escape(name) for name in (self._x, *self._columns)]
        return self._joined(list(map(quoted, names)) if self._csv else names)

    def restart(self) -> None:
        """Begin again with the run's first number."""
        self._seen = 0
        self._printed = 0
        self._open: Row | None = None
        self._series = list(self._columns)
        self._empty = set(self._without)

    def fill(self) -> list[tuple[str, str]]:
        """Give each column that has no series yet the first one that its name selects; return those that got one."""
        empty = (name for name in self._columns if name in self._empty)
        found = {name: series[0] for name in empty if (series := selected(self._history, name))}
        self._series = [found.get(column, series) for column, series in zip(self._columns, self._series, strict=True)]
        self._empty -= found.keys()
        return list(found.items())

    def new(self) -> Iterator[str]:
        """Yield the rows that are done; all there are when not following."""
        part = Part(self._history, self._gathered(), self._seen, self._history.points)
        self._seen = self._history.points
        if self._following:
            for row in self._rows(part, range(len(part.owners))):
                yield from self._lines(row)
        else:
            lines = [(row.place, *cells) for row in self._rows(part, part.by_step()) if (cells := self._cells(row))]
            lines += [(row.place, *cells) for row in self._last() if (cells := self._cells(row))]
            yield from (self._line(x, others) for _, x, others in sorted(lines))

    def rest(self) -> Iterator[str]:
        """Yield the row that is not done yet: nothing will join it any more."""
        for row in self._last():
            yield from self._lines(row)

    def _last(self) -> Iterator[Row]:
        row, self._open = self._open, None
        if row:
            yield row

    def _gathered(self) -> list[str]:
        """Return the series whose events make the rows: those of the columns, or all where none is asked for."""
        series = [name for name in dict.fromkeys(self._series) if name in self._history.columns]
        only_along = self._along.issuperset(self._columns)
        return list(self._history.columns) if only_along and not series else series

    def _rows(self, part: Part, order: Iterable[int]) -> Iterator[Row]:
        """Yield each row that is done, taking the numbers of a part in this order."""
        row, self._open = self._open, None
        owners, series, values, steps, times = part.owners, part.series, part.values, part.steps, part.times
        for at in order:
            step, owner = steps[at], owners[at]
            if row and row.step != step:
                yield row
                row = None
            if owner == NOBODY:
                continue
            if row and series[owner] in row.cells:
                yield row
                row = None
            if row is None:
                row = Row(part.start + at + 1, step, times[at])
            elif math.isnan(row.time):
                row.time = times[at]
            row.cells[series[owner]] = number(values[at])
            if math.isnan(step):
                yield row
                row = None
        self._open = row

    def _lines(self, row: Row) -> Iterator[str]:
        cells = self._cells(row)
        if cells:
            yield self._line(*cells)

    def _cells(self, row: Row) -> tuple[str, str] | None:
        """Return a row's x and its other cells, joined; None where it has none of the columns."""
        along = {STEP: _or_empty(row.step), TIME: _or_empty(row.time)}
        cells = [along[name] if name in self._along else row.cells.get(name, "") for name in self._series]
        x = along.get(self._x, "")
        if any(cells) or (not cells and (x or self._x == PLACE)):
            return x, self._joined(cells)
        return None

    def _line(self, x: str, others: str) -> str:
        self._printed += 1
        if self._x == PLACE:
            x = str(self._printed)
        return self._joined([x, others]) if self._columns else x

    def _joined(self, cells: Sequence[str]) -> str:
        return ",".join(cells) if self._csv else "\t".join(cells)


class Part:
    """The numbers of some series that lie between two places of a run, in the order of the run.

    Attributes:
        start: the place before the first; series: the series, as they are written.
        owners: for each place which of the series its number belongs to, `NOBODY` where it is another.
        values, steps, times: doubles, one a place; NaN where there is none.
    """

    def __init__(self, history: History, series: Sequence[str], start: int, end: int) -> None:
        """Take the numbers of the places after ``start`` up to ``end``."""
        self.start = start
        self.series = series
        self.owners = array("i", [NOBODY]) * (end - start)
        self.values = array("d", [math.nan]) * (end - start)
        for owner, name in enumerate(series):
            column = history.columns[name]
            low, high = _between(column, start, end)
            for place, value in zip(column.places[low:high], column.values[low:high], strict=True):
                self.owners[place - start - 1] = owner
                self.values[place - start - 1] = value
        self.steps = _along(history, STEP, start, end)
        self.times = _along(history, TIME, start, end)

    def by_step(self) -> list[int]:
        """Return the indexes of the numbers by step and, of one step, in the run's order; those without one last."""
        theirs = [at for at, owner in enumerate(self.owners) if owner != NOBODY]
        standing = [at for at in theirs if not math.isnan(self.steps[at])]
        standing.sort(key=self.steps.__getitem__)
        return standing + [at for at in theirs if math.isnan(self.steps[at])]


def event_json(history: History, columns: Sequence[str] | None, start: int) -> Iterator[str]:
    """Yield the numbers after place ``start`` as JSON objects; with ``columns``, those series' alone."""
    if history.events is None:
        return
    names = [name for name in history.columns if columns is None or name in columns]
    heads = []
    tails = []
    for name, metadata in (history.events.series[written] for written in names):
        members = ", ".join(f"{_json(key)}: {_json(text)}" for key, text in metadata.items())
        heads.append(f'"name": {_json(name)}, "value": ')
        tails.append(f', "metadata": {{{members}}}}}')
    for low in range(start, history.points, WINDOW):
        part = Part(history, names, low, min(low + WINDOW, history.points))
        rows = zip(part.owners, part.values, part.steps, part.times, strict=True)
        for place, (owner, value, step, time) in enumerate(rows, low + 1):
            if owner != NOBODY:
                where = f'"step": {_or_empty(step) or "null"}, "ts_ms": {_or_empty(time) or "null"}'
                yield f'{{"seq": {place}, {where}, {heads[owner]}{number(value)}{tails[owner]}'


def _along(history: History, name: str, start: int, end: int) -> array[float]:
    """Return where the numbers after ``start`` up to ``end`` stand, NaN for those that do not say."""
    column = history.x_column(name)
    spread = array("d", [math.nan]) * (end - start)
    if column is None:
        return spread
    low, high = _between(column, start, end)
    if high - low == end - start:
        return column.values[low:high]
    for place, value in zip(column.places[low:high], column.values[low:high], strict=True):
        spread[place - start - 1] = value
    return spread


def _between(column: Column, start: int, end: int) -> tuple[int, int]:
    low = bisect_right(column.places, start)
    return low, bisect_right(column.places, end, low)


def _or_empty(value: float) -> str:
    return "" if math.isnan(value) else number(value)


def _json(text: str) -> str:
    """Return text as JSON, what a terminal would act on as escapes."""
    return json.dumps(text, ensure_ascii=escape(text) != text)
