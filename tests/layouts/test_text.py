import unicodedata
from collections.abc import Callable

import pytest
from div_tui.layouts.text import cell_width, crop, elide_middle, escape, truncate_end
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("loss", "loss"),
        ("a\nb\tc\rd\be\ff", r"a\nb\tc\rd\be\ff"),
        ("\x1b[31mred", r"\u001b[31mred"),
        ("\x00\x7f\x9b", r"\u0000\u007f\u009b"),
        ("\u202eevil\u2066", r"\u202eevil\u2066"),
        ("\u200e\u200f\u061c", r"\u200e\u200f\u061c"),
        ("\u2028\u2029", r"\u2028\u2029"),
        ("\udcff", r"\udcff"),
        ("back\\slash", "back\\slash"),
        ("[bold]漢é\u0301", "[bold]漢é\u0301"),
    ],
)
def test_escape(text: str, shown: str) -> None:
    assert escape(text) == shown


@given(st.text(st.characters(exclude_categories=[])))
def test_escaped_text_has_no_control_characters_and_is_stable(text: str) -> None:
    shown = escape(text)
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in shown)
    assert not any(
        unicodedata.bidirectional(c) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI") for c in shown
    )
    assert escape(shown) == shown


@pytest.mark.parametrize(
    ("text", "cells"),
    [("", 0), ("loss", 4), ("漢字", 4), ("ＡＢ", 4), ("e\u0301", 1), ("a\u200bb", 2), ("é", 1), ("🙂", 2)],
)
def test_cell_width(text: str, cells: int) -> None:
    assert cell_width(text) == cells


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("loss", 4, "loss"),
        ("train.loss", 9, "trai…loss"),
        ("train.loss", 8, "trai…oss"),
        ("train.loss", 2, "t…"),
        ("train.loss", 1, "…"),
        ("train.loss", 0, ""),
        ("train.loss", -1, ""),
        ("漢字漢字漢", 7, "漢…字漢"),
        ("漢字漢字漢", 4, "漢…"),
        ("abcde\u0301\u0301", 4, "ab…e\u0301\u0301"),
        ("abcde\u0301xy", 4, "ab…y"),
    ],
)
def test_elide_middle(text: str, width: int, shown: str) -> None:
    assert elide_middle(text, width) == shown


def test_elide_middle_with_another_ellipsis() -> None:
    assert elide_middle("train.loss", 8, "...") == "tra...ss"
    assert elide_middle("train.loss", 2, "...") == ".."


@pytest.mark.parametrize(
    ("text", "width", "start"),
    [
        ("loss", 4, "loss"),
        ("loss", 2, "lo"),
        ("loss", 0, ""),
        ("loss", -1, ""),
        ("漢字", 3, "漢"),
        ("e\u0301x", 1, "e\u0301"),
    ],
)
def test_crop(text: str, width: int, start: str) -> None:
    assert crop(text, width) == start


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("one two", 7, "one two"),
        ("one two", 6, "one t…"),
        ("one two", 5, "one…"),
        ("one two", 1, "…"),
        ("one two", 0, ""),
        ("漢字漢", 4, "漢…"),
    ],
)
def test_truncate_end(text: str, width: int, shown: str) -> None:
    assert truncate_end(text, width) == shown


@pytest.mark.parametrize("shorten", [elide_middle, truncate_end])
@given(st.text(), st.integers(0, 30), st.sampled_from(["…", "..."]))
def test_a_shortened_text_fits(shorten: Callable[[str, int, str], str], text: str, width: int, ellipsis: str) -> None:
    shown = shorten(text, width, ellipsis)
    assert cell_width(shown) <= width
    assert (shown == text) == (cell_width(text) <= width)
