"""The overview: the files, states, summary and status file of the runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....widgets.cells import Role
from ....widgets.chart import digits
from ....widgets.listing import Column
from ...ingest.events import STEP, TIME, State
from ...runs.run import Run
from ...view.hints import fitting_layout
from ...view.x_axis import x_text
from .detail import DetailedListScreen, Fields


class OverviewScreen(DetailedListScreen):
    """The files, status file, states and summary of each run, with one row for each field."""

    TITLE_TEXT = "Overview"
    COLUMNS = (Column("from", role=Role.DIM, rank=1), Column("field", role=Role.KEY), Column("value"))

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each field."""
        shown = self.view.runs.shown
        return [(shown(source), shown(field), shown(value)) for source, field, value in self._rows()]

    def fields(self, index: int) -> Fields:
        """Return a field with its source."""
        source, field, value = self.listing.rows[index]
        return [("from", source), (field, value)]

    def _rows(self) -> Iterator[tuple[str, str, str]]:
        for run in self.view.runs:
            for source, field, value in self._run_fields(run):
                yield self.view.runs.label(run, source), field, value

    def _run_fields(self, run: Run) -> Iterator[tuple[str, str, str]]:
        events, status, layout = run.history.events, run.status_file, run.layout_file
        yield "run", "lines", str(run.location.lines or "standard input")
        yield "run", "layout", str(layout.path or "none")
        if offer := fitting_layout(run):
            yield "run", "suggested layout", offer
        if layout.error:
            yield "run", "layout error", layout.error
        if status and status.fields:
            yield "run", "status file", str(status.path)
            yield from (("status file", field, value) for field, value in status.fields.items())
        if events is None:
            return
        for state in events.states.values():
            yield from self._state_fields(run, state)
        yield from (("summary", field, value) for field, value in (events.summary or {}).items())

    def _state_fields(self, run: Run, state: State) -> Iterator[tuple[str, str, str]]:
        if state.step is not None:
            yield state.kind, STEP, digits.exact(state.step)
        if state.ts_ms is not None:
            yield state.kind, "time", x_text(run.history, TIME, state.ts_ms)
        yield from ((state.kind, field, value) for field, value in state.fields.items())
