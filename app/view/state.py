"""The state of a view: which panels of which runs are drawn, over which part of x, and how. It knows no screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...layouts.automatic import STEP
from ...widgets.arrangement import PanelData, Tile
from ...widgets.chart.model import Series, View
from ..runs.history import PLACE
from ..runs.run_set import RunSet
from .extents import Extents
from .markers import Markers
from .panel_list import PanelList
from .panel_series import PanelSeries
from .panels import Item
from .scales import Scales
from .viewport import Viewport
from .viewports import Viewports
from .x_axis import X, x_choices, x_key


@dataclass(frozen=True)
class ChartStyle:
    """How charts are drawn, whatever they show.

    Attributes:
        ascii: with ASCII alone.
        marked: with marks, where there are no colours.
        smoothing: the weight of the EMA to start with, one of `SMOOTHINGS`.
    """

    ascii: bool = False
    marked: bool = False
    smoothing: float = 0.0


class ViewState:
    """What is drawn of some runs, and how. Screens and printed panels read it.

    Attributes:
        runs: the runs; style: how charts are drawn.
        panels: the panels in force, their filter and the focus.
        viewports: the visible part of each x; crosshairs: where each x has a crosshair.
        scales: log scales, clipping and smoothing.
        series: the series of each panel; extents: how far each x reaches; markers: annotations and changes of stage.
        chosen_x: the x chosen by hand, None for the layout's own; total: where the main x ends, if that is known.
    """

    def __init__(
        self,
        runs: RunSet,
        keys: Sequence[str] = (),
        x: str | None = None,
        style: ChartStyle | None = None,
        total: float | None = None,
    ) -> None:
        """Start with all of x, at the first panel.

        Args:
            runs: the runs, one at least.
            keys: the keys asked for, none for all.
            x: the x asked for, None for the layout's own.
            style: how charts are drawn.
            total: where the main x will end, if that is known.
        """
        self.runs = runs
        self.style = style or ChartStyle()
        self.chosen_x = x
        self.total = total
        self.series = PanelSeries(runs)
        self.extents = Extents(runs)
        self.markers = Markers(runs)
        self.panels = PanelList(runs, self.series, keys)
        self.viewports = Viewports(runs, self.extents, self.markers)
        self.scales = Scales(self.style.smoothing)
        self.crosshairs: dict[X, float] = {}
        self.update()

    def update(self) -> None:
        """Work out again which panels there are."""
        self.panels.update(self.chosen_x)

    def restart(self) -> None:
        """Show all of x: a run is read again from its start."""
        self.viewports.clear()
        self.crosshairs.clear()
        self.update()

    def _x_key(self, name: str | None) -> X:
        return x_key(name, (run.history for run in self.runs))

    def x_of(self, item: Item | None) -> X:
        """Return what an item's panel is drawn against."""
        panel_x = item.panel.x if item else None
        return self._x_key(self.chosen_x or panel_x or self.panels.layout.x)

    @property
    def x(self) -> X:
        """What the focused panel is drawn against."""
        return self.x_of(self.panels.item)

    def main_x(self) -> X:
        """Return the x that says how far the runs are: the layout's, else step, else the point's place."""
        x = self._x_key(self.chosen_x or self.panels.layout.x)
        return STEP if x is None and self.chosen_x is None and self.has_x(STEP) else x

    def has_x(self, name: str) -> bool:
        """Return whether points of any run carry an x of that name."""
        return any(run.history.x_column(name) for run in self.runs)

    def choose_next_x(self) -> str:
        """Change to the next thing that x can be; return its name."""
        choices: list[str | None] = [None]
        own = self.panels.layout.x if self.chosen_x is None else None
        keys = [key for run in self.runs for key in x_choices(run.history)]
        for name in (STEP if self.has_x(STEP) else None, PLACE, *keys):
            if name is not None and name not in choices and name != own:
                choices.append(name)
        at = choices.index(self.chosen_x) if self.chosen_x in choices else 0
        self.chosen_x = choices[(at + 1) % len(choices)]
        self.update()
        return self.chosen_x or self.panels.layout.x or PLACE

    @property
    def viewport(self) -> Viewport | None:
        """The viewport of the focused panel's x, None if all of it is visible."""
        return self.viewports.of(self.x)

    @property
    def crosshair(self) -> float | None:
        """Where the crosshair of the focused panel's x is, None without one."""
        return self.crosshairs.get(self.x)

    def zoom(self, closer: int, at: float | None = None) -> None:
        """Zoom x in (1) or out (-1) by a step about ``at``, else the crosshair, else the right edge."""
        item = self.panels.item
        if item is not None:
            anchor = at if at is not None else self.crosshair
            self.viewports.zoom(self.x, closer, anchor, self.series_of(item))

    def series_of(self, item: Item) -> list[Series]:
        """Return an item's series as they are now."""
        return self.series.of(item.panel, self.x_of(item)).series

    def shown(self, tile: Tile) -> PanelData:
        """Return what a panel draws; ``tile`` is one of `PanelList.tiles`, of now or of a moment ago."""
        item = tile.identity
        assert isinstance(item, Item)
        x = self.x_of(item)
        series, more = self.series.of(item.panel, x)
        revision = tuple((one.run, one.name, one.short_name, len(one.y), one.note, one.value) for one in series)
        return PanelData(series, self.chart_view(item, more), (self.viewports.era(), x), revision)

    def chart_view(self, item: Item, more: int = 0) -> View:
        """Return how an item's panel is drawn; ``more`` is how many series it has no room for."""
        panel, x = item.panel, self.x_of(item)
        visible = self.viewports.visible(x, self.total if x == self.main_x() else None)
        return View(
            x0=visible.lo if visible else None,
            x1=visible.hi if visible else None,
            full_range=self.viewports.of(x) is None,
            log=self.scales.is_log(panel),
            panel=panel,
            smoothing=self.scales.smoothing,
            clip=self.scales.is_clipped(panel),
            crosshair=self.crosshairs.get(x),
            time=self.viewports.is_time(x),
            hidden_series=more,
            annotations=self.markers.places() if x == STEP else (),
            ascii=self.style.ascii,
            marked=self.style.marked,
            x_name="" if x == self.main_x() else x or PLACE,
        )
