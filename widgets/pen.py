"""Escape sequences that draw some cells of a terminal, as few bytes as there need be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.color import ColorSystem
from rich.style import Style
from textual.strip import Strip

from ..layouts.text import cell_width

Run = tuple[str, Style | None]
"""A text, and what it looks like."""

MERGE_GAP = 3
"""Spans this near on a row are sent as one: moving along a row takes four to six bytes."""

_RESET = "\x1b[0m"
_PLAIN = ("", "", "")


class Piece(NamedTuple):
    """What the cells `x0` to `x1` (not included) of the row `y` hold."""

    y: int
    x0: int
    x1: int
    runs: Iterable[Run]


def encode(pieces: Iterable[Piece], system: ColorSystem) -> str:
    """The escape sequences that draw `pieces`, and nothing else, on a terminal that has the colours of `system`."""
    pen = _Pen(system)
    for piece in pieces:
        pen.move(piece.x0, piece.y)
        pen.write(piece.runs, piece.x1)
    return pen.lift()


def by_style(pieces: Iterable[Piece]) -> list[Piece]:
    """The same cells, each run of one look a piece of its own, those of one look together.

    Widths are those that cells are laid out with. A move to another row takes a third of the bytes of a change of
    colour. Styles come in the order they are first met.
    """
    runs: dict[Style | None, list[Piece]] = {}
    for y, x0, _, of_piece in pieces:
        x = x0
        for text, style in of_piece:
            end = x + cell_width(text)
            runs.setdefault(style, []).append(Piece(y, x, end, ((text, style),)))
            x = end
    return [piece for same in runs.values() for piece in same]


def merged(spans: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """Spans (a row, its first column, the one after the last) in order, those that are near each other as one."""
    last: tuple[int, int, int] | None = None
    for y, x0, x1 in sorted(spans):
        if last is not None and last[0] == y and x0 - last[2] <= MERGE_GAP:
            last = (y, last[1], max(x1, last[2]))
            continue
        if last is not None:
            yield last
        last = (y, x0, x1)
    if last is not None:
        yield last


class _Pen:
    """Escape sequences as they grow: where the cursor is by now, and in which colours it writes."""

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
        """Everything written, with the colours put back."""
        self._change(_PLAIN)
        return "".join(self._out)

    def _change(self, new: tuple[str, str, str], *, blank: bool = False) -> None:
        """Write in these colours from now on; for a ``blank``, which shows its ground alone, the ground is enough."""
        old = self._colours
        if old == new or (blank and old[2] == new[2] and not (old[0] or new[0])):
            return
        self._colours = new
        if new == _PLAIN:
            self._out.append(_RESET)
            return
        # A weight, or a colour of the terminal's own, is only taken back by a reset.
        taken_back = old[0] != new[0] or (old[1] and not new[1]) or (old[2] and not new[2])
        codes = ("0" if old != _PLAIN else "", *new) if taken_back else _differing(old, new)
        self._out.append(f"\x1b[{';'.join(filter(None, codes))}m")


def _differing(old: tuple[str, str, str], new: tuple[str, str, str]) -> tuple[str, ...]:
    return tuple(code for code, before in zip(new, old, strict=True) if code != before)


@lru_cache(maxsize=4096)
def _sequences(style: Style, system: ColorSystem) -> tuple[str, str, str]:
    """The SGR codes of a style's weight, colour and background, each "" where it has none."""
    weight = Strip.render_ansi(style.without_color, system)
    colour = Strip.render_ansi(Style(color=style.color), system) if style.color else ""
    background = Strip.render_ansi(Style(bgcolor=style.bgcolor), system) if style.bgcolor else ""
    return weight, colour, background
