"""Which part of each x is in sight: all of it, within limits that its panels share, or what was zoomed to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

from ...widgets.chart.limits import Range, fit_x, x_ahead
from ...widgets.chart.model import Series
from ..ingest.events import STEP, TIME
from ..runs.history import Run
from . import viewport as viewing
from .markers import Remarks
from .panel_series import PanelSeries
from .viewport import Extent, Window


class Ranges:
    """The visible range of each x of a run, kept up to date as the run grows.

    Attributes:
        grows: tells whether more points may come than are there by now.
    """

    def __init__(self, run: Run, lines: PanelSeries, remarks: Remarks) -> None:
        """Take the run, its series, and its remarks, which are marks on x where that is the step."""
        self.grows: Callable[[], bool] = lambda: False
        self._run = run
        self._lines = lines
        self._remarks = remarks
        self._windows: dict[str | None, Window] = {}
        self._limits: dict[str | None, Range] = {}
        self._resets = 0

    def clear(self) -> None:
        """Show all of every x again: the run is read again from its start."""
        self._windows.clear()
        self._limits.clear()

    def is_time(self, x: str | None) -> bool:
        """Tell whether an x is milliseconds since 1970."""
        return x == TIME and self._run.events is not None

    def _marks(self, x: str | None) -> Sequence[float]:
        return self._remarks.places() if x == STEP else ()

    def reach(self, x: str | None) -> Extent | None:
        """Return how far an x goes, from its points to the marks beside them; None where there is no point."""
        extent = self._lines.extent(x)
        return None if extent is None else viewing.reaching(extent, self._marks(x))

    def _extent(self, x: str | None) -> Extent | None:
        """Return what a part of x can be of: a view follows points, and so goes to the newest of them at the right."""
        extent, reach = self._lines.extent(x), self.reach(x)
        return replace(extent, least=reach.least) if extent and reach else None

    def whole(self, x: str | None, total: float | None) -> Range | None:
        """Return the limits that all panels of an x share, so that they line up; None where there is none yet.

        They reach to ``total``, if that is known.
        """
        extent = self.reach(x)
        if extent is None:
            return None
        greatest = max(extent.greatest, total or extent.greatest)
        data = Range(extent.least, greatest)
        if not self.grows():
            # They fit what is there: room ahead is for points that come later.
            self._limits.pop(x, None)
            return fit_x(data, time=self.is_time(x))
        series = len(self._run.events.series) if self._run.events else 1
        ahead = x_ahead(self._run.points // max(series, 1))
        limits = self._limits[x] = fit_x(data, self._limits.get(x), time=self.is_time(x), ahead=ahead)
        return limits

    def era(self) -> Hashable:
        """Return what changes when limits begin anew: with the run, with a reset, and with all that is no live run."""
        return self._run.generation if self.grows() else -self._run.points - 1, self._resets

    def window(self, x: str | None) -> Window | None:
        """Return the part of an x that is in sight; None for all of it."""
        window = self._windows.get(x)
        extent = None if window is None else self._extent(x)
        if window is None or extent is None:
            return None
        moved = viewing.follow(window, extent, self._marks(x))
        self._windows[x] = moved
        return moved

    def zoom(self, x: str | None, closer: int, anchor: float | None, series: Sequence[Series]) -> None:
        """Zoom one step in (1) or out (-1) about ``anchor``, else the right edge; ``series`` are those looked at."""
        extent = self._extent(x)
        if extent is not None:
            self._set(x, viewing.zoom(self.window(x), extent, closer, anchor, series))

    def pan(self, x: str | None, direction: int) -> None:
        """Move the visible range to the left (-1) or right (1)."""
        extent = self._extent(x)
        if extent is not None:
            self._set(x, viewing.pan(self.window(x), extent, direction))

    def reveal(self, x: str | None, at: float) -> None:
        """Bring a place of an x into view."""
        extent = self._extent(x)
        if extent is not None:
            self._set(x, viewing.reveal(self.window(x), extent, at))

    def reset(self, x: str | None) -> None:
        """Show all of an x again, in limits that fit what is there by now."""
        self._windows.pop(x, None)
        self._limits.pop(x, None)
        self._resets += 1

    def new_points(self, x: str | None) -> int | None:
        """Return how many points came since the visible range left the newest; None while it follows."""
        window = self.window(x)
        return None if window is None or window.follows else self._run.points - window.left_at

    def _set(self, x: str | None, window: Window | None) -> None:
        before = self._windows.get(x)
        if window is None:
            self._windows.pop(x, None)
            return
        if not window.follows:
            left_at = self._run.points if before is None or before.follows else before.left_at
            window = replace(window, left_at=left_at)
        self._windows[x] = window
