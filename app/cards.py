"""The stats of a layout as cards: each one's value, and where it was reached."""

from __future__ import annotations

from collections.abc import Iterable

from ..layouts.model import Stat
from ..widgets.card_face import Card
from ..widgets.cells import series_role
from ..widgets.chart import digits
from .panels import x_key
from .run import Run
from .series import Extreme, tail, value_at

HISTORY = 4096
"""How many of a series' newest values its card draws."""


class Cards:
    """The cards of some stats, kept up to date as the run grows."""

    def __init__(self, run: Run, *, ascii_only: bool) -> None:
        """Take the run."""
        self._run = run
        self._ascii_only = ascii_only
        self._extremes: dict[tuple[str, str], Extreme] = {}

    def cards(self, stats: Iterable[Stat], x: str | None) -> list[Card]:
        """Return a card for each key of each stat; ``x`` is the key that says where a value was reached."""
        return [self._card(stat, key, index, x_key(x, self._run)) for stat in stats for index, key in enumerate(stat.y)]

    def _card(self, stat: Stat, key: str, index: int, x: str | None) -> Card:
        title = stat.name if len(stat.y) == 1 else f"{stat.title}: {key}" if stat.title else key
        column = self._run.columns.get(key)
        if column is None:
            return Card(title, ascii_only=self._ascii_only, reduce=stat.reduce)
        if stat.reduce == "last":
            value, place = column.values[-1], column.places[-1]
        else:
            value, place = self._extreme(key, stat.reduce)
        at = value_at(self._run, x, place)
        where = digits.exact(at) if at is not None and stat.reduce != "last" else ""
        history = tail(column.values, max(len(column.values) - HISTORY, 0))
        return Card(title, digits.value(value), stat.reduce, where, history, series_role(index), self._ascii_only)

    def _extreme(self, key: str, reduce: str) -> tuple[float, int]:
        extreme = self._extremes.setdefault((key, reduce), Extreme(key, least=reduce == "min"))
        extreme.update(self._run)
        return extreme.value, extreme.place
