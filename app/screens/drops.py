"""The list of what was dropped."""

from __future__ import annotations

from collections.abc import Sequence

from ...widgets.cells import Role
from ...widgets.chart import digits
from ...widgets.listing import Column
from ..ingest.drops import Reason, describe, mend
from .lists import ListScreen


class DropsScreen(ListScreen):
    """Each reason that came up: how often, where first, a sample of what was refused, and the mend."""

    TITLE_TEXT = "Dropped"
    COLUMNS = (
        Column("reason", role=Role.ALERT),
        Column("count", numbers=True),
        Column("first line", numbers=True),
        Column("sample"),
        Column("mend", role=Role.DIM),
    )
    EMPTY = "nothing was dropped"

    def rows(self) -> Sequence[Sequence[str]]:
        """Return a row for each reason, then one for each key with values that were not finite."""
        drops = self.session.run.drops
        found = [
            (
                describe(reason),
                digits.grouped(drop.count),
                digits.grouped(drop.line),
                _sample(drop.sample),
                mend(reason, drops.max_points),
            )
            for reason, drop in ((reason, drops.by_reason[reason]) for reason in Reason if reason in drops.by_reason)
        ]
        for key, places in self.session.run.not_finite.items():
            found.append(
                ("not finite", digits.grouped(len(places)), "", key, f"last at point {digits.grouped(places[-1])}")
            )
        return found


def _sample(sample: str) -> str:
    return sample if len(sample) <= 80 else sample[:80] + "…"
