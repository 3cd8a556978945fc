import pytest
from div_tui.layouts.grid import Slot, place
from hypothesis import given
from hypothesis import strategies as st


def test_panels_fill_two_columns_in_order() -> None:
    assert place([False, False, False], 2) == [Slot(0, 0, 0, 1), Slot(1, 0, 1, 1), Slot(2, 1, 0, 1)]


def test_a_wide_panel_starts_a_row_and_spans_it() -> None:
    assert place([False, True, False, True], 2) == [
        Slot(0, 0, 0, 1),
        Slot(1, 1, 0, 2),
        Slot(2, 2, 0, 1),
        Slot(3, 3, 0, 2),
    ]


def test_one_column_treats_wide_and_narrow_panels_the_same() -> None:
    assert place([False, True, False], 1) == [Slot(0, 0, 0, 1), Slot(1, 1, 0, 1), Slot(2, 2, 0, 1)]


def test_no_panels_give_no_slots() -> None:
    assert place([], 2) == []


def test_no_columns_raise() -> None:
    with pytest.raises(ValueError, match="at least one column"):
        place([False], 0)


@given(st.lists(st.booleans()), st.integers(1, 4))
def test_slots_keep_the_order_and_do_not_overlap(wide: list[bool], columns: int) -> None:
    slots = place(wide, columns)
    cells = [(slot.row, slot.column + step) for slot in slots for step in range(slot.span)]
    assert [slot.index for slot in slots] == list(range(len(wide)))
    assert cells == sorted(set(cells))
    assert all(slot.column + slot.span <= columns for slot in slots)
    assert sorted({slot.row for slot in slots}) == list(range(slots[-1].row + 1 if slots else 0))
