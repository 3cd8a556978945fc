"""The arrangement of panels on the screen: which rows are visible, and the rectangle of each panel."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..layouts.grid import Slot, place
from .chart.model import Series, View

TWO_COLUMN_WIDTH = 96
"""From this width on, panels are arranged in two columns."""

MIN_HEIGHT = 9
"""The minimum height of a panel, unless the screen is lower. If not all panels fit, the grid scrolls."""


@dataclass(frozen=True)
class Tile:
    """One item of the grid: a panel, or one line for several folded panels.

    Attributes:
        identity: identifies the item from one frame to the next.
        title: the title of the panel, or the prefix of the folded panels. Not escaped.
        wide: whether the item spans all columns.
        folded: the number of folded panels; 0 for a panel.
    """

    identity: Hashable
    title: str
    wide: bool = False
    folded: int = 0


class PanelData(NamedTuple):
    """The data of one panel.

    Attributes:
        series: the series to draw.
        view: how to draw them.
        generation: changes when the run or its x changes. The limits of the axes are only reused within a generation.
        revision: changes when the series change. The panel is only redrawn if this or the view has changed.
    """

    series: Sequence[Series]
    view: View
    generation: Hashable
    revision: Hashable


class Box(NamedTuple):
    """A rectangle on the screen, in cells."""

    x: int
    y: int
    height: int
    width: int


def slots(tiles: Sequence[Tile], width: int) -> list[Slot]:
    """Return the slot of each tile in a grid of ``width`` cells."""
    columns = 2 if width >= TWO_COLUMN_WIDTH and len(tiles) > 1 else 1
    return place([tile.wide for tile in tiles], columns)


def arrange(tiles: Sequence[Tile], selected: int, top: int, width: int, height: int) -> tuple[int, dict[int, Box]]:
    """Choose the visible rows, which include that of the selected tile, and divide the height among them.

    Args:
        tiles: the tiles of the grid, at least one.
        selected: the index of the tile that must be visible.
        top: the first visible row so far.
        width: the width of the grid in cells.
        height: the height of the grid in cells.

    Returns:
        The first visible row, and the rectangle of each visible tile by its index.
    """
    placed = slots(tiles, width)
    count = placed[-1].row + 1
    lines = {slot.row for slot in placed if tiles[slot.index].folded}
    panels = count - len(lines)
    min_height = min(MIN_HEIGHT, max(height, 1))
    if len(lines) + panels * min_height <= height:
        panel_height = (height - len(lines)) // panels if panels else 1
    else:
        panel_height = height // max(height // min_height, 1)
    heights = [1 if row in lines else panel_height for row in range(count)]
    top = _scroll(heights, placed[selected].row, top, height)
    return top, _boxes(placed, _visible_rows(heights, top, height), width)


def _scroll(heights: Sequence[int], selected: int, top: int, height: int) -> int:
    """Return the first visible row: as near to ``top`` as shows the selected row, without a gap after the last row."""
    top = min(top, selected)
    while sum(heights[top : selected + 1]) > height and top < selected:
        top += 1
    while top > 0 and sum(heights[top - 1 :]) <= height:
        top -= 1
    return top


def _visible_rows(heights: Sequence[int], top: int, height: int) -> dict[int, tuple[int, int]]:
    """Return the y and height of each visible row, from ``top`` on; panels share the lines that are left over."""
    rows: list[int] = []
    used = 0
    for row in range(top, len(heights)):
        if used + heights[row] > height and rows:
            break
        rows.append(row)
        used += heights[row]
    growing = [row for row in rows if heights[row] > 1] or rows
    share, rest = divmod(max(height - used, 0), len(growing))
    placed = {}
    y = 0
    for row in rows:
        extra = share + (growing.index(row) < rest) if row in growing and heights[row] > 1 else 0
        placed[row] = (y, heights[row] + extra)
        y += heights[row] + extra
    return placed


def _boxes(slots: Sequence[Slot], rows: Mapping[int, tuple[int, int]], width: int) -> dict[int, Box]:
    """Return the rectangle of each tile in the visible rows."""
    columns = max(slot.column + slot.span for slot in slots)
    edges = [width * column // columns for column in range(columns + 1)]
    placed = {}
    for slot in slots:
        if slot.row in rows:
            left, right = edges[slot.column], edges[slot.column + slot.span]
            placed[slot.index] = Box(left, *rows[slot.row], right - left)
    return placed
