"""The characters of borders."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Border:
    """The characters of a box.

    Attributes:
        corners: the four corners, clockwise from the top left.
        across: the character of the horizontal edges.
        down: the character of the vertical edges.
    """

    corners: str
    across: str
    down: str


ROUNDED = Border("╭╮╯╰", "─", "│")
ASCII = Border("++++", "-", "|")
