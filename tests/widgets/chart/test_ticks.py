"""Steps, limits, ticks and scales, for doubles of any size."""

import itertools
import math
import sys
import time
from fractions import Fraction

import pytest
from div_tui.widgets.chart import clock
from div_tui.widgets.chart.limits import Range, around, fit_x, fit_y, x_headroom
from div_tui.widgets.chart.scale import Scale
from div_tui.widgets.chart.steps import Step, exponent_of, step_below, steps_from
from div_tui.widgets.chart.ticks import x_ticks, y_ticks
from hypothesis import given
from hypothesis import strategies as st

MAX = sys.float_info.max
doubles = st.floats(allow_nan=False, allow_infinity=False)


@pytest.fixture
def utc(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def y_ticks_in(limits, rows, log=False):
    scale = Scale(limits.lo, limits.hi, log)
    return y_ticks(limits, rows, lambda value: scale.row(value, 4 * rows) // 4, log=log)


def labels(ticks):
    return [tick.label for tick in ticks]


@given(st.fractions(min_value=Fraction(1, 10**330), max_value=10**330))
def test_exponent_and_step_below(number):
    exponent = exponent_of(number)
    assert Fraction(10) ** exponent <= number < Fraction(10) ** (exponent + 1)
    step = step_below(number)
    assert step.size <= number < step.coarser().size


def test_steps_from():
    steps = steps_from(Fraction(3, 10))
    assert [next(steps) for _ in range(4)] == [Step(5, -1), Step(1, 0), Step(2, 0), Step(5, 0)]
    assert next(steps_from(Fraction(2))) == Step(2, 0)


def test_values_of_steps_are_the_nearest_doubles():
    assert [Step(1, -1).value(count) for count in range(4)] == [0.0, 0.1, 0.2, 0.3]
    assert Step(5, 308).value(9) == MAX


@pytest.mark.parametrize(
    ("data", "limits"),
    [
        ((0, 41_200), (0, 42_000)),
        ((1, 41_200), (0, 42_000)),
        ((38_100, 41_200), (38_000, 41_200)),
        ((1, 5), (1, 5)),
        ((1, 1), (0, 2)),
        ((100, 100), (80, 120)),
    ],
)
def test_fit_x(data, limits):
    assert fit_x(Range(*data)) == Range(*limits)


def test_fit_x_with_times():
    start = 1_700_000_000_000.0
    assert fit_x(Range(start, start), time=True) == Range(start - 60_000, start + 60_000)
    limits = fit_x(Range(start, start + 10 * clock.MINUTE), time=True)
    assert limits == Range(1_699_999_980_000, 1_700_000_640_000)


def test_x_limits_grow_in_round_steps_and_are_kept_in_between():
    before = fit_x(Range(0, 1000))
    assert before == Range(0, 1000)
    grown = fit_x(Range(0, 1001), before)
    assert grown == Range(0, 1500)
    assert fit_x(Range(0, 1499), grown) == grown
    assert fit_x(Range(0, 100), grown) == Range(0, 100)


@pytest.mark.parametrize(("points", "greatest"), [(199, 1700), (200, 1500), (999, 1500), (1000, 1300)])
def test_a_long_run_gets_less_headroom(points, greatest):
    assert fit_x(Range(0, 1001), Range(0, 1000), headroom=x_headroom(points)) == Range(0, greatest)


@pytest.mark.parametrize(
    ("data", "before", "log", "limits"),
    [
        ((0.48, 1.0), (0.5, 1.0), False, (0.3, 1.0)),
        ((0.5, 1.02), (0.5, 1.0), False, (0.5, 1.2)),
        ((0.04, 1.0), (0.05, 1.0), False, (0.0, 1.0)),
        ((-1.0, -0.04), (-1.0, -0.05), False, (-1.0, 0.0)),
        ((0.009, 1.0), (0.01, 1.0), True, (0.001, 1.0)),
        ((5.0, 6.0), (0.0, 1.0), False, (5.0, 6.0)),
    ],
)
def test_y_that_outgrows_its_limits_gets_headroom_on_that_side(data, before, log, limits):
    assert fit_y(Range(*data), Range(*before), log=log) == Range(*limits)


def test_y_limits_rarely_change_while_a_series_falls():
    limits, moves = fit_y(Range(0.99, 1.0)), 0
    for step in range(1, 2000):
        fitted = fit_y(Range(2.71828 ** (-step / 600), 1.0), limits)
        moves += fitted != limits
        limits = fitted
    assert moves <= 18


@pytest.mark.parametrize(
    ("data", "options", "limits"),
    [
        ((0.99981, 0.99994), {}, (0.99981, 0.99994)),
        ((0.041, 2.04), {}, (0.0, 2.1)),
        ((5, 5), {}, (4, 6)),
        ((0, 0), {}, (-1, 1)),
        ((0.3, 0.7), {"minimum": 0, "maximum": 1}, (0, 1)),
        ((0.3, 0.7), {"minimum": 0}, (0, 0.7)),
        ((2, 3), {"minimum": 5}, (5, 6)),
        ((2, 3), {"maximum": 1}, (0.8, 1)),
        ((2, 3), {"minimum": 4, "maximum": 4}, (3, 5)),
        ((0.041, 2.04), {"log": True}, (0.04, 3.0)),
        ((3, 7), {"log": True}, (3.0, 7.0)),
        ((8, 8), {"log": True}, (4, 16)),
        ((1e-300, 1e300), {"log": True}, (1e-300, 1e300)),
        ((0.0123, 45_000), {"log": True}, (0.01, 50_000)),
    ],
)
def test_fit_y(data, options, limits):
    fitted = fit_y(Range(*data), **options)
    assert fitted.lo == pytest.approx(limits[0], rel=1e-12)
    assert fitted.hi == pytest.approx(limits[1], rel=1e-12)


def test_y_limits_only_shrink_when_half_of_them_is_unused():
    before = Range(0, 10)
    assert fit_y(Range(2, 8), before) == before
    assert fit_y(Range(2, 6.9), before) == Range(2, 7)
    assert fit_y(Range(2, 11), before).hi >= 11
    assert fit_y(Range(0.5, 50), Range(0.1, 100), log=True) == Range(0.1, 100)
    assert fit_y(Range(0.5, 50), Range(-1, 100), log=True).lo > 0


@given(doubles, doubles, st.booleans(), st.none() | doubles, st.none() | doubles)
def test_limits_contain_the_data_and_are_never_empty(a, b, log, minimum, maximum):
    if log:
        a, b, minimum, maximum = (n if n is None else abs(n) or 1.0 for n in (a, b, minimum, maximum))
    data = Range(min(a, b), max(a, b))
    fitted = fit_y(data, log=log)
    assert fitted.lo <= data.lo <= data.hi <= fitted.hi
    assert fitted.lo < fitted.hi
    bounded = fit_y(data, log=log, minimum=minimum, maximum=maximum)
    assert bounded.lo < bounded.hi
    assert not log or bounded.lo > 0


@given(doubles)
def test_a_single_value_is_in_the_middle(value):
    limits = around(value)
    assert limits.lo < limits.hi
    if 1e-300 < abs(value) < 1e300:
        assert Scale(limits.lo, limits.hi).fraction(value) == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize(
    ("limits", "rows", "log", "expected"),
    [
        ((0, 1), 12, False, ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ((0, 2.1), 4, False, ["0", "1", "2"]),
        ((0.9998, 0.99995), 8, False, ["0.99980", "0.99985", "0.99990", "0.99995"]),
        ((0.05, 2), 6, True, ["0.05", "0.1", "0.2", "0.5", "1", "2"]),
        ((1e-6, 1), 8, True, ["1e-6", "1e-5", "0.0001", "0.001", "0.01", "0.1", "1"]),
        ((1e-300, 1e300), 8, True, ["1e-300", "1e-200", "1e-100", "1", "1e100", "1e200", "1e300"]),
        ((3, 7), 10, True, ["3", "4", "5", "6", "7"]),
        ((-MAX, MAX), 9, False, ["-1e308", "0", "1e308"]),
    ],
)
def test_y_ticks(limits, rows, log, expected):
    assert labels(y_ticks_in(Range(*limits), rows, log)) == expected


@given(doubles, doubles, st.integers(1, 60), st.booleans())
def test_y_ticks_have_one_row_each(a, b, rows, log):
    if log:
        a, b = abs(a) or 1.0, abs(b) or 2.0
    limits = fit_y(Range(min(a, b), max(a, b)), log=log)
    ticks = y_ticks_in(limits, rows, log)
    cells = [tick.cell for tick in ticks]
    assert cells == sorted(set(cells), reverse=True)
    assert all(0 <= cell < rows for cell in cells)
    assert len(set(labels(ticks))) == len(ticks)


@given(st.floats(-1e12, 1e12), st.floats(1e-6, 1e12), st.integers(6, 60))
def test_there_are_three_labels_if_there_is_room(lo, span, rows):
    limits = fit_y(Range(lo, lo + span))
    if limits.hi - limits.lo > 1e-9 * max(abs(limits.lo), abs(limits.hi)):
        assert len(y_ticks_in(limits, rows)) >= 3


def x_ticks_in(limits, columns, **options):
    def cell_of(value):
        return round((value - limits.lo) / (limits.hi - limits.lo) * (columns - 1))

    return x_ticks(limits, columns, cell_of, **options)


def test_x_ticks():
    assert labels(x_ticks_in(Range(0, 42_000), 70)) == ["0", "10k", "20k", "30k", "40k"]
    assert labels(x_ticks_in(Range(0, 2_000_000), 40)) == ["0", "1M", "2M"]
    assert labels(x_ticks_in(Range(0, 10), 12)) == ["0", "5", "10"]


@given(st.floats(0, 1e9), st.floats(1e-3, 1e9), st.integers(6, 200))
def test_x_labels_do_not_overlap(lo, span, columns):
    ticks = x_ticks_in(Range(lo, lo + span), columns)
    for left, right in itertools.pairwise(ticks):
        assert right.cell - left.cell >= (len(left.label) + len(right.label)) // 2
    assert len(set(labels(ticks))) == len(ticks)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (50, ["22:13:30", "22:13:45", "22:14:00"]),
        (3600, ["22:20", "22:30", "22:40", "22:50", "23:00", "23:10"]),
        (5 * 3600, ["23:00", "00:00", "01:00", "02:00", "03:00"]),
        (4 * 86_400, ["15 Nov", "16 Nov", "17 Nov", "18 Nov"]),
    ],
)
@pytest.mark.usefixtures("utc")
def test_time_ticks(seconds, expected):
    start = 1_700_000_000_000.0
    actual = labels(x_ticks_in(Range(start, start + seconds * 1000), 70, time=True))
    assert actual == expected


@pytest.mark.usefixtures("utc")
def test_time_ticks_of_one_minute():
    start = 1_700_000_000_000.0
    ticks = x_ticks_in(Range(start, start + 60_000), 61, time=True)
    assert labels(ticks) == ["22:13:30", "22:13:45", "22:14:00", "22:14:15"]
    assert [tick.cell for tick in ticks] == [10, 25, 40, 55]


@pytest.mark.usefixtures("utc")
def test_time_labels():
    assert clock.local_time(1_700_000_000_000) == "2023-11-14 22:13:20"
    assert clock.time_label(1_700_000_000_250, Fraction(250), 1000) == "22:13:20.250"
    assert clock.time_label(1_700_000_000_000, Fraction(clock.HOUR), 2 * clock.DAY) == "14 Nov 22:13"
    assert clock.time_step(Fraction(59_000)) == 30_000
    assert clock.time_step(Fraction(300)) == 200
    assert not clock.is_time(-1, 5)
    assert not clock.is_time(0, 1e300)


def test_ticks_are_round_in_local_time(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    try:
        start = 1_700_000_000_000.0
        actual = labels(x_ticks_in(Range(start, start + 6 * clock.HOUR), 80, time=True))
        assert all(label.endswith(":00") for label in actual)
        assert len(actual) >= 5
    finally:
        monkeypatch.undo()
        time.tzset()


@given(doubles, doubles, doubles)
def test_positions_are_clamped(a, b, value):
    lo, hi = min(a, b), max(a, b)
    if lo == hi:
        return
    scale = Scale(lo, hi)
    assert scale.fraction(lo) == 0
    assert scale.fraction(hi) == pytest.approx(1)
    assert -17 <= scale.fraction(value) <= 18
    if lo <= value <= hi:
        assert -1e-9 <= scale.fraction(value) <= 1 + 1e-9
    assert math.isfinite(scale.value(0.5))
