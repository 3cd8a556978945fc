"""The face of a stat: one value, what it is, where it was reached, its past as a small line; and several in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..layouts.text import cell_width, elide_middle, escape
from .cells import PLAIN, ROUNDED, Cells, Role

Values = npt.NDArray[np.float64]
Entry = list[tuple[str, Role]]
"""What one line says of a card, in pieces of one role."""

BLOCKS = "▁▂▃▄▅▆▇█"
ASCII_LEVELS = "_.-'"

CARD_HEIGHT = 4
CARD_WIDTH = 24
"""The least width of a card, where there are several in a row."""

_GAP = 2
_LEAST_SPARK = 4
_BETWEEN = 3
"""Cells between cards on one line."""
_EMPTY = ("no points yet", "no points", "none")


@dataclass(frozen=True, eq=False)
class Card:
    """What a card shows."""

    title: str
    """What the value is called."""
    value: str = ""
    """The value as text; "" while there is none."""
    reduce: str = "last"
    """How it was chosen from all values: `last`, `min` or `max`."""
    where: str = ""
    """The x at which it was reached, as text; "" to leave it unsaid."""
    history: Values | None = None
    """The series' values, shape (n,), to draw small beside the value."""
    series: Role = Role.S1
    """The role of the history's colour."""
    ascii_only: bool = False
    more: int = 0
    """How many more series its stat has, which have no cards."""
    ended: bool = False
    """Whether its series reports no more while others of its stat do: where there is no room it goes first."""


def face(card: Card, width: int, height: int = 4) -> Cells:
    """A border with the title in it, the value and its past, and a line below that says what it is.

    How many more its stat has is in the border below. A rectangle narrower than 6 cells or lower than 3 has no border:
    the value, and below it the title and how many more, where they fit.
    """
    cells = Cells.blank(width, height)
    dots = "..." if card.ascii_only else "…"
    title, value, where = escape(card.title), escape(card.value), escape(card.where)
    if width < 6 or height < 3:
        shown = value or _longest(_EMPTY, width, dots)
        cells.put(0, 0, elide_middle(shown, width, dots), Role.VALUE if value else Role.DIM)
        cells.put(0, 1, elide_middle(title, width, dots), Role.TITLE)
        cells.put(0, 2, _more(card, width), Role.DIM)
        return cells
    cells.box(Role.FRAME, PLAIN if card.ascii_only else ROUNDED)
    room = width - 4
    if title:
        cells.put(1, 0, f" {elide_middle(title, room, dots)} ", Role.TITLE)
    if value:
        shown = elide_middle(value, room, dots)
        cells.put(2, 1, shown, Role.VALUE)
        _put_history(cells, card, room - cell_width(shown) - _GAP)
    else:
        cells.put(2, 1, _longest(_EMPTY, room, dots), Role.DIM)
    if height > 3:
        said = (f"{card.reduce} at {where}", card.reduce) if where and value else (card.reduce,)
        cells.put(2, 2, _longest(said, room, dots), Role.DIM)
    more = _more(card, room)
    if more:
        cells.put(width - 3 - len(more), height - 1, f" {more} ", Role.DIM)
    return cells


def row(cards: Sequence[Card], width: int, height: int) -> Cells:
    """Cards side by side, in as many rows as `width` asks for; one line of values where they have less than a card."""
    cells = Cells.blank(width, height)
    if height < CARD_HEIGHT:
        _line(cells, cards)
        return cells
    columns = columns_of(len(cards), width)
    for index, card in enumerate(cards):
        line, column = divmod(index, columns)
        left, right = width * column // columns, width * (column + 1) // columns
        cells.paste(face(card, right - left, CARD_HEIGHT), left, line * CARD_HEIGHT)
    return cells


