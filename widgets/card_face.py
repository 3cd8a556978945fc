"""The cells of cards: the title of a stat, its value, where it was reached, and a sparkline of its history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..layouts.text import cell_width, elide_middle, escape
from .borders import ASCII, ROUNDED
from .cells import Cells, Role

Values = npt.NDArray[np.float64]
Entry = list[tuple[str, Role]]
"""A card on one line, as pieces of text with a role each."""

BLOCKS = "▁▂▃▄▅▆▇█"
ASCII_LEVELS = "_.-'"

CARD_HEIGHT = 4
CARD_WIDTH = 24
"""The minimum width of cards, unless the screen is narrower."""

_GAP = 2
_MIN_SPARKLINE_WIDTH = 4
_SEPARATION = 3
"""Cells between cards on one line."""
_NO_VALUE = ("no points yet", "no points", "none")


@dataclass(frozen=True, eq=False)
class Card:
    """The content of a card."""

    title: str
    """The title. Not escaped."""
    value: str = ""
    """The value as text; "" if there is none yet."""
    reduce: str = "last"
    """How the value was chosen: `last`, `min` or `max`."""
    where: str = ""
    """The x of the value, as text; "" to show none."""
    history: Values | None = None
    """The values of the series, shape (n,), for the sparkline; None for no sparkline."""
    series: Role = Role.S1
    """The role of the sparkline."""
    ascii_only: bool = False
    hidden_series: int = 0
    """The number of series of the same stat that have no card."""
    ended: bool = False
    """Whether the series is not written any more while others of its stat are. Such cards are dropped first."""


def draw_card(card: Card, width: int, height: int = CARD_HEIGHT) -> Cells:
    """Return a card of `width` by `height` cells.

    The title and the number of hidden series are in the border. Inside are the value with its sparkline, and how it was
    chosen. Cards of less than 6 by 3 cells have no border: the value, the title and the number of hidden series are
    below each other, as far as there is room.
    """
    cells = Cells.blank(width, height)
    dots = "..." if card.ascii_only else "…"
    title, value, where = escape(card.title), escape(card.value), escape(card.where)
    if width < 6 or height < 3:
        shown = value or _first_that_fits(_NO_VALUE, width, dots)
        cells.put(0, 0, elide_middle(shown, width, dots), Role.VALUE if value else Role.DIM)
        cells.put(0, 1, elide_middle(title, width, dots), Role.TITLE)
        cells.put(0, 2, _hidden_text(card, width), Role.DIM)
        return cells
    cells.box(Role.FRAME, ASCII if card.ascii_only else ROUNDED)
    room = width - 4
    if title:
        cells.put(1, 0, f" {elide_middle(title, room, dots)} ", Role.TITLE)
    if value:
        shown = elide_middle(value, room, dots)
        cells.put(2, 1, shown, Role.VALUE)
        _put_sparkline(cells, card, room - cell_width(shown) - _GAP)
    else:
        cells.put(2, 1, _first_that_fits(_NO_VALUE, room, dots), Role.DIM)
    if height > 3:
        reduce = (f"{card.reduce} at {where}", card.reduce) if where and value else (card.reduce,)
        cells.put(2, 2, _first_that_fits(reduce, room, dots), Role.DIM)
    hidden = _hidden_text(card, room)
    if hidden:
        cells.put(width - 3 - len(hidden), height - 1, f" {hidden} ", Role.DIM)
    return cells


def draw_cards(cards: Sequence[Card], width: int, height: int) -> Cells:
    """Return cards side by side, in as many rows as `width` requires; one line of values below the height of a card."""
    cells = Cells.blank(width, height)
    if height < CARD_HEIGHT:
        _put_line(cells, cards)
        return cells
    columns = card_columns(len(cards), width)
    for index, card in enumerate(cards):
        line, column = divmod(index, columns)
        left, right = width * column // columns, width * (column + 1) // columns
        cells.paste(draw_card(card, right - left, CARD_HEIGHT), left, line * CARD_HEIGHT)
    return cells


def card_columns(cards: int, width: int) -> int:
    """Return how many of the given number of cards are side by side in `width` cells, so that rows are evenly full."""
    max_columns = max(width // CARD_WIDTH, 1)
    rows = -(-cards // max_columns)
    return max(-(-cards // rows), 1) if rows else 1


def sparkline(history: Values, width: int, reduce: str, levels: str = BLOCKS) -> str:
    """Return a series as at most `width` characters of different heights.

    The series is divided into equal parts, with one character each.

    Args:
        history: the values in order, shape (n,); values that are not finite are skipped.
        width: the maximum number of characters; a series of fewer values has one character per value.
        reduce: the value that represents a part: its `last` value, its `min` or its `max`.
        levels: the characters from low to high. If all parts have the same value, the middle one is used.
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
    # Halved because the difference of the largest doubles would overflow.
    low, high = parts.min() / 2, parts.max() / 2
    if low == high:
        return levels[(len(levels) - 1) // 2] * count
    share = (parts / 2 - low) / (high - low)
    indices = np.minimum((share * len(levels)).astype(int), len(levels) - 1)
    return "".join(levels[index] for index in indices)


def _put_line(cells: Cells, cards: Sequence[Card]) -> None:
    """Put the titles and values of cards on one line.

    Cards without room are counted at the end of the line; if only one fits, it is shortened. Cards of ended series are
    dropped first, then the other cards from the last to the first.
    """
    indices = range(len(cards))
    kept = [*(i for i in indices if not cards[i].ended), *(i for i in reversed(indices) if cards[i].ended)]
    entries = [_entry(card) for card in cards]
    hidden_series = sum(card.hidden_series for card in cards)
    while kept:
        hidden = hidden_series + len(cards) - len(kept)
        count = f" +{hidden}" if hidden else ""
        room = cells.width - 1 - cell_width(count)
        if len(kept) == 1 or sum(_width(entries[i]) + _SEPARATION for i in kept) - _SEPARATION <= room:
            break
        kept.pop()
    else:
        return
    if len(kept) == 1:
        entries[kept[0]] = _shorten(entries[kept[0]], room, "..." if cards[0].ascii_only else "…")
    x = 1
    for i in sorted(kept):
        for text, role in entries[i]:
            x = cells.put(x, 0, text, role) + 1
        x += _SEPARATION - 1
    cells.put(cells.width - cell_width(count), 0, count, Role.DIM)


def _shorten(entry: Entry, room: int, dots: str) -> Entry:
    """Shorten a card on one line: first its title is shortened, then only the value is kept."""
    (title, title_role), *_, (value, value_role) = entry
    title_width = cell_width(title) - max(_width(entry) - room, 0)
    if title_width > 0:
        return [(elide_middle(title, title_width, dots), title_role), *entry[1:]]
    return [(elide_middle(value, room, dots), value_role)]


def _width(entry: Entry) -> int:
    return sum(cell_width(text) + 1 for text, _ in entry) - 1


def _entry(card: Card) -> Entry:
    """Return a card on one line: its title, how the value was chosen if not the last, and the value."""
    reduce = [] if card.reduce == "last" else [(card.reduce, Role.DIM)]
    return [(escape(card.title), Role.DIM), *reduce, (escape(card.value or "-"), Role.VALUE)]


def _hidden_text(card: Card, width: int) -> str:
    """Return the number of hidden series in the longest form that fits; "" if there are none or nothing fits."""
    texts = (f"and {card.hidden_series} more", f"+{card.hidden_series}") if card.hidden_series else ()
    return next((text for text in texts if len(text) <= width), "")


def _put_sparkline(cells: Cells, card: Card, room: int) -> None:
    # At most half of the card, so that a value with another digit seldom moves it.
    width = min(room, (cells.width - 4) // 2)
    if card.history is not None and width >= _MIN_SPARKLINE_WIDTH:
        text = sparkline(card.history, width, card.reduce, ASCII_LEVELS if card.ascii_only else BLOCKS)
        cells.put(cells.width - 2 - len(text), 1, text, card.series)


def _first_that_fits(texts: tuple[str, ...], width: int, dots: str) -> str:
    """Return the first text that fits in `width` cells; the last one, shortened, if none does."""
    return next((text for text in texts if cell_width(text) <= width), elide_middle(texts[-1], width, dots))
