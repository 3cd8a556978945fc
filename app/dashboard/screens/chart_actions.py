"""Keys and the mouse on charts: the crosshair, zoom and pan, smoothing, scales, the key used as x."""

from __future__ import annotations

import argparse

from textual import on

from ....widgets.grid import Grid
from ...view import crosshair
from ...view.state import ViewState
from ..updates import Updates
from .panel_actions import PanelActions


class ChartActions(PanelActions):
    """Actions on charts."""

    def __init__(self, view: ViewState, updates: Updates, options: argparse.Namespace) -> None:
        """Take the view of the runs, what applies their batches to it, and the options."""
        super().__init__(view, updates, options)
        self._hovering = False

    @on(Grid.Hovered)
    def follow_mouse(self, event: Grid.Hovered) -> None:
        """Let the crosshair follow the mouse, unless it was set by key."""
        if event.index is None or event.x is None or not self.has_panel(event.index):
            if self._hovering:
                self._hovering = False
                self.view.crosshairs.clear()
                self.draw()
        elif self._hovering or self.view.crosshair is None:
            self._hovering = True
            crosshair.hover(self.view, event.index, event.x)
            self.draw()

    @on(Grid.Scrolled)
    def zoom_with_wheel(self, event: Grid.Scrolled) -> None:
        """Zoom with the wheel."""
        if self.has_panel(event.index):
            self.view.panels.focused = event.index
            self.view.zoom(event.direction, event.x)
            self.draw()

    def action_crosshair(self) -> None:
        """Put a crosshair on the newest point, or remove it."""
        self._hovering = False
        if self.view.crosshair is None:
            crosshair.step(self.view, 0)
        else:
            self.view.crosshairs.clear()
        self.draw()

    def action_zoom(self, direction: int) -> None:
        """Zoom in (1) or out (-1)."""
        self.view.zoom(direction)
        self.draw()

    def action_pan(self, direction: int) -> None:
        """Move the viewport to the left (-1) or right (1)."""
        self.view.viewports.pan(self.view.x, direction)
        self.draw()

    def action_reset(self) -> None:
        """Show all of x."""
        self.view.viewports.reset(self.view.x)
        self.draw()

    def action_smooth(self) -> None:
        """Change to the next smoothing."""
        weight = self.view.scales.next_smoothing()
        self.show_notice(f"smoothing: EMA {weight:g}" if weight else "no smoothing")
        self.draw()

    def action_log(self) -> None:
        """Change between a log and a linear scale."""
        if self.view.panels.item:
            self.view.scales.toggle_log(self.view.panels.item.panel)
        self.draw()

    def action_clip(self) -> None:
        """Clip the outliers of the panel, or stop clipping."""
        if self.view.panels.item:
            self.view.scales.toggle_clip(self.view.panels.item.panel)
        self.draw()

    def action_x(self) -> None:
        """Use the next key as x."""
        self.show_notice(f"x is {self.view.runs.shown(self.view.choose_next_x())}")
        self.draw()
