"""Decimation: the buckets of a series, and its visible part."""

import numpy as np
import pytest
from div_tui.widgets.chart import decimate as module
from div_tui.widgets.chart.decimate import DotColumns, decimate, positive, visible
from div_tui.widgets.chart.model import Series
from hypothesis import given
from hypothesis import strategies as st


def series(x, y, breaks=()):
    return Series("s", np.array(x, np.float64), np.array(y, np.float64), np.array(breaks, np.intp), "note")


@st.composite
def random_series(draw):
    x = draw(st.lists(st.integers(-50, 50), min_size=1, max_size=60))
    y = draw(st.lists(st.integers(-9, 9), min_size=len(x), max_size=len(x)))
    back = {i for i in range(1, len(x)) if x[i] < x[i - 1]}
    holes = draw(st.sets(st.integers(1, len(x) - 1), max_size=3)) if len(x) > 1 else set()
    return series(x, y, sorted(back | holes))


def buckets_by_loop(line, columns):
    """Return (column, joined, first, last, low, high, mean, count) of each bucket."""
    place = columns.columns_of(line.x).tolist()
    buckets = []
    for i, (column, y) in enumerate(zip(place, line.y.tolist(), strict=True)):
        if i == 0 or i in line.breaks or column != place[i - 1]:
            buckets.append((column, i > 0 and i not in line.breaks, []))
        buckets[-1][2].append(y)
    return [(c, j, ys[0], ys[-1], min(ys), max(ys), sum(ys) / len(ys), len(ys)) for c, j, ys in buckets]


@given(random_series(), st.integers(1, 40), st.integers(-60, 40), st.integers(1, 100), st.booleans())
def test_buckets_equal_those_of_a_loop(line, count, x0, span, many):
    columns = DotColumns(x0, x0 + span, count)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MAX_SEARCHED_STROKES", -1 if many else 1000)
        buckets = decimate(line, columns)
    fields = (
        buckets.column,
        buckets.joined,
        buckets.first,
        buckets.last,
        buckets.low,
        buckets.high,
        buckets.mean,
        buckets.count,
    )
    actual = list(zip(*(field.tolist() for field in fields), strict=True))
    assert [bucket[:6] + bucket[7:] for bucket in actual] == [
        bucket[:6] + bucket[7:] for bucket in buckets_by_loop(line, columns)
    ]
    assert [bucket[6] for bucket in actual] == pytest.approx([bucket[6] for bucket in buckets_by_loop(line, columns)])


@given(random_series(), st.integers(-60, 40), st.integers(1, 100))
def test_visible_keeps_the_points_inside_and_their_neighbours(line, x0, span):
    x1 = x0 + span
    part, inside = visible(line, x0, x1)
    assert inside.tolist() == [y for x, y in zip(line.x, line.y, strict=True) if x0 <= x <= x1]
    kept = [(x, y) for x, y in zip(part.x, part.y, strict=True) if x0 <= x <= x1]
    assert [y for _, y in kept] == inside.tolist()
    joins = {
        (line.x[i - 1], line.y[i - 1], line.x[i], line.y[i])
        for i in range(1, len(line.x))
        if i not in line.breaks and line.x[i - 1] <= x1 and line.x[i] >= x0
    }
    seen = {
        (part.x[i - 1], part.y[i - 1], part.x[i], part.y[i])
        for i in range(1, len(part.x))
        if i not in part.breaks and part.x[i - 1] <= x1 and part.x[i] >= x0
    }
    assert joins == seen


def test_a_stroke_across_the_whole_range_is_kept():
    for breaks, x in (((), [0, 100]), ((2,), [0, 100, 0, 1])):
        part, inside = visible(series(x, [1] * len(x), breaks), 40, 60)
        assert part.x.tolist()[:2] == [0, 100]
        assert len(inside) == 0


def test_positive_breaks_strokes_where_values_were_dropped():
    kept, dropped = positive(series(range(8), [1, 2, 0, 3, 4, -1, -1, 5], [4, 6]))
    assert kept.y.tolist() == [1, 2, 3, 4, 5]
    assert kept.breaks.tolist() == [2, 3, 4]
    assert dropped == 3
    assert kept.note == "note"
    whole = series([0, 1], [1, 2])
    assert positive(whole) == (whole, 0)


def test_the_ends_are_in_the_outer_columns():
    columns = DotColumns(0.0, 10.0, 11)
    assert columns.columns_of(np.array([-1.0, 0.0, 0.49, 0.51, 9.4, 9.6, 10.0, 10.1])).tolist() == [
        -1,
        0,
        0,
        1,
        9,
        10,
        10,
        11,
    ]
    assert columns.x_at(3) == 3.0


def test_points_outside_keep_their_distance():
    buckets = decimate(series([-10, 5, 30], [1, 2, 3]), DotColumns(0.0, 10.0, 11))
    assert buckets.first_column.tolist() == [-10, 5, 30]
    assert buckets.column.tolist() == [-1, 5, 11]


@pytest.mark.parametrize("span", [(1e300, 1.0000001e300), (-1.7e308, 1.7e308), (0.0, 5e-324), (1.7e12, 1.7e12 + 1)])
def test_columns_of_any_size(span):
    columns = DotColumns(*span, 100)
    with np.errstate(all="raise"):
        edges = columns.edges
    assert (np.diff(edges) >= 0).all()
    assert columns.columns_of(np.array(span)).tolist()[0] >= 0
    assert columns.columns_of(np.array(span)).tolist()[1] == 99


def test_means_of_huge_values_do_not_overflow():
    with np.errstate(all="raise"):
        buckets = decimate(series(np.zeros(4), [1.7e308] * 4), DotColumns(0.0, 1.0, 4))
    assert buckets.mean.tolist() == pytest.approx([1.7e308])


def test_a_spike_among_200_000_points_and_100_000_segments():
    x = np.empty(200_000)
    x[0::2], x[1::2] = np.arange(100_000) + 5000.0, np.arange(100_000.0)
    y = np.zeros(200_000)
    y[77_777] = 9
    buckets = decimate(Series("two", x, y, np.arange(1, 200_000, 2)), DotColumns(0.0, 105_000.0, 300))
    assert buckets.high.max() == 9
    assert buckets.count.sum() == 200_000
