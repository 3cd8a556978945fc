"""The EMA, compared with a loop."""

import numpy as np
import pytest
from div_tui.widgets.chart.model import Series
from div_tui.widgets.chart.smooth import ema, smoothed
from hypothesis import given
from hypothesis import strategies as st


def ema_by_loop(values, weight, restarts):
    averages, last, count = [], 0.0, 0
    for place, value in enumerate(values):
        if place in restarts:
            last, count = 0.0, 0
        last = last * weight + (1 - weight) * value
        count += 1
        averages.append(last / (1 - weight**count))
    return averages


numbers = st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1, max_size=300)


@given(numbers, st.sampled_from([0.01, 0.3, 0.6, 0.9, 0.97, 0.999]), st.sets(st.integers(1, 299), max_size=5))
def test_ema_equals_that_of_a_loop(values, weight, restarts):
    inside = sorted(place for place in restarts if place < len(values))
    with np.errstate(all="raise"):
        averages = ema(np.array(values), weight, np.array(inside, np.intp))
    scale = max(map(abs, values))
    assert averages.tolist() == pytest.approx(ema_by_loop(values, weight, inside), rel=1e-9, abs=1e-9 * scale)


def test_long_runs():
    values = np.sin(np.arange(20_000) / 50) + 3
    for weight in (0.6, 0.97, 0.999):
        assert ema(values, weight, np.zeros(0, np.intp)) == pytest.approx(ema_by_loop(values, weight, []), rel=1e-9)


def test_a_constant_of_any_size_stays_constant():
    for value in (5.0, 1e-300, 1.7976931348623157e308, -1.7e308):
        with np.errstate(all="raise"):
            averages = ema(np.full(500, value), 0.97, np.zeros(0, np.intp))
        assert averages == pytest.approx(np.full(500, value), rel=1e-9)


def test_weight_zero_changes_nothing_and_the_input_is_not_modified():
    values = np.arange(5.0)
    assert ema(values, 0, np.zeros(0, np.intp)) is values
    ema(values, 0.9, np.zeros(0, np.intp))
    assert values.tolist() == [0, 1, 2, 3, 4]


def test_the_average_restarts_where_x_goes_back_but_not_at_gaps():
    y = np.array([0.0, 0.0, 8.0, 8.0])
    restart = Series("s", np.array([0.0, 1, 0, 1]), y, np.array([2]))
    gap = Series("s", np.array([0.0, 1, 3, 4]), y, np.array([2]))
    assert smoothed(restart, 0.5).y.tolist() == [0, 0, 8, 8]
    assert smoothed(gap, 0.5).y[2] == pytest.approx(ema_by_loop(y, 0.5, [])[2])
    assert smoothed(gap, 0.5).breaks.tolist() == [2]


def test_the_result_is_cached_with_the_series():
    line = Series("s", np.arange(3.0), np.arange(3.0))
    assert smoothed(line, 0.6) is smoothed(line, 0.6)
    assert smoothed(line, 0.6).y.tolist() != smoothed(line, 0.9).y.tolist()
