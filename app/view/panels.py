"""Which panels are on the screen: from the layout, the keys of the run, what was asked for, the filter and folds."""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...layouts.automatic import automatic
from ...layouts.model import Layout, Panel
from ..ingest.drops import Reason
from ..runs.history import PLACE, Run
from ..runs.selectors import expanded
from .event_layout import of_events
from .series import tail


@dataclass(frozen=True)
class Item:
    """One thing in the grid: a panel, or the one line that a folded prefix is shown as."""

    panel: Panel
    folded: int = 0
    """How many panels are folded into this line; 0 for a panel."""


def in_force(layout: Layout, run: Run, asked: Sequence[str], x: str | None) -> Layout:
    """Return the layout that is drawn: the run's own, else one panel a key; narrowed to the keys asked for.

    Args:
        layout: what ``telemetry.toml`` says; without panels and stats it stands for no layout.
        run: the run so far.
        asked: the keys asked for, none for all.
        x: the x chosen by hand, if one was; ``seq`` is the place unless a key has that name.
    """
    own = layout
    if run.events is not None:
        layout = of_events(layout, run.events, x)
    elif not (layout.panels or layout.stats):
        keys = [*run.columns, *(key for key in run.not_finite if key not in run.columns)]
        layout = automatic(keys) if x is None else _against(keys, x_key(x, run))
    if not asked:
        return layout
    if run.events is not None and layout is not own:
        # As precisely as they ask: of a panel a name would draw, one of its series alone may be wanted.
        layout = replace(layout, panels=tuple(one for one in layout.panels if one.title in asked or one.y[0] in asked))
    wanted = set(expanded(run, asked))
    panels = [panel for panel in layout.panels if not wanted.isdisjoint(expanded(run, panel.y))]
    drawn = {column for panel in panels for column in expanded(run, panel.y)}
    panels += [Panel((key,)) for key in dict.fromkeys(asked) if not drawn.issuperset(expanded(run, (key,)))]
    stats = tuple(stat for stat in layout.stats if not wanted.isdisjoint(expanded(run, stat.y)))
    return Layout(layout.x, tuple(panels), stats)


def why_none(run: Run) -> str:
    """Return why there is no panel to draw, and the mend where there is one; not masked and not escaped."""
    left_out = run.drops.by_reason.get(Reason.BAD_KEY)
    if left_out is None:
        return "no points yet"
    return f'every key was left out, as "{next(iter(left_out.keys))}"; open the run with --any-key'


def _against(keys: Iterable[str], x: str | None) -> Layout:
    return Layout(x, tuple(Panel((key,)) for key in keys if key != x))


def x_key(name: str | None, run: Run) -> str | None:
    """Return the key that a name of x means, None for the point's place."""
    return None if name is None or (name == PLACE and run.x_column(PLACE) is None) else name


def items(panels: Iterable[Panel], words: str, folded: Collection[str]) -> list[Item]:
    """Return what the grid shows: the panels that match ``words``, those of a folded prefix as one line."""
    shown: list[Item] = []
    lines: dict[str, int] = {}
    for panel in matching(panels, words):
        prefix = prefix_of(panel)
        if prefix is None or prefix not in folded:
            shown.append(Item(panel))
        elif prefix in lines:
            at = lines[prefix]
            shown[at] = Item(shown[at].panel, shown[at].folded + 1)
        else:
            lines[prefix] = len(shown)
            shown.append(Item(Panel((prefix,), prefix, wide=True), 1))
    return shown


def prefix_of(panel: Panel) -> str | None:
    """Return the prefix that a panel can be folded under, as ``eval.`` or ``train/``; None where it has none."""
    found = re.match(r"[^./]+[./]", panel.y[0])
    return found.group() if found else None


def matching(panels: Iterable[Panel], words: str) -> list[Panel]:
    """Return the panels that have each of some plain words; where none has, those that fit a regular expression."""
    texts = [(panel, " ".join((panel.name, *panel.y))) for panel in panels]
    plain = words.lower().split()
    found = [panel for panel, text in texts if all(word in text.lower() for word in plain)]
    pattern = _pattern(words.strip())
    return found if found or pattern is None else [panel for panel, text in texts if pattern.search(text)]


def _pattern(text: str) -> re.Pattern[str] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # half a pattern, as it is typed, may be one that a later Python refuses
        try:
            return re.compile(text, re.IGNORECASE)
        except (re.error, OverflowError, RecursionError):
            return None


def rising(run: Run) -> list[str]:
    """Return the keys that never fall and rise at least once: those that can be x; of events, what they say of it."""
    if run.events is not None:
        return list(run.events.along)
    found = []
    for key, column in run.columns.items():
        values = tail(column.values)
        if len(values) > 1 and values[-1] > values[0] and bool(np.all(values[1:] >= values[:-1])):
            found.append(key)
    return found
