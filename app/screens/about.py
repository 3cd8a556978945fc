"""What a run says of itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...widgets.cells import Role
from ...widgets.listing import Column
from .lists import ListScreen


class AboutScreen(ListScreen):
    """The run's files, its status file, its states and its summary, a field a row."""

    TITLE_TEXT = "The run"
    COLUMNS = (Column("from", role=Role.DIM), Column("field", role=Role.KEY), Column("value"))

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each field."""
        return [(source, self.session.shown(field), self.session.shown(value)) for source, field, value in self._rows()]

    def _rows(self) -> Iterator[tuple[str, str, str]]:
        opened, events, status = self.session.opened, self.session.run.events, self.session.status_file
        yield "run", "lines", str(opened.found.lines or "standard input")
        yield "run", "layout", str(opened.layout_path or "none")
        if status:
            yield from (("status file", field, value) for field, value in status.fields.items())
        if events is None:
            return
        for state in events.states.values():
            yield from ((state.kind, field, value) for field, value in state.fields.items())
        yield from (("summary", field, value) for field, value in (events.summary or {}).items())
