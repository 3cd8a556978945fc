"""A rectangle of cells: writing, clipping, wide characters, and differences."""

import unicodedata

from div_tui.layouts.text import cell_width
from div_tui.widgets.borders import ASCII
from div_tui.widgets.cells import Cells, Role, Span, faint_role, series_role
from hypothesis import given
from hypothesis import strategies as st


def test_roles_are_below_32_and_those_of_series_repeat():
    assert max(Role) < 32
    assert [series_role(i) for i in range(5)] == [Role.S1, Role.S2, Role.S3, Role.S4, Role.S1]
    assert faint_role(3) == Role.F4


def test_put_returns_the_column_after_the_text_and_sets_its_role():
    cells = Cells.blank(6, 2)
    assert cells.put(1, 1, "abc", Role.VALUE) == 4
    assert cells.rows() == ["      ", " abc  "]
    assert list(cells.runs(1)) == [(" ", Role.TEXT), ("abc", Role.VALUE), ("  ", Role.TEXT)]
    assert list(cells.runs(1, 2, 5)) == [("bc", Role.VALUE), (" ", Role.TEXT)]


def test_put_is_clipped_on_every_side():
    cells = Cells.blank(3, 1)
    assert cells.put(-1, 0, "abcde", Role.TEXT) == 4
    assert cells.rows() == ["bcd"]
    assert cells.put(0, 1, "zz", Role.TEXT) == 2
    assert cells.put(7, 0, "zz", Role.TEXT) == 9
    assert cells.rows() == ["bcd"]


def test_wide_characters_take_two_cells_and_are_never_split():
    cells = Cells.blank(5, 1)
    assert cells.put(0, 0, "漢字", Role.TEXT) == 4
    assert cells.rows() == ["漢字 "]
    assert cells.codes[0].tolist() == [ord("漢"), 0, ord("字"), 0, 32]
    cells.put(1, 0, "x", Role.TEXT)
    assert cells.rows() == [" x字 "]
    cells.put(2, 0, "y", Role.TEXT)
    assert cells.rows() == [" xy  "]
    cells.put(4, 0, "漢", Role.TEXT)
    assert cells.rows() == [" xy  "]
    cells.put(-1, 0, "漢", Role.TEXT)
    assert cells.rows() == [" xy  "]


def test_control_characters_are_escaped():
    cells = Cells.blank(12, 1)
    cells.put(0, 0, "a\x1b[1m\n", Role.TEXT)
    assert cells.rows() == ["a\\u001b[1m\\n"[:12]]


def test_combining_characters_are_dropped():
    cells = Cells.blank(3, 1)
    assert cells.put(0, 0, "e\u0301x", Role.TEXT) == 2
    assert cells.rows() == ["ex "]


def test_box():
    cells = Cells.blank(4, 3)
    cells.box(Role.FRAME)
    assert cells.rows() == ["╭──╮", "│  │", "╰──╯"]
    assert cells.styles[1].tolist() == [Role.FRAME, Role.TEXT, Role.TEXT, Role.FRAME]
    cells.box(Role.FRAME, ASCII)
    assert cells.rows() == ["+--+", "|  |", "+--+"]
    thin = Cells.blank(1, 3)
    thin.box(Role.FRAME)
    assert thin.rows() == [" ", " ", " "]


def test_paste_is_clipped():
    inner = Cells.blank(2, 2)
    inner.put(0, 0, "ab", Role.S1)
    inner.put(0, 1, "cd", Role.S2)
    cells = Cells.blank(3, 2)
    cells.paste(inner, 2, -1)
    assert cells.rows() == ["  c", "   "]
    assert cells.styles[0, 2] == Role.S2
    cells.paste(inner, 5, 5)
    assert cells.rows() == ["  c", "   "]


def test_diff_merges_nearby_changes():
    before = Cells.blank(40, 2)
    after = before.copy()
    assert after.diff(before) == []
    after.put(3, 1, "x", Role.TEXT)
    after.put(9, 1, "y", Role.TEXT)
    after.put(30, 1, "z", Role.TEXT)
    assert after.diff(before) == [Span(1, 3, 10), Span(1, 30, 31)]


def test_diff_includes_changes_of_the_role():
    before = Cells.blank(4, 1)
    after = before.copy()
    after.styles[0, 2] = Role.ALERT
    assert after.diff(before) == [Span(0, 2, 3)]


def test_diff_of_another_size_is_all_cells():
    assert Cells.blank(3, 2).diff(Cells.blank(3, 1)) == [Span(0, 0, 3), Span(1, 0, 3)]


def test_diff_never_splits_a_wide_character():
    before, after = Cells.blank(6, 1), Cells.blank(6, 1)
    before.put(1, 0, "漢", Role.TEXT)
    after.put(2, 0, "a", Role.TEXT)
    assert after.diff(before) == [Span(0, 1, 3)]
    assert before.diff(after) == [Span(0, 1, 3)]


@given(st.lists(st.tuples(st.integers(-3, 12), st.text(max_size=6)), max_size=8))
def test_rows_are_always_as_wide_as_the_rectangle(writes):
    cells = Cells.blank(10, 1)
    for x, text in writes:
        cells.put(x, 0, text, Role.TEXT)
        assert cell_width(cells.text(0)) == 10
        assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in cells.text(0))


@given(
    st.lists(st.tuples(st.integers(0, 29), st.sampled_from("ab漢 "), st.sampled_from([Role.TEXT, Role.S1])), max_size=9)
)
def test_copying_the_spans_of_a_diff_gives_the_other_rectangle(writes):
    before = Cells.blank(30, 1)
    before.put(0, 0, "漢字 plain text 漢字", Role.DIM)
    after = before.copy()
    for x, text, role in writes:
        after.put(x, 0, text, role)
    for span in after.diff(before):
        before.codes[span.y, span.x0 : span.x1] = after.codes[span.y, span.x0 : span.x1]
        before.styles[span.y, span.x0 : span.x1] = after.styles[span.y, span.x0 : span.x1]
    assert (before.codes == after.codes).all()
    assert (before.styles == after.styles).all()


def test_ascii_replaces_other_characters_by_question_marks() -> None:
    cells = Cells.blank(10, 1)
    cells.put(0, 0, "a日é~…", Role.ALERT)
    plain = cells.ascii()
    assert plain.rows() == ["a???~?    "]
    assert plain.styles.tolist() == cells.styles.tolist()
    assert cells.rows() == ["a日é~…    "]
