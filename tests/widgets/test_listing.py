"""Lists: columns, selection and scrolling."""

from __future__ import annotations

import pytest
from div_tui.widgets.cells import Role
from div_tui.widgets.listing import Column, Listing
from hypothesis import given
from hypothesis import strategies as st

COLUMNS = (Column("key"), Column("count", numbers=True))


def listing(rows: list[tuple[str, ...]], *, ascii_only: bool = False) -> Listing:
    widget = Listing("Keys", COLUMNS, "no points yet", ascii_only=ascii_only)
    widget.show(rows)
    return widget


def test_numbers_are_aligned_to_the_right() -> None:
    assert listing([("loss", "1 200"), ("lr", "7")]).paint(20, 6).rows() == [
        "╭ Keys ────────────╮",
        "│ key   count      │",
        "│ loss  1 200      │",
        "│ lr        7      │",
        "│                  │",
        "╰──────────────────╯",
    ]


def test_ascii() -> None:
    shown = listing([("a.very.long.name.of.a.key", "7")], ascii_only=True).paint(24, 5).rows()
    assert shown[0] == "+ Keys ----------------+"
    assert all(line.isascii() for line in shown)


def test_the_text_of_an_empty_list() -> None:
    assert listing([]).paint(20, 5).rows()[2] == "│  no points yet   │"


def test_long_names_lose_their_middle_and_numbers_stay() -> None:
    shown = listing([("train.encoder.layer_0.attention.norm", "123 456")]).paint(30, 4).rows()
    assert shown[2] == "│ train.en…ion.norm  123 456 │"


def test_texts_are_escaped() -> None:
    shown = listing([("[red]x[/]\x1b[2J\u202e", "1"), ("損失", "2")]).paint(40, 6).rows()
    assert shown[2] == "│ [red]x[/]\\u001b[2J\\u202e      1      │"
    assert shown[3].startswith("│ 損失 ")


def test_the_selected_row_is_marked_and_always_exists() -> None:
    widget = listing([("a", "1"), ("b", "2"), ("c", "3")])
    marked = widget.paint(20, 8).styles == Role.SELECTED
    assert [bool(row.any()) for row in marked] == [False, False, True, False, False, False, False, False]
    widget.move(-1)
    assert widget.selected == 0
    widget.move(99)
    assert widget.selected == 2
    assert (widget.paint(20, 8).styles[4, 1:19] == Role.SELECTED).all()
    widget.show([("a", "1")])
    assert widget.selected == 0
    widget.show([])
    assert widget.selected == 0
    widget.move(1)
    assert widget.selected == 0


def test_the_selected_row_is_visible_and_hidden_rows_are_counted() -> None:
    widget = listing([(f"key{at}", str(at)) for at in range(10)])
    assert [line[2:6] for line in widget.paint(20, 6).rows()[2:5]] == ["key0", "key1", "key2"]
    widget.move(4)
    shown = widget.paint(20, 6).rows()
    assert [line[2:6] for line in shown[2:5]] == ["key2", "key3", "key4"]
    assert shown[5] == "╰ 2 above, 5 below ╯"
    widget.move(-1)
    assert [line[2:6] for line in widget.paint(20, 6).rows()[2:5]] == ["key2", "key3", "key4"]
    widget.move(-3)
    shown = widget.paint(20, 6).rows()
    assert [line[2:6] for line in shown[2:5]] == ["key0", "key1", "key2"]
    assert shown[5] == "╰──── 7 below ─────╯"
    widget.move(9)
    assert widget.paint(20, 6).rows()[5] == "╰──── 7 above ─────╯"
    assert widget.paint(9, 6).rows()[5] == "╰───────╯"


def test_nothing_is_counted_if_all_rows_are_visible() -> None:
    assert listing([("a", "1")]).paint(20, 6).rows()[5] == "╰──────────────────╯"


def test_page_scrolls_by_the_visible_rows() -> None:
    widget = listing([(f"key{at}", str(at)) for at in range(10)])
    seen = []
    for direction in (0, 1, 1, 1, 1, -1, -1, -1, -1):
        widget.page(direction)
        seen.append((widget.paint(20, 6).rows()[2][2:6], widget.selected))
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


def test_scrolling_moves_the_selection_only_to_keep_it_visible() -> None:
    widget = listing([(f"key{at}", str(at)) for at in range(10)])
    widget.paint(20, 8)
    widget.move(4)
    seen = []
    for delta in (3, 3, 3, -3, -3, -3):
        widget.scroll_rows(delta)
        seen.append((widget.paint(20, 8).rows()[2][2:6], widget.selected))
    assert seen == [("key3", 4), ("key5", 5), ("key5", 5), ("key2", 5), ("key0", 4), ("key0", 4)]
    few = listing([("a", "1"), ("b", "2")])
    few.paint(20, 8)
    few.scroll_rows(3)
    assert few.paint(20, 8).rows()[2][2] == "a"
    assert few.selected == 0


def test_row_at() -> None:
    widget = listing([(f"key{at}", str(at)) for at in range(10)])
    assert widget.row_at(2) is None
    widget.paint(20, 6)
    widget.move(5)
    widget.paint(20, 6)
    assert [widget.row_at(y) for y in range(6)] == [None, None, 3, 4, 5, None]
    widget.paint(20, 2)
    assert [widget.row_at(y) for y in range(2)] == [4, 5]
    few = listing([("a", "1")])
    few.paint(20, 6)
    assert [few.row_at(y) for y in range(6)] == [None, None, 0, None, None, None]
    few.show([])
    few.paint(20, 6)
    assert [few.row_at(y) for y in range(6)] == [None] * 6


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_a_low_list_marks_a_row(height: int) -> None:
    cells = listing([("a", "1"), ("b", "2")]).paint(20, height)
    for y, line in enumerate(cells.rows()):
        if (cells.styles[y] == Role.SELECTED).any():
            assert " a " in line
    assert any(" a " in line for line in cells.rows())


@given(
    st.lists(st.tuples(st.text(max_size=30), st.text(max_size=12)), max_size=12),
    st.integers(1, 60),
    st.integers(1, 20),
    st.integers(-20, 20),
    st.booleans(),
)
def test_any_list_has_the_requested_size(
    rows: list[tuple[str, ...]],
    width: int,
    height: int,
    moved: int,
    ascii_only: bool,
) -> None:
    widget = listing(rows, ascii_only=ascii_only)
    widget.move(moved)
    cells = widget.paint(width, height)
    assert (cells.width, cells.height) == (width, height)
    if height >= 4 and width >= 4 and rows:
        assert (cells.styles == Role.SELECTED).any(axis=1).sum() == 1
