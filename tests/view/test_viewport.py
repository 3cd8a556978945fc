"""The viewport: the visible range of x is zoomed, panned, followed and revealed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from div_tui.app.view.viewport import Extent, Viewport, around, follow, newest_in, pan, reaching, reveal, zoom
from div_tui.widgets.chart.model import Series
from hypothesis import given
from hypothesis import strategies as st

ALL = Extent(0.0, 1000.0)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


def series(x: Sequence[float]) -> Series:
    at = np.array(x, np.float64)
    return Series("loss", at, np.zeros(len(at)), np.flatnonzero(at[1:] < at[:-1]) + 1)


EVERY_TEN = [series(range(0, 1001, 10))]


def into(viewport: Viewport | None, anchor: float | None, steps: int = 1) -> Viewport:
    for _ in range(steps):
        viewport = zoom(viewport, ALL, 1, anchor, EVERY_TEN)
    assert viewport
    return viewport


def test_all_of_x_is_zoomed_about_its_right_edge_and_keeps_following() -> None:
    assert into(None, None) == Viewport(375.0, 1000.0, follows=True)


def test_the_anchor_stays_where_it_is() -> None:
    viewport = into(None, 400.0)
    assert (viewport.x0, viewport.x1, viewport.follows) == (pytest.approx(150.0), pytest.approx(775.0), False)
    closer = into(viewport, 400.0)
    assert (400 - closer.x0) / closer.width == pytest.approx(0.4)


def test_an_anchor_outside_the_viewport_is_ignored() -> None:
    viewport = Viewport(500.0, 900.0, follows=False)
    assert into(viewport, 100.0) == Viewport(650.0, 900.0, follows=False)


def test_a_following_viewport_goes_back_with_a_run_that_starts_again_earlier() -> None:
    viewport = follow(Viewport(900.0, 1000.0, follows=True), Extent(0.0, 1000.0, newest=1000.0))
    viewport = follow(viewport, Extent(0.0, 1000.0, newest=950.0))
    assert (viewport.x0, viewport.x1) == (900.0, 1000.0)
    viewport = follow(viewport, Extent(0.0, 1000.0, newest=400.0))
    assert (viewport.x0, viewport.x1) == (310.0, 410.0)
    assert follow(viewport, Extent(0.0, 1000.0, newest=411.0)) == Viewport(321.0, 421.0, follows=True)
    away = Viewport(0.0, 100.0, follows=False)
    assert follow(away, Extent(0.0, 1000.0, newest=400.0)) is away


def test_a_viewport_of_the_points_before_a_run_started_again_stays() -> None:
    again = Extent(0.0, 1000.0, newest=400.0)
    viewport = zoom(None, again, 1, None, EVERY_TEN)
    assert viewport == Viewport(375.0, 1000.0, follows=True)
    viewport = zoom(viewport, again, 1, None, EVERY_TEN)
    assert viewport
    assert viewport.x0 > 400
    assert follow(viewport, Extent(0.0, 1000.0, newest=401.0)) == viewport


def test_a_viewport_ahead_of_the_newest_point_is_zoomed_about_that_point() -> None:
    viewport = into(Viewport(600.0, 1050.0, follows=True), None)
    assert (viewport.x1, viewport.follows) == (1000.0, True)


def test_zooming_out_ends_with_all_of_x() -> None:
    viewport = zoom(Viewport(500.0, 600.0, follows=False), ALL, -1, 550.0, EVERY_TEN)
    assert viewport
    assert (viewport.x0, viewport.x1) == (pytest.approx(470.0), pytest.approx(630.0))
    assert zoom(Viewport(100.0, 900.0, follows=False), ALL, -1, None, EVERY_TEN) is None
    assert zoom(None, ALL, -1, None, EVERY_TEN) is None


def test_zooming_out_at_an_edge_stays_within_the_points() -> None:
    assert zoom(Viewport(0.0, 100.0, follows=False), ALL, -1, 100.0, EVERY_TEN) == Viewport(0.0, 160.0, follows=False)


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
def test_two_points_fill_the_screen_at_the_closest_zoom(anchor: float | None, two: tuple[float, float]) -> None:
    viewport = into(None, anchor, steps=30)
    assert (viewport.x0, viewport.x1) == two


def test_the_two_points_are_those_of_the_nearer_neighbour() -> None:
    x = [0.0, 100.0, 400.0, 1000.0]
    viewport: Viewport | None = None
    for _ in range(30):
        viewport = zoom(viewport, ALL, 1, 400.0, [series(x)])
    assert viewport == Viewport(100.0, 400.0, follows=False)


def test_the_points_of_every_series_count_also_where_a_stroke_goes_back() -> None:
    viewport: Viewport | None = None
    for _ in range(30):
        viewport = zoom(viewport, ALL, 1, 503.0, [*EVERY_TEN, series([504.0]), series([900.0, 502.0])])
    assert viewport == Viewport(502.0, 504.0, follows=False)


@pytest.mark.parametrize("x", [[], [500.0], [500.0, 500.0]])
def test_without_two_different_x_there_is_no_narrowest_range(x: list[float]) -> None:
    assert zoom(Viewport(450.0, 550.0, follows=False), ALL, 1, 500.0, [series(x)]) == Viewport(
        pytest.approx(468.75), pytest.approx(531.25), follows=False
    )


@pytest.mark.parametrize("least", [0.0, 5.0])
def test_a_run_of_one_point_cannot_be_zoomed(least: float) -> None:
    assert zoom(None, Extent(least, least), 1, None, [series([least])]) is None


def test_pan_moves_by_a_quarter_and_stops_at_the_ends() -> None:
    viewport = pan(Viewport(400.0, 800.0, follows=False), ALL, -1)
    assert viewport == Viewport(300.0, 700.0, follows=False)
    assert pan(pan(pan(pan(viewport, ALL, -1), ALL, -1), ALL, -1), ALL, -1) == Viewport(0.0, 400.0, follows=False)
    assert pan(None, ALL, -1) is None


def test_panning_away_stops_following_and_panning_to_the_end_starts_it_again() -> None:
    viewport = pan(Viewport(600.0, 1000.0, follows=True), ALL, -1)
    assert viewport == Viewport(500.0, 900.0, follows=False)
    assert pan(viewport, ALL, 1) == Viewport(600.0, 1000.0, follows=True)


def test_a_following_viewport_moves_ahead_in_steps() -> None:
    viewport = Viewport(900.0, 1000.0, follows=True)
    assert follow(viewport, Extent(0.0, 1000.0)) == viewport
    moved = follow(viewport, Extent(0.0, 1001.0))
    assert moved == Viewport(911.0, 1011.0, follows=True)
    assert follow(moved, Extent(0.0, 1011.0)) == moved
    assert follow(moved, Extent(0.0, 1012.0)) == Viewport(922.0, 1022.0, follows=True)


def test_a_following_viewport_shows_a_marker_a_little_beyond_the_newest_point() -> None:
    viewport = Viewport(900.0, 1000.0, follows=True)
    moved = follow(viewport, Extent(0.0, 1000.0), (10.0, 1050.0, 1051.0))
    assert moved == Viewport(960.0, 1060.0, follows=True)
    assert follow(moved, Extent(0.0, 1001.0), (10.0, 1050.0, 1051.0, 1060.0)) == moved
    assert follow(moved, Extent(0.0, 1061.0), (10.0, 1050.0, 1051.0)) == Viewport(971.0, 1071.0, follows=True)
    assert follow(viewport, Extent(0.0, 1000.0), (10.0, 1051.0)) == viewport
    assert follow(viewport, Extent(0.0, 1000.0, newest=950.0), (10.0, 980.0)) == viewport


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
def test_an_extent_reaches_to_markers_nearby(marks: list[float], least: float, greatest: float) -> None:
    reach = reaching(Extent(100.0, 300.0, newest=250.0), marks)
    assert (reach.least, reach.greatest, reach.newest) == (least, greatest, 250)


def test_every_marker_is_near_a_single_point() -> None:
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
def test_the_range_that_is_nearer_to_an_x_than_to_the_points_beside_it(x: float, span: tuple[float, float]) -> None:
    assert around(EVERY_TEN, x) == span


def test_the_points_beside_an_x_may_belong_to_any_series() -> None:
    assert around([*EVERY_TEN, series([504.0]), series([900.0, 492.0])], 500.0) == (496.0, 502.0)
    assert around([], 500.0) == (500.0, 500.0)
    assert around([series([-1e308, 1e308])], 1e308) == (0.0, math.inf)


@pytest.mark.parametrize(
    ("viewport", "drawn", "newest"),
    [
        (None, [[1, 2], [3]], 3),
        (Viewport(100.0, 505.0, follows=False), [list(range(0, 1001, 10))], 500),
        (Viewport(100.0, 505.0, follows=False), [[200, 400, 900], [300, 450]], 450),
        (Viewport(100.0, 505.0, follows=False), [[400, 900, 300, 200]], 400),
        (Viewport(401.0, 409.0, follows=False), [[300, 400, 500]], 400),
        (Viewport(411.0, 460.0, follows=False), [[300, 400, 500]], 500),
        (Viewport(900.0, 1060.0, follows=True), [[300, 1000], []], 1000),
        (Viewport(900.0, 1060.0, follows=True), [[300, 800]], 800),
        (None, [[]], None),
        (Viewport(0.0, 1.0, follows=False), [], None),
    ],
)
def test_the_newest_visible_point(viewport: Viewport | None, drawn: list[list[float]], newest: float | None) -> None:
    assert newest_in(viewport, [series(x) for x in drawn]) == newest


def test_a_viewport_that_does_not_follow_stays() -> None:
    viewport = Viewport(100.0, 200.0, follows=False)
    assert follow(viewport, Extent(0.0, 5000.0)) is viewport


def test_reveal_moves_as_little_as_possible() -> None:
    viewport = Viewport(400.0, 500.0, follows=False)
    assert reveal(viewport, ALL, 450.0) is viewport
    assert reveal(viewport, ALL, 390.0) == Viewport(390.0, 490.0, follows=False)
    assert reveal(viewport, ALL, 510.0) == Viewport(410.0, 510.0, follows=False)
    assert reveal(viewport, ALL, 1000.0) == Viewport(900.0, 1000.0, follows=True)
    assert reveal(None, ALL, 5.0) is None


def test_the_number_of_points_when_the_viewport_left_the_newest_one_is_kept() -> None:
    viewport = Viewport(400.0, 500.0, follows=False, left_at=7)
    for moved in (pan(viewport, ALL, 1), zoom(viewport, ALL, -1, None, EVERY_TEN), reveal(viewport, ALL, 0.0)):
        assert moved
        assert moved.left_at == 7


@given(
    st.lists(NUMBERS, min_size=1, max_size=12),
    st.lists(st.tuples(st.sampled_from(["in", "out", "left", "right", "reveal", "grow"]), st.none() | NUMBERS)),
)
def test_after_any_actions_the_viewport_is_a_part_of_the_extent(
    x: list[float], done: list[tuple[str, float | None]]
) -> None:
    drawn = [series(x)]
    extent = Extent(min(x), max(x))
    viewport: Viewport | None = None
    for what, at in done:
        if what == "grow":
            extent = Extent(extent.least, max(extent.greatest, at if at is not None else extent.greatest))
            viewport = follow(viewport, extent) if viewport else None
        elif what in ("in", "out"):
            viewport = zoom(viewport, extent, 1 if what == "in" else -1, at, drawn)
        elif what == "reveal":
            there = min(max(at or 0.0, extent.least), extent.greatest)
            viewport = reveal(viewport, extent, there)
            assert viewport is None or viewport.x0 <= there <= viewport.x1
        else:
            viewport = pan(viewport, extent, -1 if what == "left" else 1)
        if viewport is None:
            continue
        assert math.isfinite(viewport.x0)
        assert extent.least <= viewport.x0 <= viewport.x1
        assert viewport.width <= extent.width * (1 + 1e-12)
        if what != "grow":
            assert viewport.x1 <= extent.greatest or viewport.follows
            assert viewport.follows == (viewport.x1 >= extent.greatest)
        if viewport.follows:
            assert viewport.x1 >= extent.greatest


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=30, unique=True), st.integers(-1000, 1000))
def test_zooming_in_ends_with_two_points_at_the_edges(x: list[int], at: int) -> None:
    x = sorted(x)
    extent = Extent(float(x[0]), float(x[-1]))
    viewport: Viewport | None = Viewport(extent.least, extent.greatest, follows=True)
    for _ in range(40):
        viewport = zoom(viewport, extent, 1, float(at), [series(x)]) or viewport
    assert viewport
    if len(x) == 2:
        assert (viewport.x0, viewport.x1) == (x[0], x[1])
    else:
        assert [place for place in x if viewport.x0 <= place <= viewport.x1] == [viewport.x0, viewport.x1]
