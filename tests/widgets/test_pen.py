"""Escape sequences draw exactly the cells they should, in few bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from div_tui.widgets import pen
from div_tui.widgets.cells import Cells, Role
from div_tui.widgets.spans import MERGE_GAP, merged, rows_of, strip_pieces
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from support.chart_app import look_of
from support.recorder import Terminal
from textual.geometry import Region
from textual.strip import Strip


def encoded(
    chops: Sequence[Mapping[int, Strip | None]], ends: Sequence[Sequence[int]], spans: Sequence[tuple[int, int, int]]
) -> str:
    return pen.encode(strip_pieces(chops, ends, spans), ColorSystem.TRUECOLOR)


def draw(row: Sequence[tuple[str, Style | None]], *spans: tuple[int, int, int], y: int = 0) -> str:
    strip = Strip([Segment(text, style) for text, style in row])
    chops = [{0: strip} for _ in range(y + 1)]
    return encoded(chops, [[strip.cell_length]] * (y + 1), spans)


RED = Style(color="#ff0000", bgcolor="#000000")
BLUE = Style(color="#0000ff", bgcolor="#000000")


def test_a_row_is_cropped_on_both_sides() -> None:
    assert draw([("abcdefgh", None)], (0, 3, 5)) == "\x1b[1;4Hde"


def test_the_cursor_moves_along_a_row_by_column_alone() -> None:
    assert draw([("abcdefghijklmnop", None)], (0, 1, 2), (0, 12, 13)) == "\x1b[1;2Hb\x1b[13Gm"


@pytest.mark.parametrize(("gap", "sent"), [(MERGE_GAP, "\x1b[1;1Habcde"), (MERGE_GAP + 1, "\x1b[1;1Ha\x1b[6Gf")])
def test_near_spans_are_sent_as_one(gap: int, sent: str) -> None:
    assert draw([("abcdefghij", None)], (0, 0, 1), (0, 1 + gap, 2 + gap)) == sent


def test_a_colour_is_sent_only_where_it_differs() -> None:
    row = [("aa", RED), ("bb", RED), ("cc", BLUE), ("dd", None)]
    assert draw(row, (0, 1, 7)) == ("\x1b[1;2H\x1b[38;2;255;0;0;48;2;0;0;0mabb\x1b[38;2;0;0;255mcc\x1b[0md")


def test_a_reset_ends_a_weight() -> None:
    row = [("a", RED + Style(bold=True)), ("b", RED), ("c", Style(color="#ff0000"))]
    assert draw(row, (0, 0, 3)) == (
        "\x1b[1;1H\x1b[1;38;2;255;0;0;48;2;0;0;0ma\x1b[0;38;2;255;0;0;48;2;0;0;0mb\x1b[0;38;2;255;0;0mc\x1b[0m"
    )


def test_a_link_is_kept_whole() -> None:
    sent = draw([("ab", RED), ("link", Style(link="https://example.org")), ("cd", RED)], (0, 0, 8))
    assert "link\x1b]8;;\x1b\\" in sent.replace("\x1b[0m", "")
    assert sent.endswith("cd\x1b[0m")


def test_runs_of_one_style_are_sent_together() -> None:
    pieces = [pen.Piece(y, 0, 2, [("a", RED), ("b", BLUE)]) for y in range(2)]
    assert pen.encode(pen.by_style(pieces), ColorSystem.TRUECOLOR) == (
        "\x1b[1;1H\x1b[38;2;255;0;0;48;2;0;0;0ma\x1b[2;1Ha\x1b[1;2H\x1b[38;2;0;0;255mb\x1b[2;2Hb\x1b[0m"
    )


def test_runs_keep_to_the_cells_they_were_laid_out_in_whatever_other_tables_say() -> None:
    # A vowel of Hangul, a cell wide here, that has no width of its own to others.
    cells = Cells.blank(4, 1)
    cells.put(0, 0, "a\u1160", Role.S1)
    cells.put(2, 0, "bc", Role.S2)
    styles = {Role.S1: RED, Role.S2: BLUE}
    runs = [(text, styles[role]) for text, role in cells.runs(0)]
    assert [(one.x0, one.x1) for one in pen.by_style([pen.Piece(0, 0, 4, runs)])] == [(0, 2), (2, 4)]


def test_parts_where_nothing_is_drawn_are_skipped() -> None:
    chops = [{0: Strip([Segment("ab")]), 2: None, 4: Strip([Segment("ef")])}]
    assert encoded(chops, [[2, 4, 6]], [(0, 1, 5)]) == "\x1b[1;2Hb\x1b[5Ge"


STYLES = [None, RED, BLUE, RED + Style(bold=True), BLUE + Style(dim=True), Style(reverse=True), Style(color="green")]
PIECES = st.lists(
    st.tuples(st.sampled_from(["ab", "日", "⠤⠤⠤", "x", "longer text"]), st.sampled_from(STYLES)), max_size=8
)


@given(
    st.lists(PIECES, min_size=3, max_size=3),
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 39), st.integers(1, 6)), max_size=8),
    st.integers(1, 39),
)
def test_the_cells_of_the_spans_are_drawn_and_no_others(
    rows: list[list[tuple[str, Style | None]]], regions: list[tuple[int, int, int]], cut: int
) -> None:
    size = (40, 3)
    strips = [Strip([Segment(*piece) for piece in row]).adjust_cell_length(40) for row in rows]
    chops = [dict(zip((0, cut), strip.divide([cut, 40]), strict=True)) for strip in strips]
    ends = [[cut, 40]] * 3
    whole, part = Terminal(size), Terminal(size)
    whole.feed(encoded(chops, ends, [(y, 0, 40) for y in range(3)]))
    blank = part.cells()
    spans = list(rows_of({Region(x, y, min(width, 40 - x), 1) for y, x, width in regions}))
    spans = [(y, *whole_characters(whole, y, x0, x1)) for y, x0, x1 in spans]
    part.feed(encoded(chops, ends, spans))
    by_style = Terminal(size)
    by_style.feed(pen.encode(pen.by_style(strip_pieces(chops, ends, spans)), ColorSystem.TRUECOLOR))
    assert [[look_of(cell) for cell in row] for row in by_style.cells()] == [
        [look_of(cell) for cell in row] for row in part.cells()
    ]
    drawn = {(y, x) for y, x0, x1 in merged(spans) for x in range(x0, x1)}
    expected, shown = whole.cells(), part.cells()
    for y in range(3):
        for x in range(40):
            if any(row == y and x0 <= x < x1 for row, x0, x1 in spans):
                assert look_of(shown[y][x]) == look_of(expected[y][x])
            elif (y, x) not in drawn:
                assert shown[y][x] == blank[y][x]


def whole_characters(terminal: Terminal, y: int, x0: int, x1: int) -> tuple[int, int]:
    """Return a span that starts and ends with whole characters: the right half of a wide one is empty."""
    row = terminal.screen.buffer[y]
    while x0 > 0 and not row[x0].data:
        x0 -= 1
    while x1 < 40 and not row[x1].data:
        x1 += 1
    return x0, x1
