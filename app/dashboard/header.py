"""The contents of the header."""

from __future__ import annotations

import math

from ...layouts.automatic import STEP
from ...widgets.chart import digits
from ...widgets.header_face import HeaderState
from ..runs.history import PLACE
from ..runs.run import ACTIVE
from ..runs.status import State
from ..view import crosshair
from ..view.progress import Progress
from ..view.state import ViewState
from ..view.x_axis import x_text

MARKERS_SHOWN = 8
"""How many of the markers at the crosshair the header shows; there may be ten thousand."""


def header_state(view: ViewState, progress: Progress, now: float, wall: float, notice: str) -> HeaderState:
    """Return the contents of the header.

    With several runs, the state is that of the first, and points and drops are totals.

    Args:
        view: the view of the runs.
        progress: the progress of the main x.
        now: the monotonic time in seconds.
        wall: the time in seconds since 1970.
        notice: a message to show, or "".
    """
    runs, run = view.runs, view.runs.first
    status, state = run.status, run.state(wall)
    x = view.main_x()
    extent = view.extents.of(x)
    done, left = progress.of(view.total, extent.greatest if extent else None, now)
    errors = [each.error for each in runs if each.error]
    not_finite = [each.history.not_finite[key].values[-1] for each in runs for key in each.not_finite()]
    rates = [rate for each in runs if (rate := each.status.points.get(now)) is not None]
    return HeaderState(
        name=" ".join(each.name for each in runs),
        state=state,
        reported_state=run.reported(state),
        x_name=runs.shown(x or PLACE) if extent and x else "",
        x=x_text(run.history, x, extent.greatest) if extent and x else "",
        points=sum(each.history.points for each in runs),
        rate=sum(rates) if rates else None,
        age=status.age(wall) if state in ACTIVE else None,
        full=any(each.history.full for each in runs),
        progress=done,
        seconds_left=left,
        loading=status.loaded(),
        message=(errors or [""])[0] or notice or _markers(view) or _hidden(view, state),
        dropped=sum(each.history.drops.total for each in runs),
        not_finite=len(not_finite),
        infinite=sum(map(math.isinf, not_finite)),
        paused=runs.paused,
        ascii_only=view.style.ascii,
    )


def _markers(view: ViewState) -> str:
    """Return the texts of the markers at the crosshair, with the step if it differs."""
    markers, position = crosshair.markers(view), view.crosshair
    texts = [
        marker.text
        if marker.step == position or marker.step is None
        else f"at {x_text(marker.run.history, STEP, marker.step)}: {marker.text}"
        for marker in markers[:MARKERS_SHOWN]
    ]
    more = len(markers) - len(texts)
    return "; ".join(texts) + (f" and {more} more" if more else "")


def _hidden(view: ViewState, state: State) -> str:
    """Return a message about newer points outside the viewport, or about the filter, or ""."""
    new = view.viewports.new_points(view.x)
    if new:
        return f"{digits.grouped(new)} new, press 0 to follow"
    if new is not None and state in ACTIVE:
        return "not following the newest point, press 0 to follow"
    return f"filter: {view.runs.shown(view.panels.words)}" if view.panels.words else ""
