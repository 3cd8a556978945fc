"""How a person is looking at the run: the visible range of x, the crosshair, smoothing, scales."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..widgets.chart.model import Series

ZOOM = 1.6
PAN = 0.25
AHEAD = 0.1
"""How much of its width a following view moves ahead at once, so that it does not move with each point."""


@dataclass(frozen=True)
class Window:
    """A visible range of x.

    Attributes:
        x0, x1: the range.
        follows: whether it reaches the newest point and moves on with it.
        left_at: how many points the run had when the view left the newest one.
    """

    x0: float
    x1: float
    follows: bool
    left_at: int = 0

    @property
    def width(self) -> float:
        """Its width in x."""
        return self.x1 - self.x0


@dataclass(frozen=True)
class Extent:
    """The least and the greatest x there is."""

    least: float
    greatest: float

    @property
    def width(self) -> float:
        """The distance between them."""
        return self.greatest - self.least


def zoom(window: Window | None, extent: Extent, closer: int, anchor: float | None, narrowest: float) -> Window | None:
    """Return the range after one step of zoom; None is all of x.

    Args:
        window: the range before.
        extent: all the x there is.
        closer: 1 for in, -1 for out.
        anchor: the x that stays where it is; None for the right edge.
        narrowest: the width at which two points fill the screen.
    """
    now = window or Window(extent.least, extent.greatest, follows=True)
    width = now.width / ZOOM if closer > 0 else now.width * ZOOM
    width = max(width, min(narrowest, extent.width))
    if width >= extent.width or not np.isfinite(width):
        return None
    if anchor is None or not now.x0 <= anchor <= now.x1:
        anchor = min(now.x1, extent.greatest)
    share = (anchor - now.x0) / now.width if now.width > 0 else 1.0
    x0 = anchor - share * width
    return _within(Window(x0, x0 + width, now.follows), extent)


def pan(window: Window | None, extent: Extent, direction: int) -> Window | None:
    """Return the range moved by a quarter of its width; all of x has nowhere to move."""
    if window is None:
        return None
    shift = direction * PAN * window.width
    return _within(replace(window, x0=window.x0 + shift, x1=window.x1 + shift), extent)


def follow(window: Window, extent: Extent) -> Window:
    """Return the range, moved ahead if it follows and the newest point is beyond it."""
    if not window.follows or extent.greatest <= window.x1:
        return window
    x1 = extent.greatest + AHEAD * window.width
    return replace(window, x0=x1 - window.width, x1=x1)


def reveal(window: Window | None, extent: Extent, x: float) -> Window | None:
    """Return the range, moved as far as it must to show an x."""
    if window is None or window.x0 <= x <= window.x1:
        return window
    x0 = x if x < window.x0 else x - window.width
    return _within(replace(window, x0=x0, x1=x0 + window.width), extent)


def _within(window: Window, extent: Extent) -> Window:
    """Return the range pushed back to where there are points, and whether it now reaches the newest."""
    width = window.width
    x0 = min(max(window.x0, extent.least), max(extent.greatest - width, extent.least))
    return replace(window, x0=x0, x1=x0 + width, follows=x0 + width >= extent.greatest)


def narrowest(series: Sequence[Series], x: float) -> float:
    """Return the width at which two neighbouring points near an x fill the screen."""
    gaps = []
    for one in series:
        near = np.argsort(np.abs(one.x - x), kind="stable")[:8] if len(one.x) < 4096 else _around(one, x)
        places = np.unique(one.x[near])
        steps = np.diff(places)
        if len(steps):
            gaps.append(float(steps.min()))
    return min(gaps, default=0.0)


def _around(series: Series, x: float) -> slice:
    at = int(np.abs(series.x - x).argmin())
    return slice(max(at - 4, 0), at + 5)
