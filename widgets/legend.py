"""The legend of a panel: the names and values of its series."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..layouts.text import cell_width, elide_middle, escape
from .cells import Role, series_role
from .chart import clock, digits
from .chart.cursor import nearest_point
from .chart.layers import marker
from .chart.model import Limits, Series, View

Piece = tuple[str, Role]
"""A piece of text and its role."""

MIN_NAME_WIDTH = 5
"""The minimum width of a shortened name; if there is less room, it is dropped."""


def make_legend(series: Sequence[Series], view: View, limits: Limits, room: int, *, named: bool) -> list[Piece]:
    """Return the legend, in the longest form that fits in `room` cells.

    Names are shortened first and then dropped, then the last series are replaced by their number. The x of a value that
    is not at the crosshair is dropped before the names.
    """
    values = [_values(index, line, view, limits) for index, line in enumerate(series)]
    names = [escape(line.name) if named else "" for line in series]
    short_names = [escape(line.short_name or line.name) if named else "" for line in series]
    name_width = max(map(cell_width, names), default=0)
    legend = _join(names, values, view, name_width)
    return legend if total_width(legend) <= room else _shorten((names, short_names), name_width, values, view, room)


def _shorten(
    names: tuple[list[str], list[str]], name_width: int, values: list[list[Piece]], view: View, room: int
) -> list[Piece]:
    """Return the longest of the shortened legends that fits; `names` are the full and the short names."""
    full_names, short_names = names
    bare_values = [[piece for piece in pieces if piece[1] is not Role.DIM] for pieces in values]
    shortened = range(name_width, MIN_NAME_WIDTH - 1, -1)
    for chosen, widths in ((full_names, (name_width,)), (short_names, shortened), (short_names, (0,))):
        needed = [cell_width(name) for name, pieces in zip(chosen, values, strict=True) if name and pieces]
        for entries in (values, bare_values):
            without_names = total_width(_join(chosen, entries, view, 0))
            for width in widths:
                if without_names + sum(min(cells, width) + 1 for cells in needed if width) <= room:
                    return _join(chosen, entries, view, width)
    present = [index for index, pieces in enumerate(bare_values) if pieces]
    for count in range(len(present) - 1, 0, -1):
        entries = [pieces if index in present[:count] else [] for index, pieces in enumerate(bare_values)]
        legend = _join(full_names, entries, view, 0)
        legend.append((f" +{len(present) - count}", Role.DIM))
        if total_width(legend) <= room:
            return legend
    return []


def _join(names: list[str], entries: list[list[Piece]], view: View, name_width: int) -> list[Piece]:
    """Return the legend with names of at most `name_width` cells; 0 for none."""
    pieces: list[Piece] = []
    for index, (name, values) in enumerate(zip(names, entries, strict=True)):
        if not values:
            continue
        if pieces:
            pieces.append(("  ", Role.TEXT))
        if (view.marked or view.ascii) and len(names) > 1:
            pieces.append((marker(index, ascii_only=view.ascii) + " ", series_role(index)))
        if name and name_width:
            pieces.append((elide_middle(name, name_width, ellipsis_for(view)) + " ", series_role(index)))
        pieces += values
    return pieces


def _values(index: int, series: Series, view: View, limits: Limits) -> list[Piece]:
    """Return what follows a name in the legend: the last value, or the value at the crosshair, and the note."""
    pieces: list[Piece] = []
    if view.crosshair is not None and (point := nearest_point(series, view.crosshair)) is not None:
        value = digits.exact(float(series.y[point]), _neighbour_distance(series, point))
        pieces.append((value, series_role(index)))
        at = x_text(float(series.x[point]), view)
        if at != x_text(view.crosshair, view):
            pieces.append((f" at {at}", Role.DIM))
    elif len(series.y):
        last = float(series.y[-1]) if series.value is None else series.value
        pieces.append((digits.value(last, _resolution(last, view, limits)), series_role(index)))
    if series.note:
        pieces += [(" ", Role.TEXT)] * bool(pieces) + [(escape(series.note), Role.ALERT)]
    return pieces


def _neighbour_distance(series: Series, point: int) -> float:
    """Return the smallest nonzero difference between the value of a point and those of its neighbours; 0 for none."""
    y = series.y
    neighbours = [float(y[at]) for at in (point - 1, point + 1) if 0 <= at < len(y) and y[at] != y[point]]
    return min((abs(value - float(y[point])) for value in neighbours), default=0.0)


def _resolution(value: float, view: View, limits: Limits) -> float:
    """Return the smallest change of a value that is visible on the y axis."""
    if not view.log:
        return limits.y1 / 200 - limits.y0 / 200
    if not (0 < limits.y0 < limits.y1):
        return 0.0
    return abs(value) * (math.log(limits.y1) - math.log(limits.y0)) / 200


def x_text(x: float, view: View) -> str:
    """Return an x as text: a number, or a local time on a time axis."""
    return clock.local_time(x) if view.time and clock.is_time(x, x) else digits.exact(x)


def ellipsis_for(view: View) -> str:
    """Return the ellipsis to shorten texts of a panel with."""
    return "~" if view.ascii else "…"


def total_width(pieces: list[Piece]) -> int:
    """Return the width of pieces of text in cells."""
    return sum(cell_width(text) for text, _ in pieces)
