"""The table of the keys of the run."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.binding import Binding

from ....widgets.cells import Role
from ....widgets.chart import digits
from ....widgets.listing import Column
from ...report.table import rounded
from ...runs.run import Run
from ...view.extreme import Extreme
from ...view.state import ViewState
from .list_screen import ListScreen


class KeyRow(NamedTuple):
    """The statistics of a key.

    Attributes:
        key: the key.
        label: the key, with the name of its run if there are several.
        points: how many points have it.
        last, minimum, maximum: its last, least and greatest value.
        place: the place of its last point in the run.
        not_finite: how many of its values were not finite.
        is_not_finite: whether its last value was not finite.
    """

    key: str
    label: str
    points: int
    last: float
    minimum: float
    maximum: float
    place: int
    not_finite: int
    is_not_finite: bool


ORDERS: tuple[tuple[str, Callable[[KeyRow], object], bool], ...] = (
    ("key", lambda row: row.label, False),
    ("count", lambda row: row.points, True),
    ("last", lambda row: row.last, True),
    ("min", lambda row: row.minimum, False),
    ("max", lambda row: row.maximum, True),
    ("last point", lambda row: row.place, True),
    ("not finite", lambda row: row.not_finite, True),
)
"""The title of each column, what it sorts by, and whether the greatest comes first."""

RANKS = {"last point": 3, "count": 2, "min": 1, "max": 1}
"""The ranks of columns: those of higher rank are hidden first if there is no room, except the one sorted by."""


class KeyTableScreen(ListScreen):
    """All keys with count, last, min and max, sorted by any column."""

    TITLE_TEXT = "Keys of the run"
    EMPTY = "no points yet"
    KEYS = (("⏎", "go to panel"), ("s", "sort"), ("r", "reverse"))
    BINDINGS = [  # noqa: RUF012
        Binding("s,right", "sort(1)", "sort by the next column", show=False),
        Binding("left", "sort(-1)", "sort by the previous column", show=False),
        Binding("r", "reverse", "reverse the order", show=False),
    ]

    def __init__(self, view: ViewState) -> None:
        """Take the view of the runs."""
        super().__init__(view)
        self._order: int | None = None
        self._reversed = False
        self._extremes: dict[tuple[Run, str], tuple[Extreme, Extreme]] = {}
        self._keys: list[str] = []

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each key, in the selected order; by default in the order in which they came."""
        rows = [self._row(run, key) for run in self.view.runs for key in run.history.keys]
        if self._order is not None:
            _, sort_key, greatest_first = ORDERS[self._order]
            rows.sort(key=sort_key, reverse=greatest_first)  # type: ignore[arg-type]
        if self._reversed:
            rows.reverse()
        self._keys = [row.key for row in rows]
        return list(map(self._cells, rows))

    def _cells(self, row: KeyRow) -> Sequence[str]:
        """Return the cells of a row; the values are "" if none of them was finite."""
        values = map(rounded, (row.last, row.minimum, row.maximum)) if row.points else ("", "", "")
        not_finite = digits.grouped(row.not_finite) + ", now" * row.is_not_finite if row.not_finite else ""
        count, place = digits.grouped(row.points), digits.grouped(row.place)
        return (self.view.runs.shown(row.label), count, *values, place, not_finite)

    def refresh_rows(self) -> None:
        """Show the current rows, with a mark on the column that they are sorted by."""
        up, down = "^v" if self.view.style.ascii else "↑↓"
        ranks = RANKS if any(run.history.not_finite for run in self.view.runs) else RANKS | {"not finite": 4}
        columns = []
        for index, (title, _, greatest_first) in enumerate(ORDERS):
            sorts = index == self._order
            mark = (down if greatest_first != self._reversed else up) if sorts else ""
            role = Role.ALERT if title == "not finite" else Role.TEXT
            columns.append(Column(title, index > 0, role, rank=0 if sorts else ranks.get(title, 0), mark=mark))
        self.listing.show(self.rows(), columns)

    def _row(self, run: Run, key: str) -> KeyRow:
        history, label = run.history, self.view.runs.label(run, key)
        column, bad = history.columns.get(key), history.not_finite.get(key)
        not_finite, now = len(bad.places) if bad else 0, history.is_not_finite(key)
        if column is None:
            place = bad.places[-1] if bad else 0
            return KeyRow(key, label, 0, -math.inf, math.inf, -math.inf, place, not_finite, now)
        if (run, key) not in self._extremes:
            self._extremes[run, key] = Extreme(key, lowest=True), Extreme(key, lowest=False)
        lowest, highest = self._extremes[run, key]
        lowest.update(history)
        highest.update(history)
        last, place = column.values[-1], column.places[-1]
        return KeyRow(key, label, len(column.values), last, lowest.value, highest.value, place, not_finite, now)

    def action_sort(self, delta: int) -> None:
        """Sort by the next (1) or previous (-1) column; after the last comes the first."""
        current = self._order if self._order is not None else -1 if delta > 0 else 0
        self._order = (current + delta) % len(ORDERS)
        self._reversed = False
        self.refresh_rows()

    def action_reverse(self) -> None:
        """Reverse the order."""
        self._reversed = not self._reversed
        self.refresh_rows()

    def action_choose(self) -> None:
        """Go back to the dashboard and focus the panel of the selected key; show a notice if no panel draws it."""
        if not self._keys:
            self.action_close()
            return
        key = self._keys[self.listing.selected]
        if self.view.panels.reveal_key(key):
            self.action_close()
        else:
            self.show_notice(f"no panel draws {self.view.runs.shown(key)}")
