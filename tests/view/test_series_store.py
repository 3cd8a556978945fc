"""Curves that are kept between frames, and the notes of keys whose values are not finite."""

from __future__ import annotations

import pytest
from div_tui.app.runs.run import Run
from div_tui.app.view import series_store
from div_tui.app.view.series_store import SeriesStore, not_finite_note
from div_tui.app.view.x_axis import X
from div_tui.widgets.chart.model import Series
from support.runs import NAN, Growing, Point

INF = float("inf")


def series_of(store: SeriesStore, run: Run, x: X) -> Series:
    """The series of loss."""
    return store.curve(run, "loss", x).series("loss", not_finite_note(run, "loss", x), run.name)


def test_a_series_is_the_same_object_for_as_long_as_nothing_changes() -> None:
    growing = Growing({"loss": 1})
    store = SeriesStore()
    first = series_of(store, growing.run, None)
    assert series_of(store, growing.run, None) is first
    growing.add({"lr": 1})
    assert series_of(store, growing.run, None) is first
    growing.add({"loss": NAN})
    noted = series_of(store, growing.run, None)
    assert (noted is first, noted.note) == (False, "NaN at 3")
    growing.add({"loss": 2})
    assert list(series_of(store, growing.run, None).y) == [1, 2]


def note_of(points: list[Point], x: X) -> str:
    """The note of loss."""
    return series_of(SeriesStore(), Growing(*points).run, x).note


@pytest.mark.parametrize(
    ("points", "x", "note"),
    [
        ([{"step": 1200, "loss": NAN}], "step", "NaN at 1 200"),
        ([{"step": 1200, "loss": NAN}], None, "NaN at 1"),
        ([{"step": 100, "loss": 1}, {"step": 1200, "loss": INF}], "step", "infinite at 1 200"),
        ([{"step": 100, "loss": 1}, {"step": 1200, "loss": -INF}], "step", "infinite at 1 200"),
        ([{"step": 100, "loss": 1}, {"loss": NAN}], "step", "NaN"),
        ([{"step": 100, "loss": 1}, {"loss": INF}], "step", "infinite"),
        ([{"step": 100, "loss": NAN}, {"step": 200, "loss": 1}], "step", ""),
        ([{"step": 100, "loss": NAN}, {"step": 200, "lr": 1}], "step", "NaN at 100"),
        ([{"step": 100, "loss": 1}], "step", ""),
        ([], "step", ""),
    ],
)
def test_a_key_whose_latest_value_is_not_finite_has_a_note(points: list[Point], x: str | None, note: str) -> None:
    assert note_of(points, x) == note


@pytest.mark.parametrize(
    ("values", "x", "note"),
    [
        ([1, NAN, NAN], "step", "NaN since 20"),
        ([1, INF, -INF], "step", "infinite since 20"),
        ([1, NAN, NAN, INF, NAN], "step", "not finite since 20"),
        ([1, INF, NAN], None, "not finite since 2"),
        ([1, NAN, NAN], None, "NaN since 2"),
        ([NAN, NAN], "step", "NaN since 10"),
        ([NAN, NAN, 1, 2, NAN], "step", "NaN at 50"),
        ([NAN, NAN, 1, NAN, NAN], "step", "NaN since 40"),
        ([INF, NAN, 1, NAN, NAN], "step", "NaN since 40"),
        ([NAN, 1, INF], "step", "infinite at 30"),
        ([NAN, NAN, 1], "step", ""),
        ([1, NAN, NAN], "no", "NaN"),
        ([1, NAN, INF], "no", "not finite"),
    ],
)
def test_the_note_has_the_x_of_the_first_of_several_such_values_in_a_row(
    values: list[float], x: str | None, note: str
) -> None:
    points = [{"step": 10.0 * at, "loss": value} for at, value in enumerate(values, 1)]
    assert note_of(points, x) == note
    # Points of other keys between them make no difference.
    mixed = [one for point in points for one in (point, {"step": point["step"], "lr": 1.0})]
    if x == "step":
        assert note_of(mixed, x) == note


def test_the_x_of_a_note_does_not_change_as_the_run_goes_on() -> None:
    growing = Growing({"step": 10, "loss": 1})
    store, notes = SeriesStore(), []
    for step in (20, 30, 40):
        growing.add({"step": step, "loss": NAN})
        notes.append(series_of(store, growing.run, "step").note)
    assert notes == ["NaN at 20", "NaN since 20", "NaN since 20"]


def test_a_run_that_starts_again_has_new_curves() -> None:
    growing = Growing({"loss": 1}, {"loss": 2}, {"loss": NAN})
    store = SeriesStore()
    assert series_of(store, growing.run, None).note
    growing.start_again({"loss": 7})
    made = series_of(store, growing.run, None)
    assert (list(made.x), list(made.y), made.note) == ([1], [7], "")


def test_curves_not_asked_for_lately_are_dropped_first_if_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_store, "KEPT_POINTS", 5)
    run = Growing(*({"a": 1, "b": 2, "c": 3} for _ in range(3))).run
    store = SeriesStore()
    a, b = store.curve(run, "a", None), store.curve(run, "b", None)
    assert store.curve(run, "a", None) is a
    store.curve(run, "c", None)
    assert store.curve(run, "a", None) is a
    assert store.curve(run, "b", None) is not b
    assert list(store.curve(run, "b", None).y) == [2, 2, 2]


def test_two_runs_have_curves_of_their_own() -> None:
    first, second = Growing({"loss": 1}, name="first"), Growing({"loss": 2}, {"loss": INF}, name="second")
    store = SeriesStore()
    made = [series_of(store, growing.run, None) for growing in (first, second)]
    assert [(list(one.y), one.note, one.run) for one in made] == [([1], "", "first"), ([2], "infinite at 2", "second")]
    assert [series_of(store, growing.run, None) for growing in (first, second)] == made


def test_a_run_that_starts_again_leaves_the_curves_of_others() -> None:
    first, second = Growing({"loss": 1}), Growing({"loss": 2})
    store = SeriesStore()
    old, other = store.curve(first.run, "loss", None), store.curve(second.run, "loss", None)
    first.start_again({"loss": 3})
    new = store.curve(first.run, "loss", None)
    assert (new is old, list(new.y)) == (False, [3])
    assert store.curve(second.run, "loss", None) is other
