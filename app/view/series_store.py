"""The curves of what is shown, kept between frames."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import OrderedDict

from ..runs.run import Run
from .curve import Curve
from .x_axis import X, value_at, x_text

KEPT_POINTS = 4_000_000
"""How many paired points are kept between frames, over all series: 64 MB."""


class SeriesStore:
    """The curves of what is shown; when there are too many, those not asked for lately are dropped first."""

    def __init__(self) -> None:
        """Start empty."""
        self._curves: OrderedDict[tuple[Run, int, str, X], Curve] = OrderedDict()

    def curve(self, run: Run, key: str, x: X) -> Curve:
        """Return the points of a run's key against ``x``, as they are now."""
        name = (run, run.history.generation, key, x)
        curve = self._curves.get(name)
        if curve is None:
            self._drop(run)
            curve = self._curves[name] = Curve()
        curve.update(run.history, key, x)
        self._curves.move_to_end(name)
        return curve

    def _drop(self, run: Run) -> None:
        """Drop the curves of earlier generations of a run, and the oldest ones if there are too many points."""
        stale = [name for name in self._curves if name[0] is run and name[1] != run.history.generation]
        for name in stale:
            del self._curves[name]
        kept = sum(curve.count for curve in self._curves.values())
        while kept > KEPT_POINTS and self._curves:
            _, curve = self._curves.popitem(last=False)
            kept -= curve.count


def not_finite_note(run: Run, key: str, x: X) -> str:
    """Return since when a key is not finite, as ``NaN since 1200``; "" if its latest value is finite.

    One value alone is ``at`` its x. Infinite values are ``infinite``, a mixture of both is ``not finite``.
    """
    history = run.history
    if not history.is_not_finite(key):
        return ""
    bad, column = history.not_finite[key], history.columns.get(key)
    first = bisect_right(bad.places, column.places[-1]) if column else 0
    kinds = set(map(math.isnan, bad.values[first:]))
    kind = "not finite" if len(kinds) > 1 else "NaN" if True in kinds else "infinite"
    if x is None and history.events is not None:
        # Of events, the place in the series: that of the next value that is finite.
        at: float | None = len(column.values) + 1.0 if column else 1.0
    else:
        at = value_at(history, x, bad.places[first])
    since = "since" if len(bad.places) - first > 1 else "at"
    return f"{kind} {since} {x_text(history, x, at)}" if at is not None else kind
