"""A rectangle of terminal cells, which all widgets are drawn as.

A cell has one Unicode code point and a `Role`; the theme decides what each role looks like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from ..layouts.text import cell_width, escape
from .borders import ROUNDED, Border
from .codes import Codes, decode, encode

Styles = npt.NDArray[np.uint8]

MERGE_GAP = 6
"""Changes at most this many cells apart are one span: moving the cursor costs about as many bytes as those cells."""


class Role(IntEnum):
    """The purpose of a cell, which determines its style. The numbers are below 32."""

    TEXT = 0
    DIM = 1
    FRAME = 2
    FRAME_FOCUS = 3
    TITLE = 4
    VALUE = 5
    LABEL = 6
    GRID = 7
    RULE = 8
    CROSSHAIR = 9
    ACCENT = 10
    ALERT = 11
    LIVE = 12
    KEY = 13
    SELECTED = 14
    MARK = 17
    S1 = 20
    S2 = 21
    S3 = 22
    S4 = 23
    F1 = 24
    F2 = 25
    F3 = 26
    F4 = 27


_ROLES = {int(role): role for role in Role}


def series_role(index: int) -> Role:
    """Return the bright role of the series at `index` of its panel; from the fifth series on, the roles repeat."""
    return Role(Role.S1 + index % 4)


def faint_role(index: int) -> Role:
    """Return the faint role of the series at `index` of its panel; from the fifth series on, the roles repeat."""
    return Role(Role.F1 + index % 4)


@dataclass(frozen=True)
class Span:
    """The cells from `x0` up to but not including `x1` of row `y`."""

    y: int
    x0: int
    x1: int


class Cells:
    """A rectangle of cells.

    Attributes:
        codes: Unicode code points, uint32, shape (height, width); 0 for the right half of a wide character.
        styles: `Role` numbers, uint8, shape (height, width).
    """

    __slots__ = ("codes", "styles")

    def __init__(self, codes: Codes, styles: Styles) -> None:
        """Use the two arrays without copying them.

        Raises:
            ValueError: the arrays are not two-dimensional or their shapes differ.
        """
        if codes.shape != styles.shape or codes.ndim != 2:
            raise ValueError(f"codes {codes.shape} and styles {styles.shape} must have the same two-dimensional shape")
        self.codes = codes
        self.styles = styles

    @classmethod
    def blank(cls, width: int, height: int, role: Role = Role.TEXT) -> Cells:
        """Return a rectangle of spaces; a negative size counts as 0."""
        shape = (max(height, 0), max(width, 0))
        return cls(np.full(shape, 32, np.uint32), np.full(shape, int(role), np.uint8))

    @property
    def width(self) -> int:
        """The number of columns."""
        return int(self.codes.shape[1])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.codes)

    def copy(self) -> Cells:
        """Return a copy that shares no memory with this rectangle."""
        return Cells(self.codes.copy(), self.styles.copy())

    def ascii(self) -> Cells:
        """Return the cells with every non-ASCII character replaced by a question mark; a wide character by two."""
        return Cells(np.where((self.codes < 32) | (self.codes > 126), np.uint32(ord("?")), self.codes), self.styles)

    def put(self, x: int, y: int, text: str, role: Role) -> int:
        """Write `text` from column `x` of row `y`, clipped to the rectangle, and return the column after its end.

        A wide character takes two cells; if only half of one would remain, at an edge or beside the new text, that
        half becomes a space. Combining characters are dropped, since a cell has one code point. Control characters are
        escaped, so that no text acts on the terminal.
        """
        if not text.isprintable():
            text = escape(text)
        codes = encode(text)
        end = x + len(codes)
        if not 0 <= y < self.height:
            return end
        left, right = max(x, 0), min(end, self.width)
        if left >= right:
            return end
        codes = codes[left - x : right - x]
        row = self.codes[y]
        if row[left] == 0 and left:
            row[left - 1] = 32
        if right < self.width and row[right] == 0:
            row[right] = 32
        row[left:right] = codes
        if codes[0] == 0:
            row[left] = 32
        if right < end and cell_width(chr(row[right - 1])) == 2:
            row[right - 1] = 32
        self.styles[y, left:right] = role
        return end

    def paste(self, other: Cells, x: int, y: int) -> None:
        """Copy `other` into this rectangle, clipped, with its top left cell at column `x` of row `y`."""
        top, left = max(y, 0), max(x, 0)
        bottom, right = min(y + other.height, self.height), min(x + other.width, self.width)
        if top >= bottom or left >= right:
            return
        rows, columns = slice(top - y, bottom - y), slice(left - x, right - x)
        self.codes[top:bottom, left:right] = other.codes[rows, columns]
        self.styles[top:bottom, left:right] = other.styles[rows, columns]

    def box(self, role: Role, border: Border = ROUNDED) -> None:
        """Draw a border along the edges, unless the rectangle is less than two cells wide or high."""
        if self.width < 2 or self.height < 2:
            return
        last = self.width - 1
        top, right, bottom, left = map(ord, border.corners)
        for row, first_corner, last_corner in ((0, top, right), (-1, left, bottom)):
            self.codes[row] = ord(border.across)
            self.codes[row, 0], self.codes[row, last] = first_corner, last_corner
            self.styles[row] = role
        for column in (0, last):
            self.codes[1:-1, column] = ord(border.down)
            self.styles[1:-1, column] = role

    def diff(self, other: Cells) -> list[Span]:
        """Return the spans of cells that differ from `other`, from top to bottom; all rows if the sizes differ.

        A span never starts or ends inside a wide character of either rectangle.
        """
        if self.codes.shape != other.codes.shape:
            return [Span(y, 0, self.width) for y in range(self.height) if self.width]
        changed = (self.codes != other.codes) | (self.styles != other.styles)
        spans: list[Span] = []
        for y in changed.any(axis=1).nonzero()[0].tolist():
            columns = changed[y].nonzero()[0].tolist()
            start = last = columns[0]
            for column in columns:
                if column - last > MERGE_GAP:
                    spans.append(self._whole_characters(other, y, start, last + 1))
                    start = column
                last = column
            spans.append(self._whole_characters(other, y, start, last + 1))
        return spans

    def _whole_characters(self, other: Cells, y: int, x0: int, x1: int) -> Span:
        mine, theirs = self.codes[y], other.codes[y]
        while x0 > 0 and (mine[x0] == 0 or theirs[x0] == 0):
            x0 -= 1
        while x1 < self.width and (mine[x1] == 0 or theirs[x1] == 0):
            x1 += 1
        return Span(y, x0, x1)

    def text(self, y: int, x0: int = 0, x1: int | None = None) -> str:
        """Return the characters of row `y` from `x0` up to but not including `x1` (None: the end of the row)."""
        return decode(self.codes[y, x0:x1])

    def rows(self) -> list[str]:
        """Return the text of every row, from top to bottom."""
        return [decode(row) for row in self.codes]

    def runs(
        self, y: int, x0: int = 0, x1: int | None = None, through: npt.NDArray[np.bool_] | None = None
    ) -> Iterator[tuple[str, Role]]:
        """Yield row `y` as runs of text with one role each.

        Args:
            y: the row.
            x0: the first column.
            x1: the column after the last; None for the end of the row.
            through: the roles in which a space looks the same, as a boolean for each role. A space between two of them
                continues the run before it, which makes fewer runs.
        """
        codes, styles = self.codes[y, x0:x1], self.styles[y, x0:x1]
        if not len(styles):
            return
        if through is not None:
            styles = _merge_spaces(codes, styles, through)
        cuts = ((styles[1:] != styles[:-1]).nonzero()[0] + 1).tolist()
        starts = [0, *cuts]
        text = codes.tobytes().decode("utf-32")
        roles = styles[starts].tolist()
        for start, end, role in zip(starts, [*cuts, len(styles)], roles, strict=True):
            yield text[start:end].replace("\0", ""), _ROLES[role]


def _merge_spaces(codes: Codes, styles: Styles, through: npt.NDArray[np.bool_]) -> Styles:
    same = through[styles]
    cells = np.arange(len(codes))
    # For each cell, the index of the last cell up to it that is not such a space.
    last = np.maximum.accumulate(np.where((codes == 32) & same, 0, cells))
    before = styles[last]
    return np.where(through[before], before, styles)
