"""The cells of a panel: a chart with a border, title, legend and notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..layouts.text import cell_width, elide_middle, escape
from .borders import ASCII, ROUNDED
from .cells import Cells, Role
from .chart import digits
from .chart.model import Limits, Series, View
from .chart.plot import Drawing, draw
from .legend import ellipsis_for, make_legend, total_width, x_text

MIN_X_NAME_WIDTH = 5
"""The minimum width of the name of x; if there is less room, it is dropped."""


@dataclass(frozen=True, eq=False)
class PanelFace:
    """A drawn panel.

    Attributes:
        cells: the cells of the panel.
        drawing: the chart inside it.
        left: the column of the panel where the chart starts.
        top: the row of the panel where the chart starts.
    """

    cells: Cells
    drawing: Drawing
    left: int
    top: int

    def x_at(self, column: int) -> float | None:
        """Return the x at a column of the panel, or None if the column is outside of the plot."""
        return self.drawing.x_at(column - self.left)

    def column_of(self, x: float) -> int | None:
        """Return the column of the panel in which x is drawn, or None if it is outside of the plot."""
        column = self.drawing.column_of(x)
        return None if column is None else column + self.left


def draw_panel(
    title: str,
    series: Sequence[Series],
    view: View,
    width: int,
    height: int,
    *,
    focus: bool = False,
    previous: Limits | None = None,
) -> PanelFace:
    """Draw a panel of `width` by `height` cells.

    Args:
        title: the title. Not escaped.
        series: the series, at most four.
        view: how to draw them.
        width: the width in cells; below 3, there is no border.
        height: the height in cells; below 3, there is no border.
        focus: whether the panel is focused.
        previous: the limits of the last drawing of this panel, see `draw`.
    """
    border = width >= 3 and height >= 3
    inset = 1 if border else 0
    drawing = draw(series, view, max(width - 2 * inset, 0), max(height - 2 * inset, 0), previous)
    cells = Cells.blank(width, height)
    cells.paste(drawing.cells if drawing.shown else _without_points(drawing, series, view), inset, inset)
    if border:
        cells.box(Role.FRAME_FOCUS if focus else Role.FRAME, ASCII if view.ascii else ROUNDED)
        _put_top(cells, escape(title), series, view, drawing.limits, focus=focus)
        _put_bottom(cells, view, drawing)
    return PanelFace(cells, drawing, inset, inset)


def _without_points(drawing: Drawing, series: Sequence[Series], view: View) -> Cells:
    """Return a chart without visible points: the reason in its middle, and axes only if there are points elsewhere."""
    points = any(len(line.x) for line in series)
    reason = "no points yet" if not points else "no points above zero" if drawing.not_drawn else "no points in view"
    empty = not points or drawing.not_drawn > 0
    cells = Cells.blank(drawing.cells.width, drawing.cells.height) if empty else drawing.cells.copy()
    reason = elide_middle(reason, cells.width, ellipsis_for(view))
    cells.put((cells.width - len(reason)) // 2, (cells.height - 1) // 2, reason, Role.DIM)
    return cells


def _put_top(cells: Cells, title: str, series: Sequence[Series], view: View, limits: Limits, *, focus: bool) -> None:
    """Put the title and the legend into the upper border; if needed, names are shortened first, the title last."""
    room = cells.width - 4
    if room < 1:
        return
    named_by_title = len(series) == 1 and escape(series[0].name) == title
    legend_room = room - 3 - min(cell_width(title), max(room // 3, 8))
    legend = make_legend(series, view, limits, legend_room, named=not named_by_title)
    title = elide_middle(title, room - (total_width(legend) + 3 if legend else 0), ellipsis_for(view))
    if title:
        cells.put(1, 0, f" {title} ", Role.ACCENT if focus else Role.TITLE)
    column = cells.width - 2 - total_width(legend)
    if legend:
        cells.put(column - 1, 0, " ", Role.TEXT)
        for text, role in legend:
            column = cells.put(column, 0, text, role)
        cells.put(column, 0, " ", Role.TEXT)


def _put_bottom(cells: Cells, view: View, drawing: Drawing) -> None:
    """Put the name of x, the x of the crosshair and the notes into the lower border."""
    row, room = cells.height - 1, cells.width - 4
    at = x_text(view.crosshair, view) if view.crosshair is not None and drawing.shown else ""
    name = elide_middle(escape(view.x_name), max(room // 3, MIN_X_NAME_WIDTH), ellipsis_for(view))
    left = [(text, role) for text, role in ((name, Role.DIM), (at, Role.VALUE)) if text]
    while left and total_width(left) + len(left) - 1 > room:
        left.pop(0)
    column = 1
    for text, role in left:
        column = cells.put(column, row, f" {text} ", role) - 1
    if left:
        room -= column + 1
    notes = _notes(view, drawing)
    separator = " - " if view.ascii else " · "
    while notes and len(separator.join(notes)) > room:
        notes.pop(0)
    if notes:
        text = f" {separator.join(notes)} "
        cells.put(cells.width - 1 - len(text), row, text, Role.DIM)


def _notes(view: View, drawing: Drawing) -> list[str]:
    """Return the notes on the chart, the least important first."""
    notes = ["log"] if view.log else []
    if view.smoothing > 0:
        notes.append(f"EMA {view.smoothing:g}")
    if view.hidden_series:
        notes.insert(0, f"and {view.hidden_series} more")
    if view.clip:
        notes.append("clipped 1-99%" if view.ascii else "clipped 1–99%")
    if drawing.skipped:
        notes.append(f"{', '.join(drawing.skipped)} not above zero, skipped")
    limits = drawing.limits
    rule = view.panel.rule
    if rule is not None and "rule" not in drawing.skipped and not limits.y0 <= rule <= limits.y1:
        notes.append(f"rule {digits.exact(rule)} not visible")
    if drawing.not_drawn:
        notes.append(f"{digits.grouped(drawing.not_drawn)} not above zero")
    return notes
