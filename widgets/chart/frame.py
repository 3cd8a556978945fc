"""The frame of a plot, drawn by plotext: the axes, their ticks and labels.

plotext takes over a millisecond to draw even an empty plot, so the axes are drawn apart from each other and kept: of
the many panels that move along one x together each then draws its y axis alone, and seldom. It is given cells as its
units and our own ticks, so that each lands where its value is drawn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import plotext

from ..cells import Cells, Role
from .ticks import Tick

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_ASCII = str.maketrans({"│": "|", "┤": "+", "┬": "+", "└": "+", "─": "-"})
_AXIS = "│┤┬└─|+-"


@dataclass(frozen=True)
class Area:
    """The rectangle of cells that the dots are drawn in, its top left cell at `left`, `top` of the chart."""

    left: int
    top: int
    width: int
    height: int


@lru_cache(maxsize=128)
def frame(width: int, height: int, area: Area, x: tuple[Tick, ...], y: tuple[Tick, ...], *, plain: bool) -> Cells:
    """The axes around `area` in a chart of `width` by `height` cells; not to be written on, since it is kept.

    There is a y axis where `area` leaves a column for it, and an x axis where it leaves two rows. `plain` is ASCII.
    """
    cells = Cells.blank(width, height)
    if not area.left:
        return cells
    _put(cells, 0, _y_axis(area.left, area.height, y), plain=plain)
    cells.styles[: area.height, area.left - 1] = Role.GRID
    if area.height < height:
        _put(cells, area.height, _x_axis(area.left, area.width, x), plain=plain)
        cells.styles[area.height, :] = Role.GRID
    return cells


def _put(cells: Cells, row: int, lines: tuple[str, ...], *, plain: bool) -> None:
    for at, line in enumerate(lines, row):
        cells.put(0, at, line.translate(_ASCII) if plain else line, Role.LABEL)


@lru_cache(maxsize=128)
def _y_axis(left: int, rows: int, ticks: tuple[Tick, ...]) -> tuple[str, ...]:
    """The rows of the y axis, `left` cells wide, beside one column of a plot."""
    labels = [(rows - 1 - tick.cell, tick.label.rjust(left - 2) + " ") for tick in ticks]
    return tuple(line[:left] for line in _plotext(left, (1, rows), (), labels, has_x=False))


@lru_cache(maxsize=64)
def _x_axis(left: int, columns: int, ticks: tuple[Tick, ...]) -> tuple[str, ...]:
    """The two rows of the x axis, which all panels of one x and width have in common, under one row of a plot."""
    label = [(0, " " * (left - 1))] if left > 1 else []
    return tuple(_plotext(left, (columns, 1), ticks, label, has_x=True)[1:])


def _plotext(
    left: int, plot: tuple[int, int], x: tuple[Tick, ...], y: list[tuple[int, str]], *, has_x: bool
) -> list[str]:
    """The lines of an empty plot (columns, rows), and of the axes around it; the y axis is `left` cells wide."""
    columns, rows = plot
    plotext.clear_figure()
    plotext.limit_size(False, False)
    plotext.theme("clear")
    plotext.plotsize(left + columns, rows + 2 * has_x)
    plotext.xaxes(has_x, False)
    plotext.yaxes(True, False)
    # plotext fails on limits of no length, as those of an area of one cell would be.
    plotext.xlim(0, max(columns - 1, 1))
    plotext.ylim(0, max(rows - 1, 1))
    plotext.xticks([tick.cell for tick in x], [tick.label for tick in x])
    plotext.yticks([at for at, _ in y], [label for _, label in y])
    plotext.scatter([0], [0], marker=" ")
    return _ESCAPES.sub("", plotext.build()).splitlines()
