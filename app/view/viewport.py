"""The viewport: the visible range of x, and how it is zoomed, panned and moved."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...widgets.chart.cursor import nearest_point, step_points
from ...widgets.chart.model import Series

ZOOM = 1.6
PAN = 0.25
AHEAD = 0.1
"""How much of its width a following viewport moves ahead at once, so that it does not move with each point."""

BEYOND = 0.5
"""How far beyond the newest points a following viewport goes to show a marker, as a share of its width."""


@dataclass(frozen=True)
class Viewport:
    """A visible range of x.

    Attributes:
        x0, x1: the range.
        follows: whether it reaches the newest point and moves on with it.
        left_at: how many points there were when the viewport left the newest one.
        newest: how far the newest points had come at the last update.
    """

    x0: float
    x1: float
    follows: bool
    left_at: int = 0
    newest: float | None = field(default=None, compare=False)

    @property
    def width(self) -> float:
        """Its width in x."""
        return self.x1 - self.x0


@dataclass(frozen=True)
class Extent:
    """The least and the greatest value of an x.

    Attributes:
        newest: how far the points written last have come; None if that is the greatest.
    """

    least: float
    greatest: float
    newest: float | None = field(default=None, compare=False)

    @property
    def width(self) -> float:
        """The distance between them."""
        return self.greatest - self.least


def reaching(extent: Extent, marks: Sequence[float]) -> Extent:
    """Return the extent, extended to the markers on either side that are no further from it than its width.

    A marker further away would leave the points too little room. ``marks`` are sorted.
    """
    room = extent.width or np.inf
    first, last = bisect_left(marks, extent.least - room), bisect_right(marks, extent.greatest + room)
    if first == last:
        return extent
    return replace(extent, least=min(marks[first], extent.least), greatest=max(marks[last - 1], extent.greatest))


def zoom(
    viewport: Viewport | None, extent: Extent, closer: int, anchor: float | None, series: Sequence[Series]
) -> Viewport | None:
    """Return the viewport after one step of zoom; None is all of x.

    Args:
        viewport: the range before.
        extent: all the x there is.
        closer: 1 for in, as far as two points fill the screen; -1 for out.
        anchor: the x that stays where it is; None, or one out of sight, for the right edge.
        series: those whose points fill the screen.
    """
    now = viewport or Viewport(extent.least, extent.greatest, follows=True)
    if anchor is None or not now.x0 <= anchor <= now.x1:
        anchor = min(now.x1, extent.greatest)
    pair = _neighbours(series, anchor)
    width = now.width / ZOOM if closer > 0 else now.width * ZOOM
    least = pair.width if pair else 0.0
    if max(width, least) >= extent.width or not np.isfinite(width):
        return None
    if pair and width <= least:
        return _placed(now, pair.least, pair.width, extent)
    share = (anchor - now.x0) / now.width if now.width > 0 else 1.0
    return _placed(now, anchor - share * width, width, extent)


def pan(viewport: Viewport | None, extent: Extent, direction: int) -> Viewport | None:
    """Return the viewport moved by a quarter of its width; all of x cannot move."""
    if viewport is None:
        return None
    shift = direction * PAN * viewport.width
    return _placed(viewport, viewport.x0 + shift, viewport.width, extent)


def follow(viewport: Viewport, extent: Extent, marks: Sequence[float] = ()) -> Viewport:
    """Return the viewport, moved if it follows and the newest points have left it on either side.

    Points that were left of it all the time, as those of a run resumed from an earlier x, do not move it. Markers
    (``marks``, sorted) a little beyond the newest points count as points.
    """
    if not viewport.follows:
        return viewport
    newest = extent.greatest if extent.newest is None else extent.newest
    beyond = bisect_right(marks, newest + BEYOND * viewport.width)
    if beyond:
        newest = max(newest, marks[beyond - 1])
    went_back = viewport.newest is not None and newest < min(viewport.x0, viewport.newest)
    if newest <= viewport.x1 and not went_back:
        return replace(viewport, newest=newest)
    ahead = newest + AHEAD * viewport.width
    x1 = ahead if np.isfinite(ahead) else newest
    return replace(viewport, x0=x1 - viewport.width, x1=x1, newest=newest)


def reveal(viewport: Viewport | None, extent: Extent, x: float) -> Viewport | None:
    """Return the viewport, moved as little as possible to show a value of x."""
    if viewport is None or viewport.x0 <= x <= viewport.x1:
        return viewport
    placed = _placed(viewport, x if x < viewport.x0 else x - viewport.width, viewport.width, extent)
    # The sum may be rounded to just before it.
    return replace(placed, x0=min(placed.x0, x), x1=max(placed.x1, x))


def _placed(viewport: Viewport, x0: float, width: float, extent: Extent) -> Viewport:
    """Return a viewport of that width from ``x0`` on, moved back to where there are points."""
    last = max(extent.greatest - width, extent.least)
    viewport = replace(viewport, newest=extent.newest)
    if x0 >= last:
        # The edge itself: a sum may be rounded to just before it.
        return replace(viewport, x0=last, x1=extent.greatest, follows=True)
    x0 = max(x0, extent.least)
    x1 = min(x0 + width, extent.greatest)
    return replace(viewport, x0=x0, x1=x1, follows=x1 >= extent.greatest)


def _neighbours(series: Sequence[Series], x: float) -> Extent | None:
    """Return the two neighbouring points that a value of x is at or between; None if there are not two."""
    near = [float(one.x[at]) for one in series if (at := nearest_point(one, x)) is not None]
    if not near:
        return None
    point = min(near, key=lambda found: abs(found - x))
    before, after = step_points(series, point, -1), step_points(series, point, 1)
    pairs = [
        Extent(least, greatest)
        for least, greatest in ((before, point), (point, after))
        if least is not None and greatest is not None and least < greatest
    ]
    around = [pair for pair in pairs if pair.least <= x <= pair.greatest]
    return min(around or pairs, key=lambda pair: pair.width, default=None)


def around(series: Sequence[Series], x: float) -> tuple[float, float]:
    """Return the range that is nearer to a value of x than to the points before and after it.

    The range is unbounded on a side without points; without any point it is the value alone.
    """
    before, after = step_points(series, x, -1), step_points(series, x, 1)
    if before is None or after is None:
        return x, x
    # Each is halved before they are added, so that the sum is always finite.
    return before / 2 + x / 2 if before < x else -np.inf, after / 2 + x / 2 if after > x else np.inf


def newest_in(viewport: Viewport | None, series: Sequence[Series]) -> float | None:
    """Return the largest x of the points in a viewport, or of all if it is None; else the point nearest to it.

    None if there is no point.
    """
    newest = step_points(series, None, 0)
    if viewport is None or newest is None:
        return newest
    x = np.concatenate([one.x for one in series])
    inside = x[(x >= viewport.x0) & (x <= viewport.x1)]
    return float(inside.max() if len(inside) else x[np.abs(x / 2 - viewport.x1 / 2).argmin()])


_UNITS = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}


def typed_number(text: str) -> float | None:
    """Return the number that a person typed, such as ``12000``, ``12 000`` or ``12k``; None if it is not a number."""
    plain = re.sub(r"[\s_,]", "", text).lower()
    unit = _UNITS.get(plain[-1:], 1.0)
    try:
        number = float(plain if unit == 1.0 else plain[:-1]) * unit
    except ValueError:
        return None
    return number if np.isfinite(number) else None
