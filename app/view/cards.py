"""The stats of a layout as cards: each one's value, and where it was reached."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...layouts.model import Stat
from ...widgets.card_face import Card
from ...widgets.cells import series_role
from ...widgets.chart import digits
from ..runs.history import Run
from ..runs.selectors import expanded
from .active_series import Room, ended
from .event_layout import PEAK
from .panel_series import MOST
from .panels import x_key
from .series import Extreme, tail, value_at, x_text
from .series_names import Names

HISTORY = 4096
"""How many of a series' newest values its card draws."""


class Cards:
    """The cards of some stats, kept up to date as the run grows."""

    def __init__(self, run: Run, *, ascii_only: bool) -> None:
        """Take the run."""
        self._run = run
        self._ascii_only = ascii_only
        self._extremes: dict[tuple[str, str], Extreme] = {}
        self._rooms: dict[Stat, Room] = {}
        self._names: dict[Stat, tuple[list[str], Names]] = {}

    def cards(self, stats: Iterable[Stat], x: str | None) -> list[Card]:
        """Return the cards of each stat, one for each of its series that there is room for.

        ``x`` is the key that says where a value was reached.
        """
        along = x_key(x, self._run)
        return [card for stat in stats for card in self._cards(stat, along)]

    def _cards(self, stat: Stat, x: str | None) -> list[Card]:
        columns = expanded(self._run, stat.y)
        shown = self._rooms.setdefault(stat, Room(self._run, MOST)).of(columns)
        titles = self._titles(stat, columns, shown)
        over = ended(self._run, columns) if len(columns) > 1 and self._run.events else ()
        pairs = zip(titles, shown, strict=True)
        cards = [
            replace(self._card(stat, title, column, at, x), ended=column in over)
            for at, (title, column) in enumerate(pairs)
        ]
        cards[-1] = replace(cards[-1], more=len(columns) - len(shown))
        return cards

    def _titles(self, stat: Stat, columns: list[str], shown: list[str]) -> list[str]:
        if len(columns) == 1:
            return [stat.name]
        known, names = self._names.get(stat, ([], None))
        if names is None or known != columns:
            names = Names(self._run, columns)
            self._names[stat] = columns, names
        return [
            f"{stat.title}: {label}" if stat.title and not label.startswith(stat.title) else label
            for label in names.labels(shown, named=True)
        ]

    def _card(self, stat: Stat, title: str, key: str, index: int, x: str | None) -> Card:
        column = self._run.columns.get(key)
        if column is None:
            return Card(title, ascii_only=self._ascii_only, reduce=stat.reduce)
        if stat.reduce == "last":
            value, place = column.values[-1], column.places[-1]
        else:
            value, place = self._extreme(key, stat.reduce)
        at = value_at(self._run, x, place) if x or self._run.events is None else None
        where = x_text(self._run, x, at) if at is not None and stat.reduce != "last" else ""
        history = tail(column.values, max(len(column.values) - HISTORY, 0))
        text = self._text(key, value)
        return Card(title, text, stat.reduce, where, history, series_role(index), self._ascii_only)

    def _text(self, key: str, value: float) -> str:
        events = self._run.events
        if events and key in events.series and events.series[key].name == PEAK:
            return f"{digits.value(value / 2**30)} GiB"
        return digits.value(value)

    def _extreme(self, key: str, reduce: str) -> tuple[float, int]:
        extreme = self._extremes.setdefault((key, reduce), Extreme(key, least=reduce == "min"))
        extreme.update(self._run)
        return extreme.value, extreme.place
