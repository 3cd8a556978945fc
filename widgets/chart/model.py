"""What a chart is given, and the limits it is drawn within."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]


def no_breaks() -> Indices:
    """Breaks of a stroke that is whole."""
    return np.zeros(0, np.intp)


@dataclass(frozen=True, eq=False)
class Series:
    """One line of a chart.

    `x` and `y` are float64 (n,), all finite, in the order they are drawn: that of writing, or that of x where some came
    late. `breaks` holds the sorted indices i (1 to n-1) where the stroke is not joined from point i-1 to point i: x
    went back, or a value that is not finite lay between. Between breaks x never falls. `note` is shown after the
    value, as something wrong. `value` is what the legend shows, None for the last: digits need not change as often as
    dots. `short` is the name where there is little room, "" where that is `name` as well.
    """

    name: str
    x: Floats
    y: Floats
    breaks: Indices = field(default_factory=no_breaks)
    note: str = ""
    value: float | None = None
    short: str = ""


@dataclass(frozen=True)
class View:
    """How the series of one chart are to be seen.

    `x0` and `x1` are the visible range, None where it fits the points. `minimum` and `maximum` fix the y limits,
    `rule` is a dashed line; all three in the units of the data. `smoothing` is the weight of the EMA, 0 for none.
    `clip` takes the y limits from the 1st to the 99th percentile. `cross` is the crosshair's x. `time` says that x is
    milliseconds since 1970. `marked` tells series apart by a mark on the line and in the legend (no colours).
    `annotations` are the places on x of which somebody wrote something. `more` is how many series the panel has no room
    for. `whole` says that `x0` and `x1` are the limits of all points. `x_name` is what x is, "" where that goes without
    saying.
    """

    x0: float | None = None
    x1: float | None = None
    log: bool = False
    minimum: float | None = None
    maximum: float | None = None
    rule: float | None = None
    smoothing: float = 0.0
    clip: bool = False
    cross: float | None = None
    time: bool = False
    ascii: bool = False
    marked: bool = False
    annotations: tuple[float, ...] = ()
    more: int = 0
    whole: bool = False
    x_name: str = ""

    def keeps_limits(self, other: View) -> bool:
        """Whether the limits of a drawing of `other` are worth keeping: only the crosshair, or all of x, has moved."""
        if self == other:
            return True
        both = self.whole and other.whole
        x0, x1 = (other.x0, other.x1) if both else (self.x0, self.x1)
        return replace(self, cross=other.cross, x0=x0, x1=x1) == other


@dataclass(frozen=True)
class Limits:
    """The rectangle of data a plot shows, y in the units of the data also on a log scale."""

    x0: float
    x1: float
    y0: float
    y1: float