def columns_of(cards: int, width: int) -> int:
    """How many cards stand side by side: rows are as full as each other."""
    most = max(width // CARD_WIDTH, 1)
    rows = -(-cards // most)
    return max(-(-cards // rows), 1) if rows else 1


def sparkline(history: Values, width: int, reduce: str, levels: str = BLOCKS) -> str:
    """A series as at most `width` characters, each as high as its part of the series.

    Args:
        history: Values in order, shape (n,); those that are not finite are left out.
        width: The most characters; a shorter series has one each.
        reduce: What stands for a part of the series: its `last` value, its `min` or its `max`.
        levels: Characters from low to high. A series of one value lies in the middle.
    """
    finite = history[np.isfinite(history)]
    count = min(width, len(finite))
    if count < 1:
        return ""
    edges = np.arange(count + 1) * len(finite) // count
    if reduce == "min":
        parts = np.minimum.reduceat(finite, edges[:-1])
    elif reduce == "max":
        parts = np.maximum.reduceat(finite, edges[:-1])
    else:
        parts = finite[edges[1:] - 1]
    # Halved, so that the span of the largest doubles is not infinite.
    low, high = parts.min() / 2, parts.max() / 2
    if low == high:
        return levels[(len(levels) - 1) // 2] * count
    share = (parts / 2 - low) / (high - low)
    places = np.minimum((share * len(levels)).astype(int), len(levels) - 1)
    return "".join(levels[place] for place in places)


def _line(cells: Cells, cards: Sequence[Card]) -> None:
    """Titles, reduces and values on one line; cards without room are counted at its end, and the last left shortened.

    Those that ended go first, the others from the end on.
    """
    places = range(len(cards))
    kept = [*(at for at in places if not cards[at].ended), *(at for at in reversed(places) if cards[at].ended)]
    entries = [_entry(card) for card in cards]
    hidden = sum(card.more for card in cards)
    while kept:
        left = hidden + len(cards) - len(kept)
        more = f" +{left}" if left else ""
        room = cells.width - 1 - cell_width(more)
        if len(kept) == 1 or sum(_width(entries[at]) + _BETWEEN for at in kept) - _BETWEEN <= room:
            break
        kept.pop()
    else:
        return
    if len(kept) == 1:
        entries[kept[0]] = _shortened(entries[kept[0]], room, "..." if cards[0].ascii_only else "…")
    x = 1
    for at in sorted(kept):
        for text, role in entries[at]:
            x = cells.put(x, 0, text, role) + 1
        x += _BETWEEN - 1
    cells.put(cells.width - cell_width(more), 0, more, Role.DIM)


def _shortened(entry: Entry, room: int, dots: str) -> Entry:
    """What fits of a card: its title gives way first, then goes whole with its reduce."""
    (title, role), *_, (value, shown) = entry
    left = cell_width(title) - max(_width(entry) - room, 0)
    if left > 0:
        return [(elide_middle(title, left, dots), role), *entry[1:]]
    return [(elide_middle(value, room, dots), shown)]


def _width(entry: Entry) -> int:
    return sum(cell_width(text) + 1 for text, _ in entry) - 1


def _entry(card: Card) -> Entry:
    """What a line says of a card: its title, its reduce where that is not the last, its value."""
    reduce = [] if card.reduce == "last" else [(card.reduce, Role.DIM)]
    return [(escape(card.title), Role.DIM), *reduce, (escape(card.value or "-"), Role.VALUE)]


def _more(card: Card, width: int) -> str:
    """How many more a card's stat has, in as many words as there is room for; "" for none."""
    texts = (f"and {card.more} more", f"+{card.more}") if card.more else ()
    return next((text for text in texts if len(text) <= width), "")


def _put_history(cells: Cells, card: Card, room: int) -> None:
    # At most half the card, whatever the value's digits, so that it seldom moves.
    width = min(room, (cells.width - 4) // 2)
    if card.history is not None and width >= _LEAST_SPARK:
        text = sparkline(card.history, width, card.reduce, ASCII_LEVELS if card.ascii_only else BLOCKS)
        cells.put(cells.width - 2 - len(text), 1, text, card.series)


def _longest(texts: tuple[str, ...], width: int, dots: str) -> str:
    """The first that fits; the last, shortened, where none does."""
    return next((text for text in texts if cell_width(text) <= width), elide_middle(texts[-1], width, dots))
