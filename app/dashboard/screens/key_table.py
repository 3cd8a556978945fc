"""The table of keys."""

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
    """What the table says of a key."""

    key: str
    label: str
    points: int
    last: float
    least: float
    greatest: float
    place: int
    not_finite: int
    by_now: bool
    """Whether its latest value is not finite."""


ORDERS: tuple[tuple[str, Callable[[KeyRow], object], bool], ...] = (
    ("key", lambda row: row.label, False),
    ("count", lambda row: row.points, True),
    ("last", lambda row: row.last, True),
    ("min", lambda row: row.least, False),
    ("max", lambda row: row.greatest, True),
    ("last point", lambda row: row.place, True),
    ("not finite", lambda row: row.not_finite, True),
)
"""Each column's title, what it sorts by, and whether the greatest comes first."""

RANKS = {"last point": 3, "count": 2, "min": 1, "max": 1}
"""Which columns have room only once others have: the greater, the later. The one that is sorted by always has."""


class KeyTableScreen(ListScreen):
    """Every key with its count, last, min and max, sorted as a person likes."""

    TITLE_TEXT = "Keys of the run"
    EMPTY = "no points yet"
    KEYS = (("⏎", "to the panel"), ("s", "sort"), ("r", "turn around"))
    BINDINGS = [  # noqa: RUF012
        Binding("s,right", "sort(1)", "sort by the next column", show=False),
        Binding("left", "sort(-1)", "sort by the column before", show=False),
        Binding("r", "reverse", "turn the order around", show=False),
    ]

    def __init__(self, view: ViewState) -> None:
        """Take the view of the runs."""
        super().__init__(view)
        self._order: int | None = None
        self._reverse = False
        self._extremes: dict[tuple[Run, str], tuple[Extreme, Extreme]] = {}
        self._keys: list[str] = []

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each key, in the order chosen; at first that in which they came."""
        found = [self._row(run, key) for run in self.view.runs for key in run.history.keys]
        if self._order is not None:
            _, by, greatest_first = ORDERS[self._order]
            found.sort(key=by, reverse=greatest_first)  # type: ignore[arg-type]
        if self._reverse:
            found.reverse()
        self._keys = [row.key for row in found]
        return list(map(self._cells, found))

    def _cells(self, row: KeyRow) -> Sequence[str]:
        """Return what a row shows; of a key that was never finite, how often it was not."""
        values = map(rounded, (row.last, row.least, row.greatest)) if row.points else ("", "", "")
        not_finite = digits.grouped(row.not_finite) + ", now" * row.by_now if row.not_finite else ""
        counts = digits.grouped(row.points), digits.grouped(row.place)
        return (self.view.runs.shown(row.label), counts[0], *values, counts[1], not_finite)

    def refresh_rows(self) -> None:
        """Show the rows of now, the column they are sorted by marked."""
        up, down = "^v" if self.view.style.ascii else "↑↓"
        ranks = RANKS if any(run.history.not_finite for run in self.view.runs) else RANKS | {"not finite": 4}
        columns = []
        for at, (title, _, greatest_first) in enumerate(ORDERS):
            sorts = at == self._order
            mark = (down if greatest_first != self._reverse else up) if sorts else ""
            role = Role.ALERT if title == "not finite" else Role.TEXT
            columns.append(Column(title, at > 0, role, rank=0 if sorts else ranks.get(title, 0), mark=mark))
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
        """Sort by the next column; the one before the first is the last."""
        before = self._order if self._order is not None else -1 if delta > 0 else 0
        self._order = (before + delta) % len(ORDERS)
        self._reverse = False
        self.refresh_rows()

    def action_reverse(self) -> None:
        """Turn the order around."""
        self._reverse = not self._reverse
        self.refresh_rows()

    def action_choose(self) -> None:
        """Go back to the dashboard, to the panel of the selected key; say so where no panel draws it."""
        if not self._keys:
            self.action_leave()
            return
        key = self._keys[self.listing.selected]
        if self.view.panels.reveal_key(key):
            self.action_leave()
        else:
            self.say(f"no panel draws {self.view.runs.shown(key)}")
