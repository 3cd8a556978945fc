"""A list on a screen of its own: columns, what gives way, which rows are in sight."""

from __future__ import annotations

import pytest
from div_tui.widgets.cells import Cells, Role
from div_tui.widgets.listing import Column, Listing
from hypothesis import given
from hypothesis import strategies as st

COLUMNS = (Column("key"), Column("count", numbers=True))


def listing(rows: list[tuple[str, ...]], *, ascii_only: bool = False) -> Listing:
    made = Listing("Keys", COLUMNS, "no points yet", ascii_only=ascii_only)
    made.show(rows)
    return made


def text(cells: Cells) -> list[str]:
    return ["".join(chr(code) for code in row if code) for row in cells.codes]


def test_rows_stand_in_columns_numbers_to_the_right() -> None:
    assert text(listing([("loss", "1 200"), ("lr", "7")]).paint(20, 6)) == [
        "╭ Keys ────────────╮",
        "│ key   count      │",
        "│ loss  1 200      │",
        "│ lr        7      │",
        "│                  │",
        "╰──────────────────╯",
    ]


def test_with_ascii_alone() -> None:
    shown = text(listing([("a.very.long.name.of.a.key", "7")], ascii_only=True).paint(24, 5))
    assert shown[0] == "+ Keys ----------------+"
    assert all(line.isascii() for line in shown)


def test_without_rows_it_says_why() -> None:
    assert text(listing([]).paint(20, 5))[2] == "│  no points yet   │"


def test_the_widest_text_loses_its_middle_and_numbers_stay() -> None:
    shown = text(listing([("train.encoder.layer_0.attention.norm", "123 456")]).paint(30, 4))
    assert shown[2] == "│ train.en…ion.norm  123 456 │"


def test_data_is_plain_text() -> None:
    shown = text(listing([("[red]x[/]\x1b[2J\u202e", "1"), ("損失", "2")]).paint(40, 6))
    assert shown[2] == "│ [red]x[/]\\u001b[2J\\u202e      1      │"
    assert shown[3].startswith("│ 損失 ")


def test_the_selected_row_is_marked_and_stays_within_the_rows() -> None:
    made = listing([("a", "1"), ("b", "2"), ("c", "3")])
    marked = made.paint(20, 8).styles == Role.SELECTED
    assert [bool(row.any()) for row in marked] == [False, False, True, False, False, False, False, False]
    made.move(-1)
    assert made.selected == 0
    made.move(99)
    assert made.selected == 2
    assert (made.paint(20, 8).styles[4, 1:19] == Role.SELECTED).all()
    made.show([("a", "1")])
    assert made.selected == 0
    made.show([])
    assert made.selected == 0
    made.move(1)
    assert made.selected == 0


def test_it_scrolls_so_that_the_selected_row_is_in_sight_and_counts_the_others() -> None:
    made = listing([(f"key{at}", str(at)) for at in range(10)])
    assert [line[2:6] for line in text(made.paint(20, 6))[2:5]] == ["key0", "key1", "key2"]
    made.move(4)
    shown = text(made.paint(20, 6))
    assert [line[2:6] for line in shown[2:5]] == ["key2", "key3", "key4"]
    assert shown[5] == "╰ 2 above, 5 below ╯"
    made.move(-1)
    assert [line[2:6] for line in text(made.paint(20, 6))[2:5]] == ["key2", "key3", "key4"]
    made.move(-3)
    shown = text(made.paint(20, 6))
    assert [line[2:6] for line in shown[2:5]] == ["key0", "key1", "key2"]
    assert shown[5] == "╰──── 7 below ─────╯"
    made.move(9)
    assert text(made.paint(20, 6))[5] == "╰──── 7 above ─────╯"
    assert text(made.paint(9, 6))[5] == "╰───────╯"


def test_no_rows_are_counted_where_all_are_in_sight() -> None:
    assert text(listing([("a", "1")]).paint(20, 6))[5] == "╰──────────────────╯"


def test_a_page_moves_the_rows_in_sight_by_a_page() -> None:
    made = listing([(f"key{at}", str(at)) for at in range(10)])
    seen = []
    for direction in (0, 1, 1, 1, 1, -1, -1, -1, -1):
        made.page(direction)
        seen.append((text(made.paint(20, 6))[2][2:6], made.selected))
    assert seen == [
        ("key0", 0),
        ("key3", 3),
        ("key6", 6),
        ("key7", 9),
        ("key7", 9),
        ("key4", 6),
        ("key1", 3),
        ("key0", 0),
        ("key0", 0),
    ]


def test_the_wheel_moves_the_rows_in_sight_and_the_selection_only_with_them() -> None:
    made = listing([(f"key{at}", str(at)) for at in range(10)])
    made.paint(20, 8)
    made.move(4)
    seen = []
    for delta in (3, 3, 3, -3, -3, -3):
        made.scroll_rows(delta)
        seen.append((text(made.paint(20, 8))[2][2:6], made.selected))
    assert seen == [("key3", 4), ("key5", 5), ("key5", 5), ("key2", 5), ("key0", 4), ("key0", 4)]
    few = listing([("a", "1"), ("b", "2")])
    few.paint(20, 8)
    few.scroll_rows(3)
    assert text(few.paint(20, 8))[2][2] == "a"
    assert few.selected == 0


def test_which_row_a_line_shows() -> None:
    made = listing([(f"key{at}", str(at)) for at in range(10)])
    assert made.row_at(2) is None
    made.paint(20, 6)
    made.move(5)
    made.paint(20, 6)
    assert [made.row_at(y) for y in range(6)] == [None, None, 3, 4, 5, None]
    made.paint(20, 2)
    assert [made.row_at(y) for y in range(2)] == [4, 5]
    few = listing([("a", "1")])
    few.paint(20, 6)
    assert [few.row_at(y) for y in range(6)] == [None, None, 0, None, None, None]
    few.show([])
    few.paint(20, 6)
    assert [few.row_at(y) for y in range(6)] == [None] * 6


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_a_low_one_has_no_mark_where_there_is_no_row(height: int) -> None:
    cells = listing([("a", "1"), ("b", "2")]).paint(20, height)
    for y, line in enumerate(text(cells)):
        if (cells.styles[y] == Role.SELECTED).any():
            assert " a " in line
    assert any(" a " in line for line in text(cells))


@given(
    st.lists(st.tuples(st.text(max_size=30), st.text(max_size=12)), max_size=12),
    st.integers(1, 60),
    st.integers(1, 20),
    st.integers(-20, 20),
    st.booleans(),
)
def test_every_size_is_filled_exactly(
    rows: list[tuple[str, ...]],
    width: int,
    height: int,
    moved: int,
    ascii_only: bool,
) -> None:
    made = listing(rows, ascii_only=ascii_only)
    made.move(moved)
    cells = made.paint(width, height)
    assert (cells.width, cells.height) == (width, height)
    if height >= 4 and width >= 4 and rows:
        assert (cells.styles == Role.SELECTED).any(axis=1).sum() == 1
