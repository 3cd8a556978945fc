"""The widgets around the grid: header, cards, footer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import card_face, footer_face, header_face
from .card_face import CARD_HEIGHT, Card, columns_of
from .cells import Cells
from .header_face import HeaderState
from .painted import Painted


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
        return card_face.row(self._supply(), width, height)


def rows_of(cards: int, width: int, height: int) -> int:
    """Return how many lines the cards take on a screen of that size: none where there is no room to spare."""
    if not cards or height < 10:
        return 0
    lines = CARD_HEIGHT * -(-cards // columns_of(cards, width))
    return lines if lines <= height // 4 else 1
