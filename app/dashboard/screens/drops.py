"""The list of what was dropped."""

from __future__ import annotations

from collections.abc import Sequence

from ....widgets.cells import Role
from ....widgets.chart import digits
from ....widgets.listing import Column
from ...ingest.drops import Reason, describe, mend
from ...view.series import value_at, x_text
from .detail import ReadableScreen


class DropsScreen(ReadableScreen):
    """Each reason that came up: how often, where first, a sample of what was refused, and the mend."""

    TITLE_TEXT = "Dropped"
    COLUMNS = (
        Column("reason", role=Role.ALERT, prose=True),
        Column("count", numbers=True),
        Column("first line", numbers=True, rank=3),
        Column("sample", rank=1),
        Column("mend", role=Role.DIM, prose=True, rank=2),
    )
    EMPTY = "nothing was dropped"

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each reason, then one for each key with values that were not finite."""
        run = self.session.run
        found = [
            (
                describe(reason),
                digits.grouped(drop.count),
                digits.grouped(drop.line),
                ", ".join(drop.keys) or drop.sample,
                ("--any-key, or " if reason is Reason.BAD_KEY else "") + mend(reason, run.drops.max_points),
            )
            for reason, drop in (
                (reason, run.drops.by_reason[reason]) for reason in Reason if reason in run.drops.by_reason
            )
        ]
        for key, places in run.not_finite.items():
            found.append(("not finite", digits.grouped(len(places)), "", key, f"last at {self._where(places[-1])}"))
        return found

    def _where(self, place: int) -> str:
        """Return where a point is: its place, and its x where that is another."""
        run, x = self.session.run, self.session.looking.main_x()
        at = value_at(run, x, place) if x else None
        point = f"point {digits.grouped(place)}"
        return point if at is None else f"{x} {x_text(run, x, at)}, {point}"
