"""The hues of the series, and how many colours a terminal has, for whatever sends them to it."""

from __future__ import annotations

from enum import Enum

RGB = tuple[int, int, int]

DARK_SERIES: tuple[RGB, ...] = ((86, 180, 233), (230, 159, 0), (0, 166, 122), (214, 130, 176))
"""Four hues that differ to colour-blind eyes as well (after Okabe and Ito), for a dark background."""

LIGHT_SERIES: tuple[RGB, ...] = ((0, 104, 184), (168, 89, 10), (0, 102, 75), (184, 50, 128))
"""The same for a light background."""

# Numbers of the 16 terminal colours. Of a list the first that reads on the background is taken.
DARK_16 = ((14, 15), (11, 15), (13, 15), (10, 15))
DARK_FAINT_16 = ((6, 7), (3, 7), (5, 7), (2, 7))
LIGHT_16 = ((4, 0), (3, 0), (5, 0), (2, 0))
LIGHT_FAINT_16 = ((7, 8), (7, 8), (7, 8), (7, 8))


class Depth(Enum):
    """How many colours can be sent."""

    TRUECOLOR = "truecolor"
    EIGHT_BIT = "256"
    STANDARD = "standard"
    """The nearest of 16 colours, whose values are guessed."""
    NAMED = "named"
    """The terminal's own 16 colours and its own background, by number."""
    NONE = "none"


def mix(start: RGB, end: RGB, share: float) -> RGB:
    """The colour that lies at a share (0 to 1) of the way from one to another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


def eight_bit(colour: RGB) -> int:
    """The number of the nearest of 256 colours: of xterm's cube of 6x6x6 (from 16 on) and its 24 greys (from 232)."""
    red, green, blue = (min(range(6), key=lambda at: abs(_LEVELS[at] - value)) for value in colour)
    grey = min(range(24), key=lambda at: abs(8 + 10 * at - sum(colour) / 3))
    cube, ramp = (_LEVELS[red], _LEVELS[green], _LEVELS[blue]), (8 + 10 * grey,) * 3
    return 232 + grey if _distance(colour, ramp) < _distance(colour, cube) else 16 + 36 * red + 6 * green + blue


_LEVELS = (0, 95, 135, 175, 215, 255)


def _distance(one: RGB, other: RGB) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
