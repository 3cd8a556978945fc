"""The axes of a plot with their ticks and labels, drawn by plotext.

plotext takes over a millisecond even for an empty plot, so the two axes are drawn separately and cached: all panels of
the same width share the x axis, and the y axis seldom changes. plotext gets cells as units and our own ticks, so that
each tick is exactly where its value is drawn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import plotext

from ..cells import Cells, Role
from .ticks import Tick

Ticks = tuple[Tick, ...]

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_ASCII = str.maketrans({"│": "|", "┤": "+", "┬": "+", "└": "+", "─": "-"})


@dataclass(frozen=True)
class Area:
    """The rectangle of the plot in a chart, in cells: the top left cell, the width and the height."""

    left: int
    top: int
    width: int
    height: int


@lru_cache(maxsize=128)
def draw_axes(width: int, height: int, area: Area, x: Ticks, y: Ticks, *, ascii_only: bool) -> Cells:
    """Return the axes around a plot in a chart of `width` by `height` cells. The result is cached: do not modify it.

    Args:
        width: the width of the chart in cells.
        height: the height of the chart in cells.
        area: the plot. There is a y axis if its left is not 0, and an x axis if it is lower than the chart.
        x: the ticks of the x axis.
        y: the ticks of the y axis.
        ascii_only: draw with ASCII characters only.
    """
    cells = Cells.blank(width, height)
    if not area.left:
        return cells
    _put(cells, 0, _y_axis(area.left, area.height, y), ascii_only=ascii_only)
    cells.styles[: area.height, area.left - 1] = Role.GRID
    if area.height < height:
        _put(cells, area.height, _x_axis(area.left, area.width, x), ascii_only=ascii_only)
        cells.styles[area.height, :] = Role.GRID
    return cells


def _put(cells: Cells, row: int, lines: tuple[str, ...], *, ascii_only: bool) -> None:
    for y, line in enumerate(lines, row):
        cells.put(0, y, line.translate(_ASCII) if ascii_only else line, Role.LABEL)


@lru_cache(maxsize=128)
def _y_axis(left: int, rows: int, ticks: Ticks) -> tuple[str, ...]:
    """Return the rows of the y axis, `left` cells wide."""
    labels = [(rows - 1 - tick.cell, tick.label.rjust(left - 2) + " ") for tick in ticks]
    return tuple(line[:left] for line in _plotext(left, (1, rows), (), labels, has_x=False))


@lru_cache(maxsize=64)
def _x_axis(left: int, columns: int, ticks: Ticks) -> tuple[str, ...]:
    """Return the two rows of the x axis of a plot with `columns` cells that starts at column `left`."""
    label = [(0, " " * (left - 1))] if left > 1 else []
    return tuple(_plotext(left, (columns, 1), ticks, label, has_x=True)[1:])


def _plotext(left: int, plot: tuple[int, int], x: Ticks, y: list[tuple[int, str]], *, has_x: bool) -> list[str]:
    """Return the lines of an empty plot of (columns, rows) cells with its axes; the y axis is `left` cells wide."""
    columns, rows = plot
    plotext.clear_figure()
    plotext.limit_size(False, False)
    plotext.theme("clear")
    plotext.plotsize(left + columns, rows + 2 * has_x)
    plotext.xaxes(has_x, False)
    plotext.yaxes(True, False)
    # plotext fails if the limits of an axis are equal, as they would be for a single cell.
    plotext.xlim(0, max(columns - 1, 1))
    plotext.ylim(0, max(rows - 1, 1))
    plotext.xticks([tick.cell for tick in x], [tick.label for tick in x])
    plotext.yticks([row for row, _ in y], [label for _, label in y])
    plotext.scatter([0], [0], marker=" ")
    return _ESCAPES.sub("", plotext.build()).splitlines()
