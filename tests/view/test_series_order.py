"""Series of events whose values come late: in order of x for as long as that tells them, else as they were written."""

from __future__ import annotations

import pytest
from div_tui.app.view.series import Curve, SeriesStore
from div_tui.widgets.chart.model import Series
from hypothesis import given
from hypothesis import strategies as st
from support.event_runs import BEGUN, Event, GrowingEvents, number
from support.runs import NAN, Growing


def evaluated(*steps: float) -> list[Event]:
    """An evaluation of each of some steps, in the order they were made; each value is its step's, less than 0."""
    return [number("eval", -step, step) for step in steps]


def series_of(*events: Event, x: str | None = "step") -> Series:
    store = SeriesStore(GrowingEvents(*events).run)
    return store.curve("eval", x).series("eval", store.note("eval", x))


@pytest.mark.parametrize("steps", [(1000, 800, 600, 400, 200), (50, 20, 90), (10, 20, 30, 40, 15), (1, 3, 2, 5, 4)])
def test_late_values_are_drawn_in_order_of_x(steps: tuple[float, ...]) -> None:
    made = series_of(*evaluated(*steps))
    assert made.x.tolist() == sorted(steps)
    assert made.y.tolist() == [-step for step in sorted(steps)]
    assert made.breaks.tolist() == []


def test_so_they_are_along_time() -> None:
    made = series_of(*evaluated(50, 20, 90), x="ts_ms")
    assert (made.x - BEGUN).tolist() == [20_000, 50_000, 90_000]
    assert made.y.tolist() == [-20, -50, -90]
    placed = series_of(*evaluated(50, 20, 90), x=None)
    assert (placed.x.tolist(), placed.y.tolist()) == ([1, 2, 3], [-50, -20, -90])


def test_once_an_x_comes_twice_they_are_drawn_as_they_were_written() -> None:
    growing = GrowingEvents(*evaluated(10, 20, 30, 15))
    curve = Curve()
    curve.update(growing.run, "eval", "step")
    assert (curve.series("", "").x.tolist(), curve.by_x) == ([10, 15, 20, 30], True)
    growing.add(*evaluated(20))
    curve.update(growing.run, "eval", "step")
    made = curve.series("", "")
    assert (made.x.tolist(), made.y.tolist(), curve.by_x) == ([10, 20, 30, 15, 20], [-10, -20, -30, -15, -20], False)
    assert made.breaks.tolist() == [3]
    growing.add(*evaluated(40))
    curve.update(growing.run, "eval", "step")
    assert (curve.series("", "").x.tolist(), curve.by_x) == ([10, 20, 30, 15, 20, 40], False)


def test_with_a_value_that_was_not_finite_they_are_drawn_as_they_were_written() -> None:
    growing = GrowingEvents(*evaluated(10, 30, 20))
    store = SeriesStore(growing.run)
    assert store.curve("eval", "step").series("", store.note("eval", "step")).x.tolist() == [10, 20, 30]
    growing.add(number("eval", NAN, 25))
    made = store.curve("eval", "step").series("", store.note("eval", "step"))
    assert (made.x.tolist(), made.breaks.tolist(), made.note) == ([10, 30, 20], [2], "NaN at 25")
    growing.add(*evaluated(40))
    made = store.curve("eval", "step").series("", store.note("eval", "step"))
    assert (made.x.tolist(), made.breaks.tolist(), made.note) == ([10, 30, 20, 40], [2, 3], "")


def test_points_are_drawn_as_they_were_written() -> None:
    growing = Growing(*({"step": step, "eval": -step} for step in (50, 20, 90)))
    made = SeriesStore(growing.run).curve("eval", "step").series("", "")
    assert (made.x.tolist(), made.breaks.tolist()) == ([50, 20, 90], [1])


def test_what_was_made_is_kept_until_more_comes() -> None:
    growing = GrowingEvents(*evaluated(30, 10))
    store = SeriesStore(growing.run)
    made = store.curve("eval", "step").series("", store.note("eval", "step"))
    assert store.curve("eval", "step").series("", store.note("eval", "step")) is made
    growing.add(*evaluated(20))
    assert store.curve("eval", "step").series("", store.note("eval", "step")).x.tolist() == [10, 20, 30]
    assert made.x.tolist() == [10, 30]


@given(st.lists(st.integers(0, 40), max_size=25), st.lists(st.integers(0, 25)), st.sampled_from([(), (3,), (0, 7)]))
def test_read_in_pieces_they_are_as_read_at_once(
    steps: list[int], cuts: list[int], not_finite: tuple[int, ...]
) -> None:
    events = [number("eval", NAN if at in not_finite else at, step) for at, step in enumerate(steps)]
    growing, start = GrowingEvents(), 0
    store = SeriesStore(growing.run)
    for cut in [*sorted(cuts), len(events)]:
        growing.add(*events[start:cut])
        start = max(start, cut)
        made = store.curve("eval", "step").series("", store.note("eval", "step"))
        so_far = [(step, at) for at, step in enumerate(steps[:start]) if at not in not_finite]
        distinct = len(dict(so_far)) == len(so_far) and not any(at < min(start, len(steps)) for at in not_finite)
        pairs = list(zip(made.x.tolist(), made.y.tolist(), strict=True))
        assert pairs == (sorted(so_far) if distinct else so_far)
        assert made.breaks.tolist() == series_of(*events[:start]).breaks.tolist()
        if distinct:
            assert not len(made.breaks)
