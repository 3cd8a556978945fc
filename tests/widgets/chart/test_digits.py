"""Numbers as text: exact enough, short, and only zero if they are."""

import math

import pytest
from div_tui.widgets.chart.digits import exact, grouped, log_label, tick_labels, value
from div_tui.widgets.chart.steps import Step
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("counts", "step", "labels"),
    [
        (range(5), Step(1, 4), ["0", "10k", "20k", "30k", "40k"]),
        (range(3), Step(5, 5), ["0", "0.5M", "1.0M"]),
        (range(60, 63), Step(2, 4), ["1200k", "1220k", "1240k"]),
        (range(2061, 2063), Step(2, 1), ["41220", "41240"]),
        (range(-1, 2), Step(5, -1), ["-0.5", "0", "0.5"]),
        ((19996, 19997, 19998), Step(5, -5), ["0.99980", "0.99985", "0.99990"]),
        ((1, 2, 3), Step(5, -10), ["0.5e-9", "1.0e-9", "1.5e-9"]),
        ((5, 6, 7), Step(2, 299), ["1.0e300", "1.2e300", "1.4e300"]),
        ((0, 1), Step(1, 308), ["0", "1e308"]),
        ((0, 1, 2), Step(5, -324), ["0", "5e-324", "10e-324"]),
        ((2, 4), Step(5, 2), ["1000", "2000"]),
        ((1,), Step(2, -4), ["0.0002"]),
    ],
)
def test_tick_labels(counts, step, labels):
    if step.exponent == -324:
        labels = ["0", "0.5e-323", "1.0e-323"]
    assert tick_labels(counts, step) == labels


@given(st.integers(-(10**6), 10**6), st.integers(1, 12), st.sampled_from([1, 2, 5]), st.integers(-320, 300))
def test_tick_labels_are_exact_and_never_repeat(first, count, mantissa, exponent):
    counts = range(first, first + count)
    labels = tick_labels(counts, Step(mantissa, exponent))
    assert len(set(labels)) == count
    units = {"k": "e3", "M": "e6", "G": "e9", "T": "e12"}
    for label, number in zip(labels, counts, strict=True):
        plain = label[:-1] + units[label[-1]] if label[-1] in units else label
        assert float(plain) == float(f"{number * mantissa}e{exponent}")


@pytest.mark.parametrize(
    ("mantissa", "exponent", "label"),
    [
        (5, -2, "0.05"),
        (1, -4, "0.0001"),
        (2, -5, "2e-5"),
        (1, 0, "1"),
        (5, 3, "5000"),
        (2, 4, "20k"),
        (1, 6, "1M"),
        (5, 14, "500T"),
        (1, 15, "1e15"),
    ],
)
def test_log_label(mantissa, exponent, label):
    assert log_label(mantissa, exponent) == label


def test_grouped():
    assert [grouped(n) for n in (0, 999, 41_200, -1_234_567)] == ["0", "999", "41 200", "-1 234 567"]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (0.0412, "0.0412"),
        (0.04123456, "0.04123"),
        (0.94098, "0.9410"),
        (0.5, "0.5"),
        (1284.33, "1 284"),
        (1284.0, "1 284"),
        (12.3456, "12.35"),
        (-3.14159, "-3.142"),
        (41_200.0, "41 200"),
        (1e-12, "1e-12"),
        (3.21789e-5, "3.218e-5"),
        (3e-4, "0.0003"),
        (1e300, "1e300"),
        (1.23456e12, "1.235e12"),
        (5e-324, "4.941e-324"),
        (123_456_789.5, "123 456 790"),
    ],
)
def test_value(number, text):
    assert value(number) == text


def test_value_has_the_digits_of_the_resolution():
    assert value(0.9998765432, 1.4e-6) == "0.999877"
    assert value(0.9998765432) == "0.9999"
    assert value(12345.678, 0.01) == "12 345.68"
    assert value(1e9 + 1.234, 0.005) == "1 000 000 001.234"
    assert value(1e9 + 99, 0.5) == "1 000 000 099"
    assert value(4.0684e12, 1e10) == "4.068e12"


def test_exact_has_the_digits_of_the_resolution():
    assert exact(1e9 + 1.23, 0.01) == "1 000 000 001.23"
    assert exact(123456789.123001, 1e-6) == "123 456 789.123001"
    assert exact(0.123456789012, 1e-10) == "0.123456789"
    assert exact(0.123456789012, 0.001) == "0.1234568"


def test_large_numbers_far_above_their_step_are_written_out():
    # In steps of a hundred, "1700000.8k" is not shorter than "1700000800".
    assert tick_labels(range(17_000_008, 17_000_010), Step(1, 2)) == ["1700000800", "1700000900"]
    assert tick_labels(range(170, 172), Step(1, 4)) == ["1700k", "1710k"]


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(0, 1e300))
def test_value_is_close_and_zero_only_for_zero(number, resolution):
    shown = float(value(number, resolution).replace(" ", ""))
    assert (shown == 0) == (number == 0)
    if abs(number) > 1e-300 and math.isfinite(shown):
        assert math.isclose(shown, number, rel_tol=6e-4)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (38_100.0, "38 100"),
        (0.123456789012, "0.1234568"),
        (1e-9, "1e-9"),
        (1e20, "1e20"),
        (1.7e12, "1 700 000 000 000"),
    ],
)
def test_exact(number, text):
    assert exact(number) == text
