"""Drawings of charts: dots, limits, labels and sizes."""

import numpy as np
import pytest
from div_tui.layouts.model import Panel
from div_tui.widgets.cells import Role
from div_tui.widgets.chart.model import Series, View
from div_tui.widgets.chart.plot import draw
from support.charts import BRAILLE, GALLERY, count_dots, series, y_labels


def test_a_spike_of_one_point_is_visible():
    for width in (20, 38, 78, 158):
        drawing = draw(GALLERY["spike"][0], View(), width, 10)
        column = drawing.column_of(123_457)
        top = [int(drawing.cells.codes[row, column]) for row in range(drawing.area.height)]
        assert all(code in BRAILLE for code in top)


def test_a_constant_is_in_the_middle_and_a_single_point_is_a_dot():
    constant = draw(GALLERY["constant"][0], View(), 78, 11)
    rows = {row for row in range(9) if any(int(code) in BRAILLE for code in constant.cells.codes[row])}
    assert rows == {4}
    single = draw(GALLERY["single point"][0], View(), 78, 11)
    assert count_dots(single.cells) == 1
    assert single.limits.y0 < 3e-4 < single.limits.y1


def test_the_mean_of_dense_noise_is_bright_and_its_envelope_faint():
    drawing = draw(GALLERY["noise"][0], View(), 78, 16)
    styles = drawing.cells.styles
    assert (styles == Role.S1).sum() >= 70
    assert (styles == Role.F1).sum() > (styles == Role.S1).sum()
    for column in range(drawing.area.left + 2, 78):
        bright = np.flatnonzero(styles[: drawing.area.height, column] == Role.S1)
        assert 1 <= len(bright) <= 4


def test_smoothing_draws_the_raw_line_faintly_behind():
    noisy = [series(np.sin(np.arange(100)) + np.arange(100) / 20)]
    styles = draw(noisy, View(smoothing=0.9), 78, 16).cells.styles
    assert (styles == Role.F1).any()
    assert (styles == Role.S1).any()


def test_strokes_are_broken_at_breaks():
    whole = series([1, 1, 1, 1], [0, 1, 99, 100])
    broken = series([1, 1, 1, 1], [0, 1, 99, 100], [2])
    drawing = draw([whole], View(), 60, 3)
    assert count_dots(drawing.cells) == drawing.area.width
    assert count_dots(draw([broken], View(), 60, 3).cells) <= 4


def test_restarts_are_not_joined():
    back = series([1, 1, 3, 3], [0, 100, 0, 100], [2])
    drawing = draw([back], View(), 60, 12)
    rows = [row for row in range(10) if any(int(code) in BRAILLE for code in drawing.cells.codes[row])]
    assert len(rows) == 2


def test_the_rule_is_labelled_and_within_the_limits():
    drawing = draw([series([1, 2, 3])], View(panel=Panel((), rule=7.25)), 60, 12)
    assert drawing.limits.y1 >= 7.25
    (row,) = [row for row in range(10) if "╌" in drawing.cells.text(row)]
    assert drawing.cells.text(row).split(" ┤")[0].strip() == "7.25"
    assert drawing.cells.styles[row, drawing.area.left - 3] == Role.RULE
    bound = draw([series([1, 2, 3])], View(panel=Panel((), rule=7.25, max=4)), 60, 12)
    assert "╌" not in "".join(bound.cells.rows())


def test_log_counts_the_visible_values_that_are_not_drawn():
    view = View(panel=Panel((), min=-1, rule=0), log=True)
    plots = [series([1, -2, 0, 4, -5, 6])]
    assert draw(plots, view, 60, 12).not_drawn == 3
    assert draw(plots, view, 60, 12).skipped == ("min", "rule")
    assert draw(plots, View(log=True, x0=3, x1=6), 60, 12).not_drawn == 2


def test_limits_rarely_change_while_points_arrive():
    drawn = None
    seen = []
    for count in range(400, 1200, 4):
        y = np.sin(np.arange(count) / 9)
        limits = draw([series(y)], View(), 78, 12, drawn).limits
        if limits != drawn:
            seen.append(limits)
        drawn = limits
    assert len(seen) <= 10
    assert all(limits.y0 == -1 and limits.y1 == 1 for limits in seen)


def test_clipping_uses_percentiles_as_limits():
    y = np.linspace(0, 1, 1000)
    y[500] = 1e6
    assert draw([series(y)], View(), 78, 12).limits.y1 == 1e6
    assert draw([series(y)], View(clip=True), 78, 12).limits.y1 == 1.0


def test_x_at_is_the_inverse_of_column_of():
    drawing = draw(GALLERY["log"][0], View(), 78, 12)
    assert drawing.x_at(drawing.area.left - 1) is None
    assert drawing.x_at(78) is None
    for column in range(drawing.area.left, 78):
        assert drawing.column_of(drawing.x_at(column)) == column
    assert drawing.column_of(-1) is None
    assert drawing.column_of(0) == drawing.area.left
    assert drawing.column_of(drawing.limits.x1) == 77


@pytest.mark.parametrize("height", range(1, 7))
@pytest.mark.parametrize("width", range(1, 20))
def test_small_charts_show_what_fits(width, height):
    drawing = draw(GALLERY["four"][0], View(), width, height)
    assert drawing.shown
    assert drawing.area.width >= 1
    assert drawing.area.height >= 1
    assert count_dots(drawing.cells) > 0
    assert (drawing.area.height < height) == (height >= 5 and width > 8)


@pytest.mark.parametrize(
    ("limits", "rule", "label"),
    [
        ((0.99981, 0.99994), 0.999871, "0.999871"),
        ((1e9, 1e9 + 100), 1_000_000_050.5, "1 000 000 050.5"),
        ((6, 7), 6.3123456789, "6.312"),
        ((0, 4e15), 3.909e15, "3.909e15"),
    ],
)
def test_a_rule_has_a_label_that_no_tick_has(limits, rule, label):
    points = Series("a", np.arange(2.0), np.array(limits, np.float64))
    labels = y_labels(draw([points], View(panel=Panel((), rule=rule)), 100, 40))
    assert labels.count(label) == 1
    assert len(set(labels)) == len(labels)
