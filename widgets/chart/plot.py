"""A chart: series seen in a certain way, drawn into a rectangle of cells of any size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..cells import Cells, Role, series_role
from . import digits
from .cursor import nearest
from .decimate import Columns, dot_columns, positive, span_of, visible
from .frame import Area, frame
from .layers import Canvas, lay, mark
from .limits import Range, around, fit_x, fit_y
from .model import Floats, Limits, Series, View
from .scale import Scale
from .smooth import smoothed
from .ticks import Tick, x_ticks, y_ticks

LEAST_HEIGHT = 5
"""A chart of fewer rows has no x axis."""

LEAST_WIDTH = 8
"""A plot of fewer columns has no labels beside it."""

LONGEST_RULE = 8
"""A rule whose number has more characters is labelled with as many digits as the axis shows."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """A chart as drawn.

    `not_drawn` counts the visible values not above zero on a log scale; `passed_over` names what of `min`, `max` and
    `rule` was not above zero there. `shown` is False where not one dot was within the limits.
    """

    cells: Cells
    limits: Limits
    area: Area
    columns: Columns
    not_drawn: int = 0
    passed_over: tuple[str, ...] = ()
    shown: bool = False

    def x_at(self, column: int) -> float | None:
        """The x in the middle of a column of the chart's cells; None where that column is not in the plot."""
        inside = column - self.area.left
        if not 0 <= inside < self.area.width:
            return None
        dots = self.columns.count // self.area.width
        return self.columns.value(inside * dots + (dots - 1) / 2)

    def column_of(self, x: float) -> int | None:
        """The column of the chart's cells that x is drawn in; None where that is not in the plot."""
        column = int(self.columns.of(np.array([x]))[0])
        if not 0 <= column < self.columns.count:
            return None
        return self.area.left + column * self.area.width // self.columns.count


@dataclass(frozen=True)
class _Bounds:
    """The y bounds and rule that apply, and the names of those that a log scale passes over."""

    minimum: float | None
    maximum: float | None
    rule: float | None
    passed_over: tuple[str, ...]


def draw(series: Sequence[Series], view: View, width: int, height: int, previous: Limits | None = None) -> Drawing:
    """Draw series into `width` by `height` cells; smaller ones go without x axis, then labels, then frame.

    `previous` are the limits of the last drawing of the same view, kept where they still fit; they are of no use
    once the view has changed in more than its crosshair.
    """
    kept = [positive(one) if view.log else (one, 0) for one in series]
    across = _x_limits(series, view, previous)
    parts = [visible(one, across.lo, across.hi) for one, _ in kept]
    bounds = _bounds(view)
    up = _y_limits([inside for _, inside in parts], [one.y for one, _ in parts], view, bounds, previous)
    scale = Scale(up.lo, up.hi, view.log)
    area, y = _layout(width, height, up, scale, bounds.rule)
    dots, rows = _dots(view, area)
    columns = dot_columns(across.lo, across.hi, dots * area.width)
    x = _x_ticks(across, columns.count, area.width, time=view.time) if area.height < height else ()
    cells = frame(width, height, area, x, y, plain=view.ascii).copy()
    plot = Cells.blank(area.width, area.height)
    _under(plot, view, columns, scale, bounds.rule)
    canvas = Canvas(columns, scale, rows * area.height)
    smooth = [_smooth(one, view, across) for one in series]
    layers = [canvas.layer(at, part, smooth[at]) for at, (part, _) in enumerate(parts) if len(part.x)]
    shown = lay(layers, plot, plain=view.ascii, marked=view.marked and len(series) > 1)
    _over(plot, series, view, columns, scale)
    cells.paste(plot, area.left, area.top)
    _accents(cells, area, columns, scale, bounds.rule, view=view)
    limits = Limits(across.lo, across.hi, up.lo, up.hi)
    not_drawn = sum(_not_above_zero(one, across) for (_, dropped), one in zip(kept, series, strict=True) if dropped)
    return Drawing(cells, limits, area, columns, not_drawn, bounds.passed_over, shown)


def _dots(view: View, area: Area) -> tuple[int, int]:
    return (1, 2) if view.ascii else (2, 4)


def _x_limits(series: Sequence[Series], view: View, previous: Limits | None) -> Range:
    if view.x0 is not None and view.x1 is not None:
        return Range(view.x0, view.x1) if view.x0 < view.x1 else around(view.x0)
    spans = [span_of(one.x, one.breaks) for one in series if len(one.x)]
    data = Range(min(lo for lo, _ in spans), max(hi for _, hi in spans)) if spans else Range(0.0, 1.0)
    fitted = fit_x(data, Range(previous.x0, previous.x1) if previous else None, time=view.time)
    lo = fitted.lo if view.x0 is None else view.x0
    hi = fitted.hi if view.x1 is None else view.x1
    return Range(lo, hi) if lo < hi else around(lo)


def _bounds(view: View) -> _Bounds:
    given = {"min": view.minimum, "max": view.maximum, "rule": view.rule}
    over = tuple(name for name, bound in given.items() if view.log and bound is not None and bound <= 0)
    used = {name: None if name in over else bound for name, bound in given.items()}
    return _Bounds(used["min"], used["max"], used["rule"], over)


