"""Series of events whose values come late: drawn in order of x if no x comes twice, else as they were written."""

from __future__ import annotations

import pytest
from div_tui.app.runs.run import Run
from div_tui.app.view.curve import Curve
from div_tui.app.view.series_store import SeriesStore, not_finite_note
from div_tui.app.view.x_axis import X
from div_tui.widgets.chart.model import Series
from hypothesis import given
from hypothesis import strategies as st
from support.event_runs import BEGUN, Event, GrowingEvents, number
from support.runs import NAN, Growing


def evaluated(*steps: float) -> list[Event]:
    """An evaluation of each step, in the order they were made; each value is the negative of its step."""
    return [number("eval", -step, step) for step in steps]


def series_in(store: SeriesStore, run: Run, x: X = "step") -> Series:
    return store.curve(run, "eval", x).series("eval", not_finite_note(run, "eval", x), run.name)


def series_of(*events: Event, x: X = "step") -> Series:
    return series_in(SeriesStore(), GrowingEvents(*events).run, x)


@pytest.mark.parametrize("steps", [(1000, 800, 600, 400, 200), (50, 20, 90), (10, 20, 30, 40, 15), (1, 3, 2, 5, 4)])
def test_late_values_are_drawn_in_order_of_x(steps: tuple[float, ...]) -> None:
    made = series_of(*evaluated(*steps))
    assert made.x.tolist() == sorted(steps)
    assert made.y.tolist() == [-step for step in sorted(steps)]
    assert made.breaks.tolist() == []


def test_late_values_are_in_order_of_time_too_but_not_of_the_place() -> None:
    made = series_of(*evaluated(50, 20, 90), x="ts_ms")
    assert (made.x - BEGUN).tolist() == [20_000, 50_000, 90_000]
    assert made.y.tolist() == [-20, -50, -90]
    placed = series_of(*evaluated(50, 20, 90), x=None)
    assert (placed.x.tolist(), placed.y.tolist()) == ([1, 2, 3], [-50, -20, -90])


def test_once_an_x_comes_twice_late_values_are_drawn_as_they_were_written() -> None:
    growing = GrowingEvents(*evaluated(10, 20, 30, 15))
    curve = Curve()
    curve.update(growing.history, "eval", "step")
    assert (curve.series("", "", "").x.tolist(), curve.by_x) == ([10, 15, 20, 30], True)
    growing.add(*evaluated(20))
    curve.update(growing.history, "eval", "step")
    made = curve.series("", "", "")
    assert (made.x.tolist(), made.y.tolist(), curve.by_x) == ([10, 20, 30, 15, 20], [-10, -20, -30, -15, -20], False)
    assert made.breaks.tolist() == [3]
    growing.add(*evaluated(40))
    curve.update(growing.history, "eval", "step")
    assert (curve.series("", "", "").x.tolist(), curve.by_x) == ([10, 20, 30, 15, 20, 40], False)


def test_after_a_value_that_was_not_finite_late_values_are_drawn_as_they_were_written() -> None:
    growing = GrowingEvents(*evaluated(10, 30, 20))
    store = SeriesStore()
    assert series_in(store, growing.run).x.tolist() == [10, 20, 30]
    growing.add(number("eval", NAN, 25))
    made = series_in(store, growing.run)
    assert (made.x.tolist(), made.breaks.tolist(), made.note) == ([10, 30, 20], [2], "NaN at 25")
    growing.add(*evaluated(40))
    made = series_in(store, growing.run)
    assert (made.x.tolist(), made.breaks.tolist(), made.note) == ([10, 30, 20, 40], [2, 3], "")


def test_points_are_drawn_as_they_were_written() -> None:
    growing = Growing(*({"step": step, "eval": -step} for step in (50, 20, 90)))
    made = series_in(SeriesStore(), growing.run)
    assert (made.x.tolist(), made.breaks.tolist()) == ([50, 20, 90], [1])


def test_a_series_in_order_of_x_is_kept_until_more_comes() -> None:
    growing = GrowingEvents(*evaluated(30, 10))
    store = SeriesStore()
    made = series_in(store, growing.run)
    assert series_in(store, growing.run) is made
    growing.add(*evaluated(20))
    assert series_in(store, growing.run).x.tolist() == [10, 20, 30]
    assert made.x.tolist() == [10, 30]


@given(st.lists(st.integers(0, 40), max_size=25), st.lists(st.integers(0, 25)), st.sampled_from([(), (3,), (0, 7)]))
def test_a_series_read_in_pieces_is_the_same_as_one_read_at_once(
    steps: list[int], cuts: list[int], not_finite: tuple[int, ...]
) -> None:
    events = [number("eval", NAN if at in not_finite else at, step) for at, step in enumerate(steps)]
    growing, start = GrowingEvents(), 0
    store = SeriesStore()
    for cut in [*sorted(cuts), len(events)]:
        growing.add(*events[start:cut])
        start = max(start, cut)
        made = series_in(store, growing.run)
        so_far = [(step, at) for at, step in enumerate(steps[:start]) if at not in not_finite]
        distinct = len(dict(so_far)) == len(so_far) and not any(at < min(start, len(steps)) for at in not_finite)
        pairs = list(zip(made.x.tolist(), made.y.tolist(), strict=True))
        assert pairs == (sorted(so_far) if distinct else so_far)
        assert made.breaks.tolist() == series_of(*events[:start]).breaks.tolist()
        if distinct:
            assert not len(made.breaks)
