"""Cards at all sizes, and sparklines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from div_tui.layouts.text import cell_width
from div_tui.widgets import card_face
from div_tui.widgets.card_face import Card, sparkline
from div_tui.widgets.cells import Role
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as nps
from support.cells import line, role_of

FALLING = np.exp(-np.arange(500) / 100)
LOSS = Card("Loss", "0.0398", "min", "38 100", FALLING)


class TestCard:
    def test_content(self) -> None:
        assert card_face.draw_card(LOSS, 26).rows() == [
            "╭ Loss ──────────────────╮",
            "│ 0.0398     █▆▄▂▂▁▁▁▁▁▁ │",
            "│ min at 38 100          │",
            "╰────────────────────────╯",
        ]

    def test_roles(self) -> None:
        cells = card_face.draw_card(LOSS, 26)
        assert role_of(cells, "Loss") is Role.TITLE
        assert role_of(cells, "0.0398", 1) is Role.VALUE
        assert role_of(cells, "█▆▄▂▂▁", 1) is Role.S1
        assert role_of(cells, "min at 38 100", 2) is Role.DIM
        assert role_of(cells, "───", 3) is Role.FRAME

    def test_ascii(self) -> None:
        card = replace(
            LOSS, title="a very long name of a loss", value="1 284", reduce="last", where="", ascii_only=True
        )
        assert card_face.draw_card(card, 26).rows() == [
            "+ a very lon...of a loss +",
            "| 1 284      '-.________ |",
            "| last                   |",
            "+------------------------+",
        ]

    @pytest.mark.parametrize(
        ("width", "rows"),
        [
            (16, ["╭ Loss ────────╮", "│ 0.0398  █▃▁▁ │", "│ min          │", "╰──────────────╯"]),
            (12, ["╭ Loss ────╮", "│ 0.0398   │", "│ min      │", "╰──────────╯"]),
            (8, ["╭ Loss ╮", "│ 0.…8 │", "│ min  │", "╰──────╯"]),
            (5, ["0.…98", "Loss ", "     ", "     "]),
            (1, ["…", "…", " ", " "]),
        ],
    )
    def test_a_narrow_card(self, width: int, rows: list[str]) -> None:
        assert card_face.draw_card(LOSS, width).rows() == rows

    @pytest.mark.parametrize(("width", "text"), [(26, "no points yet"), (16, "no points"), (12, "none")])
    def test_before_the_first_value(self, width: int, text: str) -> None:
        cells = card_face.draw_card(Card("F1", reduce="max"), width)
        assert cells.text(1) == f"│ {text}".ljust(width - 1) + "│"
        assert role_of(cells, text, 1) is Role.DIM
        assert cells.text(2) == "│ max".ljust(width - 1) + "│"

    def test_a_low_card_has_only_the_value(self) -> None:
        assert card_face.draw_card(replace(LOSS, history=None), 12, 3).rows() == [
            "╭ Loss ────╮",
            "│ 0.0398   │",
            "╰──────────╯",
        ]
        assert card_face.draw_card(LOSS, 12, 1).rows() == ["0.0398      "]

    @pytest.mark.parametrize(
        ("width", "y", "row"),
        [
            (26, 3, "╰──────────── and 2 more ╯"),
            (16, 3, "╰── and 2 more ╯"),
            (13, 3, "╰─────── +2 ╯"),
            (6, 3, "╰ +2 ╯"),
            (5, 2, "+2   "),
            (2, 2, "+2"),
            (1, 2, " "),
        ],
    )
    def test_hidden_series_are_counted(self, width: int, y: int, row: str) -> None:
        cells = card_face.draw_card(replace(LOSS, hidden_series=2), width)
        assert cells.text(y) == row
        if row.strip():
            assert role_of(cells, row.strip("╰─╯ "), y) is Role.DIM

    def test_the_title_is_plain_text(self) -> None:
        assert card_face.draw_card(Card("[b]a\x1b[2J"), 26).text(0) == "╭ [b]a\\u001b[2J ─────────╮"

    @given(
        st.builds(
            Card, st.text(max_size=30), st.text(max_size=30), st.sampled_from(["last", "min", "max"]),
            st.text(max_size=12), nps.arrays(np.float64, st.integers(0, 40)), st.just(Role.S1), st.booleans(),
        ),
        st.integers(-2, 60), st.integers(-2, 8),
    )  # fmt: skip
    def test_any_card_has_the_requested_size(self, card: Card, width: int, height: int) -> None:
        cells = card_face.draw_card(card, width, height)
        assert (cells.width, cells.height) == (max(width, 0), max(height, 0))
        assert all(cell_width(row) == max(width, 0) for row in cells.rows())

    @given(st.integers(0, 60), st.integers(0, 8), nps.arrays(np.float64, st.integers(0, 40)))
    def test_an_ascii_card_is_ascii(self, width: int, height: int, history: card_face.Values) -> None:
        cells = card_face.draw_card(Card("Loss", "0.1", history=history, ascii_only=True), width, height)
        assert all(row.isascii() for row in cells.rows())


CARDS = (LOSS, Card("d", "0.4", "last"), Card("Acc", "0.75", "max"), Card("F1"))


class TestLineOfCards:
    @pytest.mark.parametrize(
        ("width", "row"),
        [
            (60, " Loss min 0.0398   d 0.4   Acc max 0.75   F1 -".ljust(60)),
            (47, " Loss min 0.0398   d 0.4   Acc max 0.75   F1 - "),
            (46, " Loss min 0.0398   d 0.4   Acc max 0.75   F1 -"),
            (45, " Loss min 0.0398   d 0.4   Acc max 0.75    +1"),
            (42, " Loss min 0.0398   d 0.4   Acc max 0.75 +1"),
            # The count does not cover the value before it.
            (41, " Loss min 0.0398   d 0.4               +2"),
            (27, " Loss min 0.0398   d 0.4 +2"),
            (26, " Loss min 0.0398        +3"),
            (17, " L… min 0.0398 +3"),
            (15, " 0.0398      +3"),
            (8, " 0.…8 +3"),
            (1, "3"),
            (0, ""),
        ],
    )
    def test_cards_without_room_are_counted(self, width: int, row: str) -> None:
        assert line(card_face.draw_cards(CARDS, width, 1)) == row

    def test_roles(self) -> None:
        cells = card_face.draw_cards(CARDS, 41, 1)
        assert [role_of(cells, text) for text in ("Loss", "min", "0.0398", "+2")] == [
            Role.DIM,
            Role.DIM,
            Role.VALUE,
            Role.DIM,
        ]

    def test_hidden_series_are_counted_with_cards_without_room(self) -> None:
        cards = [replace(LOSS, hidden_series=2), *CARDS[1:]]
        assert line(card_face.draw_cards(cards, 49, 1)) == " Loss min 0.0398   d 0.4   Acc max 0.75   F1 - +2"
        assert line(card_face.draw_cards(cards, 48, 1)).endswith(" 0.75       +3")

    def test_cards_of_ended_series_are_dropped_first(self) -> None:
        cards = [
            *(Card(f"s{i}", str(i), ended=i in {0, 2}, hidden_series=2 * (i == 3)) for i in range(4)),
            Card("Acc", "5"),
        ]
        assert line(card_face.draw_cards(cards, 42, 1)) == " s0 0   s1 1   s2 2   s3 3   Acc 5      +2"
        assert line(card_face.draw_cards(cards, 36, 1)) == " s1 1   s2 2   s3 3   Acc 5       +3"
        assert line(card_face.draw_cards(cards, 28, 1)) == " s1 1   s3 3   Acc 5      +4"
        assert line(card_face.draw_cards(cards, 20, 1)) == " s1 1   s3 3      +5"
        assert line(card_face.draw_cards(cards, 10, 1)) == " s1 1   +6"

    def test_ascii_and_no_cards(self) -> None:
        card = replace(LOSS, title="a long title", ascii_only=True)
        assert line(card_face.draw_cards([card], 22, 1)) == " a lo...tle min 0.0398"
        assert line(card_face.draw_cards([], 5, 1)) == "     "

    @given(
        st.lists(
            st.builds(
                Card, st.text(max_size=20), st.text(max_size=12), st.sampled_from(["last", "min", "max"]),
                ascii_only=st.booleans(), hidden_series=st.integers(0, 3),
            ),
            max_size=5,
        ),
        st.integers(-1, 80),
    )  # fmt: skip
    def test_any_line(self, cards: list[Card], width: int) -> None:
        cells = card_face.draw_cards(cards, width, 1)
        assert (cells.width, cells.height) == (max(width, 0), 1)
        assert cell_width(line(cells)) == max(width, 0)


class TestSparkline:
    SPIKE = np.array([0.0, 0.0, 7.0, 0.0, 0.0, -1.0, 0.0, 0.0])

    def test_a_part_is_represented_by_its_last_lowest_or_highest_value(self) -> None:
        assert sparkline(self.SPIKE, 2, "max") == "█▁"
        assert sparkline(self.SPIKE, 2, "min") == "█▁"
        assert sparkline(self.SPIKE, 2, "last") == "▄▄"
        assert sparkline(self.SPIKE, 4, "max") == "▁█▁▁"
        assert sparkline(self.SPIKE, 4, "min") == "██▁█"

    def test_a_ramp_has_all_heights(self) -> None:
        assert sparkline(np.arange(8.0), 8, "last") == card_face.BLOCKS

    def test_a_short_series_has_one_character_per_value(self) -> None:
        assert sparkline(np.array([1.0, 2.0]), 10, "last") == "▁█"
        assert sparkline(np.array([1.0]), 10, "last") == "▄"
        assert sparkline(np.array([]), 10, "last") == ""

    def test_values_that_are_not_finite_are_skipped(self) -> None:
        assert sparkline(np.array([np.nan, 1.0, np.inf, 2.0, -np.inf]), 10, "max") == "▁█"
        assert sparkline(np.array([np.nan]), 10, "max") == ""

    def test_the_largest_doubles_do_not_overflow(self) -> None:
        assert sparkline(np.array([-1.7e308, 0.0, 1.7e308]), 3, "last") == "▁▅█"

    @given(nps.arrays(np.float64, st.integers(0, 60)), st.integers(-1, 20), st.sampled_from(["last", "min", "max"]))
    def test_any_series(self, history: card_face.Values, width: int, reduce: str) -> None:
        text = sparkline(history, width, reduce)
        assert len(text) == min(int(np.isfinite(history).sum()), max(width, 0))
        assert set(text) <= set(card_face.BLOCKS)
