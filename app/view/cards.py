"""The stats of a layout as cards: the value of each, and where it was reached."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...layouts.model import Stat
from ...widgets.card_face import Card
from ...widgets.cells import series_role
from ...widgets.chart import digits
from ..runs.run import Run
from ..runs.run_set import RunSet
from ..runs.selectors import expanded
from .active_series import ActiveSeries, ended
from .arrays import tail
from .event_layout import PEAK
from .extreme import Extreme
from .panel_series import MOST
from .series_names import SeriesNames
from .x_axis import X, value_at, x_text

SPARK_POINTS = 4096
"""How many of a series' newest values its card draws."""


class Cards:
    """The cards of some stats of every run, kept up to date as the runs grow."""

    def __init__(self, runs: RunSet, *, ascii_only: bool) -> None:
        """Take the runs."""
        self._runs = runs
        self._ascii_only = ascii_only
        self._by_run: dict[Run, _RunCards] = {}

    def cards(self, stats: Iterable[Stat], x: X) -> list[Card]:
        """Return the cards of each stat, one for each of its series that there is room for, of one run after the other.

        ``x`` is where a value is said to be reached.
        """
        cards: list[Card] = []
        for stat in stats:
            for run in self._runs:
                if run not in self._by_run:
                    self._by_run[run] = _RunCards(run, ascii_only=self._ascii_only)
                made = self._by_run[run].cards(stat, x)
                cards += [replace(card, title=self._runs.label(run, card.title)) for card in made]
        return cards


class _RunCards:
    """The cards of one run."""

    def __init__(self, run: Run, *, ascii_only: bool) -> None:
        self._history = run.history
        self._ascii_only = ascii_only
        self._extremes: dict[tuple[str, str], Extreme] = {}
        self._active: dict[Stat, ActiveSeries] = {}
        self._names: dict[Stat, tuple[list[str], SeriesNames]] = {}

    def cards(self, stat: Stat, x: X) -> list[Card]:
        """Return a card for each series of a stat that there is room for."""
        columns = expanded(self._history, stat.y)
        shown = self._active.setdefault(stat, ActiveSeries(self._history, MOST)).of(columns)
        titles = self._titles(stat, columns, shown)
        over = ended(self._history, columns) if len(columns) > 1 and self._history.events else ()
        cards = [
            replace(self._card(stat, title, column, index, x), ended=column in over)
            for index, (title, column) in enumerate(zip(titles, shown, strict=True))
        ]
        cards[-1] = replace(cards[-1], hidden_series=len(columns) - len(shown))
        return cards

    def _titles(self, stat: Stat, columns: list[str], shown: list[str]) -> list[str]:
        if len(columns) == 1:
            return [stat.name]
        known, names = self._names.get(stat, ([], None))
        if names is None or known != columns:
            names = SeriesNames(self._history, columns)
            self._names[stat] = columns, names
        return [
            f"{stat.title}: {label}" if stat.title and not label.startswith(stat.title) else label
            for label in names.labels(shown, named=True)
        ]

    def _card(self, stat: Stat, title: str, key: str, index: int, x: X) -> Card:
        history = self._history
        column = history.columns.get(key)
        if column is None:
            return Card(title, ascii_only=self._ascii_only, reduce=stat.reduce)
        if stat.reduce == "last":
            value, place = column.values[-1], column.places[-1]
        else:
            value, place = self._extreme(key, stat.reduce)
        at = value_at(history, x, place) if x or history.events is None else None
        where = x_text(history, x, at) if at is not None and stat.reduce != "last" else ""
        spark = tail(column.values, max(len(column.values) - SPARK_POINTS, 0))
        return Card(title, self._text(key, value), stat.reduce, where, spark, series_role(index), self._ascii_only)

    def _text(self, key: str, value: float) -> str:
        events = self._history.events
        if events and key in events.series and events.series[key].name == PEAK:
            return f"{digits.value(value / 2**30)} GiB"
        return digits.value(value)

    def _extreme(self, key: str, reduce: str) -> tuple[float, int]:
        extreme = self._extremes.setdefault((key, reduce), Extreme(key, lowest=reduce == "min"))
        extreme.update(self._history)
        return extreme.value, extreme.place
