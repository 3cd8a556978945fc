"""The viewport of each x, and the limits that all panels of an x share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

from ...widgets.chart.limits import Range, fit_x, x_headroom
from ...widgets.chart.model import Series
from ..ingest.events import STEP
from ..runs.run import Run
from ..runs.run_set import RunSet
from . import viewport as viewport_of
from .extents import Extents
from .markers import Markers
from .viewport import Extent, Viewport
from .x_axis import X, is_time


class Viewports:
    """The viewport of each x, kept up to date as the runs grow.

    Attributes:
        may_grow: returns whether more points may come than there are now.
    """

    def __init__(self, runs: RunSet, extents: Extents, markers: Markers) -> None:
        """Take the runs, how far each x reaches, and the markers of x where that is the step."""
        self.may_grow: Callable[[], bool] = lambda: False
        self._runs = runs
        self._extents = extents
        self._markers = markers
        self._viewports: dict[X, Viewport] = {}
        self._limits: dict[X, Range] = {}
        self._resets = 0

    def clear(self) -> None:
        """Show all of every x again: a run is read again from its start."""
        self._viewports.clear()
        self._limits.clear()

    def is_time(self, x: X) -> bool:
        """Return whether an x is in milliseconds since 1970."""
        return any(is_time(run.history, x) for run in self._runs)

    def _marks(self, x: X) -> Sequence[float]:
        return self._markers.places() if x == STEP else ()

    def reach(self, x: X) -> Extent | None:
        """Return how far an x goes, from its points to the markers beside them; None if there is no point."""
        extent = self._extents.of(x)
        return None if extent is None else viewport_of.reaching(extent, self._marks(x))

    def _extent(self, x: X) -> Extent | None:
        """Return what a viewport can be a part of: it follows points, and so ends with the newest of them."""
        extent, reach = self._extents.of(x), self.reach(x)
        return replace(extent, least=reach.least) if extent and reach else None

    def whole(self, x: X, total: float | None) -> Range | None:
        """Return the limits that all panels of an x share, so that they line up; None if there are none yet.

        They reach to ``total``, if that is known.
        """
        extent = self.reach(x)
        if extent is None:
            return None
        greatest = max(extent.greatest, total or extent.greatest)
        data = Range(extent.least, greatest)
        if not self.may_grow():
            # They fit the points: room ahead is for points that come later.
            self._limits.pop(x, None)
            return fit_x(data, time=self.is_time(x))
        headroom = x_headroom(max(map(_points_a_series, self._runs), default=0))
        limits = self._limits[x] = fit_x(data, self._limits.get(x), time=self.is_time(x), headroom=headroom)
        return limits

    def visible(self, x: X, total: float | None) -> Range | None:
        """Return the part of an x that is visible: its viewport, else all of it up to ``total``."""
        viewport = self.of(x)
        return Range(viewport.x0, viewport.x1) if viewport else self.whole(x, total)

    def era(self) -> Hashable:
        """Return what differs when limits start again: the runs, a reset, and any change of a run that has ended."""
        if self.may_grow():
            return tuple(run.history.generation for run in self._runs), self._resets
        return tuple(-run.history.points - 1 for run in self._runs), self._resets

    def of(self, x: X) -> Viewport | None:
        """Return the viewport of an x, None if all of it is visible."""
        viewport = self._viewports.get(x)
        extent = None if viewport is None else self._extent(x)
        if viewport is None or extent is None:
            return None
        moved = self._viewports[x] = viewport_of.follow(viewport, extent, self._marks(x))
        return moved

    def zoom(self, x: X, closer: int, anchor: float | None, series: Sequence[Series]) -> None:
        """Zoom in (1) or out (-1) about ``anchor``, else the right edge; ``series`` are those of the panel."""
        extent = self._extent(x)
        if extent is not None:
            self._set(x, viewport_of.zoom(self.of(x), extent, closer, anchor, series))

    def pan(self, x: X, direction: int) -> None:
        """Move the viewport to the left (-1) or right (1)."""
        extent = self._extent(x)
        if extent is not None:
            self._set(x, viewport_of.pan(self.of(x), extent, direction))

    def reveal(self, x: X, at: float) -> None:
        """Move the viewport so that a value of x is visible."""
        extent = self._extent(x)
        if extent is not None:
            self._set(x, viewport_of.reveal(self.of(x), extent, at))

    def reset(self, x: X) -> None:
        """Show all of an x again, in limits that fit the points there are now."""
        self._viewports.pop(x, None)
        self._limits.pop(x, None)
        self._resets += 1

    def new_points(self, x: X) -> int | None:
        """Return how many points came since the viewport left the newest one; None while it follows."""
        viewport = self.of(x)
        return None if viewport is None or viewport.follows else self._points() - viewport.left_at

    def _points(self) -> int:
        return sum(run.history.points for run in self._runs)

    def _set(self, x: X, viewport: Viewport | None) -> None:
        before = self._viewports.get(x)
        if viewport is None:
            self._viewports.pop(x, None)
            return
        if not viewport.follows:
            left_at = self._points() if before is None or before.follows else before.left_at
            viewport = replace(viewport, left_at=left_at)
        self._viewports[x] = viewport


def _points_a_series(run: Run) -> int:
    series = len(run.history.events.series) if run.history.events else 1
    return run.history.points // max(series, 1)
