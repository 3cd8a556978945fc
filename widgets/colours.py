"""The hues of the series, and the colour depths of terminals."""

from __future__ import annotations

from enum import Enum

RGB = tuple[int, int, int]

DARK_SERIES: tuple[RGB, ...] = ((86, 180, 233), (230, 159, 0), (0, 166, 122), (214, 130, 176))
"""Four hues that colour-blind people can distinguish (after Okabe and Ito), for a dark background."""

LIGHT_SERIES: tuple[RGB, ...] = ((0, 104, 184), (168, 89, 10), (0, 102, 75), (184, 50, 128))
"""The same for a light background."""

# Numbers of the 16 terminal colours for each series. The first one that is readable on the background is used.
DARK_16 = ((14, 15), (11, 15), (13, 15), (10, 15))
DARK_FAINT_16 = ((6, 7), (3, 7), (5, 7), (2, 7))
LIGHT_16 = ((4, 0), (3, 0), (5, 0), (2, 0))
LIGHT_FAINT_16 = ((7, 8), (7, 8), (7, 8), (7, 8))


class Depth(Enum):
    """The colour depth of a terminal."""

    TRUECOLOR = "truecolor"
    EIGHT_BIT = "256"
    STANDARD = "standard"
    """The nearest of 16 colours, with assumed RGB values."""
    NAMED = "named"
    """The terminal's own 16 colours and its own background, by number."""
    NONE = "none"


def mix(start: RGB, end: RGB, share: float) -> RGB:
    """Return the colour at a share (0 to 1) of the way from one colour to another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


def eight_bit(colour: RGB) -> int:
    """Return the number of the nearest of 256 xterm colours: a 6x6x6 cube (from 16 on) and 24 greys (from 232 on)."""
    red, green, blue = (min(range(6), key=lambda level: abs(_LEVELS[level] - value)) for value in colour)
    grey = min(range(24), key=lambda level: abs(8 + 10 * level - sum(colour) / 3))
    cube, ramp = (_LEVELS[red], _LEVELS[green], _LEVELS[blue]), (8 + 10 * grey,) * 3
    return 232 + grey if _distance(colour, ramp) < _distance(colour, cube) else 16 + 36 * red + 6 * green + blue


_LEVELS = (0, 95, 135, 175, 215, 255)


def _distance(one: RGB, other: RGB) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
