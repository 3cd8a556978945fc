"""The lowest and the highest value of a key."""

from __future__ import annotations

from div_tui.app.view.extreme import Extreme
from hypothesis import given
from hypothesis import strategies as st
from support.runs import Growing


def test_of_equal_extremes_the_first_counts() -> None:
    growing = Growing({"lr": 1}, {"loss": 3}, {"loss": 1}, {"loss": 5})
    lowest, highest = Extreme("loss", lowest=True), Extreme("loss", lowest=False)
    assert (lowest.update(growing.history), highest.update(growing.history)) == (True, True)
    assert (lowest.value, lowest.place, highest.value, highest.place) == (1, 3, 5, 4)
    growing.add({"loss": 1}, {"loss": 5}, {"loss": 6})
    assert (lowest.update(growing.history), highest.update(growing.history)) == (True, True)
    assert (lowest.value, lowest.place, highest.value, highest.place) == (1, 3, 6, 7)


def test_an_extreme_of_no_values_and_of_a_run_that_starts_again() -> None:
    growing = Growing({"lr": 1})
    lowest = Extreme("loss", lowest=True)
    assert not lowest.update(growing.history)
    growing.add({"loss": -4})
    assert lowest.update(growing.history)
    growing.start_again({"lr": 1})
    assert not lowest.update(growing.history)
    growing.start_again({"loss": 9})
    assert (lowest.update(growing.history), lowest.value, lowest.place) == (True, 9, 1)


@given(st.lists(st.lists(st.integers(-5, 5), max_size=6), min_size=1), st.booleans())
def test_an_extreme_that_is_kept_up_to_date_is_that_of_all_values(pieces: list[list[int]], lowest: bool) -> None:
    growing, extreme, seen = Growing(), Extreme("loss", lowest=lowest), list[int]()
    for piece in pieces:
        growing.add(*({"loss": value} for value in piece))
        seen += piece
        assert extreme.update(growing.history) == bool(seen)
        if seen:
            value = min(seen) if lowest else max(seen)
            assert (extreme.value, extreme.place) == (value, seen.index(value) + 1)
