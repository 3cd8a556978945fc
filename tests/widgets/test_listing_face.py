"""What a list shows of its columns and rows where they do not fit."""

from __future__ import annotations

import pytest
from div_tui.layouts.text import cell_width
from div_tui.widgets.cells import Cells, Role
from div_tui.widgets.listing import Column, Listing
from div_tui.widgets.listing_plan import GAP, MIN_TEXT_WIDTH, TEXT_WIDTH, fit_columns, needed_widths
from div_tui.widgets.wrap import wrap
from hypothesis import given
from hypothesis import strategies as st


def text(cells: Cells) -> list[str]:
    return ["".join(chr(code) for code in row if code) for row in cells.codes]


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
def test_columns_of_the_greatest_rank_go_first_and_numbers_are_whole(room: int, widths: dict[int, int]) -> None:
    assert fit_columns(RANKED, [30, 5, 9, 9, 9, 5], room) == widths


def test_texts_share_what_the_numbers_leave() -> None:
    columns = (Column("a"), Column("b"), Column("n", numbers=True), Column("c"))
    assert fit_columns(columns, [12, 70, 6, 40], 76) == {0: 12, 3: 26, 1: 26, 2: 6}
    assert fit_columns(columns, [12, 70, 6, 10], 76) == {0: 12, 3: 10, 1: 42, 2: 6}
    assert fit_columns(columns, [30, 30, 6, 30], 40) == {0: 9, 1: 9, 3: 10, 2: 6}


def test_prose_loses_its_end_and_a_name_its_middle() -> None:
    made = Listing("x", (Column("name"), Column("said", prose=True)), "", ascii_only=False)
    made.show([("train.encoder.norm", "write one object per line")])
    assert text(made.paint(34, 4))[2] == "│ train.e…r.norm  write one obj… │"


def test_a_row_that_is_not_whole_is_told_in_full_below() -> None:
    made = Listing(
        "x", (Column("key"), Column("last", numbers=True), Column("place", numbers=True, rank=1)), "", ascii_only=False
    )
    made.show([("train.loss", "0.5", "1 200"), ("lr", "7", ""), ("train.encoder.layer_0.norm", "123 456", "12")])
    drawn = made.paint(35, 12)
    assert text(drawn) == [
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
    made.move(1)
    assert text(made.paint(35, 12))[8:11] == ["│" + " " * 33 + "│"] * 3
    made.move(1)
    shown = text(made.paint(35, 12))
    assert shown[4] == "│ train.encod…yer_0.norm  123 456 │"
    assert shown[9:11] == ["│ key: train.encoder.layer_0.norm │", "│ last: 123 456  place: 12        │"]
    assert "├" not in "".join(text(made.paint(60, 12)))


def test_what_is_not_whole_is_told_alone_where_all_of_the_row_has_no_room() -> None:
    made = Listing("x", (Column("a"), Column("b", prose=True)), "", ascii_only=True)
    made.show([("short", "one two three four five six seven eight nine")])
    assert [line.strip("| ") for line in text(made.paint(24, 9))[5:8]] == [
        "+----------------------+",
        "b: one two three",
        "four five six seven~",
    ]


def test_half_of_the_lines_stay_for_rows() -> None:
    made = Listing("x", (Column("a", prose=True),), "", ascii_only=False)
    made.show([("word " * 99,)] * 9)
    told = []
    for height in range(1, 24):
        shown = text(made.paint(24, height))
        rule = next((y for y, line in enumerate(shown) if line[0] == "├"), height - 1)
        told.append(height - 2 - rule if rule < height - 1 else 0)
    assert told == [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, *[4] * 11]


def test_values_that_change_move_nothing() -> None:
    made = Listing("x", (Column("key"), Column("count", numbers=True)), "", ascii_only=False)
    made.show([("loss", "1 200 000"), ("lr", "7")])
    before = text(made.paint(40, 8))
    made.show([("loss", "1"), ("lr", "7")])
    assert text(made.paint(40, 8))[2].index("1") == before[2].rindex("0")
    long = Listing("x", (Column("a", prose=True),), "", ascii_only=False)
    long.show([("one two three four five",), ("b",)])
    rule = text(long.paint(16, 12)).index("├──────────────┤")
    long.show([("one two three",), ("b",)])
    assert text(long.paint(16, 12)).index("├──────────────┤") == rule
    assert "├" not in "".join(text(long.paint(40, 12)))


def test_lines_are_broken_between_texts_and_then_between_words() -> None:
    assert wrap(["a: 1", "b: two words", "c: 3"], 14) == ["a: 1", "b: two words", "c: 3"]
    assert wrap(["a: 1", "b: 2", "c: one two three four"], 14) == ["a: 1  b: 2  c:", "one two three", "four"]
    assert wrap(["k: abcdefghijklmnop"], 8) == ["k: abcde", "fghijklm", "nop"]
    assert wrap(["損失損失"], 5) == ["損失", "損失"]
    assert wrap(["a  b"], 9) == ["a  b"]
    assert wrap([], 9) == [""]


@given(st.lists(st.text("ab 損\u0301", max_size=30), max_size=5), st.integers(2, 30))
def test_broken_lines_keep_every_character(texts: list[str], width: int) -> None:
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
def test_what_fits_is_whole_or_shared_and_never_wider_than_there_is_room(
    made: list[tuple[bool, int, list[str]]], room: int
) -> None:
    columns = [Column("n", numbers, rank=rank) for numbers, rank, _ in made]
    needed = needed_widths(columns, list(zip(*(texts for _, _, texts in made), strict=True)))
    widths = fit_columns(columns, needed, room)
    assert 0 in widths
    assert sum(widths.values()) + GAP * (len(widths) - 1) <= room or len(widths) == 1
    least = MIN_TEXT_WIDTH if not any(columns[at].rank for at in widths) else TEXT_WIDTH
    for at, width in widths.items():
        if len(widths) > 1:
            assert width >= (needed[at] if columns[at].numbers else min(needed[at], least))
            if width < needed[at]:
                assert all(other <= width + 1 for one, other in widths.items() if not columns[one].numbers)
    left_out = [columns[at].rank for at in range(1, len(columns)) if at not in widths]
    assert not left_out or max((columns[at].rank for at in widths if at), default=0) <= min(left_out)
