"""The hard series, drawn at three widths, and any series at any size: what must always be true of a chart."""

import re

import numpy as np
import pytest
from div_tui.widgets.cells import Role
from div_tui.widgets.chart.model import Series, View
from div_tui.widgets.chart.plot import draw
from div_tui.widgets.panel_face import draw_panel
from hypothesis import given, settings
from hypothesis import strategies as st

N = 200_000
BRAILLE = range(0x2801, 0x2900)


def series(y, x=None, breaks=(), name="loss", note=""):
    y = np.array(y, np.float64)
    x = np.arange(1.0, len(y) + 1) if x is None else np.array(x, np.float64)
    return Series(name, x, y, np.array(breaks, np.intp), note)


def gallery():
    random = np.random.default_rng(7)
    place = np.arange(N)
    steps = np.arange(0, 41_200, 100.0)
    decay = 2 * np.exp(-steps / 9000) + 0.04
    waves = [series(np.sin(steps / 6000 + i) + i, steps, name=f"train/metric_{i}") for i in range(4)]
    back = np.concatenate([np.arange(60.0), np.arange(30.0, 90)])
    ahead = np.empty(2000)
    ahead[0::2], ahead[1::2] = np.arange(1000.0) + 50, np.arange(1000.0)
    spike = series(np.where(place == 123_456, 50.0, 1 + np.sin(place / 3e4)))
    noise = series(2 / np.sqrt(1 + place / 2000) + 0.1 * random.standard_normal(N))
    return {
        "constant": ([series([5] * 50)], View()),
        "single point": ([series([3e-4])], View()),
        "empty": ([series([])], View()),
        "negative": ([series(-np.linspace(100, 3, 80))], View()),
        "not positive on log": ([series([-1, 0, -3])], View(log=True)),
        "some not positive": ([series([1, 2, -1, 3, 4])], View(log=True, minimum=-1, rule=0)),
        "300 decades each way": ([series(10.0 ** np.linspace(-300, 300, 60))], View(log=True)),
        "all of the doubles": ([series(np.linspace(-1, 1, 60) * 1.7e308)], View()),
        "denormal": ([series(np.arange(60) * 5e-324)], View()),
        "spike": ([spike], View()),
        "clipped": ([spike], View(clip=True, annotations=(50_000.0, 120_000.0))),
        "noise": ([noise], View()),
        "noise smoothed": ([noise], View(smoothing=0.97)),
        "close to one": ([series(np.linspace(0.99981, 0.99994, 50))], View()),
        "1e-9": ([series(np.linspace(1e-9, 3.3e-9, 50))], View()),
        "1e300": ([series(np.linspace(1e300, 1.7e300, 50))], View()),
        "restart": ([series(np.exp(-back / 20), back, [60])], View()),
        "NaN": ([series(np.linspace(2, 1, 60), np.r_[0:30, 33:63], [30], note="NaN at 32")], View()),
        "two writers": ([series(ahead / 100, ahead, np.arange(1, 2000, 2))], View()),
        "four": (waves, View(rule=1.5)),
        "four marked": (waves, View(marked=True)),
        "four in ASCII": (waves, View(ascii=True, rule=1.0, crosshair=20_000.0, annotations=(9000.0,))),
        "log": ([series(decay, steps), series(decay[::10] * 0.9, steps[::10], name="eval")], View(log=True)),
        "bounds": ([series(1 - decay / 3, steps)], View(minimum=0.7, maximum=1, rule=0.95, crosshair=12_345.0)),
        "min above all": ([series(decay, steps)], View(minimum=10)),
        "min is max": ([series(decay, steps)], View(minimum=1, maximum=1)),
        "zoomed": ([series(decay, steps)], View(x0=12_000, x1=12_700)),
        "time": ([series(random.standard_normal(500), 1.7e12 + np.arange(500) * 60_000)], View(time=True)),
    }


GALLERY = gallery()
SIZES = ((38, 8), (78, 12), (158, 16))


def dots(cells):
    return sum(int(code) in BRAILLE for code in cells.codes.flat)


def y_labels(drawing):
    return [
        text
        for row in range(drawing.area.height)
        if (text := drawing.cells.text(row, 0, drawing.area.left - 1).strip())
    ]


def x_labels(drawing):
    return [text for text in re.split(r"  +", drawing.cells.text(drawing.cells.height - 1).strip()) if text]


