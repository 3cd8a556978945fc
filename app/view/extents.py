"""How far x reaches: the least and the greatest value of each x, over all runs."""

from __future__ import annotations

from ..runs.run import Run
from ..runs.run_set import RunSet
from .extreme import Extreme
from .viewport import Extent
from .x_axis import X

LATEST, MOST_LATEST = 8, 512
"""How many points of a series, and of all series, decide where a run is: one alone may be a late evaluation."""


class Extents:
    """The extent of each x over all runs, kept up to date as the runs grow."""

    def __init__(self, runs: RunSet) -> None:
        """Take the runs."""
        self._runs = runs
        self._extremes: dict[tuple[Run, str], tuple[Extreme, Extreme]] = {}
        self._kept: dict[tuple[Run, X], tuple[tuple[int, int], Extent | None]] = {}

    def of(self, x: X) -> Extent | None:
        """Return the least and the greatest value of ``x`` in any run, None if there is no point with it."""
        extents = [extent for run in self._runs if (extent := self._of_run(run, x))]
        if len(extents) < 2:
            return extents[0] if extents else None
        newest = [extent.greatest if extent.newest is None else extent.newest for extent in extents]
        return Extent(min(one.least for one in extents), max(one.greatest for one in extents), max(newest))

    def _of_run(self, run: Run, x: X) -> Extent | None:
        known = (run.history.generation, run.history.points)
        kept = self._kept.get((run, x))
        if kept is None or kept[0] != known:
            kept = self._kept[run, x] = (known, self._now(run, x))
        return kept[1]

    def _now(self, run: Run, x: X) -> Extent | None:
        history = run.history
        if x is None:
            columns = history.columns.values() if history.events else ()
            points = max((len(column.values) for column in columns), default=0) if history.events else history.points
            return Extent(1.0, float(points)) if points else None
        if (run, x) not in self._extremes:
            self._extremes[run, x] = Extreme(x, lowest=True, along=True), Extreme(x, lowest=False, along=True)
        least, greatest = self._extremes[run, x]
        if not (least.update(history) and greatest.update(history)):
            return None
        return Extent(least.value, greatest.value, _newest(run, x))


def _newest(run: Run, x: str) -> float:
    """Return how far the latest points have come; some of them may be late ones of an earlier x."""
    history = run.history
    along = history.x_column(x)
    assert along is not None
    count = LATEST * len(history.events.series) if history.events else LATEST
    return max(along.values[-min(count, MOST_LATEST) :])
