"""The list of annotations."""

from __future__ import annotations

from collections.abc import Sequence

from ...widgets.cells import Role
from ...widgets.chart import digits
from ...widgets.chart.clock import clock
from ...widgets.listing import Column
from ..ingest.series_id import of_metadata
from .lists import ListScreen


class AnnotationScreen(ListScreen):
    """What was remarked on the run, in the order it came."""

    TITLE_TEXT = "Annotations"
    COLUMNS = (Column("step", numbers=True), Column("time", role=Role.DIM), Column("text"), Column("metadata"))
    EMPTY = "nothing was remarked"

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each annotation."""
        events = self.session.run.events
        return [
            (
                "" if one.step is None else digits.exact(one.step),
                "" if one.ts_ms is None else clock(one.ts_ms),
                one.text,
                of_metadata(one.metadata),
            )
            for one in (events.annotations if events else ())
        ]
