"""What a list looks like: the columns it has room for, the rows in sight, and the selected row in full below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..layouts.text import cell_width, elide_middle, escape
from .cells import PLAIN, ROUNDED, Cells, Role

GAP = 2
SHARE = 20
"""A column of text has so many cells, or all it needs, before a column of a greater rank than 0 has any."""

LEAST_TEXT = 6
"""A column of text has so many cells, or all it needs, or the last columns are left out."""

MOST_TOLD = 4
"""The selected row takes at most so many lines to be told in full."""

MANY = 200
"""Of so many rows one is sure to take as many lines as there can be: none is measured."""

Row = Sequence[str]


class Column(NamedTuple):
    """A column of a list.

    Attributes:
        title: what stands above it.
        numbers: whether it is of numbers, which stand to the right and are shown whole or not at all.
        role: the role of its cells.
        prose: whether its texts lose their ends where they do not fit; names lose their middles.
        rank: the greater, the sooner it is left out where there is no room; of equals, the last goes first.
        mark: a sign behind the title.
    """

    title: str
    numbers: bool = False
    role: Role = Role.TEXT
    prose: bool = False
    rank: int = 0
    mark: str = ""

    @property
    def heading(self) -> str:
        """What stands above it, with the sign."""
        return f"{self.title} {self.mark}" if self.mark else self.title


class Plan(NamedTuple):
    """Where all of a list is, in cells and lines.

    Attributes:
        widths: the width of each column that is there, by its index.
        framed: whether there is a border.
        first: the line of the first row; the columns' titles are above it, where that is not the border.
        sight: how many rows there is room for.
        told: how many lines are kept to tell the selected row in full; 0 where all are whole, or there is no room.
    """

    widths: Mapping[int, int]
    framed: bool
    first: int
    sight: int
    told: int


def needed(columns: Sequence[Column], rows: Sequence[Row]) -> list[int]:
    """Return how many cells each column needs for its texts and its title."""
    return [
        max(cell_width(escape(text)) for text in (column.heading, *(row[at] for row in rows)))
        for at, column in enumerate(columns)
    ]


def fit(columns: Sequence[Column], wanted: Sequence[int], room: int) -> dict[int, int]:
    """Return the width of each column that ``room`` cells are enough for, by its index.

    Columns are left out, those of the greatest rank first and never the first one, until the numbers have what they
    want and the texts enough to be read. The texts then share what is left: none is cut while another has more.
    """
    shown = list(range(len(columns)))
    while len(shown) > 1 and _least(columns, wanted, shown) > room:
        shown.remove(max(shown[1:], key=lambda at: (columns[at].rank, at)))
    widths = {at: wanted[at] for at in shown}
    left = room - GAP * (len(shown) - 1) - sum(wanted[at] for at in shown if columns[at].numbers)
    texts = sorted((at for at in shown if not columns[at].numbers), key=lambda at: wanted[at])
    for place, at in enumerate(texts):
        widths[at] = min(wanted[at], max(left, 0) // (len(texts) - place))
        left -= widths[at]
    return widths


def _least(columns: Sequence[Column], wanted: Sequence[int], shown: Sequence[int]) -> int:
    """Return how many cells some columns take at the least."""
    share = SHARE if any(columns[at].rank for at in shown) else LEAST_TEXT
    cells = sum(wanted[at] if columns[at].numbers else min(wanted[at], share) for at in shown)
    return cells + GAP * (len(shown) - 1)


def plan(
    columns: Sequence[Column], rows: Sequence[Row], wanted: Sequence[int], width: int, height: int, *, told: int = 0
) -> Plan:
    """Work out what goes where.

    The lines that tell the selected row are the same for every row, so that nothing moves when another is selected.

    Args:
        columns: the columns.
        rows: the rows.
        wanted: the cells that each column needs.
        width: the cells there are.
        height: the lines there are; the rows have at least half of them.
        told: the least lines to keep for telling the selected row, where any is not whole.
    """
    framed = height > 2
    first = 2 if height > 3 else int(framed)
    lines = max(height - first - framed, 1)
    widths = fit(columns, wanted, width - 4)
    most = min(MOST_TOLD, lines // 2 - 1)
    if all(widths.get(at, 0) >= cells for at, cells in enumerate(wanted)):
        most = 0
    elif most > 0 and len(rows) <= MANY:
        most = max([told, *(len(in_full(columns, row, widths, width=width - 4, most=most)) for row in rows)])
    most = max(most, 0)
    return Plan(widths, framed, first, lines - (most + 1 if most else 0), most)


def in_full(
    columns: Sequence[Column], row: Row, widths: Mapping[int, int], *, width: int, most: int, dots: str = "…"
) -> list[str]:
    """Return the lines that tell a row in full, none where each of its texts is shown whole.

    Where that takes more than ``most`` lines they tell only what is not shown whole, as far as they go: that of the
    least rank first.
    """
    texts = list(map(escape, row))
    there = [at for at, text in enumerate(texts) if text]
    cut = sorted((at for at in there if cell_width(texts[at]) > widths.get(at, 0)), key=lambda at: columns[at].rank)
    told: list[str] = []
    for chosen in (there, cut) if cut and most else ():
        told = wrapped([f"{columns[at].title}: {texts[at]}" for at in chosen], width)
        if len(told) <= most:
            return told
    return [*told[: most - 1], without_end(" ".join(told[most - 1 : most + 1]), width, dots)] if told else []


def wrapped(texts: Sequence[str], width: int) -> list[str]:
    """Return lines of at most ``width`` cells: texts one after the other, broken only where they do not fit a line."""
    width = max(width, 1)
    lines = [""]
    for text in texts:
        apart = " " * GAP if lines[-1] else ""
        if cell_width(lines[-1] + apart + text) > width >= cell_width(text):
            lines.append(text)
            continue
        for word in text.split(" "):
            _add(lines, apart, word, width)
            apart = " "
    return lines


def _add(lines: list[str], apart: str, word: str, width: int) -> None:
    """Put a word behind the last line, or on a new one; one longer than any line on as many as it needs."""
    if cell_width(lines[-1] + apart + word) <= width:
        lines[-1] += apart + word
        return
    room = width - cell_width(lines[-1] + apart)
    if cell_width(word) <= width or room < 1:
        lines.append("")
    else:
        lines[-1] += apart
    while word:
        # A wide character is put where there is room for half of it rather than never.
        here = beginning(word, width - cell_width(lines[-1])) or ("" if lines[-1] else word[0])
        lines[-1] += here
        word = word[len(here) :]
        if word:
            lines.append("")


def beginning(text: str, width: int) -> str:
    """Return as many of the first characters as fit a width in cells."""
    taken = 0
    for place, character in enumerate(text):
        taken += cell_width(character)
        if taken > width:
            return text[:place]
    return text


def without_end(text: str, width: int, dots: str) -> str:
    """Shorten a text to at most ``width`` cells by taking away its end."""
    if cell_width(text) <= width:
        return text
    room = width - cell_width(dots)
    return beginning(text, room).rstrip(f" {dots}") + dots if room > 0 else beginning(dots, width)


def face(
    title: str,
    columns: Sequence[Column],
    rows: Sequence[Row],
    planned: Plan,
    *,
    selected: int,
    top: int,
    size: tuple[int, int],
    ascii_only: bool,
) -> Cells:
    """Return the list as ``size`` (width, height) cells, the row ``top`` the first in sight."""
    width = size[0]
    cells = framed(title, size, ascii_only=ascii_only)
    dots = _dots(ascii_only=ascii_only)
    widths, first = planned.widths, planned.first
    if first == 2:
        _put(cells, 1, columns, [column.heading for column in columns], widths, dots=dots, heading=True)
    for line, row in enumerate(rows[top : top + planned.sight], first):
        _put(cells, line, columns, row, widths, dots=dots)
        if line - first + top == selected:
            cells.styles[line, 1 : width - 1] = Role.SELECTED
    told = in_full(columns, rows[selected], widths, width=width - 4, most=planned.told, dots=dots)
    rule = first + planned.sight
    if told:
        left, across, right = "+-+" if ascii_only else "├─┤"
        cells.put(0, rule, left + across * (width - 2) + right, Role.FRAME)
    for line, text in enumerate(told, rule + 1):
        cells.put(2, line, text, Role.DIM)
    if planned.framed:
        _tell_more(cells, top, len(rows) - top - planned.sight)
    return cells


def empty(title: str, why: str, size: tuple[int, int], *, ascii_only: bool) -> Cells:
    """Return a list without rows as ``size`` (width, height) cells; it says why."""
    width, height = size
    cells = framed(title, size, ascii_only=ascii_only)
    text = elide_middle(why, max(width - 2, 0), _dots(ascii_only=ascii_only))
    cells.put((width - cell_width(text)) // 2, height // 2, text, Role.DIM)
    return cells


def framed(title: str, size: tuple[int, int], *, ascii_only: bool) -> Cells:
    """Return a border with a title; none where there is no line for it."""
    width, height = size
    cells = Cells.blank(width, height)
    if height > 2:
        cells.box(Role.FRAME, PLAIN if ascii_only else ROUNDED)
        cells.put(1, 0, elide_middle(f" {title} ", max(width - 2, 0), _dots(ascii_only=ascii_only)), Role.TITLE)
    return cells


def _dots(*, ascii_only: bool) -> str:
    return "~" if ascii_only else "…"


def _tell_more(cells: Cells, above: int, below: int) -> None:
    """Say in the lowest border how many rows are above and below those in sight."""
    text = ", ".join(f"{count} {where}" for count, where in ((above, "above"), (below, "below")) if count > 0)
    start = (cells.width - len(text)) // 2 - 1
    if text and start > 0:
        cells.put(start, cells.height - 1, f" {text} ", Role.DIM)


def _put(
    cells: Cells,
    y: int,
    columns: Sequence[Column],
    row: Row,
    widths: Mapping[int, int],
    *,
    dots: str,
    heading: bool = False,
) -> None:
    inside = Cells.blank(max(cells.width - 4, 0), 1)
    x = 0
    for at, width in widths.items():
        column, text = columns[at], escape(row[at])
        shown = without_end(text, width, dots) if column.prose else elide_middle(text, width, dots)
        start = x + (width - cell_width(shown) if column.numbers else 0)
        inside.put(start, 0, shown, Role.DIM if heading else column.role)
        x += width + GAP
    cells.paste(inside, 2, y)
