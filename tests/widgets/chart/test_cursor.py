"""The crosshair: nearest points and steps."""

import numpy as np
import pytest
from div_tui.widgets.chart.cursor import nearest_point, step_points
from div_tui.widgets.chart.model import Series
from hypothesis import given
from hypothesis import strategies as st


def series(x):
    x = np.array(x, np.float64)
    return Series("s", x, np.zeros(len(x)), np.flatnonzero(np.diff(x) < 0) + 1)


@pytest.mark.parametrize(
    ("x", "at", "index"),
    [
        ([0, 10, 20], 10, 1),
        ([0, 10, 20], 14, 1),
        ([0, 10, 20], 15, 2),
        ([0, 10, 20], -99, 0),
        ([0, 10, 20], 99, 2),
        ([0, 0, 10, 10, 20], 10, 3),
        ([0, 0, 10, 10, 20], 9, 3),
        ([0, 0, 10], -1, 1),
        ([0, 10, 20, 10, 30], 10, 3),
        ([0, 10, 20, 5, 10], 11, 4),
    ],
)
def test_nearest(x, at, index):
    assert nearest_point(series(x), at) == index


def test_nearest_point_of_an_empty_series():
    assert nearest_point(series([]), 1) is None


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=20), st.integers(-25, 25))
def test_no_other_point_is_nearer(x, at):
    assert abs(x[nearest_point(series(x), at)] - at) == min(abs(other - at) for other in x)


def test_steps_visit_the_distinct_x_of_all_series():
    both = [series([0, 10, 20, 10]), series([5, 10, 40]), series([])]
    walked = [0.0]
    while (after := step_points(both, walked[-1], 1)) != walked[-1]:
        walked.append(after)
    assert walked == [0, 5, 10, 20, 40]
    assert step_points(both, 40, -1) == 20
    assert step_points(both, 40, -3) == 5
    assert step_points(both, 40, -99) == 0
    assert step_points(both, 12, 1) == 20
    assert step_points(both, None, 1) == 40


def test_steps_without_points():
    assert step_points([], None, 1) is None
    assert step_points([series([])], 3, 1) is None
