"""The panels in force: those of the layout, narrowed by the filter, folded, and the one that has the focus."""

from __future__ import annotations

from collections.abc import Sequence

from ...layouts.model import Layout
from ...widgets.arrangement import Tile
from ..runs.run_set import RunSet
from .panel_series import PanelSeries
from .panels import Item, in_force, items, prefix_of


class PanelList:
    """The panels in force.

    Attributes:
        layout: the layout that is drawn.
        items: what the grid shows of it; focused: the index of the item that has the focus.
        words: what the panels are filtered by, "" for nothing; folded: the prefixes that are folded.
    """

    def __init__(self, runs: RunSet, series: PanelSeries, asked: Sequence[str]) -> None:
        """Take the runs, their series, and the keys that the panels are narrowed to, none for all."""
        self._runs = runs
        self._series = series
        self._asked = asked
        self._chosen_x: str | None = None
        self._known = -1
        self.layout = Layout()
        self.items: list[Item] = []
        self.focused = 0
        self.words = ""
        self.folded: set[str] = set()

    def update(self, chosen_x: str | None) -> None:
        """Work out again which panels there are, with this x chosen by hand; the focus stays on its panel."""
        self._chosen_x = chosen_x
        self.layout = in_force(self._runs, self._asked, chosen_x)
        self._known = self._keys()
        self._arrange()

    def filter(self, words: str) -> None:
        """Show only the panels that match some words, or a regular expression; "" shows all."""
        self.words = words
        self._arrange()

    def _arrange(self) -> None:
        before = self.item
        self.items = items(self.layout.panels, self.words, self.folded)
        if before in self.items:
            self.focused = self.items.index(before)
        self.focused = min(self.focused, max(len(self.items) - 1, 0))

    def has_new_keys(self) -> bool:
        """Return whether runs have keys that they did not have when the panels were worked out."""
        return self._keys() != self._known

    def _keys(self) -> int:
        histories = [run.history for run in self._runs]
        along = sum(len(history.events.along) for history in histories if history.events)
        return along + sum(len(history.columns) + len(history.not_finite) for history in histories)

    @property
    def item(self) -> Item | None:
        """The item that has the focus."""
        return self.items[self.focused] if self.focused < len(self.items) else None

    def tiles(self) -> list[Tile]:
        """Return the items as the grid takes them."""
        return [Tile(item, item.panel.name, item.panel.wide, item.folded) for item in self.items]

    def move_focus(self, delta: int) -> None:
        """Move the focus by some items; after the last comes the first."""
        if self.items:
            self.focused = (self.focused + delta) % len(self.items)

    def focus_key(self, key: str) -> None:
        """Move the focus to the first panel that draws a key, or a series."""
        for index, item in enumerate(self.items):
            if key in self._series.columns(item.panel):
                self.focused = index
                return

    def reveal_key(self, key: str) -> bool:
        """Move the focus to the panel of a key, unfolded, and unfiltered if the filter hides it.

        Returns:
            Whether there is such a panel.
        """
        panels = [panel for panel in self.layout.panels if key in self._series.columns(panel)]
        if not panels:
            return False
        if {item.panel for item in self.items if not item.folded}.isdisjoint(panels):
            self.folded.discard(prefix_of(panels[0]) or "")
            self._arrange()
            if all(item.panel != panels[0] for item in self.items):
                self.filter("")
        self.focus_key(key)
        return True

    def fold(self) -> str | None:
        """Fold the prefix of the focused panel into one line, or unfold it; return the prefix, None if it has none."""
        prefix = prefix_of(self.item.panel) if self.item else None
        if self.item is None or prefix is None:
            return None
        self.folded ^= {prefix}
        self.items = items(self.layout.panels, self.words, self.folded)
        self.focused = next(
            (index for index, item in enumerate(self.items) if prefix_of(item.panel) == prefix),
            min(self.focused, max(len(self.items) - 1, 0)),
        )
        return prefix
