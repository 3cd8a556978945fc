"""The table of keys."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.binding import Binding

from ....widgets.cells import Role
from ....widgets.chart import digits
from ....widgets.listing import Column
from ...report.table import rounded
from ...runs.history import Run
from ...view.panels import prefix_of
from ...view.series import Extreme
from ..session import Session
from .list_screen import ListScreen


class KeyRow(NamedTuple):
    """What the table says of a key."""

    key: str
    points: int
    last: float
    least: float
    greatest: float
    place: int
    not_finite: int
    by_now: bool
    """Whether its latest value is not finite."""


ORDERS: tuple[tuple[str, Callable[[KeyRow], object], bool], ...] = (
    ("key", lambda row: row.key, False),
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


class TableScreen(ListScreen):
    """Every key with its count, last, min and max, sorted as a person likes."""

    TITLE_TEXT = "Keys of the run"
    EMPTY = "no points yet"
    KEYS = (("⏎", "to the panel"), ("s", "sort"), ("r", "turn around"))
    BINDINGS = [  # noqa: RUF012
        Binding("s,right", "sort(1)", "sort by the next column", show=False),
        Binding("left", "sort(-1)", "sort by the column before", show=False),
        Binding("r", "reverse", "turn the order around", show=False),
    ]

    def __init__(self, session: Session) -> None:
        """Take the run being watched."""
        super().__init__(session)
        self._order: int | None = None
        self._reverse = False
        self._extremes: dict[str, tuple[Extreme, Extreme]] = {}
        self._keys: list[str] = []

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each key, in the order chosen; at first that in which they came."""
        run = self.session.run
        found = list(map(self._row, dict.fromkeys((*run.columns, *run.not_finite))))
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
        return (self.session.shown(row.key), counts[0], *values, counts[1], not_finite)

    def refresh_rows(self) -> None:
        """Show the rows of now, the column they are sorted by marked."""
        up, down = "^v" if self.session.look.ascii else "↑↓"
        ranks = RANKS if self.session.run.not_finite else RANKS | {"not finite": 4}
        columns = []
        for at, (title, _, greatest_first) in enumerate(ORDERS):
            sorts = at == self._order
            mark = (down if greatest_first != self._reverse else up) if sorts else ""
            role = Role.ALERT if title == "not finite" else Role.TEXT
            columns.append(Column(title, at > 0, role, rank=0 if sorts else ranks.get(title, 0), mark=mark))
        self.listing.show(self.rows(), columns)

    def _row(self, key: str) -> KeyRow:
        run: Run = self.session.run
        column, places = run.columns.get(key), run.not_finite.get(key, array("I"))
        by_now = run.is_not_finite(key)
        if column is None:
            return KeyRow(key, 0, -math.inf, math.inf, -math.inf, places[-1], len(places), by_now)
        least, greatest = self._extremes.setdefault(key, (Extreme(key, least=True), Extreme(key, least=False)))
        least.update(run)
        greatest.update(run)
        last, place = column.values[-1], column.places[-1]
        return KeyRow(key, len(column.values), last, least.value, greatest.value, place, len(places), by_now)

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
        if self._reveal(key):
            self.action_leave()
        else:
            self.say(f"no panel draws {self.session.shown(key)}")

    def _reveal(self, key: str) -> bool:
        """Select the panel of a key, unfolded, and without the filter if that hides it; tell whether there is one."""
        looking = self.session.looking
        panels = [panel for panel in looking.layout.panels if key in looking.lines.columns(panel)]
        if not panels:
            return False
        there = {item.panel for item in looking.items if not item.folded}
        if there.isdisjoint(panels):
            looking.folded.discard(prefix_of(panels[0]) or "")
            looking.update()
            if all(item.panel != panels[0] for item in looking.items):
                looking.words = ""
                looking.update()
        looking.select(key)
        return True
