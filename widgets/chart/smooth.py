"""The exponential moving average (EMA) of a series, with bias correction."""

from __future__ import annotations

import math
import sys
from weakref import WeakKeyDictionary

import numpy as np

from .model import Floats, Indices, Series

NEGLIGIBLE = 2.0**-60
"""A weight below this does not change a sum of doubles."""

_cache: WeakKeyDictionary[Series, tuple[float, Series]] = WeakKeyDictionary()


def smoothed(series: Series, weight: float) -> Series:
    """Return the series with the bias-corrected EMA of its values.

    The average restarts where x goes back, as in a restarted run. The result is cached for as long as `series` exists.
    """
    cached = _cache.get(series)
    if cached is not None and cached[0] == weight:
        return cached[1]
    breaks = series.breaks
    restarts = breaks[series.x[breaks] < series.x[breaks - 1]]
    result = Series(series.name, series.x, ema(series.y, weight, restarts), breaks, series.note)
    _cache[series] = weight, result
    return result


def ema(values: Floats, weight: float, restarts: Indices) -> Floats:
    """Return the bias-corrected exponential moving average of `values`, shape (n,).

    After k values since the last restart it is s_k / (1 - weight^k), where s_k = weight * s_(k-1) + (1 - weight) * y_k
    and s_0 = 0. This is the smoothing of TensorBoard and Weights & Biases; the bias correction is that of Adam (Kingma
    and Ba, 2015).

    The recurrence is computed by doubling: after the pass with distance d, each sum covers the last 2d values. The
    passes stop when the weights are too small to change a double.

    Args:
        values: the values, shape (n,).
        weight: the weight of the previous average, from 0 to less than 1.
        restarts: the sorted indices of the values at which the average restarts.
    """
    if not len(values) or weight <= 0:
        return values
    positions = _since_restart(len(values), restarts)
    with np.errstate(under="ignore", over="ignore"):
        sums: Floats = values * (1 - weight)
        distance = 1
        while distance < len(values) and weight**distance > NEGLIGIBLE:
            earlier = sums[:-distance] * weight**distance
            if len(restarts):
                earlier[positions[distance:] < distance] = 0
            sums[distance:] += earlier
            distance *= 2
        # After this many values, the correction is 1.
        settled = min(len(values), math.ceil(math.log(NEGLIGIBLE) / math.log(weight)) + 1)
        correction = -np.expm1(np.arange(1, settled + 1) * math.log(weight))
        if len(restarts):
            sums /= correction[np.minimum(positions, settled - 1)]
        else:
            sums[:settled] /= correction
    return np.clip(sums, -sys.float_info.max, sys.float_info.max, out=sums)


def _since_restart(count: int, restarts: Indices) -> Indices:
    """Return the number of values since the last restart before each value, shape (count,)."""
    positions = np.arange(count)
    if len(restarts):
        starts = np.zeros(count, np.intp)
        starts[restarts] = restarts
        positions -= np.maximum.accumulate(starts)
    return positions
