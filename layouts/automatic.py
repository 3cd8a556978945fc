"""The layout of a run that has none of its own: one panel per key."""

from collections.abc import Sequence

from .model import Layout, Panel

STEP = "step"


def automatic(keys: Sequence[str], x: str | None = None) -> Layout:
    """Return a layout with one panel per key, in the order of ``keys``.

    The panels are drawn against ``x``. If that is None, they are drawn against ``step`` where it is one of the keys,
    and otherwise against the index of each point. The key on the x axis gets no panel of its own.
    """
    x_key = x if x is not None else STEP if STEP in keys else None
    return Layout(x_key, tuple(Panel((key,)) for key in keys if key != x_key))
