"""Columns as numpy arrays."""

from __future__ import annotations

from div_tui.app.view.arrays import tail, tail_places
from support.runs import Growing


def test_a_tail_is_a_copy_so_that_the_run_can_grow() -> None:
    growing = Growing({"loss": 1}, {"loss": 2})
    column = growing.history.columns["loss"]
    values, places = tail(column.values, 1), tail_places(column.places, 1)
    growing.add({"loss": 3})
    assert (list(values), list(places)) == ([2], [2])
    assert list(tail(column.values)) == [1, 2, 3]
