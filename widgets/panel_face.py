"""The face of a panel: a chart with its border, title, legend and notes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..layouts.text import cell_width, elide_middle, escape
from .cells import PLAIN, ROUNDED, Cells, Role, series_role
from .chart import clock, digits
from .chart.cursor import nearest
from .chart.layers import mark
from .chart.model import Limits, Series, View
from .chart.plot import Drawing, draw

Piece = tuple[str, Role]
"""A piece of text in one role."""

LEAST_NAME = 5
"""A series' name keeps at least this many cells, or is left out."""


@dataclass(frozen=True, eq=False)
class Face:
    """A panel as drawn; `left` and `top` are where the chart of `drawing` begins in it."""

    cells: Cells
    drawing: Drawing
    left: int
    top: int

    def x_at(self, column: int) -> float | None:
        """The x under a column of the panel's cells; None where it is not in the plot."""
        return self.drawing.x_at(column - self.left)

    def column_of(self, x: float) -> int | None:
        """The column of the panel's cells that x is drawn in; None where that is not in the plot."""
        column = self.drawing.column_of(x)
        return None if column is None else column + self.left


def face(
    title: str,
    series: Sequence[Series],
    view: View,
    width: int,
    height: int,
    *,
    focus: bool = False,
    previous: Limits | None = None,
) -> Face:
    """Draw a panel of `width` by `height` cells; one under three rows or columns is all plot, without a border.

    `previous` are the limits of the last face of the same view (see `draw`).
    """
    border = width >= 3 and height >= 3
    inset = 1 if border else 0
    drawing = draw(series, view, max(width - 2 * inset, 0), max(height - 2 * inset, 0), previous)
    cells = Cells.blank(width, height)
    cells.paste(drawing.cells if drawing.shown else _unshown(drawing, series, view), inset, inset)
    if border:
        cells.box(Role.FRAME_FOCUS if focus else Role.FRAME, PLAIN if view.ascii else ROUNDED)
        _top(cells, escape(title), series, view, drawing.limits, focus=focus)
        _bottom(cells, view, drawing)
    return Face(cells, drawing, inset, inset)


