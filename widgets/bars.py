"""The widgets around the grid of panels: header, card row and footer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import card_face, footer_face, header_face
from .card_face import CARD_HEIGHT, Card, card_columns
from .cells import Cells
from .header_face import HeaderState
from .painted import Painted


class Header(Painted):
    """The line at the top of the screen."""

    def __init__(self, get_state: Callable[[], HeaderState], *, id: str | None = None) -> None:
        """Create a header; `get_state` is called for each paint."""
        super().__init__(id=id)
        self._get_state = get_state

    def paint(self, width: int, height: int) -> Cells:
        """Draw the line."""
        return header_face.draw_header(self._get_state(), width)


class Footer(Painted):
    """The line at the bottom of the screen: the keys that work at the moment, or a message."""

    def __init__(
        self, get_content: Callable[[], tuple[Sequence[tuple[str, str]], str]], *, ascii_only: bool, id: str
    ) -> None:
        """Create a footer.

        Args:
            get_content: called for each paint; returns the keys with their descriptions, and the message or "".
            ascii_only: draw with ASCII characters only.
            id: the ID of the widget.
        """
        super().__init__(id=id)
        self._get_content = get_content
        self._ascii_only = ascii_only

    def paint(self, width: int, height: int) -> Cells:
        """Draw the line."""
        keys, message = self._get_content()
        return footer_face.draw_footer(keys, width, message or None, ascii_only=self._ascii_only)


class CardRow(Painted):
    """The stats as cards, in as many rows as the width requires; one line of values if there is too little height."""

    def __init__(self, get_cards: Callable[[], Sequence[Card]], *, id: str | None = None) -> None:
        """Create a card row; `get_cards` is called for each paint."""
        super().__init__(id=id)
        self._get_cards = get_cards

    def paint(self, width: int, height: int) -> Cells:
        """Draw the cards."""
        return card_face.draw_cards(self._get_cards(), width, height)


def card_row_height(cards: int, width: int, height: int) -> int:
    """Return how many lines the given number of cards take on a screen of `width` by `height` cells.

    Cards take at most a quarter of the height; if they need more, their values take one line. Below a height of 10,
    they take none.
    """
    if not cards or height < 10:
        return 0
    lines = CARD_HEIGHT * -(-cards // card_columns(cards, width))
    return lines if lines <= height // 4 else 1
