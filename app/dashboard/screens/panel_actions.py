"""Keys and the mouse on panels: moving the focus, opening a panel full screen, folding."""

from __future__ import annotations

from textual import on

from ....widgets.grid import Grid
from ...view import crosshair
from .frames import FrameScreen


class PanelActions(FrameScreen):
    """Actions on panels."""

    @on(Grid.Clicked)
    def click(self, event: Grid.Clicked) -> None:
        """Focus a clicked panel; open it on a double click."""
        if self.has_panel(event.index):
            self.view.panels.focused = event.index
            if event.double:
                self.action_open()
            self.draw()

    def has_panel(self, index: int) -> bool:
        """Return whether a panel has this index; a filter may have removed it after the mouse event."""
        return index < len(self.view.panels.items)

    def on_screen_resume(self) -> None:
        """Draw what changed while another screen covered this one."""
        self.draw()

    def action_move(self, direction: str) -> None:
        """Focus the next panel in a direction; left and right move the crosshair if there is one."""
        if self.view.crosshair is not None and direction in ("left", "right"):
            crosshair.step(self.view, -1 if direction == "left" else 1)
        elif self.grid.maximized:
            self.action_step(-1 if direction in ("left", "up") else 1)
        else:
            self.update_grid()
            self.view.panels.focused = self.grid.neighbour(direction)
        self.draw()

    def action_step(self, delta: int) -> None:
        """Focus the next (1) or previous (-1) panel."""
        self.view.panels.move_focus(delta)
        self.draw()

    def action_page(self, direction: int) -> None:
        """Move the focus by a page of panels."""
        self.update_grid()
        self.view.panels.focused = self.grid.page(direction)
        self.draw()

    def action_edge(self, index: int) -> None:
        """Focus the first (0) or last (-1) panel; with the crosshair, go to the first or newest point."""
        extent = self.view.extents.of(self.view.x)
        if self.view.crosshair is not None and extent is not None:
            crosshair.place(self.view, extent.greatest if index else extent.least)
        elif self.view.panels.items:
            self.view.panels.focused = range(len(self.view.panels.items))[index]
        self.draw()

    def action_open(self) -> None:
        """Open the panel full screen, or close it; unfold a folded prefix."""
        item = self.view.panels.item
        if item and item.folded:
            self.view.panels.fold()
        else:
            self.grid.maximized = not self.grid.maximized and bool(self.view.panels.items)
        self.draw()

    def action_back(self) -> None:
        """Close the crosshair, else the full-screen panel, else the filter."""
        if self.view.crosshair is not None:
            self.view.crosshairs.clear()
        elif self.grid.maximized:
            self.grid.maximized = False
        elif self.view.panels.words:
            self.view.panels.filter("")
        self.draw()

    def action_fold(self) -> None:
        """Fold the panels with the prefix of this one into one line, or unfold them."""
        prefix = self.view.panels.fold()
        if prefix is None:
            self.show_notice("nothing to fold: the panel's key has no prefix such as eval.")
        else:
            folded = prefix in self.view.panels.folded
            self.show_notice(f"{self.view.runs.shown(prefix)} {'folded, press f to unfold' if folded else 'unfolded'}")
        self.draw()
