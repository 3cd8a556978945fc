"""The grid of panels: one widget that only draws the visible panels, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np
from textual import events
from textual.message import Message

from ..layouts.text import cell_width, elide_middle, escape
from .arrangement import Box, PanelData, Tile, arrange, slots
from .cells import Cells, Role
from .chart.model import Limits
from .painted import Painted
from .panel_face import PanelFace, draw_panel


class _Drawn(NamedTuple):
    """A drawn panel, the data it was drawn from, and a key that differs whenever it must be redrawn."""

    key: Hashable
    face: PanelFace
    data: PanelData


class Grid(Painted):
    """Panels in two columns, or one on a narrow screen; scrolled by rows so that the selected panel is visible.

    Attributes:
        tiles: the panels and folded prefixes to show, in order.
        selected: the index of the selected tile.
        maximized: whether only the selected panel is shown, on the whole grid.
    """

    class Hovered(Message):
        """The mouse has moved to a panel, or away from all of them."""

        def __init__(self, index: int | None, x: float | None) -> None:
            """Create the message.

            Args:
                index: the index of the panel, None if the mouse is not over one.
                x: the x under the mouse, None if the mouse is not over a plot.
            """
            super().__init__()
            self.index, self.x = index, x

    class Clicked(Message):
        """A panel was clicked."""

        def __init__(self, index: int, *, double: bool) -> None:
            """Create the message from the index of the panel, and whether it was double-clicked."""
            super().__init__()
            self.index, self.double = index, double

    class Scrolled(Message):
        """The mouse wheel was turned over a panel."""

        def __init__(self, index: int, x: float | None, direction: int) -> None:
            """Create the message.

            Args:
                index: the index of the panel.
                x: the x under the mouse, None if the mouse is not over the plot.
                direction: 1 for up, -1 for down.
            """
            super().__init__()
            self.index, self.x, self.direction = index, x, direction

    def __init__(
        self,
        get_data: Callable[[Tile], PanelData],
        empty_text: Callable[[], str],
        *,
        ascii_only: bool,
        id: str | None = None,
    ) -> None:
        """Create a grid.

        Args:
            get_data: returns the data of a panel; called for each visible panel when the grid is painted.
            empty_text: returns the text to show if there are no panels.
            ascii_only: draw with ASCII characters only.
            id: the ID of the widget.
        """
        super().__init__(id=id)
        self._dots = "..." if ascii_only else "…"
        self._get_data = get_data
        self._empty_text = empty_text
        self.tiles: Sequence[Tile] = ()
        self.selected = 0
        self.maximized = False
        self._top = 0
        self._drawn: dict[Hashable, _Drawn] = {}
        self._boxes: dict[int, Box] = {}

    def paint(self, width: int, height: int) -> Cells:
        """Draw the visible panels."""
        cells = Cells.blank(width, height)
        if not self.tiles:
            text = elide_middle(self._empty_text(), width, self._dots)
            self._boxes = {}
            cells.put((width - cell_width(text)) // 2, (height - 1) // 2, text, Role.DIM)
            return cells
        self.selected = min(self.selected, len(self.tiles) - 1)
        drawn: dict[Hashable, _Drawn] = {}
        if self.maximized and not self.tiles[self.selected].folded:
            self._boxes = {self.selected: Box(0, 0, height, width)}
        else:
            self._top, self._boxes = arrange(self.tiles, self.selected, self._top, width, height)
        for index, box in self._boxes.items():
            tile = self.tiles[index]
            if tile.folded:
                cells.paste(self._folded_line(tile, box, selected=index == self.selected), box.x, box.y)
                continue
            panel = self._draw(index, tile, box)
            drawn[tile.identity] = panel
            cells.paste(panel.face.cells, box.x, box.y)
        self._drawn = drawn
        if not self.maximized:
            self._put_hidden_counts(cells)
        return cells

    def _folded_line(self, tile: Tile, box: Box, *, selected: bool) -> Cells:
        cells = Cells.blank(box.width, box.height)
        count = "1 panel" if tile.folded == 1 else f"{tile.folded} panels"
        text = elide_middle(f"+ {escape(tile.title)} {count}", box.width - 2, self._dots)
        cells.put(1, 0, text, Role.SELECTED if selected else Role.DIM)
        return cells

    def _put_hidden_counts(self, cells: Cells) -> None:
        """Put the number of panels above and below the visible ones into the lowest border, if it is free there."""
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
        current = placed[self.selected]
        if direction in ("left", "right"):
            step = -1 if direction == "left" else 1
            index = self.selected + step
            return index if 0 <= index < len(placed) and placed[index].row == current.row else self.selected
        row = current.row + (1 if direction == "down" else -1)
        row_slots = [slot for slot in placed if slot.row == row]
        if not row_slots:
            return self.selected
        return max((slot for slot in row_slots if slot.column <= current.column), key=lambda slot: slot.column).index

    def page(self, direction: int) -> int:
        """Scroll by a screen, down (1) or up (-1); return the index of a panel that far from the selected one."""
        if not self.tiles:
            return 0
        placed = slots(self.tiles, self.content_size.width)
        # The boxes are from the last frame, which may have had more panels.
        visible = {placed[index].row for index in self._boxes if index < len(placed)}
        rows = direction * max(len(visible), 1)
        self._top = max(self._top + rows, 0)
        row = min(max(placed[self.selected].row + rows, 0), placed[-1].row)
        return next(slot.index for slot in placed if slot.row == row)

    def _draw(self, index: int, tile: Tile, box: Box) -> _Drawn:
        data = self._get_data(tile)
        focus = index == self.selected and len(self.tiles) > 1 and not self.maximized
        key = (data.generation, data.revision, data.view, box.width, box.height, focus, tile.title)
        before = self._drawn.get(tile.identity)
        if before is not None and before.key == key:
            return before
        limits: Limits | None = None
        same_generation = before is not None and before.data.generation == data.generation
        if before is not None and same_generation and data.view.can_reuse_limits(before.data.view):
            limits = before.face.drawing.limits
        face = draw_panel(tile.title, data.series, data.view, box.width, box.height, focus=focus, previous=limits)
        return _Drawn(key, face, data)

    def _at(self, x: int, y: int) -> tuple[int, float | None] | None:
        """Return the index of the panel at a cell of the grid, and the x of its plot there; None without a panel."""
        for index, box in self._boxes.items():
            within = box.x <= x < box.x + box.width and box.y <= y < box.y + box.height
            if within and index < len(self.tiles):
                drawn = self._drawn.get(self.tiles[index].identity)
                return index, drawn.face.x_at(x - box.x) if drawn else None
        return None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Post what the mouse is over."""
        at = self._at(event.x, event.y)
        self.post_message(self.Hovered(*at) if at else self.Hovered(None, None))

    def on_leave(self, event: events.Leave) -> None:
        """Post that the mouse is not over a panel any more."""
        self.post_message(self.Hovered(None, None))

    def on_click(self, event: events.Click) -> None:
        """Post which panel was clicked."""
        at = self._at(event.x, event.y)
        if at:
            self.post_message(self.Clicked(at[0], double=event.chain >= 2))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Post that the wheel was turned up."""
        self._post_scrolled(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Post that the wheel was turned down."""
        self._post_scrolled(event, -1)

    def _post_scrolled(self, event: events.MouseEvent, direction: int) -> None:
        event.stop()
        at = self._at(event.x, event.y)
        if at:
            self.post_message(self.Scrolled(*at, direction))
