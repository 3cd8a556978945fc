"""The layout of a run that brings none: a panel a key."""

from collections.abc import Sequence

from .model import Layout, Panel

STEP = "step"


def automatic(keys: Sequence[str], x: str | None = None) -> Layout:
    """Lay out one panel a key, in the order given.

    They are drawn against ``x``; without one, against ``step`` where that is among the keys; else against the
    point's place. What they are drawn against has no panel of its own.
    """
    against = x if x is not None else STEP if STEP in keys else None
    return Layout(against, tuple(Panel((key,)) for key in keys if key != against))
