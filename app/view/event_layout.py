"""The panels and stats of a run of events: what its producer's names mean, where no layout says it."""

from __future__ import annotations

from ...layouts.automatic import STEP
from ...layouts.model import Layout, Panel, Stat
from ..ingest.events import Events
from ..ingest.series_id import written

LAST = ("rate/", "runtime/")
"""Names that begin so tell how fast a run is, not how well: their panels come after the others."""

PEAK = "runtime/peak_bytes"
STATS = (PEAK, "runtime/step_seconds")
"""Names of which the last value is a stat, beside those of rates."""


def of_events(events: Events, x: str | None) -> Layout:
    """Return the layout of a run of events that has none of its own, drawn against ``x`` if that is chosen.

    One panel a name, in the order the names came, those of ``rate/`` and ``runtime/`` after the others, drawn against
    ``step`` if the events have one; and stats of the rates and of the runtime.
    """
    along = STEP if STEP in events.along else None
    names = list(dict.fromkeys(series.name for series in events.series.values()))
    first = [name for name in names if not name.startswith(LAST)]
    ordered = first + [name for name in names if name.startswith(LAST)]
    panels = tuple(Panel((written(name, {}),), name) for name in ordered)
    stats = tuple(Stat((written(name, {}),), name) for name in ordered if name.startswith("rate/") or name in STATS)
    return Layout(along if x is None else x, panels, stats)
