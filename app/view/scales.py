"""How values are drawn: log or linear, clipped, smoothed."""

from __future__ import annotations

from ...layouts.model import Panel
from .smoothing import SMOOTHINGS


class Scales:
    """The y scale of each panel, and the smoothing of all.

    Attributes:
        smoothing: the weight of the EMA, one of `SMOOTHINGS`; 0 for none.
    """

    def __init__(self, smoothing: float = 0.0) -> None:
        """Start with the scales of the layout, and with this smoothing."""
        self.smoothing = smoothing
        self._logs: dict[Panel, bool] = {}
        self._clipped: set[Panel] = set()

    def is_log(self, panel: Panel) -> bool:
        """Return whether a panel has a log scale: the layout's, or chosen by hand."""
        return self._logs.get(panel, panel.scale == "log")

    def toggle_log(self, panel: Panel) -> None:
        """Change between a log and a linear scale."""
        self._logs[panel] = not self.is_log(panel)

    def is_clipped(self, panel: Panel) -> bool:
        """Return whether a panel's outliers are clipped."""
        return panel in self._clipped

    def toggle_clip(self, panel: Panel) -> None:
        """Clip a panel's outliers, or stop to."""
        self._clipped ^= {panel}

    def next_smoothing(self) -> float:
        """Change to the next smoothing; return its weight."""
        self.smoothing = SMOOTHINGS[(SMOOTHINGS.index(self.smoothing) + 1) % len(SMOOTHINGS)]
        return self.smoothing
