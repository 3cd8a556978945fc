"""What there is to say of what was asked for: what no point carries, and a layout that would fit."""

from __future__ import annotations

from collections.abc import Sequence

from ...layouts.bundled import fitting
from ...layouts.nearest import nearest
from ..ingest.events import STEP, TIME
from ..runs.history import PLACE, Run
from ..runs.open_run import BUNDLED_LAYOUT
from ..runs.selectors import not_there, selected
from .panels import x_key
from .state import Looking


def mistaken_x(looking: Looking) -> str:
    """Return what there is to say of an x, asked for or of the layout, that no point carries, or ""."""
    run, layout = looking.run, looking.layout
    asked = [looking.chosen_x] if looking.chosen_x else [layout.x, *(panel.x for panel in layout.panels)]
    wrong = (x for x in asked if x is not None and x_key(x, run) is not None and not run.x_column(x))
    x = next(wrong, None) if run.columns else None
    if x is None:
        return ""
    if run.events:
        return f'no point carries "{x}" as x; x is {STEP}, {TIME} or {PLACE}'
    near = "".join(f'; the nearest key is "{key}"' for key in nearest(x, run.columns))
    return f'no point carries "{x}"{near}'


def mistaken_key(run: Run, keys: Sequence[str]) -> str:
    """Return what there is to say of the first key that was asked for and no point carries, or ""."""
    missed = (key for key in keys if key not in run.not_finite and not selected(run, key))
    key = next(missed, None) if run.columns else None
    return "" if key is None else not_there(run, key)


def fitting_layout(looking: Looking) -> str:
    """Return the option that draws a run without a layout of its own by the bundled one that fits it, or ""."""
    if looking.own_layout.panels or looking.own_layout.stats:
        return ""
    name = fitting(looking.run.names or looking.run.columns)
    return f"--telemetry {BUNDLED_LAYOUT}{name}" if name else ""
