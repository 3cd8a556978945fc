"""One person's look at one run: which panels, in which order, drawn how. What the screens and ``--plot`` show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...layouts.automatic import STEP
from ...layouts.model import Layout, Panel
from ...widgets.arrangement import Shown, Tile
from ...widgets.chart.cursor import nearest, step_points
from ...widgets.chart.limits import Range
from ...widgets.chart.model import Series, View
from ..runs.history import PLACE, Run
from .markers import Remark, Remarks
from .panel_series import PanelSeries
from .panels import Item, in_force, items, prefix_of, rising, x_key
from .smoothing import SMOOTHINGS
from .viewport import Extent, Window, around, newest_in
from .viewports import Ranges

COLUMNS = 64
"""A plot seldom has fewer columns: what lies less than half of one beside the crosshair is drawn where that is."""


@dataclass(frozen=True)
class Look:
    """How charts are drawn, whatever they show.

    Attributes:
        ascii: with ASCII alone.
        marked: with marks, where there are no colours.
        smoothing: the weight of the EMA that a person begins with, one of `SMOOTHINGS`.
    """

    ascii: bool = False
    marked: bool = False
    smoothing: float = 0.0


class Looking:
    """What is looked at, and how.

    Attributes:
        layout: the layout in force; items: what the grid shows of it; selected: the index of the selected item.
        chosen_x: the x chosen by hand, None for the layout's own.
        ranges: which part of x is in sight; total: where the main x ends, if a person said.
    """

    def __init__(self, run: Run, layout: Layout, keys: Sequence[str], x: str | None, look: Look) -> None:
        """Take the run, its layout, and the keys and the x asked for."""
        self.run = run
        self.own_layout = layout
        self.chosen_x = x
        self.words = ""
        self.folded: set[str] = set()
        self.selected = 0
        self.smoothing = SMOOTHINGS.index(look.smoothing)
        self.total: float | None = None
        self._asked = keys
        self._look = look
        self.lines = PanelSeries(run)
        self.remarks = Remarks(run)
        self.ranges = Ranges(run, self.lines, self.remarks)
        self._logs: dict[Panel, bool] = {}
        self._clipped: set[Panel] = set()
        self._crosses: dict[str | None, float] = {}
        self._known = -1
        self.layout = Layout()
        self.items: list[Item] = []
        self.update()

    def update(self) -> None:
        """Work out again which panels there are; a panel that is still there stays the selected one."""
        before = self.item
        self.layout = in_force(self.own_layout, self.run, self._asked, self.chosen_x)
        self.items = items(self.layout.panels, self.words, self.folded)
        if before in self.items:
            self.selected = self.items.index(before)
        self.selected = min(self.selected, max(len(self.items) - 1, 0))
        self._known = self._keys()

    def begin_again(self) -> None:
        """Look at all of x: the run is read again from its start."""
        self.ranges.clear()
        self.clear_crosses()
        self.update()

    def new_keys(self) -> bool:
        """Tell whether keys came since the panels were worked out."""
        return self._keys() != self._known

    def _keys(self) -> int:
        events = self.run.events
        return len(self.run.columns) + len(self.run.not_finite) + (len(events.along) if events else 0)

    @property
    def item(self) -> Item | None:
        """The selected item."""
        return self.items[self.selected] if self.selected < len(self.items) else None

    def select(self, key: str) -> None:
        """Select the first panel that draws a key, or a series."""
        for index, item in enumerate(self.items):
            if key in self.lines.columns(item.panel):
                self.selected = index
                return

    def tiles(self) -> list[Tile]:
        """Return what the grid shows, for its widget."""
        return [Tile(item, item.panel.name, item.panel.wide, item.folded) for item in self.items]

    def x_of(self, item: Item | None) -> str | None:
        """Return the key an item's panel is drawn against, None for the point's place."""
        panel_x = item.panel.x if item else None
        return x_key(self.chosen_x or panel_x or self.layout.x, self.run)

    def main_x(self) -> str | None:
        """Return the key that says how far the run is: the layout's x, else step, else the point's place."""
        x = x_key(self.chosen_x or self.layout.x, self.run)
        return STEP if x is None and self.chosen_x is None and self.run.x_column(STEP) else x

    def extent(self, x: str | None) -> Extent | None:
        """Return the least and the greatest x there is, None where there is none."""
        return self.lines.extent(x)

    def series(self, item: Item) -> list[Series]:
        """Return an item's series as they are now."""
        return self.lines.of(item.panel, self.x_of(item)).series

    def shown(self, tile: Tile) -> Shown:
        """Return what a panel draws; ``tile`` is one of `tiles`, of now or of a moment ago."""
        item = tile.identity
        assert isinstance(item, Item)
        series, more = self.lines.of(item.panel, self.x_of(item))
        revision = tuple((one.name, one.short, len(one.y), one.note, one.value) for one in series)
        return Shown(series, self.view(item, more), (self.ranges.era(), self.x_of(item)), revision)

    def view(self, item: Item, more: int = 0) -> View:
        """Return how an item's panel is drawn; ``more`` is how many series it has no room for."""
        panel, x = item.panel, self.x_of(item)
        visible = self._visible(x)
        return View(
            x0=visible.lo if visible else None,
            x1=visible.hi if visible else None,
            whole=self.ranges.window(x) is None,
            log=self.is_log(panel),
            minimum=panel.min,
            maximum=panel.max,
            rule=panel.rule,
            smoothing=SMOOTHINGS[self.smoothing],
            clip=panel in self._clipped,
            cross=self._crosses.get(x),
            time=self.ranges.is_time(x),
            more=more,
            annotations=self.remarks.places() if x == STEP else (),
            ascii=self._look.ascii,
            marked=self._look.marked,
            x_name="" if x == self.main_x() else x or PLACE,
        )

    def _visible(self, x: str | None) -> Range | None:
        window = self.ranges.window(x)
        if window:
            return Range(window.x0, window.x1)
        return self.ranges.whole(x, self.total if x == self.main_x() else None)

    def is_log(self, panel: Panel) -> bool:
        """Tell whether a panel has a log scale: its own, or by hand."""
        return self._logs.get(panel, panel.scale == "log")

    def toggle_log(self) -> None:
        """Change the selected panel's scale."""
        if self.item:
            self._logs[self.item.panel] = not self.is_log(self.item.panel)

    def toggle_clip(self) -> None:
        """Clip the selected panel's outliers, or do not."""
        if self.item:
            self._clipped ^= {self.item.panel}

    def smooth(self) -> float:
        """Go on to the next smoothing; return its weight."""
        self.smoothing = (self.smoothing + 1) % len(SMOOTHINGS)
        return SMOOTHINGS[self.smoothing]

    def next_x(self) -> str:
        """Go on to the next thing that x can be; return its name."""
        choices: list[str | None] = [None]
        own = self.layout.x if self.chosen_x is None else None
        for name in (STEP if self.run.x_column(STEP) else None, PLACE, *rising(self.run)):
            if name is not None and name not in choices and name != own:
                choices.append(name)
        at = choices.index(self.chosen_x) if self.chosen_x in choices else 0
        self.chosen_x = choices[(at + 1) % len(choices)]
        self.update()
        return self.chosen_x or self.layout.x or PLACE

    def fold(self) -> str | None:
        """Fold the selected panel's prefix into one line, or unfold it; return the prefix, None where it has none."""
        prefix = prefix_of(self.item.panel) if self.item else None
        if self.item is None or prefix is None:
            return None
        self.folded ^= {prefix}
        self.items = items(self.layout.panels, self.words, self.folded)
        self.selected = next(
            (index for index, item in enumerate(self.items) if prefix_of(item.panel) == prefix),
            min(self.selected, max(len(self.items) - 1, 0)),
        )
        return prefix

    def window(self) -> Window | None:
        """Return the visible range of the selected panel's x, None for all of it."""
        return self.ranges.window(self.x_of(self.item))

    def zoom(self, closer: int, at: float | None = None) -> None:
        """Zoom x one step in (1) or out (-1), about ``at``, else the crosshair, else the right edge."""
        if self.item is not None:
            x = self.x_of(self.item)
            anchor = at if at is not None else self._crosses.get(x)
            self.ranges.zoom(x, closer, anchor, self.series(self.item))

    def pan(self, direction: int) -> None:
        """Move the visible range to the left (-1) or right (1)."""
        self.ranges.pan(self.x_of(self.item), direction)

    def reset(self) -> None:
        """Show all of x again, in limits that fit what is there by now."""
        self.ranges.reset(self.x_of(self.item))

    def new_points(self) -> int | None:
        """Return how many points came since the visible range left the newest; None while it follows."""
        return self.ranges.new_points(self.x_of(self.item))

    @property
    def cross(self) -> float | None:
        """The crosshair's x on the selected panel, None without one."""
        return self._crosses.get(self.x_of(self.item))

    def set_cross(self, index: int, x: float | None) -> None:
        """Put the crosshair on the point of the panel at an index that is nearest to an x; None takes it away."""
        item = self.items[index]
        name = self.x_of(item)
        if x is None:
            self._crosses.pop(name, None)
            return
        near = [float(one.x[at]) for one in self.series(item) if (at := nearest(one, x)) is not None]
        if near:
            self._crosses[name] = min(near, key=lambda found: abs(found - x))

    def go_to(self, x: float) -> float | None:
        """Put the crosshair on the selected panel's point that is nearest to an x, and bring that into view.

        Returns:
            The x of that point; None where there is none.
        """
        if self.item is not None:
            self.set_cross(self.selected, x)
            if self.cross is not None:
                self.place_cross(self.cross)
        return self.cross

    def go_to_step(self, step: float) -> bool:
        """Put the crosshair at a step, on the selected panel if that is drawn against it, else on the first that is.

        Where the step is out of all sight, that is its end on that side. Tell whether there is such a panel.
        """
        reach = self.ranges.reach(STEP)
        there = [index for index, item in enumerate(self.items) if self.x_of(item) == STEP]
        if reach is None or not there:
            return False
        if self.selected not in there:
            self.selected = there[0]
        self.place_cross(min(max(step, reach.least), reach.greatest))
        return True

    def clear_crosses(self) -> None:
        """Take every crosshair away."""
        self._crosses.clear()

    def step_cross(self, delta: int) -> None:
        """Move the crosshair point by point; without one, put it on the newest in sight. The range moves with it."""
        if self.item is None:
            return
        series, at = self.series(self.item), self.cross
        found = step_points(series, at, delta) if at is not None else newest_in(self.window(), series)
        if found is not None:
            self.place_cross(found)

    def place_cross(self, at: float) -> None:
        """Put the crosshair of the selected panel's x at an x, and bring that into view."""
        x = self.x_of(self.item)
        self._crosses[x] = at
        self.ranges.reveal(x, at)

    def value(self) -> tuple[str, float] | None:
        """Return a key of the selected panel and its value, at the crosshair or the last."""
        for one in self.series(self.item) if self.item else []:
            at = nearest(one, self.cross) if self.cross is not None else len(one.y) - 1
            if at is not None and at >= 0:
                return one.name, float(one.y[at])
        return None

    def remarked(self) -> list[Remark]:
        """Return what was remarked where the crosshair of the selected panel is, the nearest first.

        That is what lies nearer to it than to the points beside it, else what is drawn where it is.
        """
        at, visible = self.cross, self._visible(STEP)
        if self.item is None or at is None or visible is None or self.x_of(self.item) != STEP:
            return []
        low, high = around(self.series(self.item), at)
        half = (visible.hi / 2 - visible.lo / 2) / COLUMNS
        found = self.remarks.between(low, high) or self.remarks.between(at - half, at + half)
        return sorted(found, key=lambda remark: abs(remark.step - at))