def _unshown(drawing: Drawing, series: Sequence[Series], view: View) -> Cells:
    """A chart without a dot: why, in its middle, and its axes only if there are points elsewhere."""
    points = any(len(one.x) for one in series)
    why = "no points yet" if not points else "no points above zero" if drawing.not_drawn else "no points in view"
    empty = not points or drawing.not_drawn > 0
    cells = Cells.blank(drawing.cells.width, drawing.cells.height) if empty else drawing.cells.copy()
    why = elide_middle(why, cells.width, _ellipsis(view))
    cells.put((cells.width - len(why)) // 2, (cells.height - 1) // 2, why, Role.DIM)
    return cells


def _ellipsis(view: View) -> str:
    return "~" if view.ascii else "…"


def _top(cells: Cells, title: str, series: Sequence[Series], view: View, limits: Limits, *, focus: bool) -> None:
    """Title at the left of the upper border, legend at its right; names give way first, the title last."""
    room = cells.width - 4
    if room < 1:
        return
    alone = len(series) == 1 and escape(series[0].name) == title
    legend = _legend(series, view, limits, room - 3 - min(cell_width(title), max(room // 3, 8)), named=not alone)
    taken = _width(legend) + 3 if legend else 0
    title = elide_middle(title, room - taken, _ellipsis(view))
    if title:
        cells.put(1, 0, f" {title} ", Role.ACCENT if focus else Role.TITLE)
    column = cells.width - 2 - _width(legend)
    if legend:
        cells.put(column - 1, 0, " ", Role.TEXT)
        for text, role in legend:
            column = cells.put(column, 0, text, role)
        cells.put(column, 0, " ", Role.TEXT)


def _width(pieces: list[Piece]) -> int:
    return sum(cell_width(text) for text, _ in pieces)


def _legend(series: Sequence[Series], view: View, limits: Limits, room: int, *, named: bool) -> list[Piece]:
    """The legend, its names as long as `room` allows; without names, then with the first series alone, where it must.

    Which point a value is of, where that is not the one at the crosshair, gives way to the names.
    """
    entries = [_values(index, one, view, limits) for index, one in enumerate(series)]
    names, most = _names(series, named=named)
    whole = _joined(names[0], entries, view, most)
    return whole if _width(whole) <= room else _shortened(names, most, entries, view, room)


def _shortened(
    names: tuple[list[str], list[str]], most: int, full: list[list[Piece]], view: View, room: int
) -> list[Piece]:
    """The longest legend that there is room for."""
    short = [[piece for piece in values if piece[1] is not Role.DIM] for values in full]
    for called, lengths in ((names[0], (most,)), (names[1], range(most, LEAST_NAME - 1, -1)), (names[1], (0,))):
        widths = [cell_width(name) for name, values in zip(called, full, strict=True) if name and values]
        for entries in (full, short):
            bare = _width(_joined(called, entries, view, 0))
            for length in lengths:
                if bare + sum(min(width, length) + 1 for width in widths if length) <= room:
                    return _joined(called, entries, view, length)
    told = [at for at, values in enumerate(short) if values]
    for count in range(len(told) - 1, 0, -1):
        legend = _joined(names[0], [short[at] if at in told[:count] else [] for at in range(len(full))], view, 0)
        legend.append((f" +{len(told) - count}", Role.DIM))
        if _width(legend) <= room:
            return legend
    return []


def _names(series: Sequence[Series], *, named: bool) -> tuple[tuple[list[str], list[str]], int]:
    """What the series are called, and in short; and the cells of the longest. Without `named`, nothing."""
    names = [escape(one.name) if named else "" for one in series]
    short = [escape(one.short or one.name) if named else "" for one in series]
    return (names, short), max(map(cell_width, names), default=0)


def _joined(names: list[str], entries: list[list[Piece]], view: View, most: int) -> list[Piece]:
    pieces: list[Piece] = []
    for index, (name, values) in enumerate(zip(names, entries, strict=True)):
        if not values:
            continue
        if pieces:
            pieces.append(("  ", Role.TEXT))
        if (view.marked or view.ascii) and len(names) > 1:
            pieces.append((mark(index, plain=view.ascii) + " ", series_role(index)))
        if name and most:
            pieces.append((elide_middle(name, most, _ellipsis(view)) + " ", series_role(index)))
        pieces += values
    return pieces


def _values(index: int, series: Series, view: View, limits: Limits) -> list[Piece]:
    """What a series' legend says after its name: its last value, or that at the crosshair, and what is wrong."""
    pieces: list[Piece] = []
    if view.cross is not None and (point := nearest(series, view.cross)) is not None:
        value = digits.exact(float(series.y[point]), _to_neighbours(series, point))
        pieces.append((value, series_role(index)))
        at = _place(float(series.x[point]), view)
        if at != _place(view.cross, view):
            pieces.append((f" at {at}", Role.DIM))
    elif len(series.y):
        last = float(series.y[-1]) if series.value is None else series.value
        pieces.append((digits.value(last, _resolution(last, view, limits)), series_role(index)))
    if series.note:
        pieces += [(" ", Role.TEXT)] * bool(pieces) + [(escape(series.note), Role.ALERT)]
    return pieces


def _to_neighbours(series: Series, point: int) -> float:
    """The least difference between a value and those of the points beside it that differ; 0 where none does."""
    y = series.y
    beside = [float(y[at]) for at in (point - 1, point + 1) if 0 <= at < len(y) and y[at] != y[point]]
    return min((abs(value / 2 - float(y[point]) / 2) * 2 for value in beside), default=0.0)


def _resolution(value: float, view: View, limits: Limits) -> float:
    """The least change of a value that the axis would show."""
    if not view.log:
        return limits.y1 / 200 - limits.y0 / 200
    if not (0 < limits.y0 < limits.y1):
        return 0.0
    return abs(value) * (math.log(limits.y1) - math.log(limits.y0)) / 200


def _place(x: float, view: View) -> str:
    return clock.clock(x) if view.time and clock.is_time(x, x) else digits.exact(x)


def _bottom(cells: Cells, view: View, drawing: Drawing) -> None:
    """What x is and where the crosshair stands at the left of the lower border, notes on the chart at its right."""
    row, room = cells.height - 1, cells.width - 4
    at = _place(view.cross, view) if view.cross is not None and drawing.shown else ""
    name = elide_middle(escape(view.x_name), max(room // 3, LEAST_NAME), _ellipsis(view))
    left = [(text, role) for text, role in ((name, Role.DIM), (at, Role.VALUE)) if text]
    while left and _width(left) + len(left) - 1 > room:
        left.pop(0)
    column = 1
    for text, role in left:
        column = cells.put(column, row, f" {text} ", role) - 1
    if left:
        room -= column + 1
    notes = _notes(view, drawing)
    between = " - " if view.ascii else " · "
    while notes and len(between.join(notes)) > room:
        notes.pop(0)
    if notes:
        text = f" {between.join(notes)} "
        cells.put(cells.width - 1 - len(text), row, text, Role.DIM)


def _notes(view: View, drawing: Drawing) -> list[str]:
    notes = ["log"] if view.log else []
    if view.smoothing > 0:
        notes.append(f"EMA {view.smoothing:g}")
    if view.more:
        notes.insert(0, f"and {view.more} more")
    if view.clip:
        notes.append("clipped 1-99%" if view.ascii else "clipped 1–99%")
    if drawing.passed_over:
        notes.append(f"{', '.join(drawing.passed_over)} not above zero, passed over")
    limits = drawing.limits
    if view.rule is not None and "rule" not in drawing.passed_over and not limits.y0 <= view.rule <= limits.y1:
        notes.append(f"rule {digits.exact(view.rule)} not in sight")
    if drawing.not_drawn:
        notes.append(f"{digits.grouped(drawing.not_drawn)} not above zero")
    return notes
