"""The grid of panels: one widget that draws those in sight, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.message import Message

from ..layouts.grid import Slot, place
from ..layouts.text import elide_middle, escape
from .cells import Cells, Role
from .chart.model import Limits, Series, View
from .painted import Painted
from .panel_face import Face, face

TWO_COLUMNS = 96
"""From this width on panels fill two columns."""

LEAST_HEIGHT = 9
"""Rows of a panel, where the screen has them; with more panels than fit, the grid scrolls."""


@dataclass(frozen=True)
class Cell:
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
    """What a panel draws; faces are drawn anew when ``revision`` differs, and the view."""

    series: Sequence[Series]
    view: View
    revision: Hashable


class _Drawn(NamedTuple):
    """A face as last drawn, and all that it depends on."""

    key: Hashable
    face: Face
    view: View


class _Box(NamedTuple):
    """Where a panel is on the screen."""

    x: int
    y: int
    width: int
    height: int


class Grid(Painted):
    """Panels in two columns, one where the screen is narrow; scrolled by rows so that the selected one is in sight."""

    class Pointed(Message):
        """The mouse is over a panel, at an x of its plot or at none."""

        def __init__(self, index: int | None, x: float | None) -> None:
            """Take the panel's index, and the x."""
            super().__init__()
            self.index, self.x = index, x

    class Chosen(Message):
        """A panel was clicked; ``twice`` within the double-click time."""

        def __init__(self, index: int, *, twice: bool) -> None:
            """Take the panel's index."""
            super().__init__()
            self.index, self.twice = index, twice

    class Wheeled(Message):
        """The wheel was turned over a panel: 1 up, -1 down."""

        def __init__(self, index: int, x: float | None, direction: int) -> None:
            """Take the panel's index, the x under the mouse, and the direction."""
            super().__init__()
            self.index, self.x, self.direction = index, x, direction

    def __init__(self, supply: Callable[[int], Shown], empty: Callable[[], str], *, id: str | None = None) -> None:  # noqa: A002
        """Take what gives the series and view of the panel at an index, and what is said where there are no panels."""
        super().__init__(id=id)
        self._supply = supply
        self._empty = empty
        self.cells_shown: Sequence[Cell] = ()
        self.selected = 0
        self.alone = False
        self._top = 0
        self._drawn: dict[Hashable, _Drawn] = {}
        self._boxes: dict[int, _Box] = {}

    def paint(self, width: int, height: int) -> Cells:
        """Draw the panels in sight."""
        cells = Cells.blank(width, height)
        self._boxes = {}
        if not self.cells_shown:
            text = elide_middle(self._empty(), width)
            cells.put((width - len(text)) // 2, (height - 1) // 2, text, Role.DIM)
            return cells
        self.selected = min(self.selected, len(self.cells_shown) - 1)
        drawn: dict[Hashable, _Drawn] = {}
        for index, box in self._arrange(width, height):
            self._boxes[index] = box
            cell = self.cells_shown[index]
            if cell.folded:
                cells.paste(self._line(cell, box, index == self.selected), box.x, box.y)
                continue
            one = self._draw(index, cell, box)
            drawn[cell.identity] = one
            cells.paste(one.face.cells, box.x, box.y)
        self._drawn = drawn
        return cells

    def rows(self, width: int) -> list[Slot]:
        """Return the slot of each panel in a grid of that width."""
        columns = 2 if width >= TWO_COLUMNS and len(self.cells_shown) > 1 else 1
        return place([cell.wide for cell in self.cells_shown], columns)

    def neighbour(self, direction: str) -> int:
        """Return the index of the panel to the ``left``, ``right``, ``up`` or ``down`` of the selected one."""
        slots = self.rows(self.content_size.width)
        now = slots[self.selected]
        if direction in ("left", "right"):
            step = -1 if direction == "left" else 1
            index = self.selected + step
            return index if 0 <= index < len(slots) and slots[index].row == now.row else self.selected
        row = now.row + (1 if direction == "down" else -1)
        there = [slot for slot in slots if slot.row == row]
        if not there:
            return self.selected
        return max((slot for slot in there if slot.column <= now.column), key=lambda slot: slot.column).index

    def in_sight(self) -> list[int]:
        """Return the indices of the panels on the screen."""
        return list(self._boxes)

    def page(self, direction: int) -> int:
        """Return the index of the panel a screen of rows down (1) or up (-1) from the selected one."""
        slots = self.rows(self.content_size.width)
        seen = {slots[index].row for index in self._boxes}
        row = slots[self.selected].row + direction * max(len(seen), 1)
        row = min(max(row, 0), slots[-1].row)
        return next(slot.index for slot in slots if slot.row == row)

    def box(self, index: int) -> tuple[int, int, int, int] | None:
        """Return where a panel is in the grid: x, y, width, height; None out of sight."""
        return self._boxes.get(index)

    def _arrange(self, width: int, height: int) -> list[tuple[int, _Box]]:
        """Choose which rows are in sight, and share the height among them."""
        if self.alone and not self.cells_shown[self.selected].folded:
            return [(self.selected, _Box(0, 0, width, height))]
        slots = self.rows(width)
        count = slots[-1].row + 1
        lines = {slot.row for slot in slots if self.cells_shown[slot.index].folded}
        panels = count - len(lines)
        least = min(LEAST_HEIGHT, max(height, 1))
        if len(lines) + panels * least <= height:
            tall = (height - len(lines)) // panels if panels else 1
        else:
            tall = height // max(height // least, 1)
        heights = [1 if row in lines else tall for row in range(count)]
        self._scroll(heights, slots[self.selected].row, height)
        spare = height - sum(heights[self._top :])
        return _boxes(slots, heights, self._top, width, height, max(spare, 0))

    def _scroll(self, heights: list[int], selected: int, height: int) -> None:
        """Move the first row in sight as little as shows the selected one, and leave no gap at the end."""
        self._top = min(self._top, selected)
        while sum(heights[self._top : selected + 1]) > height and self._top < selected:
            self._top += 1
        while self._top > 0 and sum(heights[self._top - 1 :]) <= height:
            self._top -= 1

    def _draw(self, index: int, cell: Cell, box: _Box) -> _Drawn:
        shown = self._supply(index)
        focus = index == self.selected and len(self.cells_shown) > 1 and not self.alone
        key = (shown.revision, shown.view, box.width, box.height, focus, cell.title)
        before = self._drawn.get(cell.identity)
        if before is not None and before.key == key:
            return before
        limits: Limits | None = None
        if before is not None and shown.view.same_but_cross(before.view):
            limits = before.face.drawing.limits
        drawn = face(cell.title, shown.series, shown.view, box.width, box.height, focus=focus, previous=limits)
        return _Drawn(key, drawn, shown.view)

    def _line(self, cell: Cell, box: _Box, selected: bool) -> Cells:
        cells = Cells.blank(box.width, box.height)
        role = Role.SELECTED if selected else Role.DIM
        cells.put(1, 0, elide_middle(f"+ {escape(cell.title)} {cell.folded} panels", box.width - 2), role)
        return cells

    def _at(self, x: int, y: int) -> tuple[int, float | None] | None:
        for index, box in self._boxes.items():
            if box.x <= x < box.x + box.width and box.y <= y < box.y + box.height:
                drawn = self._drawn.get(self.cells_shown[index].identity)
                return index, drawn.face.x_at(x - box.x) if drawn else None
        return None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell what the mouse is over."""
        at = self._at(event.x, event.y)
        self.post_message(self.Pointed(*at) if at else self.Pointed(None, None))

    def on_leave(self, event: events.Leave) -> None:
        """Tell that the mouse is over nothing."""
        self.post_message(self.Pointed(None, None))

    def on_click(self, event: events.Click) -> None:
        """Choose the panel under the mouse."""
        at = self._at(event.x, event.y)
        if at:
            self.post_message(self.Chosen(at[0], twice=event.chain >= 2))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Tell that the wheel was turned up."""
        self._wheel(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Tell that the wheel was turned down."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, direction: int) -> None:
        event.stop()
        at = self._at(event.x, event.y)
        if at:
            self.post_message(self.Wheeled(*at, direction))


def _boxes(
    slots: Sequence[Slot], heights: Sequence[int], top: int, width: int, height: int, spare: int
) -> list[tuple[int, _Box]]:
    """Place the slots of the rows from ``top`` on that fit; ``spare`` rows go to the last of them."""
    ys: dict[int, tuple[int, int]] = {}
    y = 0
    for row in range(top, len(heights)):
        tall = heights[row] + (spare if row == len(heights) - 1 and heights[row] > 1 else 0)
        if y + tall > height and y:
            break
        ys[row] = (y, tall)
        y += tall
    half = (width + 1) // 2
    placed = []
    columns = max(slot.column + slot.span for slot in slots)
    for slot in slots:
        if slot.row in ys:
            x = half * slot.column if columns > 1 else 0
            wide = width if slot.span == columns else (half if slot.column == 0 else width - half)
            placed.append((slot.index, _Box(x, *ys[slot.row][:1], wide, ys[slot.row][1])))
    return placed
