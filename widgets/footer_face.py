"""The cells of the footer: the keys that work at the moment."""

from __future__ import annotations

from collections.abc import Sequence

from ..layouts.text import cell_width, elide_middle, escape
from .cells import Cells, Role

KEPT_KEYS = ("?", "q")
"""The keys that stay when there is little room: help and quit."""

_MIN_MESSAGE_WIDTH = 20


def draw_footer(
    keys: Sequence[tuple[str, str]], width: int, message: str | None = None, *, ascii_only: bool = False
) -> Cells:
    """Return the footer as one row of `width` cells.

    Args:
        keys: each key and its description, the most important first. If not all fit, other keys than `KEPT_KEYS` are
            dropped from the right, then the descriptions.
        width: the width in cells.
        message: replaces all keys but `KEPT_KEYS`.
        ascii_only: draw with ASCII characters only.
    """
    cells = Cells.blank(width, 1)
    kept = [(key, description) for key, description in keys if key in KEPT_KEYS]
    if message:
        room = width - 1 - _width(kept, 3) - 4
        if room < _MIN_MESSAGE_WIDTH:
            kept, room = [], width - 1
        cells.put(1, 0, elide_middle(escape(message), room, "..." if ascii_only else "…"), Role.TEXT)
        _put(cells, width - 1 - _width(kept, 3), kept, 3)
        return cells
    others = [(key, description) for key, description in keys if key not in KEPT_KEYS]
    gap = 3
    if _width([*others, *kept], gap) > width - 1:
        gap = 2
        while others and _width([*others, *kept], gap) > width - 1:
            others.pop()
    shown = [*others, *kept]
    while shown and _width(shown, gap) > width - 1:
        shown = [(key, "") for key, _ in shown] if any(description for _, description in shown) else shown[1:]
    _put(cells, 1, shown, gap)
    return cells


def _width(keys: Sequence[tuple[str, str]], gap: int) -> int:
    return sum(cell_width(f"{key} {description}".strip()) for key, description in keys) + gap * max(len(keys) - 1, 0)


def _put(cells: Cells, x: int, keys: Sequence[tuple[str, str]], gap: int) -> None:
    for key, description in keys:
        x = cells.put(x, 0, key, Role.KEY)
        if description:
            x = cells.put(x + 1, 0, description, Role.DIM)
        x += gap
