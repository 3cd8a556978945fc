"""Draw a chart as cells, at any size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..cells import Cells, Role, series_role
from . import digits
from .axes import Area, draw_axes
from .cursor import nearest_point
from .decimate import DotColumns, dot_columns, positive, visible
from .layers import Canvas, draw_layers, marker
from .limits import Range
from .model import Limits, Series, View
from .scale import Scale
from .smooth import smoothed
from .ticks import Tick, x_ticks, y_ticks
from .view_limits import bounds_of, x_range, y_range

MIN_HEIGHT_WITH_X_AXIS = 5
"""A chart with fewer rows has no x axis."""

MIN_WIDTH_WITH_LABELS = 8
"""A plot with fewer columns has no labels beside it."""

MAX_RULE_LABEL = 8
"""If the exact label of the rule is longer than this, it only has as many digits as the axis can show."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """A drawn chart.

    Attributes:
        cells: the cells of the chart.
        limits: the visible ranges of x and y.
        area: the plot inside the chart.
        columns: the dot columns of the plot.
        not_drawn: the number of values in the visible range of x that are not above zero on a log scale.
        skipped: those of `min`, `max` and `rule` that are not above zero on a log scale.
        shown: whether any dot was drawn.
    """

    cells: Cells
    limits: Limits
    area: Area
    columns: DotColumns
    not_drawn: int = 0
    skipped: tuple[str, ...] = ()
    shown: bool = False

    def x_at(self, column: int) -> float | None:
        """Return the x in the middle of a column of the chart, or None if the column is outside of the plot."""
        inside = column - self.area.left
        if not 0 <= inside < self.area.width:
            return None
        dots = self.columns.count // self.area.width
        return self.columns.x_at(inside * dots + (dots - 1) / 2)

    def column_of(self, x: float) -> int | None:
        """Return the column of the chart in which x is drawn, or None if it is outside of the plot."""
        column = int(self.columns.columns_of(np.array([x]))[0])
        if not 0 <= column < self.columns.count:
            return None
        return self.area.left + column * self.area.width // self.columns.count


def draw(series: Sequence[Series], view: View, width: int, height: int, previous: Limits | None = None) -> Drawing:
    """Draw a chart of `width` by `height` cells.

    Small charts have no x axis, smaller ones no labels, and the smallest ones no y axis.

    Args:
        series: the series.
        view: how to draw them.
        width: the width in cells.
        height: the height in cells.
        previous: the limits of the last drawing, which are kept while they fit; None to choose new ones. Only pass them
            if the view is the same (see `View.can_reuse_limits`).
    """
    kept = [positive(line) if view.log else (line, 0) for line in series]
    xs = x_range(series, view, previous)
    parts = [visible(line, xs.lo, xs.hi) for line, _ in kept]
    bounds = bounds_of(view)
    ys = y_range([inside for _, inside in parts], [part.y for part, _ in parts], view, bounds, previous)
    scale = Scale(ys.lo, ys.hi, view.log)
    area, y = _layout(width, height, ys, scale, bounds.rule)
    dot_width, dot_height = (1, 2) if view.ascii else (2, 4)
    columns = dot_columns(xs.lo, xs.hi, dot_width * area.width)
    x = _x_ticks(xs, columns.count, area.width, time=view.time) if area.height < height else ()
    cells = draw_axes(width, height, area, x, y, ascii_only=view.ascii).copy()
    plot = Cells.blank(area.width, area.height)
    _draw_rule_and_crosshair(plot, view, columns, scale, bounds.rule)
    canvas = Canvas(columns, scale, dot_height * area.height)
    smooth = [_smooth(line, view, xs) for line in series]
    layers = [canvas.layer(index, part, smooth[index]) for index, (part, _) in enumerate(parts) if len(part.x)]
    shown = draw_layers(layers, plot, ascii_only=view.ascii, marked=view.marked and len(series) > 1)
    _draw_crosshair_points(plot, series, view, columns, scale)
    cells.paste(plot, area.left, area.top)
    _draw_on_axes(cells, area, columns, scale, bounds.rule, view=view)
    limits = Limits(xs.lo, xs.hi, ys.lo, ys.hi)
    not_drawn = sum(_not_above_zero(line, xs) for (_, dropped), line in zip(kept, series, strict=True) if dropped)
    return Drawing(cells, limits, area, columns, not_drawn, bounds.skipped, shown)


@lru_cache(maxsize=256)
def _layout(width: int, height: int, ys: Range, scale: Scale, rule: float | None) -> tuple[Area, tuple[Tick, ...]]:
    """Return the area of the plot, and the ticks of the y axis if there is room for their labels."""
    rows = height - 2 if height >= MIN_HEIGHT_WITH_X_AXIS and width > MIN_WIDTH_WITH_LABELS else height
    if width < MIN_WIDTH_WITH_LABELS // 2:
        return Area(0, 0, width, height), ()

    def cell_of(value: float) -> int:
        return scale.row(value, 4 * rows) // 4

    ticks = y_ticks(ys, rows, cell_of, log=scale.log)
    if rule is not None and ys.lo <= rule <= ys.hi:
        rule_tick = Tick(cell_of(rule), _rule_label(rule, ys, log=scale.log))
        ticks = [tick for tick in ticks if rule_tick.cell != tick.cell and rule_tick.label != tick.label] + [rule_tick]
    room = max((len(tick.label) for tick in ticks), default=-1) + 1
    if width - room - 1 >= max(MIN_WIDTH_WITH_LABELS, width // 2):
        return Area(room + 1, 0, width - room - 1, rows), tuple(ticks)
    return Area(1, 0, width - 1, rows), ()


def _rule_label(rule: float, ys: Range, *, log: bool) -> str:
    """Return the exact value of the rule if that is short; otherwise as many digits as the axis can show."""
    if len(exact := digits.exact(rule, abs(rule) * 1e-15)) <= MAX_RULE_LABEL:
        return exact
    return digits.value(
        rule, abs(rule) * (math.log(ys.hi) - math.log(ys.lo)) / 200 if log else ys.hi / 200 - ys.lo / 200
    )


@lru_cache(maxsize=256)
def _x_ticks(xs: Range, dots: int, width: int, *, time: bool) -> tuple[Tick, ...]:
    """Return the ticks of the x axis of a plot with `dots` dot columns in `width` cells."""
    columns = DotColumns(xs.lo, xs.hi, dots)

    def cell_of(value: float) -> int:
        return min(max(int(columns.columns_of(np.array([value]))[0]), 0), dots - 1) * width // dots

    return tuple(x_ticks(xs, width, cell_of, time=time))


def _smooth(series: Series, view: View, xs: Range) -> Series | None:
    """Return the visible part of the smoothed series, or None without smoothing."""
    if view.smoothing <= 0 or not len(series.x):
        return None
    smooth = smoothed(series, view.smoothing)
    return visible(positive(smooth)[0] if view.log else smooth, xs.lo, xs.hi)[0]


def _draw_rule_and_crosshair(plot: Cells, view: View, columns: DotColumns, scale: Scale, rule: float | None) -> None:
    """Draw the rule and the crosshair, which are behind the dots."""
    if rule is not None and 0 <= (row := scale.row(rule, 4 * plot.height)) < 4 * plot.height:
        plot.codes[row // 4, :] = ord("-" if view.ascii else "╌")
        plot.styles[row // 4, :] = Role.RULE
    if (column := _cell(view.crosshair, columns, plot.width)) is not None:
        plot.codes[:, column] = ord("|" if view.ascii else "│")
        plot.styles[:, column] = Role.CROSSHAIR


def _draw_crosshair_points(
    plot: Cells, series: Sequence[Series], view: View, columns: DotColumns, scale: Scale
) -> None:
    """Draw the points at the crosshair, which are in front of the dots."""
    if view.crosshair is None:
        return
    for index, line in enumerate(series):
        point = nearest_point(line, view.crosshair)
        if point is None or (view.log and line.y[point] <= 0):
            continue
        column = _cell(float(line.x[point]), columns, plot.width)
        row = scale.row(float(line.y[point]), 4 * plot.height)
        if column is not None and 0 <= row < 4 * plot.height:
            plot.put(
                column,
                row // 4,
                "@" if view.ascii else marker(index if view.marked and len(series) > 1 else 0, ascii_only=False),
                series_role(index),
            )


def _draw_on_axes(
    cells: Cells, area: Area, columns: DotColumns, scale: Scale, rule: float | None, *, view: View
) -> None:
    """Give the label of the rule the role of the rule, and mark the annotations on the x axis."""
    if rule is not None and 0 <= (row := scale.row(rule, 4 * area.height)) < 4 * area.height:
        cells.styles[row // 4, : max(area.left - 1, 0)] = Role.RULE
    if area.height < cells.height and view.annotations and area.width:
        annotated = columns.columns_of(np.array(view.annotations))
        inside = annotated[(annotated >= 0) & (annotated < columns.count)]
        for column in np.unique(inside * area.width // columns.count):
            cells.put(area.left + int(column), area.height, "^" if view.ascii else "▴", Role.MARK)


def _cell(x: float | None, columns: DotColumns, width: int) -> int | None:
    """Return the column of a plot with `width` cells in which x is drawn, or None if it is outside of the plot."""
    if x is None or not width:
        return None
    column = int(columns.columns_of(np.array([x]))[0])
    return column * width // columns.count if 0 <= column < columns.count else None


def _not_above_zero(series: Series, xs: Range) -> int:
    return int(((series.y <= 0) & (series.x >= xs.lo) & (series.x <= xs.hi)).sum())
