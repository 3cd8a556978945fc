"""Hints for a person: an x or a key that no point carries, a bundled layout that would fit, why there is no panel."""

from __future__ import annotations

from collections.abc import Sequence

from ...layouts.bundled import matching_layout
from ...layouts.nearest import nearest
from ..ingest.drops import Reason
from ..ingest.events import STEP, TIME
from ..runs.history import PLACE
from ..runs.layout_file import BUNDLED_LAYOUT
from ..runs.run import Run
from ..runs.run_set import RunSet
from ..runs.selectors import not_there, selected
from .state import ViewState
from .x_axis import x_key


def missing_x(view: ViewState) -> str:
    """Return a message about an x, asked for or of the layout, that no point carries, or ""."""
    histories, layout = [run.history for run in view.runs], view.panels.layout
    asked = [view.chosen_x] if view.chosen_x else [layout.x, *(panel.x for panel in layout.panels)]
    missing = (x for x in asked if x is not None and x_key(x, histories) is not None and not view.has_x(x))
    x = next(missing, None) if any(history.columns for history in histories) else None
    if x is None:
        return ""
    if any(history.events for history in histories):
        return f'no point carries "{x}" as x; x is {STEP}, {TIME} or {PLACE}'
    near = nearest(x, dict.fromkeys(key for history in histories for key in history.columns))
    instead = "".join(f'; the nearest key is "{key}"' for key in near)
    return f'no point carries "{x}"{instead}'


def missing_key(runs: RunSet, keys: Sequence[str]) -> str:
    """Return a message about the first key that was asked for and no point carries, or ""."""
    histories = [run.history for run in runs if run.history.columns]
    for key in keys if histories else ():
        if not any(key in history.not_finite or selected(history, key) for history in histories):
            return not_there(histories[0], key)
    return ""


def fitting_layout(run: Run) -> str:
    """Return the option for the bundled layout that fits a run; "" if it has a layout, or one was chosen."""
    if run.layout_file.chosen or run.layout.panels or run.layout.stats:
        return ""
    name = matching_layout(run.history.names or run.history.columns)
    return f"--telemetry {BUNDLED_LAYOUT}{name}" if name else ""


def why_no_panel(runs: RunSet) -> str:
    """Return why there is no panel to draw, and how to fix it if that is possible; not masked and not escaped."""
    for run in runs:
        skipped = run.history.drops.by_reason.get(Reason.BAD_KEY)
        if skipped is not None:
            return f'every key was skipped, as "{next(iter(skipped.keys))}"; open the run with --any-key'
    return "no points yet"
