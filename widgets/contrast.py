"""The contrast of colours, as a terminal shows them."""

from __future__ import annotations

from rich.color import Color, ColorSystem
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from .colours import RGB, Depth


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast ratio of two colours, from 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: RGB) -> float:
    """Return the relative luminance of an sRGB colour, from 0 to 1 (WCAG 2)."""

    def linear(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def displayed(colour: RGB, depth: Depth) -> RGB:
    """Return the colour that a terminal of a colour depth displays for `colour`."""
    if depth not in (Depth.EIGHT_BIT, Depth.STANDARD):
        return colour
    system = ColorSystem.EIGHT_BIT if depth is Depth.EIGHT_BIT else ColorSystem.STANDARD
    nearest = Color.from_rgb(*colour).downgrade(system)
    if system is ColorSystem.EIGHT_BIT:
        red, green, blue = nearest.get_truecolor(DEFAULT_TERMINAL_THEME)
        return red, green, blue
    return standard_colour(nearest.number or 0)


def standard_colour(number: int) -> RGB:
    """Return a colour of the table of 16 colours in which Rich searches for the nearest one.

    The components are 0, 85, 170 or 255, by the bits of the number, except for brown in place of dark yellow.
    """
    if number == 3:
        return 170, 85, 0
    low, high = (85, 255) if number >= 8 else (0, 170)
    red, green, blue = (high if number >> bit & 1 else low for bit in range(3))
    return red, green, blue
