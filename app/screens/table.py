"""The table of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.binding import Binding

from ...widgets.cells import Role
from ...widgets.chart import digits
from ...widgets.listing import Column
from ..run import Run
from ..series import Extreme
from ..session import Session
from ..table import rounded
from .lists import ListScreen


class KeyRow(NamedTuple):
    """What the table says of a key."""

    key: str
    points: int
    last: float
    least: float
    greatest: float
    place: int
    not_finite: int


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


class TableScreen(ListScreen):
    """Every key with its count, last, min and max, sorted as a person likes."""

    TITLE_TEXT = "Keys of the run"
    EMPTY = "no points yet"
    KEYS = (("s", "sort by the next column"), ("r", "turn around"), ("⏎", "show the panel"))
    BINDINGS = [  # noqa: RUF012
        Binding("s,right", "sort(1)", "sort by the next column", show=False),
        Binding("left", "sort(-1)", "sort by the column before", show=False),
        Binding("r", "reverse", "turn the order around", show=False),
        Binding("enter", "open", "show the panel of the key", show=False),
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
        found = list(map(self._row, self.session.run.columns))
        if self._order is not None:
            _, by, greatest_first = ORDERS[self._order]
            found.sort(key=by, reverse=greatest_first)  # type: ignore[arg-type]
        if self._reverse:
            found.reverse()
        self._keys = [row.key for row in found]
        return [
            (
                self.session.shown(row.key),
                digits.grouped(row.points),
                rounded(row.last),
                rounded(row.least),
                rounded(row.greatest),
                digits.grouped(row.place),
                digits.grouped(row.not_finite) if row.not_finite else "",
            )
            for row in found
        ]

    def refresh_rows(self) -> None:
        """Show the rows of now, the column they are sorted by marked."""
        mark = "^" if self.session.look.ascii else "↑"
        down = "v" if self.session.look.ascii else "↓"
        columns = []
        for at, (title, _, greatest_first) in enumerate(ORDERS):
            sign = (down if greatest_first != self._reverse else mark) if at == self._order else " "
            shown = f"{title} {sign}".rstrip() if at == self._order else title
            columns.append(Column(shown, at > 0, Role.ALERT if title == "not finite" else Role.TEXT))
        self.listing.show(self.rows(), columns)

    def _row(self, key: str) -> KeyRow:
        run: Run = self.session.run
        column = run.columns[key]
        least, greatest = self._extremes.setdefault(key, (Extreme(key, least=True), Extreme(key, least=False)))
        least.update(run)
        greatest.update(run)
        places = run.not_finite.get(key, ())
        return KeyRow(
            key, len(column.values), column.values[-1], least.value, greatest.value, column.places[-1], len(places)
        )

    def action_sort(self, delta: int) -> None:
        """Sort by the next column."""
        self._order = 0 if self._order is None else (self._order + delta) % len(ORDERS)
        self._reverse = False
        self.refresh_rows()

    def action_reverse(self) -> None:
        """Turn the order around."""
        self._reverse = not self._reverse
        self.refresh_rows()

    def action_open(self) -> None:
        """Go back to the dashboard, to the panel of the selected key."""
        if self._keys:
            self.session.looking.select(self._keys[self.listing.selected])
        self.action_leave()
