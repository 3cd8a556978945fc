"""The state of a view: what each panel is drawn against, over which part of x, and how."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from div_tui.app.runs.run_set import RunSet
from div_tui.app.view import crosshair
from div_tui.app.view.panels import Item
from div_tui.app.view.state import ChartStyle, ViewState
from div_tui.layouts.model import Layout, Panel
from support.event_runs import BEGUN, GrowingEvents, note, number
from support.runs import Growing
from support.views import ACC, LOSS, LR, OWN, data_of, growing_run, point, view_of


@pytest.fixture
def growing() -> Growing:
    return growing_run()


def test_a_panel_is_drawn_against_its_own_x_the_layouts_or_the_one_chosen(growing: Growing) -> None:
    view = view_of(growing)
    assert [view.x_of(item) for item in view.panels.items] == ["step", "hour", "step"]
    view.chosen_x = "seq"
    assert [view.x_of(item) for item in view.panels.items] == [None, None, None]
    assert list(data_of(view, ACC).series[0].x[:3]) == [1, 2, 3]
    assert view_of(growing_run(Layout("no such key", (LOSS,)))).x_of(Item(LOSS)) == "no such key"


def test_the_next_x_goes_round_the_choices(growing: Growing) -> None:
    view = view_of(growing)
    names = [view.choose_next_x() for _ in range(7)]
    assert names == ["seq", "hour", "acc", "lr", "step", "seq", "hour"]


def test_without_an_x_in_the_layout_step_or_the_place_is_the_first() -> None:
    view = view_of(growing_run(Layout()))
    assert view.main_x() == "step"
    assert view.choose_next_x() == "seq"
    assert (view.main_x(), [panel.y for panel in view.panels.layout.panels][:2]) == (None, [("step",), ("hour",)])
    only = view_of(Growing({"loss": 2}, {"loss": 1}))
    assert [only.choose_next_x() for _ in range(3)] == ["seq", "seq", "seq"]


def test_a_viewport_is_that_of_every_panel_of_the_same_x(growing: Growing) -> None:
    view = view_of(growing)
    view.zoom(1)
    views = [data_of(view, panel).view for panel in (LOSS, ACC, LR)]
    assert [(one.x0, one.x1) for one in views] == [(381.25, 1000), (0, 50), (381.25, 1000)]
    view.viewports.reset(view.x)
    loss = data_of(view, LOSS).view
    assert (loss.x0, loss.x1, loss.full_range) == (0, 1000, True)


def test_a_zoomed_viewport_follows_and_counts_new_points_once_it_does_not(growing: Growing) -> None:
    view = view_of(growing)
    view.zoom(1)
    view.zoom(1)
    growing.add(point(101), point(102))
    viewport = view.viewport
    assert viewport
    assert (viewport.follows, viewport.x1 >= 1020, view.viewports.new_points(view.x)) == (True, True, None)
    view.viewports.pan(view.x, -1)
    assert view.viewports.new_points(view.x) == 0
    growing.add(*map(point, range(103, 110)))
    assert view.viewports.new_points(view.x) == 7
    view.viewports.pan(view.x, -1)
    growing.add(point(110))
    assert view.viewports.new_points(view.x) == 8
    view.viewports.reset(view.x)
    assert (view.viewport, view.viewports.new_points(view.x)) == (None, None)


def test_all_of_a_run_that_starts_again_is_visible(growing: Growing) -> None:
    view = view_of(growing)
    view.zoom(1)
    view.viewports.pan(view.x, -1)
    crosshair.place(view, 500)
    growing.start_again(point(1), point(2))
    view.restart()
    assert (view.viewport, view.viewports.new_points(view.x), view.crosshair) == (None, None, None)


def test_the_style_reaches_every_chart(growing: Growing) -> None:
    view = ViewState(growing.runs, style=ChartStyle(ascii=True, marked=True, smoothing=0.9))
    drawn = view.shown(view.panels.tiles()[0]).view
    assert (drawn.ascii, drawn.marked, drawn.smoothing) == (True, True, 0.9)


def test_the_options_of_a_panel_reach_its_chart() -> None:
    bounded = Panel(("loss",), min=0.0, max=2.0, rule=1.0)
    view = view_of(growing_run(Layout(None, (bounded,))))
    panel = view.shown(view.panels.tiles()[0]).view.panel
    assert (panel.min, panel.max, panel.rule) == (0, 2, 1)


def test_legends_keep_their_values_until_they_may_change(growing: Growing) -> None:
    view = view_of(growing)
    view.series.hold_values()
    growing.add({"step": 1010, "loss": 7})
    first = data_of(view, LOSS)
    assert (first.series[0].value, first.series[0].y[-1]) == (0.01, 7)
    view.series.hold_values()
    second = data_of(view, LOSS)
    assert second.series[0].value == 7
    assert second.revision != first.revision
    view.series.hold_values()
    assert data_of(view, LOSS).series[0] is second.series[0]


def test_limits_grow_for_a_live_run_and_fit_the_points_while_it_is_loaded(growing: Growing) -> None:
    view = view_of(growing)
    before = data_of(view, LOSS).generation
    growing.add(point(101))
    assert data_of(view, LOSS).generation == before
    view.viewports.may_grow = lambda: False
    loading = data_of(view, LOSS).generation
    growing.add(point(102))
    assert data_of(view, LOSS).generation != loading


@pytest.mark.parametrize("layout", [OWN, Layout()])
def test_a_run_without_points_takes_every_action(layout: Layout) -> None:
    view = view_of(Growing(layout=layout))
    acts: list[Callable[[], object]] = [
        view.scales.next_smoothing,
        view.panels.fold,
        lambda: view.viewports.reset(view.x),
        view.choose_next_x,
        lambda: view.zoom(1),
        lambda: view.viewports.pan(view.x, -1),
        lambda: crosshair.step(view, 1),
    ]
    if view.panels.item:
        panel = view.panels.item.panel
        acts += [lambda: view.scales.toggle_log(panel), lambda: view.scales.toggle_clip(panel)]
    for act in acts:
        act()
    assert (crosshair.value(view), view.crosshair, view.viewport) == (None, None, None)
    assert view.viewports.new_points(view.x) is None


def test_the_extent_of_the_place_and_of_a_key(growing: Growing) -> None:
    view = view_of(growing)
    place, step = view.extents.of(None), view.extents.of("step")
    assert place
    assert step
    assert (place.least, place.greatest, step.least, step.greatest) == (1, 100, 10, 1000)
    assert view.extents.of("no such key") is None
    assert view_of(Growing()).extents.of(None) is None


def test_a_panel_with_an_x_of_its_own_has_the_name_of_that(growing: Growing) -> None:
    view = view_of(growing)
    assert {panel.x: data_of(view, panel).view.x_name for panel in OWN.panels} == {None: "", "hour": "hour"}
    view.chosen_x = "seq"
    view.update()
    assert data_of(view, LOSS).view.x_name == ""
    own = Layout("step", (LOSS, Panel(("lr",), x="hour")))
    assert data_of(view_of(growing_run(own)), own.panels[1]).view.x_name == "hour"


def test_a_panel_is_drawn_again_when_the_names_of_its_series_change() -> None:
    growing = GrowingEvents(number("loss", 1, 10, stage="easy"), layout=Layout("step", (Panel(("loss",), "Loss"),)))
    view = view_of(growing)
    before = data_of(view, view.panels.layout.panels[0]).revision
    growing.add(number("loss", 2, 10, stage="hard"))
    after = data_of(view, view.panels.layout.panels[0]).revision
    assert after[0][:3] == ("run", "stage=easy", "easy") != before[0][:3]


def two_runs() -> tuple[Growing, Growing]:
    """Two runs of different keys and lengths."""
    first = Growing(*({"step": at, "loss": 1 / at} for at in range(1, 11)), name="first")
    second = Growing(*({"step": at, "hour": at / 2, "loss": 2.0, "acc": at} for at in range(5, 41)), name="second")
    return first, second


def test_the_panels_of_two_runs_are_drawn_over_the_same_x() -> None:
    first, second = two_runs()
    view = ViewState(RunSet([first.run, second.run]))
    assert (view.main_x(), [item.panel.y for item in view.panels.items]) == ("step", [("loss",), ("hour",), ("acc",)])
    loss, _, acc = (view.shown(tile) for tile in view.panels.tiles())
    assert [(one.run, one.name, len(one.x)) for one in loss.series] == [
        ("first", "first loss", 10),
        ("second", "second loss", 36),
    ]
    assert [(one.run, len(one.x)) for one in acc.series] == [("first", 0), ("second", 36)]
    assert (loss.view.x0, loss.view.x1) == (acc.view.x0, acc.view.x1) == (0, 40)


def test_a_panel_is_drawn_again_when_any_of_its_runs_grows() -> None:
    first, second = two_runs()
    view = view_of(first, second)
    revisions = [data_of(view, Panel(("loss",))).revision]
    for growing in (second, first):
        growing.add({"step": 41, "loss": 1})
        revisions.append(data_of(view, Panel(("loss",))).revision)
    assert len(set(revisions)) == 3


def test_x_is_a_key_of_any_of_two_runs() -> None:
    first, second = two_runs()
    view = view_of(first, second)
    assert view.has_x("hour")
    assert [view.choose_next_x() for _ in range(4)] == ["seq", "hour", "acc", "step"]
    events = GrowingEvents(number("loss", 1, 3), note("here", 3))
    mixed = view_of(first, events)
    assert [mixed.choose_next_x() for _ in range(3)] == ["seq", "ts_ms", "step"]
    assert (mixed.viewports.is_time("ts_ms"), mixed.extents.of("ts_ms")) == (True, view_of(events).extents.of("ts_ms"))
    extent = mixed.extents.of("ts_ms")
    assert extent
    assert extent.least == BEGUN + 3000


def test_the_panels_follow_the_order_of_the_runs() -> None:
    first, second = two_runs()
    second.run.layout_file.layout = Layout(None, (Panel(("acc",)),))
    view = view_of(first, second)
    assert len(view.panels.items) == 3
    view.runs.move(second.run, 0)
    view.update()
    assert [item.panel.y for item in view.panels.items] == [("acc",)]
    assert [one.run for one in view.series_of(view.panels.items[0])] == ["second", "first"]
