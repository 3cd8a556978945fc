"""Escape sequences that draw some cells of a terminal, in as few bytes as possible."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rich.color import ColorSystem
from rich.style import Style
from textual.strip import Strip

from ..layouts.text import cell_width

Run = tuple[str, Style | None]
"""A text and its style."""

_RESET = "\x1b[0m"
_PLAIN = ("", "", "")


class Piece(NamedTuple):
    """The contents of the cells `x0` to `x1` (not included) of the row `y`."""

    y: int
    x0: int
    x1: int
    runs: Iterable[Run]


def encode(pieces: Iterable[Piece], system: ColorSystem) -> str:
    """Return the escape sequences that draw `pieces`, and nothing else, on a terminal with the colours of `system`."""
    pen = _Pen(system)
    for piece in pieces:
        pen.move(piece.x0, piece.y)
        pen.write(piece.runs, piece.x1)
    return pen.lift()


def by_style(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the same cells with each run as a piece of its own, those of one style together.

    Widths are those that cells are laid out with. Moving to another row takes a third of the bytes of a change of
    colour. Styles are in the order of their first run.
    """
    runs: dict[Style | None, list[Piece]] = {}
    for y, x0, _, of_piece in pieces:
        x = x0
        for text, style in of_piece:
            end = x + cell_width(text)
            runs.setdefault(style, []).append(Piece(y, x, end, ((text, style),)))
            x = end
    return [piece for same in runs.values() for piece in same]


class _Pen:
    """Escape sequences under construction: the position of the cursor so far, and the colours it writes in."""

    def __init__(self, system: ColorSystem) -> None:
        self._system = system
        self._out: list[str] = []
        self._at = (-1, -1)
        self._colours = _PLAIN

    def move(self, x: int, y: int) -> None:
        if (x, y) != self._at:
            self._out.append(f"\x1b[{x + 1}G" if y == self._at[1] else f"\x1b[{y + 1};{x + 1}H")
            self._at = (x, y)

    def write(self, runs: Iterable[Run], end: int) -> None:
        """Write up to the column `end`."""
        for text, style in runs:
            if style is not None and style.link:
                self._change(_PLAIN)
                self._out.append(Strip.render_style(style, text, self._system))
            else:
                self._change(_PLAIN if style is None else _sequences(style, self._system), blank=text.isspace())
                self._out.append(text)
        self._at = (end, self._at[1])

    def lift(self) -> str:
        """Return everything written, with the colours reset at the end."""
        self._change(_PLAIN)
        return "".join(self._out)

    def _change(self, new: tuple[str, str, str], *, blank: bool = False) -> None:
        """Write in these colours from now on; a ``blank`` shows only its background, so others may stay as they are."""
        old = self._colours
        if old == new or (blank and old[2] == new[2] and not (old[0] or new[0])):
            return
        self._colours = new
        if new == _PLAIN:
            self._out.append(_RESET)
            return
        # Only a reset ends a weight, or returns to a default colour of the terminal.
        reset = old[0] != new[0] or (old[1] and not new[1]) or (old[2] and not new[2])
        codes = ("0" if old != _PLAIN else "", *new) if reset else _differing(old, new)
        self._out.append(f"\x1b[{';'.join(filter(None, codes))}m")


def _differing(old: tuple[str, str, str], new: tuple[str, str, str]) -> tuple[str, ...]:
    return tuple(code for code, before in zip(new, old, strict=True) if code != before)


@lru_cache(maxsize=4096)
def _sequences(style: Style, system: ColorSystem) -> tuple[str, str, str]:
    """Return the SGR codes of the weight, colour and background of a style, each "" if it has none."""
    weight = Strip.render_ansi(style.without_color, system)
    colour = Strip.render_ansi(Style(color=style.color), system) if style.color else ""
    background = Strip.render_ansi(Style(bgcolor=style.bgcolor), system) if style.bgcolor else ""
    return weight, colour, background
