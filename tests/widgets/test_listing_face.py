"""Lists whose columns and rows do not fit."""

from __future__ import annotations

import pytest
from div_tui.layouts.text import cell_width
from div_tui.widgets.cells import Role
from div_tui.widgets.listing import Column, Listing
from div_tui.widgets.listing_plan import GAP, MIN_TEXT_WIDTH, TEXT_WIDTH, fit_columns, needed_widths
from div_tui.widgets.wrap import wrap
from hypothesis import given
from hypothesis import strategies as st

RANKED = (
    Column("key"),
    Column("count", numbers=True, rank=2),
    Column("last", numbers=True),
    Column("min", numbers=True, rank=1),
    Column("max", numbers=True, rank=1),
    Column("place", numbers=True, rank=3),
)


@pytest.mark.parametrize(
    ("room", "widths"),
    [
        (90, {0: 30, 1: 5, 2: 9, 3: 9, 4: 9, 5: 5}),
        (67, {0: 20, 1: 5, 2: 9, 3: 9, 4: 9, 5: 5}),
        (66, {0: 26, 1: 5, 2: 9, 3: 9, 4: 9}),
        (59, {0: 26, 2: 9, 3: 9, 4: 9}),
        (52, {0: 30, 2: 9, 3: 9}),
        (41, {0: 30, 2: 9}),
        (30, {0: 19, 2: 9}),
        (17, {0: 6, 2: 9}),
        (16, {0: 16}),
        (3, {0: 3}),
    ],
)
def test_columns_of_the_highest_rank_are_dropped_first_and_numbers_are_never_cut(
    room: int, widths: dict[int, int]
) -> None:
    assert fit_columns(RANKED, [30, 5, 9, 9, 9, 5], room) == widths


def test_texts_share_the_width_that_numbers_leave() -> None:
    columns = (Column("a"), Column("b"), Column("n", numbers=True), Column("c"))
    assert fit_columns(columns, [12, 70, 6, 40], 76) == {0: 12, 3: 26, 1: 26, 2: 6}
    assert fit_columns(columns, [12, 70, 6, 10], 76) == {0: 12, 3: 10, 1: 42, 2: 6}
    assert fit_columns(columns, [30, 30, 6, 30], 40) == {0: 9, 1: 9, 3: 10, 2: 6}


def test_prose_loses_its_end_and_a_name_its_middle() -> None:
    widget = Listing("x", (Column("name"), Column("text", prose=True)), "", ascii_only=False)
    widget.show([("train.encoder.norm", "write one object per line")])
    assert widget.paint(34, 4).rows()[2] == "│ train.e…r.norm  write one obj… │"


def test_a_row_that_is_cut_has_its_details_below() -> None:
    widget = Listing(
        "x", (Column("key"), Column("last", numbers=True), Column("place", numbers=True, rank=1)), "", ascii_only=False
    )
    widget.show([("train.loss", "0.5", "1 200"), ("lr", "7", ""), ("train.encoder.layer_0.norm", "123 456", "12")])
    drawn = widget.paint(35, 12)
    assert drawn.rows() == [
        "╭ x ──────────────────────────────╮",
        "│ key                        last │",
        "│ train.loss                  0.5 │",
        "│ lr                            7 │",
        "│ train.encod…yer_0.norm  123 456 │",
        "│                                 │",
        "│                                 │",
        "│                                 │",
        "├─────────────────────────────────┤",
        "│ key: train.loss  last: 0.5      │",
        "│ place: 1 200                    │",
        "╰─────────────────────────────────╯",
    ]
    assert set(drawn.styles[9, 2:20].tolist()) == {Role.DIM}
    widget.move(1)
    assert widget.paint(35, 12).rows()[8:11] == ["│" + " " * 33 + "│"] * 3
    widget.move(1)
    shown = widget.paint(35, 12).rows()
    assert shown[4] == "│ train.encod…yer_0.norm  123 456 │"
    assert shown[9:11] == ["│ key: train.encoder.layer_0.norm │", "│ last: 123 456  place: 12        │"]
    assert "├" not in "".join(widget.paint(60, 12).rows())


