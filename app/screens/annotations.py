"""The list of annotations."""

from __future__ import annotations

from collections.abc import Sequence

from ...widgets.cells import Role
from ...widgets.chart import digits
from ...widgets.listing import Column
from ..ingest.events import TIME, Annotation
from ..ingest.series_id import of_metadata
from ..series import x_text
from .whole import Fields, ReadableScreen


class AnnotationScreen(ReadableScreen):
    """What was remarked on the run, in the order it came."""

    TITLE_TEXT = "Annotations"
    COLUMNS = (Column("step", numbers=True), Column("time", role=Role.DIM), Column("text"), Column("metadata"))
    EMPTY = "nothing was remarked"

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each annotation."""
        return [(self._step(one), self._time(one), one.text, of_metadata(one.metadata)) for one in self._annotations()]

    def whole(self, index: int) -> Fields:
        """Return all that an annotation tells."""
        one = self._annotations()[index]
        return [
            ("step", self._step(one)),
            ("time", self._time(one)),
            ("text", one.text),
            *one.metadata.items(),
        ]

    def _annotations(self) -> Sequence[Annotation]:
        events = self.session.run.events
        return events.annotations if events else ()

    def _step(self, one: Annotation) -> str:
        return "" if one.step is None else digits.exact(one.step)

    def _time(self, one: Annotation) -> str:
        return "" if one.ts_ms is None else x_text(self.session.run, TIME, one.ts_ms)
