"""A rectangle of terminal cells: what every drawing here is made of, before it meets a terminal.

A cell holds one Unicode code point and the number of a `Role`; what a role looks like is the theme's affair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from ..layouts.text import cell_width, escape

Codes = npt.NDArray[np.uint32]
Styles = npt.NDArray[np.uint8]

MERGE_GAP = 6
"""Changed runs nearer than this are one: moving the cursor costs about as many bytes as the cells between."""


class Role(IntEnum):
    """What a cell is for. At most 32, so that a role fits five bits."""

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
    BAR = 15
    TRACK = 16
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
    """The bright role of the series at `index` of its panel; a fifth series begins again at the first role."""
    return Role(Role.S1 + index % 4)


def faint_role(index: int) -> Role:
    """The faint role of the series at `index` of its panel."""
    return Role(Role.F1 + index % 4)


@dataclass(frozen=True)
class Span:
    """The cells `x0` to `x1` (not included) of row `y`."""

    y: int
    x0: int
    x1: int


@dataclass(frozen=True)
class Border:
    """The six characters of a box: corners from the top left clockwise, then across and down."""

    corners: str
    across: str
    down: str


ROUNDED = Border("╭╮╯╰", "─", "│")
PLAIN = Border("++++", "-", "|")
"""A box of ASCII alone."""


class Cells:
    """A rectangle of cells.

    `codes` is uint32 (height, width): Unicode code points, 0 for the right half of a wide character.
    `styles` is uint8 (height, width): `Role` numbers.
    """

    __slots__ = ("codes", "styles")

    def __init__(self, codes: Codes, styles: Styles) -> None:
        """Take both arrays as they are; their shapes must be the same."""
        if codes.shape != styles.shape or codes.ndim != 2:
            raise ValueError(f"codes {codes.shape} and styles {styles.shape} must be the same rectangle")
        self.codes = codes
        self.styles = styles

    @classmethod
    def blank(cls, width: int, height: int, role: Role = Role.TEXT) -> Cells:
        """A rectangle of spaces."""
        shape = (max(height, 0), max(width, 0))
        return cls(np.full(shape, 32, np.uint32), np.full(shape, int(role), np.uint8))

    @property
    def width(self) -> int:
        """Cells in a row."""
        return int(self.codes.shape[1])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.codes)

    def copy(self) -> Cells:
        """A rectangle of its own with the same cells."""
        return Cells(self.codes.copy(), self.styles.copy())

    def ascii(self) -> Cells:
        """The same with a question mark for each character that ASCII does not have, two for a wide one."""
        return Cells(np.where((self.codes < 32) | (self.codes > 126), np.uint32(ord("?")), self.codes), self.styles)

    def put(self, x: int, y: int, text: str, role: Role) -> int:
        """Write `text` from column `x` of row `y`, clipped to the rectangle, and return the column after it.

        Wide characters take two cells; half a one, at an edge or left over from what was there, becomes a space.
        Combining characters are left out: a cell holds one code point. Control characters are shown escaped, so
        no text can reach a terminal as a command.
        """
        if not text.isprintable():
            text = escape(text)
        codes = _codes(text)
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
        """Copy `other` into this rectangle with its top left cell at `x`, `y`, clipped to this rectangle."""
        top, left = max(y, 0), max(x, 0)
        bottom, right = min(y + other.height, self.height), min(x + other.width, self.width)
        if top >= bottom or left >= right:
            return
        rows, columns = slice(top - y, bottom - y), slice(left - x, right - x)
        self.codes[top:bottom, left:right] = other.codes[rows, columns]
        self.styles[top:bottom, left:right] = other.styles[rows, columns]

    def box(self, role: Role, border: Border = ROUNDED) -> None:
        """Draw a border along the edges; a rectangle one cell wide or high has no room for one and is left alone."""
        if self.width < 2 or self.height < 2:
            return
        last = self.width - 1
        top, right, bottom, left = map(ord, border.corners)
        for row, begin, end in ((0, top, right), (-1, left, bottom)):
            self.codes[row] = ord(border.across)
            self.codes[row, 0], self.codes[row, last] = begin, end
            self.styles[row] = role
        for column in (0, last):
            self.codes[1:-1, column] = ord(border.down)
            self.styles[1:-1, column] = role

    def diff(self, other: Cells) -> list[Span]:
        """The runs of cells that differ from `other`, top to bottom; all of each row where the sizes differ.

        A run never begins or ends within a wide character of either rectangle.
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
        """The characters of row `y` from `x0` to `x1` (not included; None is the row's end)."""
        return _text(self.codes[y, x0:x1])

    def rows(self) -> list[str]:
        """Every row as text, top to bottom."""
        return [_text(row) for row in self.codes]

    def runs(
        self, y: int, x0: int = 0, x1: int | None = None, through: npt.NDArray[np.bool_] | None = None
    ) -> Iterator[tuple[str, Role]]:
        """The row `y` as pieces of text of one role each, from `x0` to `x1` (not included; None is the row's end).

        A space in a role for which `through` (by role) is true takes the role before it, where that is such a one too:
        it looks the same, and the pieces are fewer.
        """
        codes, styles = self.codes[y, x0:x1], self.styles[y, x0:x1]
        if not len(styles):
            return
        if through is not None:
            styles = _through_spaces(codes, styles, through)
        cuts = ((styles[1:] != styles[:-1]).nonzero()[0] + 1).tolist()
        starts = [0, *cuts]
        text = codes.tobytes().decode("utf-32")
        roles = styles[starts].tolist()
        for start, end, role in zip(starts, [*cuts, len(styles)], roles, strict=True):
            yield text[start:end].replace("\0", ""), _ROLES[role]


def _through_spaces(codes: Codes, styles: Styles, through: npt.NDArray[np.bool_]) -> Styles:
    same = through[styles]
    cells = np.arange(len(codes))
    # At each cell, the last one up to it that is no such space.
    last = np.maximum.accumulate(np.where((codes == 32) & same, 0, cells))
    before = styles[last]
    return np.where(through[before], before, styles)


def _codes(text: str) -> Codes:
    """One code a cell."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8).astype(np.uint32)
    codes: list[int] = []
    for character in text:
        width = cell_width(character)
        if width:
            codes.append(ord(character))
        if width == 2:
            codes.append(0)
    return np.array(codes, np.uint32)


def _text(codes: Codes) -> str:
    return codes.astype("<u4").tobytes().decode("utf-32-le").replace("\0", "")
