"""The list of annotations and changes of stage."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding

from ....widgets.cells import Role
from ....widgets.chart import digits
from ....widgets.listing import Column
from ...ingest.events import STEP, TIME
from ...ingest.series_id import of_metadata
from ...view import crosshair
from ...view.markers import Marker
from ...view.x_axis import x_text
from .detail import DetailScreen
from .list_screen import ListScreen


class AnnotationScreen(ListScreen):
    """Annotations and changes of stage in the order of their steps, those without a step last."""

    TITLE_TEXT = "Annotations and stages"
    COLUMNS = (
        Column("step", numbers=True),
        Column("time", role=Role.DIM, rank=2),
        Column("text", prose=True),
        Column("metadata", rank=1),
    )
    EMPTY = "no annotations"
    KEYS = (("⏎", "go to step"), ("w", "details"))
    BINDINGS = [Binding("w", "show_details", "show the row in full", show=False)]  # noqa: RUF012

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each marker."""
        return [
            (self._step(marker), self._time(marker), marker.text, of_metadata(marker.metadata))
            for marker in self._markers()
        ]

    def action_choose(self) -> None:
        """Go back to the dashboard with the crosshair at the step of the selected marker, or show why that fails."""
        marker = self._selected()
        if marker is None:
            return
        if marker.step is None:
            self.show_notice(f"this annotation has no {STEP}")
        elif crosshair.go_to_step(self.view, marker.step):
            self.action_close()
        else:
            self.show_notice(f"no panel is drawn against {STEP}")

    def action_show_details(self) -> None:
        """Show the selected marker in full."""
        marker = self._selected()
        if marker is not None:
            step, time = self._step(marker), self._time(marker)
            fields = [("step", step), ("time", time), ("text", marker.text), *marker.metadata.items()]
            self.app.push_screen(DetailScreen(self.view, self.TITLE_TEXT, fields))

    def _selected(self) -> Marker | None:
        """Return the selected marker; None if there is none, or another screen covers this one."""
        self.refresh_rows()  # the run may have been restarted since the last refresh
        return self._markers()[self.listing.selected] if self.is_current and self.listing.rows else None

    def _markers(self) -> Sequence[Marker]:
        return self.view.markers.listed()

    def _step(self, marker: Marker) -> str:
        return "" if marker.step is None else digits.exact(marker.step)

    def _time(self, marker: Marker) -> str:
        return "" if marker.ts_ms is None else x_text(marker.run.history, TIME, marker.ts_ms)