@pytest.mark.parametrize("name", GALLERY)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_gallery(name, size):
    plots, view = GALLERY[name]
    with np.errstate(all="raise"):
        panel = draw_panel(name, plots, view, *size)
    text = "\n".join(panel.cells.rows())
    print(f"\n{text}")
    assert panel.cells.codes.shape == size[::-1]
    assert {len(row) for row in panel.cells.rows()} == {size[0]}
    if view.ascii:
        assert text.isascii()
    drawing = panel.drawing
    if not drawing.shown:
        assert re.search(r"no points (yet|in view|above zero)", text)
        return
    labels = y_labels(drawing)
    assert len(set(labels)) == len(labels)
    assert len(labels) >= (3 if size[1] > 8 else 2)
    ticks = x_labels(drawing)
    assert len(set(ticks)) == len(ticks) >= 2
    axis = drawing.cells.text(drawing.area.height)
    assert axis.count("┬") + axis.count("▴") >= len(ticks) or view.ascii


def test_what_is_not_shown():
    shown = {name: draw_panel(name, *case, 78, 12).drawing.shown for name, case in GALLERY.items()}
    assert {name for name in shown if not shown[name]} == {"empty", "not positive on log", "min above all"}


def test_every_x_label_is_under_its_tick():
    """plotext drops labels that it finds too close; ours have to have room by its rules too."""
    for name, (plots, view) in GALLERY.items():
        for width in range(12, 160, 7):
            drawing = draw(plots, view, width, 10)
            if not drawing.shown or view.ascii or view.time or view.annotations:
                continue
            columns = [
                column for column, code in enumerate(drawing.cells.codes[drawing.area.height]) if code == ord("┬")
            ]
            labels = x_labels(drawing)
            assert len(columns) == len(labels), (name, width)


def test_a_spike_of_one_step_is_seen():
    for width in (20, 38, 78, 158):
        drawing = draw(GALLERY["spike"][0], View(), width, 10)
        column = drawing.column_of(123_457)
        top = [int(drawing.cells.codes[row, column]) for row in range(drawing.area.height)]
        assert all(code in BRAILLE for code in top)


def test_a_constant_lies_in_the_middle_and_a_single_point_is_a_dot():
    constant = draw(GALLERY["constant"][0], View(), 78, 11)
    rows = {row for row in range(9) if any(int(code) in BRAILLE for code in constant.cells.codes[row])}
    assert rows == {4}
    single = draw(GALLERY["single point"][0], View(), 78, 11)
    assert dots(single.cells) == 1
    assert single.limits.y0 < 3e-4 < single.limits.y1


def test_the_mean_of_dense_noise_is_bright_and_the_rest_faint():
    drawing = draw(GALLERY["noise"][0], View(), 78, 16)
    styles = drawing.cells.styles
    assert (styles == Role.S1).sum() >= 70
    assert (styles == Role.F1).sum() > (styles == Role.S1).sum()
    for column in range(drawing.area.left + 2, 78):
        bright = np.flatnonzero(styles[: drawing.area.height, column] == Role.S1)
        assert 1 <= len(bright) <= 4


def test_smoothing_keeps_the_raw_line_faint_behind():
    noisy = [series(np.sin(np.arange(100)) + np.arange(100) / 20)]
    styles = draw(noisy, View(smoothing=0.9), 78, 16).cells.styles
    assert (styles == Role.F1).any()
    assert (styles == Role.S1).any()


def test_a_stroke_is_broken_where_it_is_said_to_be():
    whole = series([1, 1, 1, 1], [0, 1, 99, 100])
    broken = series([1, 1, 1, 1], [0, 1, 99, 100], [2])
    drawing = draw([whole], View(), 60, 3)
    assert dots(drawing.cells) == drawing.area.width
    assert dots(draw([broken], View(), 60, 3).cells) <= 4


def test_restarts_are_not_joined():
    back = series([1, 1, 3, 3], [0, 100, 0, 100], [2])
    drawing = draw([back], View(), 60, 12)
    rows = [row for row in range(10) if any(int(code) in BRAILLE for code in drawing.cells.codes[row])]
    assert len(rows) == 2


