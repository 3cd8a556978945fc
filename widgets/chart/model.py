"""The input of a chart: its series and how to draw them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from ...layouts.model import Panel

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]


def no_breaks() -> Indices:
    """Return the breaks of a series without breaks."""
    return np.zeros(0, np.intp)


@dataclass(frozen=True, eq=False)
class Series:
    """One line of a chart.

    Attributes:
        name: the name. Not escaped.
        x: the x of each point, float64, shape (n,), all finite, in drawing order: the order in which they were written,
            or that of x if some points came late. Between breaks, x never decreases.
        y: the y of each point, float64, shape (n,), all finite.
        breaks: the sorted indices i (1 to n-1) at which the line is not connected from point i-1 to point i, because x
            went back or a value in between was not finite.
        note: A problem to show after the value, "" for none.
        value: the value to show in the legend, None for the last one. It may change less often than the points.
        short_name: the name to show if there is little room, "" for `name`.
        run: the name of the run.
    """

    name: str
    x: Floats
    y: Floats
    breaks: Indices = field(default_factory=no_breaks)
    note: str = ""
    value: float | None = None
    short_name: str = ""
    run: str = ""


PLAIN = Panel(())
"""A panel without bounds and without a rule."""


@dataclass(frozen=True)
class View:
    """How to draw the series of one chart.

    Attributes:
        x0: the left end of the viewport, None to fit it to the points.
        x1: the right end of the viewport, None to fit it to the points.
        log: whether the y axis is logarithmic.
        panel: the panel of the layout; its `min`, `max` and `rule` are in the units of the data.
        smoothing: the weight of the EMA, 0 for no smoothing.
        clip: whether the limits of y are the 1st and 99th percentile.
        crosshair: the x of the crosshair, None for no crosshair.
        time: whether x is in milliseconds since 1970.
        ascii: whether to draw with ASCII characters only.
        marked: whether to draw markers on the lines and in the legend, to distinguish the series without colours.
        annotations: the x of each annotation.
        hidden_series: the number of series that the panel has no room for.
        full_range: whether `x0` and `x1` are the limits of all points.
        x_name: the name of x to show, "" for none.
    """

    x0: float | None = None
    x1: float | None = None
    log: bool = False
    panel: Panel = PLAIN
    smoothing: float = 0.0
    clip: bool = False
    crosshair: float | None = None
    time: bool = False
    ascii: bool = False
    marked: bool = False
    annotations: tuple[float, ...] = ()
    hidden_series: int = 0
    full_range: bool = False
    x_name: str = ""

    def can_reuse_limits(self, other: View) -> bool:
        """Return whether the limits of a drawing of `other` can be reused.

        They can if the two views only differ in the crosshair, or in `x0` and `x1` if both show the full range.
        """
        if self == other:
            return True
        x0, x1 = (other.x0, other.x1) if self.full_range and other.full_range else (self.x0, self.x1)
        return replace(self, crosshair=other.crosshair, x0=x0, x1=x1) == other


@dataclass(frozen=True)
class Limits:
    """The visible range of x and y, in the units of the data also on a log scale."""

    x0: float
    x1: float
    y0: float
    y1: float
