"""The grid of panels: one widget that draws those in sight, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np
from textual import events
from textual.message import Message

from ..layouts.text import cell_width, elide_middle, escape
from .arrangement import Box, Shown, Tile, arrange, slots
from .cells import Cells, Role
from .chart.model import Limits
from .painted import Painted
from .panel_face import Face, face


class _Drawn(NamedTuple):
    """A face as last drawn, and all that it depends on."""

    key: Hashable
    face: Face
    shown: Shown


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

    def __init__(
        self, supply: Callable[[Tile], Shown], empty: Callable[[], str], *, ascii_only: bool, id: str | None = None
    ) -> None:
        """Take what gives a panel's series and view, and what is said where there are no panels."""
        super().__init__(id=id)
        self._dots = "..." if ascii_only else "…"
        self._supply = supply
        self._empty = empty
        self.tiles: Sequence[Tile] = ()
        self.selected = 0
        self.alone = False
        self._top = 0
        self._drawn: dict[Hashable, _Drawn] = {}
        self._boxes: dict[int, Box] = {}

    def paint(self, width: int, height: int) -> Cells:
        """Draw the panels in sight."""
        cells = Cells.blank(width, height)
        if not self.tiles:
            text = elide_middle(self._empty(), width, self._dots)
            self._boxes = {}
            cells.put((width - cell_width(text)) // 2, (height - 1) // 2, text, Role.DIM)
            return cells
        self.selected = min(self.selected, len(self.tiles) - 1)
        drawn: dict[Hashable, _Drawn] = {}
        if self.alone and not self.tiles[self.selected].folded:
            self._boxes = {self.selected: Box(0, 0, height, width)}
        else:
            self._top, self._boxes = arrange(self.tiles, self.selected, self._top, width, height)
        for index, box in self._boxes.items():
            tile = self.tiles[index]
            if tile.folded:
                cells.paste(self._line(tile, box, selected=index == self.selected), box.x, box.y)
                continue
            one = self._draw(index, tile, box)
            drawn[tile.identity] = one
            cells.paste(one.face.cells, box.x, box.y)
        self._drawn = drawn
        if not self.alone:
            self._tell_more(cells)
        return cells

    def _line(self, tile: Tile, box: Box, *, selected: bool) -> Cells:
        cells = Cells.blank(box.width, box.height)
        count = "1 panel" if tile.folded == 1 else f"{tile.folded} panels"
        text = elide_middle(f"+ {escape(tile.title)} {count}", box.width - 2, self._dots)
        cells.put(1, 0, text, Role.SELECTED if selected else Role.DIM)
        return cells

    def _tell_more(self, cells: Cells) -> None:
        """Say in the lowest border how many panels are above and below those in sight, where nothing else is said."""
        above, below = min(self._boxes), len(self.tiles) - 1 - max(self._boxes)
        text = ", ".join(f"{count} {where}" for count, where in ((above, "above"), (below, "below")) if count)
        box = max(self._boxes.values(), key=lambda box: (box.y, -box.x))
        start, end = box.x + (box.width - len(text)) // 2 - 1, box.x + (box.width + len(text)) // 2 + 1
        under = cells.styles[-1, max(start, 0) : end]
        if text and start > box.x and np.isin(under, (Role.FRAME, Role.FRAME_FOCUS)).all():
            cells.put(start, cells.height - 1, f" {text} ", Role.DIM)

    def neighbour(self, direction: str) -> int:
        """Return the index of the panel to the ``left``, ``right``, ``up`` or ``down`` of the selected one."""
        if not self.tiles:
            return 0
        placed = slots(self.tiles, self.content_size.width)
        now = placed[self.selected]
        if direction in ("left", "right"):
            step = -1 if direction == "left" else 1
            index = self.selected + step
            return index if 0 <= index < len(placed) and placed[index].row == now.row else self.selected
        row = now.row + (1 if direction == "down" else -1)
        there = [slot for slot in placed if slot.row == row]
        if not there:
            return self.selected
        return max((slot for slot in there if slot.column <= now.column), key=lambda slot: slot.column).index

    def page(self, direction: int) -> int:
        """Move by a screen of rows, down (1) or up (-1); return the index of the panel that far from the selected."""
        if not self.tiles:
            return 0
        placed = slots(self.tiles, self.content_size.width)
        # The boxes are those of the last frame, which may have had more panels.
        seen = {placed[index].row for index in self._boxes if index < len(placed)}
        rows = direction * max(len(seen), 1)
        self._top = max(self._top + rows, 0)
        row = min(max(placed[self.selected].row + rows, 0), placed[-1].row)
        return next(slot.index for slot in placed if slot.row == row)

    def _draw(self, index: int, tile: Tile, box: Box) -> _Drawn:
        shown = self._supply(tile)
        focus = index == self.selected and len(self.tiles) > 1 and not self.alone
        key = (shown.generation, shown.revision, shown.view, box.width, box.height, focus, tile.title)
        before = self._drawn.get(tile.identity)
        if before is not None and before.key == key:
            return before
        limits: Limits | None = None
        same_run = before is not None and before.shown.generation == shown.generation
        if before is not None and same_run and shown.view.keeps_limits(before.shown.view):
            limits = before.face.drawing.limits
        drawn = face(tile.title, shown.series, shown.view, box.width, box.height, focus=focus, previous=limits)
        return _Drawn(key, drawn, shown)

    def _at(self, x: int, y: int) -> tuple[int, float | None] | None:
        for index, box in self._boxes.items():
            within = box.x <= x < box.x + box.width and box.y <= y < box.y + box.height
            if within and index < len(self.tiles):
                drawn = self._drawn.get(self.tiles[index].identity)
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
