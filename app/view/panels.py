"""Which panels there are: from the layout, the runs' keys and the keys asked for; searched, and folded by prefix."""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ...layouts.automatic import automatic
from ...layouts.model import Layout, Panel
from ..runs.history import History
from ..runs.run_set import RunSet
from ..runs.selectors import expanded
from .event_layout import of_events
from .x_axis import x_key


@dataclass(frozen=True)
class Item:
    """One thing in the grid: a panel, or the one line that a folded prefix is shown as."""

    panel: Panel
    folded: int = 0
    """How many panels are folded into this line; 0 for a panel."""


def in_force(runs: RunSet, asked: Sequence[str], x: str | None) -> Layout:
    """Return the layout that is drawn: the first run's own, else one panel a key; narrowed to the keys asked for.

    A layout without panels and stats stands for none.

    Args:
        runs: the runs so far.
        asked: the keys asked for, none for all.
        x: the x chosen by hand, if one was.
    """
    own = layout = runs.first.layout
    histories = [run.history for run in runs]
    of_event_runs = any(history.events for history in histories)
    if not (own.panels or own.stats):
        layout = _automatic(histories, x)
    if not asked:
        return layout
    if of_event_runs and layout is not own:
        # A panel of a name draws all its series, where only one of them may be asked for.
        layout = replace(layout, panels=tuple(one for one in layout.panels if one.title in asked or one.y[0] in asked))
    return _narrowed(layout, histories, asked)


def _automatic(histories: Sequence[History], x: str | None) -> Layout:
    """Return one panel a key in the order the keys first came, those of the first run first; of events one a name."""
    layouts = [
        of_events(history.events, x) if history.events else _of_points(history.keys, x, histories)
        for history in histories
    ]
    if len(layouts) == 1:
        return layouts[0]
    panels: dict[tuple[str, ...], Panel] = {}
    for panel in (panel for layout in layouts for panel in layout.panels):
        # By its keys: a panel of events has a title, one of points has none.
        panels.setdefault(panel.y, panel)
    stats = dict.fromkeys(stat for layout in layouts for stat in layout.stats)
    return Layout(next((layout.x for layout in layouts if layout.x), None), tuple(panels.values()), tuple(stats))


def _of_points(keys: Sequence[str], x: str | None, histories: Sequence[History]) -> Layout:
    if x is None:
        return automatic(keys)
    against = x_key(x, histories)
    return Layout(against, tuple(Panel((key,)) for key in keys if key != against))


def _narrowed(layout: Layout, histories: Sequence[History], asked: Sequence[str]) -> Layout:
    """Return a layout with only what draws the keys asked for, and a panel for each key that none draws."""

    def columns(keys: Iterable[str]) -> set[str]:
        return {column for history in histories for column in expanded(history, keys)}

    wanted = columns(asked)
    panels = [panel for panel in layout.panels if not wanted.isdisjoint(columns(panel.y))]
    drawn = {column for panel in panels for column in columns(panel.y)}
    panels += [Panel((key,)) for key in dict.fromkeys(asked) if not drawn.issuperset(columns((key,)))]
    stats = tuple(stat for stat in layout.stats if not wanted.isdisjoint(columns(stat.y)))
    return Layout(layout.x, tuple(panels), stats)


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
    """Return the prefix that a panel can be folded under, as ``eval.`` or ``train/``; None if it has none."""
    found = re.match(r"[^./]+[./]", panel.y[0])
    return found.group() if found else None


def matching(panels: Iterable[Panel], words: str) -> list[Panel]:
    """Return the panels that contain each of some plain words; if none does, those that match a regular expression."""
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
