"""Rasterization: strokes to dots to characters."""

import numpy as np
import pytest
from div_tui.widgets.chart.decimate import DotColumns, decimate
from div_tui.widgets.chart.model import Series
from div_tui.widgets.chart.raster import (
    CROWD_SIZE,
    Spans,
    ascii_codes,
    braille_bits,
    bucket_rows,
    fill,
    line_spans,
    stroke_spans,
)
from div_tui.widgets.chart.scale import Scale
from hypothesis import given
from hypothesis import strategies as st


def stroke(column, row, to_column, to_row, columns=40, rows=40):
    spans = line_spans(*(np.array([n]) for n in (column, row, to_column, to_row)), columns)
    return fill([spans], columns, rows)


def spans(*triples):
    return Spans(*np.array(triples).T)


def test_a_shallow_stroke_has_one_dot_a_column():
    dots = stroke(0, 0, 9, 3, 10, 4)
    assert dots.sum(axis=1).tolist() == [1] * 10
    assert [int(column.argmax()) for column in dots] == [0, 0, 1, 1, 1, 2, 2, 2, 3, 3]


def test_a_steep_stroke_has_one_dot_a_row():
    dots = stroke(0, 9, 3, 0, 4, 10)
    assert dots.sum(axis=0).tolist() == [1] * 10
    assert dots[0, 9]
    assert dots[3, 0]


places = st.integers(0, 39)


@given(places, places, places, places)
def test_a_stroke_is_connected_and_includes_both_ends(column, row, to_column, to_row):
    if column >= to_column:
        return
    dots = stroke(column, row, to_column, to_row)
    assert dots[column, row]
    assert dots[to_column, to_row]
    assert dots.sum() == max(to_column - column, abs(to_row - row)) + 1
    at = np.argwhere(dots)
    along = at[np.lexsort((at[:, 1] if to_row > row else -at[:, 1], at[:, 0]))]
    assert (np.abs(np.diff(along, axis=0)) <= 1).all()


@given(st.integers(-500, 500), st.integers(-500, 500), st.integers(1, 900), st.integers(-500, 500))
def test_clipping_does_not_change_the_slope(column, row, run, to_row):
    whole = line_spans(*(np.array([n]) for n in (column + 500, row, column + 500 + run, to_row)), 3000)
    clipped = stroke(column, row, column + run, to_row)
    wide = fill([Spans(whole.column, whole.top, whole.bottom)], 3000, 40)
    assert (clipped == wide[500:540]).all()


def test_a_crowd_of_strokes_fills_the_area_between_its_outermost_two():
    count = 10 * CROWD_SIZE
    starts, ends = np.linspace(10, 20, count), np.linspace(30, 0, count)
    x = np.tile([0.0, 1.0], count)
    y = np.stack((starts, ends), axis=1).ravel()
    writers = Series("two", x, y, np.arange(2, 2 * count, 2))
    buckets = decimate(writers, DotColumns(0.0, 1.0, 4))
    dots = fill(stroke_spans(buckets, bucket_rows(buckets, Scale(0.0, 30.0), 31), 4), 4, 31)
    assert np.flatnonzero(dots[0]).tolist() == list(range(9, 22))
    assert dots[3].all()
    assert np.flatnonzero(dots[1]).tolist() == list(range(5, 26))


def test_fill_clips_and_merges():
    dots = fill([spans((0, -5, 1), (0, 1, 2), (1, 3, 9)), spans((2, 5, 9), (2, -9, -1))], 3, 4)
    assert dots.tolist() == [[True, True, True, False], [False, False, False, True], [False] * 4]
    assert not fill([], 2, 4).any()


@pytest.mark.parametrize(
    ("column", "row", "character"),
    [(0, 0, "⠁"), (0, 1, "⠂"), (0, 2, "⠄"), (0, 3, "⡀"), (1, 0, "⠈"), (1, 1, "⠐"), (1, 2, "⠠"), (1, 3, "⢀")],
)
def test_each_dot_has_its_braille_bit(column, row, character):
    dots = np.zeros((4, 8), np.bool_)
    dots[2 + column, 4 + row] = True
    bits = braille_bits(dots)
    assert chr(0x2800 + int(bits[1, 1])) == character
    assert bits.sum() == bits[1, 1]


def test_ascii():
    dots = np.array([[1, 0], [0, 1], [1, 1], [0, 0]], np.bool_)
    assert "".join(map(chr, ascii_codes(dots, 0)[0])) == "'.: "
    assert "".join(map(chr, ascii_codes(dots, 1)[0])) == "*** "
    assert "".join(map(chr, ascii_codes(dots, 3)[0])) == "xxx "
