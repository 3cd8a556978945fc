"""The visible range of x: zoomed, panned, following, moved to what must be seen."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from div_tui.app.view.viewport import Extent, Window, around, follow, newest_in, pan, reaching, reveal, zoom
from div_tui.widgets.chart.model import Series
from hypothesis import given
from hypothesis import strategies as st

ALL = Extent(0.0, 1000.0)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


def series(x: Sequence[float]) -> Series:
    at = np.array(x, np.float64)
    return Series("loss", at, np.zeros(len(at)), np.flatnonzero(at[1:] < at[:-1]) + 1)


EVERY_TEN = [series(range(0, 1001, 10))]


def into(window: Window | None, anchor: float | None, steps: int = 1) -> Window:
    for _ in range(steps):
        window = zoom(window, ALL, 1, anchor, EVERY_TEN)
    assert window
    return window


def test_all_of_x_is_zoomed_about_its_right_edge_and_goes_on_following() -> None:
    assert into(None, None) == Window(375.0, 1000.0, follows=True)


def test_the_anchor_stays_where_it_is() -> None:
    window = into(None, 400.0)
    assert (window.x0, window.x1, window.follows) == (pytest.approx(150.0), pytest.approx(775.0), False)
    closer = into(window, 400.0)
    assert (400 - closer.x0) / closer.width == pytest.approx(0.4)


def test_an_anchor_out_of_sight_is_no_anchor() -> None:
    window = Window(500.0, 900.0, follows=False)
    assert into(window, 100.0) == Window(650.0, 900.0, follows=False)


def test_a_view_that_follows_goes_back_with_a_run_that_begins_again_earlier() -> None:
    window = follow(Window(900.0, 1000.0, follows=True), Extent(0.0, 1000.0, newest=1000.0))
    window = follow(window, Extent(0.0, 1000.0, newest=950.0))
    assert (window.x0, window.x1) == (900.0, 1000.0)
    window = follow(window, Extent(0.0, 1000.0, newest=400.0))
    assert (window.x0, window.x1) == (310.0, 410.0)
    assert follow(window, Extent(0.0, 1000.0, newest=411.0)) == Window(321.0, 421.0, follows=True)
    away = Window(0.0, 100.0, follows=False)
    assert follow(away, Extent(0.0, 1000.0, newest=400.0)) is away


def test_a_view_of_what_came_before_a_run_began_again_stays_where_it_is() -> None:
    again = Extent(0.0, 1000.0, newest=400.0)
    window = zoom(None, again, 1, None, EVERY_TEN)
    assert window == Window(375.0, 1000.0, follows=True)
    window = zoom(window, again, 1, None, EVERY_TEN)
    assert window
    assert window.x0 > 400
    assert follow(window, Extent(0.0, 1000.0, newest=401.0)) == window


def test_a_view_ahead_of_the_newest_point_is_zoomed_about_that_point() -> None:
    window = into(Window(600.0, 1050.0, follows=True), None)
    assert (window.x1, window.follows) == (1000.0, True)


def test_zooming_out_ends_with_all_of_x() -> None:
    window = zoom(Window(500.0, 600.0, follows=False), ALL, -1, 550.0, EVERY_TEN)
    assert window
    assert (window.x0, window.x1) == (pytest.approx(470.0), pytest.approx(630.0))
    assert zoom(Window(100.0, 900.0, follows=False), ALL, -1, None, EVERY_TEN) is None
    assert zoom(None, ALL, -1, None, EVERY_TEN) is None


def test_zooming_out_at_an_edge_stays_within_the_points() -> None:
    assert zoom(Window(0.0, 100.0, follows=False), ALL, -1, 100.0, EVERY_TEN) == Window(0.0, 160.0, follows=False)


@pytest.mark.parametrize(
    ("anchor", "two"),
    [
        (None, (990.0, 1000.0)),
        (1000.0, (990.0, 1000.0)),
        (0.0, (0.0, 10.0)),
        (503.0, (500.0, 510.0)),
        (507.0, (500.0, 510.0)),
    ],
)
def test_zoomed_all_the_way_two_points_fill_the_screen(anchor: float | None, two: tuple[float, float]) -> None:
    window = into(None, anchor, steps=30)
    assert (window.x0, window.x1) == two


def test_the_two_points_are_those_of_the_nearer_neighbour() -> None:
    x = [0.0, 100.0, 400.0, 1000.0]
    window: Window | None = None
    for _ in range(30):
        window = zoom(window, ALL, 1, 400.0, [series(x)])
    assert window == Window(100.0, 400.0, follows=False)


def test_points_of_every_series_count_and_a_stroke_that_goes_back_too() -> None:
    window: Window | None = None
    for _ in range(30):
        window = zoom(window, ALL, 1, 503.0, [*EVERY_TEN, series([504.0]), series([900.0, 502.0])])
    assert window == Window(502.0, 504.0, follows=False)


@pytest.mark.parametrize("x", [[], [500.0], [500.0, 500.0]])
def test_without_two_places_there_is_no_narrowest_range(x: list[float]) -> None:
    assert zoom(Window(450.0, 550.0, follows=False), ALL, 1, 500.0, [series(x)]) == Window(
        pytest.approx(468.75), pytest.approx(531.25), follows=False
    )


@pytest.mark.parametrize("least", [0.0, 5.0])
def test_a_run_of_one_point_cannot_be_zoomed(least: float) -> None:
    assert zoom(None, Extent(least, least), 1, None, [series([least])]) is None


def test_pan_moves_by_a_quarter_and_stops_at_the_ends() -> None:
    window = pan(Window(400.0, 800.0, follows=False), ALL, -1)
    assert window == Window(300.0, 700.0, follows=False)
    assert pan(pan(pan(pan(window, ALL, -1), ALL, -1), ALL, -1), ALL, -1) == Window(0.0, 400.0, follows=False)
    assert pan(None, ALL, -1) is None


def test_panning_away_stops_following_and_panning_to_the_end_begins_again() -> None:
    window = pan(Window(600.0, 1000.0, follows=True), ALL, -1)
    assert window == Window(500.0, 900.0, follows=False)
    assert pan(window, ALL, 1) == Window(600.0, 1000.0, follows=True)


def test_a_following_view_moves_ahead_in_steps() -> None:
    window = Window(900.0, 1000.0, follows=True)
    assert follow(window, Extent(0.0, 1000.0)) == window
    moved = follow(window, Extent(0.0, 1001.0))
    assert moved == Window(911.0, 1011.0, follows=True)
    assert follow(moved, Extent(0.0, 1011.0)) == moved
    assert follow(moved, Extent(0.0, 1012.0)) == Window(922.0, 1022.0, follows=True)


def test_a_following_view_shows_a_mark_a_little_beyond_the_newest_point() -> None:
    window = Window(900.0, 1000.0, follows=True)
    moved = follow(window, Extent(0.0, 1000.0), (10.0, 1050.0, 1051.0))
    assert moved == Window(960.0, 1060.0, follows=True)
    assert follow(moved, Extent(0.0, 1001.0), (10.0, 1050.0, 1051.0, 1060.0)) == moved
    assert follow(moved, Extent(0.0, 1061.0), (10.0, 1050.0, 1051.0)) == Window(971.0, 1071.0, follows=True)
    assert follow(window, Extent(0.0, 1000.0), (10.0, 1051.0)) == window
    assert follow(window, Extent(0.0, 1000.0, newest=950.0), (10.0, 980.0)) == window


@pytest.mark.parametrize(
    ("marks", "least", "greatest"),
    [
        ([], 100, 300),
        ([100, 200, 300], 100, 300),
        ([50, 350], 50, 350),
        ([-100, 500], -100, 500),
        ([-101, 501], 100, 300),
        ([-101, 99, 301, 501], 99, 301),
    ],
)
def test_an_extent_reaches_to_marks_that_are_near(marks: list[float], least: float, greatest: float) -> None:
    reach = reaching(Extent(100.0, 300.0, newest=250.0), marks)
    assert (reach.least, reach.greatest, reach.newest) == (least, greatest, 250)


def test_of_one_point_every_mark_is_near() -> None:
    assert reaching(Extent(7.0, 7.0), [0.0, 1e6]) == Extent(0.0, 1e6)


@pytest.mark.parametrize(
    ("x", "span"),
    [
        (500.0, (495.0, 505.0)),
        (503.0, (501.5, 506.5)),
        (0.0, (-math.inf, 5.0)),
        (1000.0, (995.0, math.inf)),
        (1100.0, (1050.0, math.inf)),
        (-100.0, (-math.inf, -50.0)),
    ],
)
def test_what_is_nearer_to_an_x_than_to_the_points_beside_it(x: float, span: tuple[float, float]) -> None:
    assert around(EVERY_TEN, x) == span


def test_the_points_beside_an_x_are_of_any_series() -> None:
    assert around([*EVERY_TEN, series([504.0]), series([900.0, 492.0])], 500.0) == (496.0, 502.0)
    assert around([], 500.0) == (500.0, 500.0)
    assert around([series([-1e308, 1e308])], 1e308) == (0.0, math.inf)


@pytest.mark.parametrize(
    ("window", "drawn", "newest"),
    [
        (None, [[1, 2], [3]], 3),
        (Window(100.0, 505.0, follows=False), [list(range(0, 1001, 10))], 500),
        (Window(100.0, 505.0, follows=False), [[200, 400, 900], [300, 450]], 450),
        (Window(100.0, 505.0, follows=False), [[400, 900, 300, 200]], 400),
        (Window(401.0, 409.0, follows=False), [[300, 400, 500]], 400),
        (Window(411.0, 460.0, follows=False), [[300, 400, 500]], 500),
        (Window(900.0, 1060.0, follows=True), [[300, 1000], []], 1000),
        (Window(900.0, 1060.0, follows=True), [[300, 800]], 800),
        (None, [[]], None),
        (Window(0.0, 1.0, follows=False), [], None),
    ],
)
def test_the_newest_point_in_sight(window: Window | None, drawn: list[list[float]], newest: float | None) -> None:
    assert newest_in(window, [series(x) for x in drawn]) == newest


def test_a_view_that_does_not_follow_stays() -> None:
    window = Window(100.0, 200.0, follows=False)
    assert follow(window, Extent(0.0, 5000.0)) is window


def test_reveal_moves_as_little_as_it_must() -> None:
    window = Window(400.0, 500.0, follows=False)
    assert reveal(window, ALL, 450.0) is window
    assert reveal(window, ALL, 390.0) == Window(390.0, 490.0, follows=False)
    assert reveal(window, ALL, 510.0) == Window(410.0, 510.0, follows=False)
    assert reveal(window, ALL, 1000.0) == Window(900.0, 1000.0, follows=True)
    assert reveal(None, ALL, 5.0) is None


def test_how_many_points_there_were_when_the_view_left_the_newest_is_kept() -> None:
    window = Window(400.0, 500.0, follows=False, left_at=7)
    for moved in (pan(window, ALL, 1), zoom(window, ALL, -1, None, EVERY_TEN), reveal(window, ALL, 0.0)):
        assert moved
        assert moved.left_at == 7


@given(
    st.lists(NUMBERS, min_size=1, max_size=12),
    st.lists(st.tuples(st.sampled_from(["in", "out", "left", "right", "reveal", "grow"]), st.none() | NUMBERS)),
)
def test_whatever_is_done_the_view_is_a_part_of_what_there_is(
    x: list[float], done: list[tuple[str, float | None]]
) -> None:
    drawn = [series(x)]
    extent = Extent(min(x), max(x))
    window: Window | None = None
    for what, at in done:
        if what == "grow":
            extent = Extent(extent.least, max(extent.greatest, at if at is not None else extent.greatest))
            window = follow(window, extent) if window else None
        elif what in ("in", "out"):
            window = zoom(window, extent, 1 if what == "in" else -1, at, drawn)
        elif what == "reveal":
            there = min(max(at or 0.0, extent.least), extent.greatest)
            window = reveal(window, extent, there)
            assert window is None or window.x0 <= there <= window.x1
        else:
            window = pan(window, extent, -1 if what == "left" else 1)
        if window is None:
            continue
        assert math.isfinite(window.x0)
        assert extent.least <= window.x0 <= window.x1
        assert window.width <= extent.width * (1 + 1e-12)
        if what != "grow":
            assert window.x1 <= extent.greatest or window.follows
            assert window.follows == (window.x1 >= extent.greatest)
        if window.follows:
            assert window.x1 >= extent.greatest


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=30, unique=True), st.integers(-1000, 1000))
def test_zooming_in_shows_at_last_two_points_at_the_edges(x: list[int], at: int) -> None:
    x = sorted(x)
    extent = Extent(float(x[0]), float(x[-1]))
    window: Window | None = Window(extent.least, extent.greatest, follows=True)
    for _ in range(40):
        window = zoom(window, extent, 1, float(at), [series(x)]) or window
    assert window
    if len(x) == 2:
        assert (window.x0, window.x1) == (x[0], x[1])
    else:
        assert [place for place in x if window.x0 <= place <= window.x1] == [window.x0, window.x1]
