"""The limits of a chart: the ranges of x and y that its view shows of its series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .decimate import x_extent
from .limits import Range, around, fit_x, fit_y
from .model import Floats, Limits, Series, View


@dataclass(frozen=True)
class Bounds:
    """The bounds and the rule that apply to the y axis.

    Attributes:
        minimum: the lower limit of y, None to fit it to the points.
        maximum: the upper limit of y, None to fit it to the points.
        rule: the y of the rule, None for no rule.
        skipped: those of `min`, `max` and `rule` that do not apply because they are not above zero on a log scale.
    """

    minimum: float | None
    maximum: float | None
    rule: float | None
    skipped: tuple[str, ...]


def bounds_of(view: View) -> Bounds:
    """Return the bounds and the rule that apply in a view."""
    given = {"min": view.panel.min, "max": view.panel.max, "rule": view.panel.rule}
    skipped = tuple(name for name, bound in given.items() if view.log and bound is not None and bound <= 0)
    used = {name: None if name in skipped else bound for name, bound in given.items()}
    return Bounds(used["min"], used["max"], used["rule"], skipped)


def x_range(series: Sequence[Series], view: View, previous: Limits | None) -> Range:
    """Return the visible range of x; `previous` are limits to keep while they fit."""
    if view.x0 is not None and view.x1 is not None:
        return Range(view.x0, view.x1) if view.x0 < view.x1 else around(view.x0)
    extents = [x_extent(line.x, line.breaks) for line in series if len(line.x)]
    data = Range(min(lo for lo, _ in extents), max(hi for _, hi in extents)) if extents else Range(0.0, 1.0)
    fitted = fit_x(data, Range(previous.x0, previous.x1) if previous else None, time=view.time)
    lo = fitted.lo if view.x0 is None else view.x0
    hi = fitted.hi if view.x1 is None else view.x1
    return Range(lo, hi) if lo < hi else around(lo)


def y_range(inside: list[Floats], parts: list[Floats], view: View, bounds: Bounds, previous: Limits | None) -> Range:
    """Return the visible range of y.

    Args:
        inside: the values inside the visible range of x, an array of shape (n,) for each series.
        parts: the visible values and their neighbours on both sides, an array of shape (n,) for each series.
        view: the view.
        bounds: the bounds and the rule that apply.
        previous: the limits to keep while they fit.
    """
    # With less than two points inside, only the strokes through the range are visible.
    chosen = inside if sum(map(len, inside)) > 1 else parts
    values = [array for array in chosen if len(array)]
    data = _percentiles(values) if view.clip and values else _extent(values)
    if bounds.rule is not None:
        data = (
            Range(min(data.lo, bounds.rule), max(data.hi, bounds.rule)) if values else Range(bounds.rule, bounds.rule)
        )
    elif not values:
        data = Range(1.0, 10.0) if view.log else Range(0.0, 1.0)
    before = Range(previous.y0, previous.y1) if previous else None
    return fit_y(data, before, log=view.log, minimum=bounds.minimum, maximum=bounds.maximum)


def _extent(values: list[Floats]) -> Range:
    if not values:
        return Range(0.0, 1.0)
    return Range(min(float(array.min()) for array in values), max(float(array.max()) for array in values))


def _percentiles(values: list[Floats]) -> Range:
    """Return the 1st to the 99th percentile of all values, or their extent if both are the same."""
    every = np.concatenate(values)
    low, high = (len(every) - 1) // 100, len(every) - 1 - (len(every) - 1) // 100
    ordered = np.partition(every, (low, high))
    middle = Range(float(ordered[low]), float(ordered[high]))
    return middle if middle.lo < middle.hi else _extent(values)
