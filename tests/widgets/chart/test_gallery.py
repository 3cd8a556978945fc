"""Charts that are hard to draw at three widths, and any chart at any size: what must always be true of a chart."""

import re

import numpy as np
import pytest
from div_tui.layouts.model import Panel
from div_tui.widgets.chart.model import View
from div_tui.widgets.chart.plot import draw
from div_tui.widgets.panel_face import draw_panel
from hypothesis import given, settings
from hypothesis import strategies as st
from support.charts import GALLERY, series, x_labels, y_labels

SIZES = ((38, 8), (78, 12), (158, 16))


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


def test_which_charts_have_no_dots():
    shown = {name: draw_panel(name, *case, 78, 12).drawing.shown for name, case in GALLERY.items()}
    assert {name for name in shown if not shown[name]} == {"empty", "not positive on log", "min above all"}


def test_all_x_labels_are_drawn():
    """plotext drops labels that are too close to each other; ours must be far enough apart."""
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
    panel=st.builds(Panel, st.just(()), min=bounds, max=bounds, rule=bounds),
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
