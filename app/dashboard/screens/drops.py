"""The list of what was dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....widgets.cells import Role
from ....widgets.chart import digits
from ....widgets.listing import Column
from ...ingest.drops import Reason, describe, how_to_fix
from ...runs.run import Run
from ...view.x_axis import value_at, x_text
from .detail import DetailedListScreen


class DropsScreen(DetailedListScreen):
    """Each reason that occurred: its count, first line, a sample, and how to fix it."""

    TITLE_TEXT = "Dropped"
    COLUMNS = (
        Column("reason", role=Role.ALERT, prose=True),
        Column("count", numbers=True),
        Column("first line", numbers=True, rank=3),
        Column("sample", rank=1),
        Column("how to fix", role=Role.DIM, prose=True, rank=2),
    )
    EMPTY = "nothing was dropped"

    def rows(self) -> Sequence[Sequence[str]]:
        """Return for each run a row for each reason, then one for each key with values that were not finite."""
        return [row for run in self.view.runs for row in (*self._dropped(run), *self._not_finite(run))]

    def _dropped(self, run: Run) -> Iterator[Sequence[str]]:
        drops = run.history.drops
        for reason in Reason:
            drop = drops.by_reason.get(reason)
            if drop is not None:
                yield (
                    self.view.runs.label(run, describe(reason)),
                    digits.grouped(drop.count),
                    digits.grouped(drop.line),
                    ", ".join(drop.keys) or drop.sample,
                    ("--any-key, or " if reason is Reason.BAD_KEY else "") + how_to_fix(reason, drops.max_points),
                )

    def _not_finite(self, run: Run) -> Iterator[Sequence[str]]:
        for key, column in run.history.not_finite.items():
            position = f"last at {self._position(run, column.places[-1])}"
            yield self.view.runs.label(run, "not finite"), digits.grouped(len(column.places)), "", key, position

    def _position(self, run: Run, place: int) -> str:
        """Return the x and the place of a point."""
        history, x = run.history, self.view.main_x()
        value = value_at(history, x, place) if x else None
        point = f"point {digits.grouped(place)}"
        return point if value is None else f"{x} {x_text(history, x, value)}, {point}"
