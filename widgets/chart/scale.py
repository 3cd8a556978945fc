"""Linear and log scales: from a value to its position between two limits, for numbers of any size."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .model import Floats, Indices

OUTSIDE = 16.0
"""Values are clamped to this many spans outside of the limits: far enough to keep the slope of a stroke."""

_HUGE = 1e300
_SHRINK = 2.0**-16


@dataclass(frozen=True)
class Scale:
    """A scale from `lo` to `hi`, which is greater; on a log scale both are above zero."""

    lo: float
    hi: float
    log: bool = False

    def fractions(self, values: Floats) -> Floats:
        """Return the positions of values, shape (n,): 0 at `lo`, 1 at `hi`, clamped to `OUTSIDE` spans outside of them.

        On a log scale, the values must be above zero.
        """
        lo, hi = self.lo, self.hi
        with np.errstate(under="ignore"):
            if self.log and math.log10(lo) < math.log10(hi):
                lo, hi, values = math.log10(lo), math.log10(hi), np.log10(values)
            elif max(abs(lo), abs(hi)) > _HUGE:
                # The difference of such limits may overflow.
                lo, hi, values = lo * _SHRINK, hi * _SHRINK, values * _SHRINK
            span = hi - lo
            clamped = np.minimum(np.maximum(values, lo - OUTSIDE * span), hi + OUTSIDE * span)
            positions: Floats = (clamped - lo) / span
        return positions

    def fraction(self, value: float) -> float:
        """Return the position of one value, see `fractions`."""
        return float(self.fractions(np.array([value]))[0])

    def value(self, fraction: float) -> float:
        """Return the value at a position from 0 (at `lo`) to 1 (at `hi`)."""
        if self.log:
            return float(10 ** (math.log10(self.lo) * (1 - fraction) + math.log10(self.hi) * fraction))
        return self.lo * (1 - fraction) + self.hi * fraction

    def row(self, value: float, rows: int) -> int:
        """Return the row of a value among `rows`, 0 at the top; below 0, or `rows` and above, is outside."""
        return round((1 - self.fraction(value)) * (rows - 1))

    def rows(self, values: Floats, rows: int) -> Indices:
        """Return the row of each value among `rows`, 0 at the top; same shape as `values`."""
        return np.rint((1 - self.fractions(values)) * (rows - 1)).astype(np.intp)
