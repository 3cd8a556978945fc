"""The crosshair of a view: put on points, stepped from point to point, and what there is to read at it.

Each x has a crosshair of its own, which all panels of that x share.
"""

from __future__ import annotations

from ...layouts.automatic import STEP
from ...widgets.chart.cursor import nearest_point, step_points
from .markers import Marker
from .state import ViewState
from .viewport import around, newest_in

PLOT_COLUMNS = 64
"""A plot seldom has fewer columns: what is less than half of one beside the crosshair is drawn in the same column."""


def place(view: ViewState, at: float) -> None:
    """Put the crosshair of the focused panel's x at a value of x, and make that visible."""
    view.crosshairs[view.x] = at
    view.viewports.reveal(view.x, at)


def hover(view: ViewState, index: int, at: float) -> None:
    """Put the crosshair on that point of the panel at an index which is nearest to a value of x."""
    item = view.panels.items[index]
    points = [
        float(series.x[point]) for series in view.series_of(item) if (point := nearest_point(series, at)) is not None
    ]
    if points:
        view.crosshairs[view.x_of(item)] = min(points, key=lambda x: abs(x - at))


def go_to(view: ViewState, at: float) -> float | None:
    """Put the crosshair on the focused panel's point that is nearest to a value of x, and make that visible.

    Returns:
        The x of that point; None if there is none.
    """
    if view.panels.item is not None:
        hover(view, view.panels.focused, at)
        if view.crosshair is not None:
            place(view, view.crosshair)
    return view.crosshair


def go_to_step(view: ViewState, step: float) -> bool:
    """Put the crosshair at a step, on the focused panel if that is drawn against it, else on the first that is.

    A step that is out of reach becomes the end on its side. Return whether there is such a panel.
    """
    reach = view.viewports.reach(STEP)
    indexes = [index for index, item in enumerate(view.panels.items) if view.x_of(item) == STEP]
    if reach is None or not indexes:
        return False
    if view.panels.focused not in indexes:
        view.panels.focused = indexes[0]
    place(view, min(max(step, reach.least), reach.greatest))
    return True


def step(view: ViewState, delta: int) -> None:
    """Move the crosshair point by point; without one, put it on the newest visible point. The viewport moves along."""
    if view.panels.item is None:
        return
    series, at = view.series_of(view.panels.item), view.crosshair
    found = step_points(series, at, delta) if at is not None else newest_in(view.viewport, series)
    if found is not None:
        place(view, found)


def value(view: ViewState) -> tuple[str, float] | None:
    """Return the name of a series of the focused panel and its value, at the crosshair or the last."""
    for series in view.series_of(view.panels.item) if view.panels.item else []:
        at = nearest_point(series, view.crosshair) if view.crosshair is not None else len(series.y) - 1
        if at is not None and at >= 0:
            return series.name, float(series.y[at])
    return None


def markers(view: ViewState) -> list[Marker]:
    """Return the markers at the crosshair of the focused panel, the nearest first.

    These are the ones nearer to it than to the points beside it, else those drawn in the same column.
    """
    at, item = view.crosshair, view.panels.item
    visible = view.viewports.visible(STEP, view.total if view.main_x() == STEP else None)
    if item is None or at is None or visible is None or view.x != STEP:
        return []
    low, high = around(view.series_of(item), at)
    half = (visible.hi / 2 - visible.lo / 2) / PLOT_COLUMNS
    found = view.markers.between(low, high) or view.markers.between(at - half, at + half)
    return sorted(found, key=lambda marker: abs((marker.step or 0.0) - at))
