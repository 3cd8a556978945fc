"""The crosshair: which point of a series it selects, and where it moves next."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .model import Series


def nearest_point(series: Series, x: float) -> int | None:
    """Return the index of the point nearest to x, the last one of several; None for a series without points."""
    if not len(series.x):
        return None
    if len(series.breaks):
        # Halved because the difference of the largest doubles would overflow.
        with np.errstate(under="ignore"):
            distance = np.abs(series.x * 0.5 - x * 0.5)
        nearest_x = series.x[len(distance) - 1 - int(distance[::-1].argmin())]
        return int(np.flatnonzero(series.x == nearest_x)[-1])
    after = int(np.searchsorted(series.x, x, "right"))
    if after == len(series.x):
        return after - 1
    following = float(series.x[after])
    if after and x / 2 - float(series.x[after - 1]) / 2 < following / 2 - x / 2:
        return after - 1
    return int(np.searchsorted(series.x, following, "right")) - 1


def step_points(series: Sequence[Series], x: float | None, delta: int) -> float | None:
    """Return the x that is `delta` distinct x values after x among all series; before it if negative.

    It stops at the first and at the last point. If x is None, the largest x is returned. Without any point, None is
    returned.
    """
    nonempty = [line for line in series if len(line.x)]
    if not nonempty:
        return None
    if x is None:
        return max(float(line.x.max()) for line in nonempty)
    for _ in range(abs(delta)):
        following = [after for line in nonempty if (after := _next_x(line, x, forward=delta > 0)) is not None]
        if not following:
            break
        x = min(following) if delta > 0 else max(following)
    return x


def _next_x(series: Series, x: float, *, forward: bool) -> float | None:
    if not len(series.breaks):
        index = int(np.searchsorted(series.x, x, "right")) if forward else int(np.searchsorted(series.x, x, "left")) - 1
        return float(series.x[index]) if 0 <= index < len(series.x) else None
    beyond = series.x[series.x > x if forward else series.x < x]
    return float(beyond.min() if forward else beyond.max()) if len(beyond) else None
