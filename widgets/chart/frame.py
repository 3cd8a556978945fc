"""The frame of a plot, drawn by plotext: the axes, their ticks and labels.

plotext takes over a millisecond to draw even an empty plot, so frames are kept and drawn again only when the size
or the labels change. It is given cells as its units and our own ticks, so that each lands where its value is drawn.
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
    has_x = area.height < height
    figure = _plotext_frame(width, height, area, x, y, has_x=has_x)
    for row, line in enumerate(figure):
        text = line.translate(_ASCII) if plain else line
        cells.put(0, row, text, Role.LABEL)
    cells.styles[: area.height, area.left - 1] = Role.GRID
    if has_x:
        cells.styles[area.height, :] = Role.GRID
    return cells


def _plotext_frame(
    width: int, height: int, area: Area, x: tuple[Tick, ...], y: tuple[Tick, ...], *, has_x: bool
) -> list[str]:
    plotext.clear_figure()
    plotext.limit_size(False, False)
    plotext.theme("clear")
    plotext.plotsize(width, height)
    plotext.xaxes(has_x, False)
    plotext.yaxes(True, False)
    # plotext fails on limits of no length, as those of an area of one cell would be.
    plotext.xlim(0, max(area.width - 1, 1))
    plotext.ylim(0, max(area.height - 1, 1))
    plotext.xticks([tick.cell for tick in x], [tick.label for tick in x])
    plotext.yticks([area.height - 1 - tick.cell for tick in y], [tick.label.rjust(area.left - 2) + " " for tick in y])
    plotext.scatter([0], [0], marker=" ")
    return _ESCAPES.sub("", plotext.build()).splitlines()
