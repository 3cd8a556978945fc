"""The crosshair: which point of a series it names, and where its next step leads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .model import Series


def nearest(series: Series, x: float) -> int | None:
    """The index of the point nearest to x, the latest of those equally near; None for a series without points."""
    if not len(series.x):
        return None
    if len(series.breaks):
        # Halved, so that the distance between any two doubles is one.
        with np.errstate(under="ignore"):
            distance = np.abs(series.x * 0.5 - x * 0.5)
        near = series.x[len(distance) - 1 - int(distance[::-1].argmin())]
        return int(np.flatnonzero(series.x == near)[-1])
    after = int(np.searchsorted(series.x, x, "right"))
    if after == len(series.x):
        return after - 1
    following = float(series.x[after])
    if after and x / 2 - float(series.x[after - 1]) / 2 < following / 2 - x / 2:
        return after - 1
    return int(np.searchsorted(series.x, following, "right")) - 1


def step_points(series: Sequence[Series], x: float | None, delta: int) -> float | None:
    """The x of the point `delta` distinct places after x (before it where negative) among all the series.

    It stops at the first and the last point. No x yet: the largest. None where there is no point at all.
    """
    given = [one for one in series if len(one.x)]
    if not given:
        return None
    if x is None:
        return max(float(one.x.max()) for one in given)
    for _ in range(abs(delta)):
        following = [found for one in given if (found := _next(one, x, forward=delta > 0)) is not None]
        if not following:
            break
        x = min(following) if delta > 0 else max(following)
    return x


def _next(series: Series, x: float, *, forward: bool) -> float | None:
    if not len(series.breaks):
        place = int(np.searchsorted(series.x, x, "right")) if forward else int(np.searchsorted(series.x, x, "left")) - 1
        return float(series.x[place]) if 0 <= place < len(series.x) else None
    beyond = series.x[series.x > x if forward else series.x < x]
    return float(beyond.min() if forward else beyond.max()) if len(beyond) else None
