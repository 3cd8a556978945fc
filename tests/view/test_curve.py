"""Curves: a key paired with x, broken where the stroke breaks, and kept up to date."""

from __future__ import annotations

from typing import NamedTuple

from div_tui.app.runs.history import History
from div_tui.app.view.curve import Curve
from hypothesis import given
from hypothesis import strategies as st
from support.runs import NAN, Growing, Point, history_of


class Drawn(NamedTuple):
    """A curve, in a form that can be compared."""

    x: list[float]
    y: list[float]
    places: list[int]
    breaks: list[int]


def drawn(curve: Curve) -> Drawn:
    made = curve.series("", "", "")
    assert (list(made.x), list(made.y)) == (list(curve.x), list(curve.y))
    return Drawn(list(curve.x), list(curve.y), list(curve.places), list(made.breaks))


def curve_of(history: History, key: str, x: str | None) -> Drawn:
    curve = Curve()
    curve.update(history, key, x)
    return drawn(curve)


def test_a_key_against_the_place() -> None:
    history = history_of({"loss": 3}, {"lr": 1}, {"loss": 1})
    assert curve_of(history, "loss", None) == ([1, 3], [3, 1], [1, 3], [])


def test_a_key_against_another_key() -> None:
    history = history_of({"step": 10, "loss": 3}, {"step": 20, "loss": 2})
    assert curve_of(history, "loss", "step") == ([10, 20], [3, 2], [1, 2], [])
    assert curve_of(history, "step", "step") == ([10, 20], [10, 20], [1, 2], [])


def test_a_point_without_x_is_not_drawn() -> None:
    history = history_of(
        {"loss": 9}, {"step": 10, "loss": 3}, {"loss": 8}, {"step": 30}, {"step": 40, "loss": 2}, {"loss": 7}
    )
    assert curve_of(history, "loss", "step") == ([10, 40], [3, 2], [2, 5], [])


def test_an_x_or_a_key_that_no_point_carries_gives_no_points() -> None:
    history = history_of({"loss": 9})
    nothing = ([], [], [], [])
    assert curve_of(history, "loss", "step") == nothing
    assert curve_of(history, "acc", None) == nothing


def test_an_x_that_comes_late_is_paired_with_the_points_from_there_on() -> None:
    growing = Growing({"loss": 9})
    curve = Curve()
    curve.update(growing.history, "loss", "step")
    growing.add({"loss": 8, "step": 5})
    curve.update(growing.history, "loss", "step")
    assert drawn(curve) == ([5], [8], [2], [])


def test_the_stroke_breaks_where_x_goes_back_and_not_where_it_stays() -> None:
    history = history_of(*({"step": step, "loss": 1} for step in (10, 20, 20, 15, 30, 5)))
    assert curve_of(history, "loss", "step").breaks == [3, 5]


def test_the_stroke_breaks_where_a_value_between_was_not_finite() -> None:
    history = history_of(
        {"loss": 1}, {"loss": NAN}, {"loss": 2}, {"lr": NAN}, {"loss": 3}, {"loss": NAN}, {"loss": NAN}
    )
    assert curve_of(history, "loss", None) == ([1, 3, 5], [1, 2, 3], [1, 3, 5], [1])


def test_a_value_before_the_first_point_that_was_not_finite_breaks_nothing() -> None:
    assert curve_of(history_of({"loss": NAN}, {"loss": 2}), "loss", None).breaks == []


def test_a_break_between_two_updates_is_found() -> None:
    growing = Growing({"step": 10, "loss": 1}, {"step": 20, "loss": NAN})
    curve = Curve()
    curve.update(growing.history, "loss", "step")
    growing.add({"step": 30, "loss": 2})
    curve.update(growing.history, "loss", "step")
    growing.add({"step": 15, "loss": 3})
    curve.update(growing.history, "loss", "step")
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
    """The curve of loss by the rules, made the slow way."""
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
def test_a_curve_updated_in_pieces_follows_the_rules(points: list[Point], cuts: list[int], x: str | None) -> None:
    growing, curve, start = Growing(), Curve(), 0
    for cut in [*sorted(cuts), len(points)]:
        growing.add(*points[start:cut])
        start = max(start, cut)
        curve.update(growing.history, "loss", x)
        assert drawn(curve) == plainly(points[:start], x)
    assert curve_of(growing.history, "loss", x) == plainly(points, x)


def test_the_points_of_a_series_do_not_change_as_the_run_grows() -> None:
    growing, curve = Growing({"loss": 0}), Curve()
    curve.update(growing.history, "loss", None)
    first = curve.series("loss", "", "run")
    for value in range(1, 300):
        growing.add({"loss": value})
        curve.update(growing.history, "loss", None)
    assert list(first.y) == [0]
    assert drawn(curve).y == list(range(300))


def test_a_series_has_the_name_of_its_run() -> None:
    curve = Curve()
    curve.update(history_of({"loss": 1}), "loss", None)
    first = curve.series("loss", "", "first")
    assert (first.run, curve.series("loss", "", "first")) == ("first", first)
    assert curve.series("loss", "", "second").run == "second"