def test_details_only_have_the_cut_texts_if_there_is_no_room_for_all() -> None:
    widget = Listing("x", (Column("a"), Column("b", prose=True)), "", ascii_only=True)
    widget.show([("short", "one two three four five six seven eight nine")])
    assert [line.strip("| ") for line in widget.paint(24, 9).rows()[5:8]] == [
        "+----------------------+",
        "b: one two three",
        "four five six seven~",
    ]


def test_half_of_the_lines_are_for_rows() -> None:
    widget = Listing("x", (Column("a", prose=True),), "", ascii_only=False)
    widget.show([("word " * 99,)] * 9)
    heights = []
    for height in range(1, 24):
        shown = widget.paint(24, height).rows()
        rule = next((y for y, line in enumerate(shown) if line[0] == "├"), height - 1)
        heights.append(height - 2 - rule if rule < height - 1 else 0)
    assert heights == [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, *[4] * 11]


def test_changing_values_move_nothing() -> None:
    widget = Listing("x", (Column("key"), Column("count", numbers=True)), "", ascii_only=False)
    widget.show([("loss", "1 200 000"), ("lr", "7")])
    before = widget.paint(40, 8).rows()
    widget.show([("loss", "1"), ("lr", "7")])
    assert widget.paint(40, 8).rows()[2].index("1") == before[2].rindex("0")
    long = Listing("x", (Column("a", prose=True),), "", ascii_only=False)
    long.show([("one two three four five",), ("b",)])
    rule = long.paint(16, 12).rows().index("├──────────────┤")
    long.show([("one two three",), ("b",)])
    assert long.paint(16, 12).rows().index("├──────────────┤") == rule
    assert "├" not in "".join(long.paint(40, 12).rows())


def test_wrap() -> None:
    assert wrap(["a: 1", "b: two words", "c: 3"], 14) == ["a: 1", "b: two words", "c: 3"]
    assert wrap(["a: 1", "b: 2", "c: one two three four"], 14) == ["a: 1  b: 2  c:", "one two three", "four"]
    assert wrap(["k: abcdefghijklmnop"], 8) == ["k: abcde", "fghijklm", "nop"]
    assert wrap(["損失損失"], 5) == ["損失", "損失"]
    assert wrap(["a  b"], 9) == ["a  b"]
    assert wrap([], 9) == [""]


@given(st.lists(st.text("ab 損\u0301", max_size=30), max_size=5), st.integers(2, 30))
def test_wrapped_lines_keep_all_characters(texts: list[str], width: int) -> None:
    lines = wrap(texts, width)
    assert all(cell_width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(texts).replace(" ", "")


CELLS = st.text("abc 損.", max_size=40)


@given(
    st.lists(
        st.tuples(st.booleans(), st.integers(0, 3), st.lists(CELLS, min_size=2, max_size=2)), min_size=1, max_size=6
    ),
    st.integers(1, 120),
)
def test_columns_fit_and_texts_share_the_width(specs: list[tuple[bool, int, list[str]]], room: int) -> None:
    columns = [Column("n", numbers, rank=rank) for numbers, rank, _ in specs]
    needed = needed_widths(columns, list(zip(*(texts for _, _, texts in specs), strict=True)))
    widths = fit_columns(columns, needed, room)
    assert 0 in widths
    assert sum(widths.values()) + GAP * (len(widths) - 1) <= room or len(widths) == 1
    minimum = MIN_TEXT_WIDTH if not any(columns[at].rank for at in widths) else TEXT_WIDTH
    for at, width in widths.items():
        if len(widths) > 1:
            assert width >= (needed[at] if columns[at].numbers else min(needed[at], minimum))
            if width < needed[at]:
                assert all(other <= width + 1 for index, other in widths.items() if not columns[index].numbers)
    dropped = [columns[at].rank for at in range(1, len(columns)) if at not in widths]
    assert not dropped or max((columns[at].rank for at in widths if at), default=0) <= min(dropped)
