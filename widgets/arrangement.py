"""Where panels go on a screen: their rows, heights and rectangles."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..layouts.grid import Slot, place
from .chart.model import Series, View

TWO_COLUMNS = 96
"""From this width on panels fill two columns."""

LEAST_HEIGHT = 9
"""Rows of a panel, where the screen has them; with more panels than fit, the grid scrolls."""


@dataclass(frozen=True)
class Tile:
    """What the grid shows at one place.

    Attributes:
        identity: tells panels apart, from one frame to the next.
        title: what the panel is called.
        wide: whether it spans all columns.
        folded: how many panels it stands for as a line; 0 for a panel.
    """

    identity: Hashable
    title: str
    wide: bool = False
    folded: int = 0


class Shown(NamedTuple):
    """What a panel draws; its face is drawn anew where ``revision`` or the view differs.

    Limits carry over from one face to the next only within one ``generation``: as long as it is the same run, along
    the same x.
    """

    series: Sequence[Series]
    view: View
    generation: Hashable
    revision: Hashable


class Box(NamedTuple):
    """A rectangle of the screen, in cells."""

    x: int
    y: int
    height: int
    width: int


def slots(tiles: Sequence[Tile], width: int) -> list[Slot]:
    """Return the slot of each tile in a grid of that width."""
    columns = 2 if width >= TWO_COLUMNS and len(tiles) > 1 else 1
    return place([tile.wide for tile in tiles], columns)


def arrange(tiles: Sequence[Tile], selected: int, top: int, width: int, height: int) -> tuple[int, dict[int, Box]]:
    """Choose which rows are in sight, the selected tile's among them, and share the height among them.

    Args:
        tiles: what there is, at least one.
        selected: the index of the tile that must be in sight.
        top: the first row that was in sight so far.
        width: of the screen, in cells.
        height: of the screen, in rows.

    Returns:
        The first row in sight now, and the rectangle of each tile in sight by its index.
    """
    placed = slots(tiles, width)
    count = placed[-1].row + 1
    lines = {slot.row for slot in placed if tiles[slot.index].folded}
    panels = count - len(lines)
    least = min(LEAST_HEIGHT, max(height, 1))
    if len(lines) + panels * least <= height:
        tall = (height - len(lines)) // panels if panels else 1
    else:
        tall = height // max(height // least, 1)
    heights = [1 if row in lines else tall for row in range(count)]
    top = _scrolled(heights, placed[selected].row, top, height)
    return top, _boxes(placed, _spread(heights, top, height), width)


def _scrolled(heights: Sequence[int], selected: int, top: int, height: int) -> int:
    """Return the first row in sight, moved as little as shows the selected one, with no gap at the end."""
    top = min(top, selected)
    while sum(heights[top : selected + 1]) > height and top < selected:
        top += 1
    while top > 0 and sum(heights[top - 1 :]) <= height:
        top -= 1
    return top


def _spread(heights: Sequence[int], top: int, height: int) -> dict[int, tuple[int, int]]:
    """Return the y and height of each row in sight, from ``top`` on; rows of panels share what is left over."""
    rows: list[int] = []
    used = 0
    for row in range(top, len(heights)):
        if used + heights[row] > height and rows:
            break
        rows.append(row)
        used += heights[row]
    tall = [row for row in rows if heights[row] > 1] or rows
    share, rest = divmod(max(height - used, 0), len(tall))
    placed = {}
    y = 0
    for row in rows:
        extra = share + (tall.index(row) < rest) if row in tall and heights[row] > 1 else 0
        placed[row] = (y, heights[row] + extra)
        y += heights[row] + extra
    return placed


def _boxes(slots: Sequence[Slot], rows: Mapping[int, tuple[int, int]], width: int) -> dict[int, Box]:
    """Return the rectangle of each panel in the rows in sight."""
    columns = max(slot.column + slot.span for slot in slots)
    edges = [width * column // columns for column in range(columns + 1)]
    placed = {}
    for slot in slots:
        if slot.row in rows:
            left, right = edges[slot.column], edges[slot.column + slot.span]
            placed[slot.index] = Box(left, *rows[slot.row], right - left)
    return placed