def _y_limits(inside: list[Floats], shown: list[Floats], view: View, bounds: _Bounds, previous: Limits | None) -> Range:
    # Where fewer than two points are inside, the strokes through the range are what there is to see.
    kept = inside if sum(map(len, inside)) > 1 else shown
    values = [some for some in kept if len(some)]
    data = _clipped(values) if view.clip and values else _extent(values)
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
    return Range(min(float(some.min()) for some in values), max(float(some.max()) for some in values))


def _clipped(values: list[Floats]) -> Range:
    """The 1st to the 99th percentile of all values; their whole extent where most of them are the same."""
    every = np.concatenate(values)
    low, high = (len(every) - 1) // 100, len(every) - 1 - (len(every) - 1) // 100
    ordered = np.partition(every, (low, high))
    middle = Range(float(ordered[low]), float(ordered[high]))
    return middle if middle.lo < middle.hi else _extent(values)


@lru_cache(maxsize=256)
def _layout(width: int, height: int, up: Range, scale: Scale, rule: float | None) -> tuple[Area, tuple[Tick, ...]]:
    """The plot's area, and the labels of the y axis where there is room for them beside it."""
    rows = height - 2 if height >= LEAST_HEIGHT and width > LEAST_WIDTH else height
    if width < LEAST_WIDTH // 2:
        return Area(0, 0, width, height), ()

    def place(value: float) -> int:
        return scale.row(value, 4 * rows) // 4

    ticks = y_ticks(up, rows, place, log=scale.log)
    if rule is not None and up.lo <= rule <= up.hi:
        rule_tick = Tick(place(rule), _rule_label(rule, up, log=scale.log))
        ticks = [tick for tick in ticks if rule_tick.cell != tick.cell and rule_tick.label != tick.label] + [rule_tick]
    room = max((len(tick.label) for tick in ticks), default=-1) + 1
    if width - room - 1 >= max(LEAST_WIDTH, width // 2):
        return Area(room + 1, 0, width - room - 1, rows), tuple(ticks)
    return Area(1, 0, width - 1, rows), ()


def _rule_label(rule: float, up: Range, *, log: bool) -> str:
    """The rule as it was given, where that is short; else as many of its digits as the axis would show."""
    if len(given := digits.exact(rule, abs(rule) * 1e-15)) <= LONGEST_RULE:
        return given
    return digits.value(
        rule, abs(rule) * (math.log(up.hi) - math.log(up.lo)) / 200 if log else up.hi / 200 - up.lo / 200
    )


@lru_cache(maxsize=256)
def _x_ticks(across: Range, dots: int, width: int, *, time: bool) -> tuple[Tick, ...]:
    columns = Columns(across.lo, across.hi, dots)

    def place(value: float) -> int:
        return min(max(int(columns.of(np.array([value]))[0]), 0), dots - 1) * width // dots

    return tuple(x_ticks(across, width, place, time=time))


def _smooth(series: Series, view: View, across: Range) -> Series | None:
    if view.smoothing <= 0 or not len(series.x):
        return None
    smooth = smoothed(series, view.smoothing)
    return visible(positive(smooth)[0] if view.log else smooth, across.lo, across.hi)[0]


def _under(plot: Cells, view: View, columns: Columns, scale: Scale, rule: float | None) -> None:
    """What lies behind the dots: the rule and the crosshair."""
    if rule is not None and 0 <= (row := scale.row(rule, 4 * plot.height)) < 4 * plot.height:
        plot.codes[row // 4, :] = ord("-" if view.ascii else "╌")
        plot.styles[row // 4, :] = Role.RULE
    if (column := _cell(view.cross, columns, plot.width)) is not None:
        plot.codes[:, column] = ord("|" if view.ascii else "│")
        plot.styles[:, column] = Role.CROSSHAIR


def _over(plot: Cells, series: Sequence[Series], view: View, columns: Columns, scale: Scale) -> None:
    """What lies before the dots: the points that the crosshair names."""
    if view.cross is None:
        return
    for index, one in enumerate(series):
        point = nearest(one, view.cross)
        if point is None or (view.log and one.y[point] <= 0):
            continue
        column = _cell(float(one.x[point]), columns, plot.width)
        row = scale.row(float(one.y[point]), 4 * plot.height)
        if column is not None and 0 <= row < 4 * plot.height:
            plot.put(
                column,
                row // 4,
                "@" if view.ascii else mark(index if view.marked and len(series) > 1 else 0, plain=False),
                series_role(index),
            )


def _accents(cells: Cells, area: Area, columns: Columns, scale: Scale, rule: float | None, *, view: View) -> None:
    """The rule's label in the colour of the rule, and the annotated places on the x axis."""
    if rule is not None and 0 <= (row := scale.row(rule, 4 * area.height)) < 4 * area.height:
        cells.styles[row // 4, : max(area.left - 1, 0)] = Role.RULE
    if area.height < cells.height and view.annotations and area.width:
        marked = columns.of(np.array(view.annotations))
        inside = marked[(marked >= 0) & (marked < columns.count)]
        for column in np.unique(inside * area.width // columns.count):
            cells.put(area.left + int(column), area.height, "^" if view.ascii else "▴", Role.MARK)


def _cell(x: float | None, columns: Columns, width: int) -> int | None:
    if x is None or not width:
        return None
    column = int(columns.of(np.array([x]))[0])
    return column * width // columns.count if 0 <= column < columns.count else None


def _not_above_zero(series: Series, across: Range) -> int:
    return int(((series.y <= 0) & (series.x >= across.lo) & (series.x <= across.hi)).sum())
