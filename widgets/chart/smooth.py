"""The exponential moving average of a series, as training dashboards draw it."""

from __future__ import annotations

import math
import sys
from weakref import WeakKeyDictionary

import numpy as np

from .model import Floats, Indices, Series

NEGLIGIBLE = 2.0**-60
"""A weight below this adds nothing that a double would keep."""

_remembered: WeakKeyDictionary[Series, tuple[float, Series]] = WeakKeyDictionary()


def smoothed(series: Series, weight: float) -> Series:
    """The series with the debiased EMA of its values; begun anew where x went back, as a restarted run does.

    Kept for as long as the series is, so that drawing it again costs nothing.
    """
    known = _remembered.get(series)
    if known is not None and known[0] == weight:
        return known[1]
    breaks = series.breaks
    restarts = breaks[series.x[breaks] < series.x[breaks - 1]]
    result = Series(series.name, series.x, ema(series.y, weight, restarts), breaks, series.note)
    _remembered[series] = weight, result
    return result


def ema(values: Floats, weight: float, restarts: Indices) -> Floats:
    """The debiased exponential moving average, the same length as `values`.

    After k values since the last restart it is s_k / (1 - weight^k), where s_k = weight * s_(k-1) + (1 - weight) * y_k
    and s_0 = 0: the rule of TensorBoard and Weights & Biases, and the bias correction of Kingma and Ba (Adam, 2015).
    `weight` is from 0 to less than 1. The recurrence is summed by doubling: after a pass with distance d each sum
    holds the 2d values before it, and a pass more would add weights too small for a double.
    """
    if not len(values) or weight <= 0:
        return values
    places = _places(len(values), restarts)
    with np.errstate(under="ignore", over="ignore"):
        sums: Floats = values * (1 - weight)
        distance = 1
        while distance < len(values) and weight**distance > NEGLIGIBLE:
            earlier = sums[:-distance] * weight**distance
            if len(restarts):
                earlier[places[distance:] < distance] = 0
            sums[distance:] += earlier
            distance *= 2
        # Past this many values the correction is 1.
        settled = min(len(values), math.ceil(math.log(NEGLIGIBLE) / math.log(weight)) + 1)
        correction = -np.expm1(np.arange(1, settled + 1) * math.log(weight))
        if len(restarts):
            sums /= correction[np.minimum(places, settled - 1)]
        else:
            sums[:settled] /= correction
    return np.clip(sums, -sys.float_info.max, sys.float_info.max, out=sums)


def _places(count: int, restarts: Indices) -> Indices:
    """How many values each has before it since the last restart."""
    places = np.arange(count)
    if len(restarts):
        begins = np.zeros(count, np.intp)
        begins[restarts] = restarts
        places -= np.maximum.accumulate(begins)
    return places
