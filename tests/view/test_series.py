"""Columns as series: paired with x, broken where the stroke breaks, kept up to date; and the least and the greatest."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from div_tui.app.runs.history import Run
from div_tui.app.view import series
from div_tui.app.view.series import Curve, Extreme, SeriesStore, tail, tail_places, value_at
from div_tui.widgets.chart.model import Series
from hypothesis import given
from hypothesis import strategies as st
from support.runs import NAN, Growing, Point, run_of


class Drawn(NamedTuple):
    """A curve, in a form that can be compared."""

    x: list[float]
    y: list[float]
    places: list[int]
    breaks: list[int]


def drawn(curve: Curve) -> Drawn:
    made = curve.series("", "")
    assert (list(made.x), list(made.y)) == (list(curve.x), list(curve.y))
    return Drawn(list(curve.x), list(curve.y), list(curve.places), list(made.breaks))


def curve_of(run: Run, key: str, x: str | None) -> Drawn:
    curve = Curve()
    curve.update(run, key, x)
    return drawn(curve)


def test_a_key_against_the_place() -> None:
    run = run_of({"loss": 3}, {"lr": 1}, {"loss": 1})
    assert curve_of(run, "loss", None) == ([1, 3], [3, 1], [1, 3], [])


def test_a_key_against_another() -> None:
    run = run_of({"step": 10, "loss": 3}, {"step": 20, "loss": 2})
    assert curve_of(run, "loss", "step") == ([10, 20], [3, 2], [1, 2], [])
    assert curve_of(run, "step", "step") == ([10, 20], [10, 20], [1, 2], [])


def test_a_point_without_x_is_left_off() -> None:
    run = run_of({"loss": 9}, {"step": 10, "loss": 3}, {"loss": 8}, {"step": 30}, {"step": 40, "loss": 2}, {"loss": 7})
    assert curve_of(run, "loss", "step") == ([10, 40], [3, 2], [2, 5], [])


def test_an_x_or_a_key_that_nothing_wrote_gives_no_points() -> None:
    run = run_of({"loss": 9})
    nothing = ([], [], [], [])
    assert curve_of(run, "loss", "step") == nothing
    assert curve_of(run, "acc", None) == nothing


def test_an_x_that_comes_late_pairs_with_the_points_from_there_on() -> None:
    growing = Growing({"loss": 9})
    curve = Curve()
    curve.update(growing.run, "loss", "step")
    growing.add({"loss": 8, "step": 5})
    curve.update(growing.run, "loss", "step")
    assert drawn(curve) == ([5], [8], [2], [])


def test_the_stroke_breaks_where_x_goes_back_and_not_where_it_stands() -> None:
    run = run_of(*({"step": step, "loss": 1} for step in (10, 20, 20, 15, 30, 5)))
    assert curve_of(run, "loss", "step").breaks == [3, 5]


def test_the_stroke_breaks_where_a_value_between_was_not_finite() -> None:
    run = run_of({"loss": 1}, {"loss": NAN}, {"loss": 2}, {"lr": NAN}, {"loss": 3}, {"loss": NAN}, {"loss": NAN})
    assert curve_of(run, "loss", None) == ([1, 3, 5], [1, 2, 3], [1, 3, 5], [1])


def test_what_was_not_finite_before_the_first_point_breaks_nothing() -> None:
    assert curve_of(run_of({"loss": NAN}, {"loss": 2}), "loss", None).breaks == []


def test_a_break_between_two_readings_is_found() -> None:
    growing = Growing({"step": 10, "loss": 1}, {"step": 20, "loss": NAN})
    curve = Curve()
    curve.update(growing.run, "loss", "step")
    growing.add({"step": 30, "loss": 2})
    curve.update(growing.run, "loss", "step")
    growing.add({"step": 15, "loss": 3})
    curve.update(growing.run, "loss", "step")
    assert drawn(curve) == ([10, 30, 15], [1, 2, 3], [1, 3, 4], [1, 2])


POINTS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "step": st.integers(0, 5).map(float) | st.just(NAN),
            "loss": st.integers(-3, 3).map(float) | st.just(NAN),
            "lr": st.just(0.5),
        },
    ),
    max_size=40,
)


def plainly(points: list[Point], x: str | None) -> Drawn:
    """A curve of loss as a slow reading of the rules has it."""
    found = Drawn([], [], [], [])
    broken = False
    for place, point in enumerate(points, 1):
        value, at = point.get("loss"), point.get(x) if x else float(place)
        if value is not None and value != value:
            broken = True
        if value is None or value != value or at is None or at != at:
            continue
        if found.x and (broken or at < found.x[-1]):
            found.breaks.append(len(found.x))
        found.x.append(at)
        found.y.append(value)
        found.places.append(place)
        broken = False
    return found


@given(POINTS, st.lists(st.integers(0, 40)), st.sampled_from([None, "step"]))
def test_a_curve_read_in_pieces_is_the_curve_of_the_rules(points: list[Point], cuts: list[int], x: str | None) -> None:
    growing, curve, start = Growing(), Curve(), 0
    for cut in [*sorted(cuts), len(points)]:
        growing.add(*points[start:cut])
        start = max(start, cut)
        curve.update(growing.run, "loss", x)
        assert drawn(curve) == plainly(points[:start], x)
    assert curve_of(growing.run, "loss", x) == plainly(points, x)


def test_points_once_given_do_not_change_as_the_run_grows() -> None:
    growing, curve = Growing({"loss": 0}), Curve()
    curve.update(growing.run, "loss", None)
    first = curve.series("loss", "")
    for value in range(1, 300):
        growing.add({"loss": value})
        curve.update(growing.run, "loss", None)
    assert list(first.y) == [0]
    assert drawn(curve).y == list(range(300))


def series_of(store: SeriesStore, key: str, x: str | None, name: str) -> Series:
    return store.curve(key, x).series(name, store.note(key, x))


def test_a_series_is_the_same_object_for_as_long_as_nothing_changes() -> None:
    growing = Growing({"loss": 1})
    store = SeriesStore(growing.run)
    first = series_of(store, "loss", None, "loss")
    assert series_of(store, "loss", None, "loss") is first
    growing.add({"lr": 1})
    assert series_of(store, "loss", None, "loss") is first
    growing.add({"loss": NAN})
    noted = series_of(store, "loss", None, "loss")
    assert (noted is first, noted.note) == (False, "NaN at 3")
    growing.add({"loss": 2})
    assert list(series_of(store, "loss", None, "loss").y) == [1, 2]


@pytest.mark.parametrize(
    ("points", "x", "note"),
    [
        ([{"step": 1200, "loss": NAN}], "step", "NaN at 1 200"),
        ([{"step": 1200, "loss": NAN}], None, "NaN at 1"),
        ([{"step": 100, "loss": 1}, {"step": 1200, "loss": float("inf")}], "step", "NaN at 1 200"),
        ([{"step": 100, "loss": 1}, {"loss": NAN}], "step", "NaN"),
        ([{"step": 100, "loss": NAN}, {"step": 200, "loss": 1}], "step", ""),
        ([{"step": 100, "loss": NAN}, {"step": 200, "lr": 1}], "step", "NaN at 100"),
        ([{"step": 100, "loss": 1}], "step", ""),
        ([], "step", ""),
    ],
)
def test_a_value_that_is_not_finite_is_noted_while_it_is_the_latest_news(
    points: list[Point], x: str | None, note: str
) -> None:
    assert series_of(SeriesStore(run_of(*points)), "loss", x, "loss").note == note


@pytest.mark.parametrize(
    ("values", "x", "note"),
    [
        ([1, NAN, NAN], "step", "NaN since 20"),
        ([1, NAN, NAN, float("inf"), NAN], "step", "NaN since 20"),
        ([1, NAN, NAN], None, "NaN since 2"),
        ([NAN, NAN], "step", "NaN since 10"),
        ([NAN, NAN, 1, 2, NAN], "step", "NaN at 50"),
        ([NAN, NAN, 1, NAN, NAN], "step", "NaN since 40"),
        ([NAN, NAN, 1], "step", ""),
        ([1, NAN, NAN], "no", "NaN"),
    ],
)
def test_of_several_in_a_row_that_are_not_finite_the_first_is_told(
    values: list[float], x: str | None, note: str
) -> None:
    points = [{"step": 10.0 * at, "loss": value} for at, value in enumerate(values, 1)]
    assert series_of(SeriesStore(run_of(*points)), "loss", x, "loss").note == note
    # Points of other keys between them make no difference.
    mixed = [one for point in points for one in (point, {"step": point["step"], "lr": 1.0})]
    if x == "step":
        assert series_of(SeriesStore(run_of(*mixed)), "loss", x, "loss").note == note


def test_since_when_a_key_is_not_finite_does_not_change_as_the_run_goes_on() -> None:
    growing = Growing({"step": 10, "loss": 1})
    store, notes = SeriesStore(growing.run), []
    for step in (20, 30, 40):
        growing.add({"step": step, "loss": NAN})
        notes.append(series_of(store, "loss", "step", "loss").note)
    assert notes == ["NaN at 20", "NaN since 20", "NaN since 20"]


def test_a_run_that_begins_again_is_drawn_anew() -> None:
    growing = Growing({"loss": 1}, {"loss": 2}, {"loss": NAN})
    store = SeriesStore(growing.run)
    assert series_of(store, "loss", None, "loss").note
    growing.begin_again({"loss": 7})
    made = series_of(store, "loss", None, "loss")
    assert (list(made.x), list(made.y), made.note) == ([1], [7], "")


def test_curves_not_asked_for_are_forgotten_first_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "KEPT_POINTS", 5)
    store = SeriesStore(run_of(*({"a": 1, "b": 2, "c": 3} for _ in range(3))))
    a, b = store.curve("a", None), store.curve("b", None)
    assert store.curve("a", None) is a
    store.curve("c", None)
    assert store.curve("a", None) is a
    assert store.curve("b", None) is not b
    assert list(store.curve("b", None).y) == [2, 2, 2]


def test_value_at() -> None:
    run = run_of({"step": 5}, {"loss": 1}, {"step": 7})
    assert [value_at(run, "step", place) for place in (0, 1, 2, 3, 4)] == [None, 5, None, 7, None]
    assert value_at(run, None, 2) == 2
    assert value_at(run, "acc", 1) is None


def test_the_first_of_the_least_and_of_the_greatest_counts() -> None:
    growing = Growing({"lr": 1}, {"loss": 3}, {"loss": 1}, {"loss": 5})
    least, greatest = Extreme("loss", least=True), Extreme("loss", least=False)
    assert (least.update(growing.run), greatest.update(growing.run)) == (True, True)
    assert (least.value, least.place, greatest.value, greatest.place) == (1, 3, 5, 4)
    growing.add({"loss": 1}, {"loss": 5}, {"loss": 6})
    assert (least.update(growing.run), greatest.update(growing.run)) == (True, True)
    assert (least.value, least.place, greatest.value, greatest.place) == (1, 3, 6, 7)


def test_an_extreme_of_nothing_and_of_a_run_that_begins_again() -> None:
    growing = Growing({"lr": 1})
    least = Extreme("loss", least=True)
    assert not least.update(growing.run)
    growing.add({"loss": -4})
    assert least.update(growing.run)
    growing.begin_again({"lr": 1})
    assert not least.update(growing.run)
    growing.begin_again({"loss": 9})
    assert (least.update(growing.run), least.value, least.place) == (True, 9, 1)


@given(st.lists(st.lists(st.integers(-5, 5), max_size=6), min_size=1), st.booleans())
def test_an_extreme_kept_up_to_date_is_that_of_all_values(pieces: list[list[int]], least: bool) -> None:
    growing, extreme, seen = Growing(), Extreme("loss", least=least), list[int]()
    for piece in pieces:
        growing.add(*({"loss": value} for value in piece))
        seen += piece
        assert extreme.update(growing.run) == bool(seen)
        if seen:
            value = min(seen) if least else max(seen)
            assert (extreme.value, extreme.place) == (value, seen.index(value) + 1)


def test_a_tail_is_a_copy_so_that_the_run_can_grow() -> None:
    growing = Growing({"loss": 1}, {"loss": 2})
    column = growing.run.columns["loss"]
    values, places = tail(column.values, 1), tail_places(column.places, 1)
    growing.add({"loss": 3})
    assert (list(values), list(places)) == ([2], [2])
    assert list(tail(column.values)) == [1, 2, 3]
