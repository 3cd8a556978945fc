"""From a value to its place between two limits, on a linear or a log scale, whatever the size of the numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .model import Floats, Indices

OUTSIDE = 16.0
"""Values are held within this many spans of the limits: far enough to keep a stroke's slope, near enough to count."""

_HUGE = 1e300
_SHRINK = 2.0**-16


@dataclass(frozen=True)
class Scale:
    """The limits of one axis, `lo` below `hi`; on a log scale both are above zero."""

    lo: float
    hi: float
    log: bool = False

    def fractions(self, values: Floats) -> Floats:
        """Where values lie: 0 at `lo`, 1 at `hi`, within `OUTSIDE` spans; on a log scale values must be above zero."""
        lo, hi = self.lo, self.hi
        with np.errstate(under="ignore"):
            if self.log and math.log10(lo) < math.log10(hi):
                lo, hi, values = math.log10(lo), math.log10(hi), np.log10(values)
            elif max(abs(lo), abs(hi)) > _HUGE:
                # The distance between such limits may be more than a double can hold.
                lo, hi, values = lo * _SHRINK, hi * _SHRINK, values * _SHRINK
            span = hi - lo
            held = np.minimum(np.maximum(values, lo - OUTSIDE * span), hi + OUTSIDE * span)
            places: Floats = (held - lo) / span
        return places

    def fraction(self, value: float) -> float:
        """Where one value lies."""
        return float(self.fractions(np.array([value]))[0])

    def value(self, fraction: float) -> float:
        """The value at a place from 0 to 1."""
        if self.log:
            return float(10 ** (math.log10(self.lo) * (1 - fraction) + math.log10(self.hi) * fraction))
        return self.lo * (1 - fraction) + self.hi * fraction

    def row(self, value: float, rows: int) -> int:
        """The row of a value among `rows`, 0 at the top; less than 0 or `rows` and more lie outside."""
        return round((1 - self.fraction(value)) * (rows - 1))

    def rows(self, values: Floats, rows: int) -> Indices:
        """The row of each value among `rows`, 0 at the top."""
        return np.rint((1 - self.fractions(values)) * (rows - 1)).astype(np.intp)
