"""The list of what was remarked on the run."""

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
from .detail import WholeScreen
from .list_screen import ListScreen


class AnnotationScreen(ListScreen):
    """Annotations and changes of the stage in the order of their steps, those of none last."""

    TITLE_TEXT = "Annotations and stages"
    COLUMNS = (
        Column("step", numbers=True),
        Column("time", role=Role.DIM, rank=2),
        Column("text", prose=True),
        Column("metadata", rank=1),
    )
    EMPTY = "nothing was remarked"
    KEYS = (("⏎", "to its step"), ("w", "read whole"))
    BINDINGS = [Binding("w", "read", "read the row whole", show=False)]  # noqa: RUF012

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each remark."""
        return [(self._step(one), self._time(one), one.text, of_metadata(one.metadata)) for one in self._markers()]

    def action_choose(self) -> None:
        """Go back to the dashboard, with the crosshair at the step of the selected remark; say so if that cannot be."""
        one = self._selected()
        if one is None:
            return
        if one.step is None:
            self.say(f"it is of no {STEP}")
        elif crosshair.go_to_step(self.view, one.step):
            self.action_leave()
        else:
            self.say(f"no panel here is drawn against {STEP}")

    def action_read(self) -> None:
        """Show all that the selected remark tells."""
        one = self._selected()
        if one is not None:
            fields = [("step", self._step(one)), ("time", self._time(one)), ("text", one.text), *one.metadata.items()]
            self.app.push_screen(WholeScreen(self.view, self.TITLE_TEXT, fields))

    def _selected(self) -> Marker | None:
        """Return the remark that is selected; None where there is none, or another screen lies over this one."""
        self.refresh_rows()  # the run may have begun again since they were made
        return self._markers()[self.listing.selected] if self.is_current and self.listing.rows else None

    def _markers(self) -> Sequence[Marker]:
        return self.view.markers.listed()

    def _step(self, one: Marker) -> str:
        return "" if one.step is None else digits.exact(one.step)

    def _time(self, one: Marker) -> str:
        return "" if one.ts_ms is None else x_text(one.run.history, TIME, one.ts_ms)
