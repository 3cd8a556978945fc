"""The line of keys that work here and now."""

from __future__ import annotations

from collections.abc import Sequence

from ..layouts.text import cell_width, elide_middle, escape
from .cells import Cells, Role

KEPT = ("?", "q")
"""The keys that stay when there is little room: the way to all the others, and the way out."""

_LEAST_MESSAGE = 20


def face(keys: Sequence[tuple[str, str]], width: int, message: str | None = None, *, ascii_only: bool = False) -> Cells:
    """The footer as one row of `width` cells.

    Args:
        keys: Each key and what it does, the most important first. Where not all fit, those before `KEPT` go, from the
            right; then the words.
        width: Cells in the row.
        message: Shown in place of all keys but `KEPT`.
        ascii_only: Shorten with ASCII alone.
    """
    cells = Cells.blank(width, 1)
    kept = [(key, word) for key, word in keys if key in KEPT]
    if message:
        room = width - 1 - _width(kept, 3) - 4
        if room < _LEAST_MESSAGE:
            kept, room = [], width - 1
        cells.put(1, 0, elide_middle(escape(message), room, "..." if ascii_only else "…"), Role.TEXT)
        _put(cells, width - 1 - _width(kept, 3), kept, 3)
        return cells
    others = [(key, word) for key, word in keys if key not in KEPT]
    gap = 3
    if _width([*others, *kept], gap) > width - 1:
        gap = 2
        while others and _width([*others, *kept], gap) > width - 1:
            others.pop()
    shown = [*others, *kept]
    while shown and _width(shown, gap) > width - 1:
        shown = [(key, "") for key, _ in shown] if any(word for _, word in shown) else shown[1:]
    _put(cells, 1, shown, gap)
    return cells


def _width(keys: Sequence[tuple[str, str]], gap: int) -> int:
    return sum(cell_width(f"{key} {word}".strip()) for key, word in keys) + gap * max(len(keys) - 1, 0)


def _put(cells: Cells, x: int, keys: Sequence[tuple[str, str]], gap: int) -> None:
    for key, word in keys:
        x = cells.put(x, 0, key, Role.KEY)
        if word:
            x = cells.put(x + 1, 0, word, Role.DIM)
        x += gap
