"""The widgets around the grid: header, cards, footer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import card_face, footer_face, header_face
from .card_face import Card
from .cells import Cells, Role
from .header_face import HeaderState
from .painted import Painted

CARD_HEIGHT = 4
CARD_WIDTH = 24
"""The least width of a card, where there are several in a row."""


class Header(Painted):
    """The line at the top."""

    def __init__(self, supply: Callable[[], HeaderState], *, id: str | None = None) -> None:
        """Take what gives the header's state."""
        super().__init__(id=id)
        self._supply = supply

    def paint(self, width: int, height: int) -> Cells:
        """Draw the line."""
        return header_face.face(self._supply(), width)


class Footer(Painted):
    """The line at the bottom: the keys that work here and now, or a message."""

    def __init__(
        self, supply: Callable[[], tuple[Sequence[tuple[str, str]], str]], *, ascii_only: bool, id: str
    ) -> None:
        """Take what gives the keys with their words, and the message, if there is one."""
        super().__init__(id=id)
        self._supply = supply
        self._ascii_only = ascii_only

    def paint(self, width: int, height: int) -> Cells:
        """Draw the line."""
        keys, message = self._supply()
        return footer_face.face(keys, width, message or None, ascii_only=self._ascii_only)


class CardRow(Painted):
    """The stats, as cards side by side; wraps where it is narrow, and is one line of values where it is low."""

    def __init__(self, supply: Callable[[], Sequence[Card]], *, id: str | None = None) -> None:
        """Take what gives the cards."""
        super().__init__(id=id)
        self._supply = supply

    def paint(self, width: int, height: int) -> Cells:
        """Draw the cards."""
        cards = self._supply()
        cells = Cells.blank(width, height)
        if height < CARD_HEIGHT:
            _line(cells, cards)
            return cells
        columns = columns_of(len(cards), width)
        for index, card in enumerate(cards):
            row, column = divmod(index, columns)
            left, right = width * column // columns, width * (column + 1) // columns
            cells.paste(card_face.face(card, right - left, CARD_HEIGHT), left, row * CARD_HEIGHT)
        return cells


def columns_of(cards: int, width: int) -> int:
    """Return how many cards stand side by side: rows are as full as each other."""
    most = max(width // CARD_WIDTH, 1)
    rows = -(-cards // most)
    return max(-(-cards // rows), 1) if rows else 1


def rows_of(cards: int, width: int, height: int) -> int:
    """Return how many lines the cards take on a screen of that size: none where there is no room to spare."""
    if not cards or height < 10:
        return 0
    lines = CARD_HEIGHT * -(-cards // columns_of(cards, width))
    return lines if lines <= height // 4 else 1


def _line(cells: Cells, cards: Sequence[Card]) -> None:
    x = 1
    for card in cards:
        end = cells.put(x, 0, card.title, Role.DIM)
        x = cells.put(end + 1, 0, card.value or "-", Role.VALUE) + 3
