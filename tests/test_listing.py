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


def test_it_scrolls_so_that_the_selected_row_is_in_sight_and_tells_where_it_is() -> None:
    made = listing([(f"key{at}", str(at)) for at in range(10)])
    assert [line[2:6] for line in text(made.paint(20, 6))[2:5]] == ["key0", "key1", "key2"]
    made.move(4)
    shown = text(made.paint(20, 6))
    assert [line[2:6] for line in shown[2:5]] == ["key2", "key3", "key4"]
    assert " 5/10 " in shown[5]
    made.move(-1)
    assert [line[2:6] for line in text(made.paint(20, 6))[2:5]] == ["key2", "key3", "key4"]
    made.move(-3)
    assert [line[2:6] for line in text(made.paint(20, 6))[2:5]] == ["key0", "key1", "key2"]


def test_no_place_is_told_where_all_rows_are_in_sight() -> None:
    assert "/" not in text(listing([("a", "1")]).paint(20, 6))[5]


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_a_low_one_has_no_mark_where_there_is_no_row(height: int) -> None:
    cells = listing([("a", "1"), ("b", "2")]).paint(20, height)
    for y, line in enumerate(text(cells)):
        if (cells.styles[y] == Role.SELECTED).any():
            assert " a " in line


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