def test_the_rule_is_labelled_and_within_the_limits():
    drawing = draw([series([1, 2, 3])], View(rule=7.25), 60, 12)
    assert drawing.limits.y1 >= 7.25
    (row,) = [row for row in range(10) if "╌" in drawing.cells.text(row)]
    assert drawing.cells.text(row).split(" ┤")[0].strip() == "7.25"
    assert drawing.cells.styles[row, drawing.area.left - 3] == Role.RULE
    bound = draw([series([1, 2, 3])], View(rule=7.25, maximum=4), 60, 12)
    assert "╌" not in "".join(bound.cells.rows())


def test_log_counts_what_it_does_not_draw_in_view():
    view = View(log=True, minimum=-1, rule=0)
    plots = [series([1, -2, 0, 4, -5, 6])]
    assert draw(plots, view, 60, 12).not_drawn == 3
    assert draw(plots, view, 60, 12).skipped == ("min", "rule")
    assert draw(plots, View(log=True, x0=3, x1=6), 60, 12).not_drawn == 2


def test_limits_stay_while_points_come():
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


def test_clipping_takes_the_limits_from_the_percentiles():
    y = np.linspace(0, 1, 1000)
    y[500] = 1e6
    assert draw([series(y)], View(), 78, 12).limits.y1 == 1e6
    assert draw([series(y)], View(clip=True), 78, 12).limits.y1 == 1.0


def test_columns_and_x_are_each_others_inverse():
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
    assert dots(drawing.cells) > 0
    assert (drawing.area.height < height) == (height >= 5 and width > 8)


doubles = st.floats(allow_nan=False, allow_infinity=False)
values = doubles | st.sampled_from(
    [0.0, 1.0, -1.0, 5e-324, 1e-12, 1e300, 1.7976931348623157e308, -1.7976931348623157e308]
)
bounds = st.none() | values


@st.composite
def any_series(draw):
    x = draw(st.lists(values, max_size=30))
    y = draw(st.lists(values, min_size=len(x), max_size=len(x)))
    back = {i for i in range(1, len(x)) if x[i] < x[i - 1]}
    extra = draw(st.sets(st.integers(1, max(len(x) - 1, 1)), max_size=3)) if len(x) > 1 else set()
    return series(
        y, x, sorted(back | extra), name=draw(st.text(max_size=12)), note=draw(st.sampled_from(["", "NaN at 3"]))
    )


views = st.builds(
    View,
    x0=bounds,
    x1=bounds,
    log=st.booleans(),
    minimum=bounds,
    maximum=bounds,
    rule=bounds,
    smoothing=st.sampled_from([0.0, 0.6, 0.97]),
    clip=st.booleans(),
    crosshair=bounds,
    time=st.booleans(),
    ascii=st.booleans(),
    marked=st.booleans(),
    annotations=st.lists(values, max_size=2).map(tuple),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(any_series(), max_size=4), views, st.integers(1, 200), st.integers(1, 60), st.booleans())
def test_any_chart_at_any_size(plots, view, width, height, focus):
    with np.errstate(all="raise"):
        panel = draw_panel("any\x1b[0m", plots, view, width, height, focus=focus)
        again = draw_panel("any\x1b[0m", plots, view, width, height, focus=focus, previous=panel.drawing.limits)
    for drawn in (panel, again):
        assert drawn.cells.codes.shape == (height, width)
        assert "\x1b" not in "".join(drawn.cells.rows())
        limits = drawn.drawing.limits
        assert limits.x0 < limits.x1
        assert limits.y0 < limits.y1
        if drawn.drawing.area.left > 1:
            labels = y_labels(drawn.drawing)
            assert len(set(labels)) == len(labels)
        if drawn.drawing.area.height < drawn.drawing.cells.height and not view.time:
            ticks = x_labels(drawn.drawing)
            assert len(set(ticks)) == len(ticks)


@pytest.mark.parametrize(
    ("limits", "rule", "label"),
    [
        ((0.99981, 0.99994), 0.999871, "0.999871"),
        ((1e9, 1e9 + 100), 1_000_000_050.5, "1 000 000 050.5"),
        ((6, 7), 6.3123456789, "6.312"),
        ((0, 4e15), 3.909e15, "3.909e15"),
    ],
)
def test_a_rule_is_labelled_with_its_own_value_and_no_tick_with_the_same(limits, rule, label):
    points = Series("a", np.arange(2.0), np.array(limits, np.float64))
    labels = y_labels(draw([points], View(rule=rule), 100, 40))
    assert labels.count(label) == 1
    assert len(set(labels)) == len(labels)
