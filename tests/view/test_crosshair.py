"""The crosshair: placed, moved from point to point, and what there is to read at it."""

from __future__ import annotations

import pytest
from div_tui.app.view import crosshair
from div_tui.app.view.panels import Item
from div_tui.app.view.state import ViewState
from div_tui.layouts.model import Layout, Panel
from support.event_runs import GrowingEvents, note, number
from support.runs import Growing
from support.views import ACC, LOSS, LR, data_of, growing_run, view_of


@pytest.fixture
def growing() -> Growing:
    return growing_run()


def crosshair_of(view: ViewState, panel: Panel) -> float | None:
    return data_of(view, panel).view.crosshair


def test_the_crosshair_is_shared_by_all_panels_of_the_same_x(growing: Growing) -> None:
    view = view_of(growing)
    crosshair.step(view, 0)
    assert [crosshair_of(view, panel) for panel in (LOSS, LR, ACC)] == [1000, 1000, None]
    crosshair.step(view, -3)
    assert (crosshair_of(view, LOSS), crosshair_of(view, LR)) == (970, 970)
    view.panels.focused = 1
    assert view.crosshair is None
    crosshair.step(view, 0)
    assert (crosshair_of(view, ACC), crosshair_of(view, LOSS)) == (50, 970)
    view.crosshairs.clear()
    assert (crosshair_of(view, ACC), crosshair_of(view, LOSS)) == (None, None)


def test_the_crosshair_steps_from_point_to_point_and_stops_at_the_ends(growing: Growing) -> None:
    growing.add({"step": 2000, "eval": 0.5}, {"step": 2001, "acc": 1})
    view = view_of(growing)
    crosshair.step(view, 0)
    assert view.crosshair == 2000
    crosshair.step(view, -1)
    assert view.crosshair == 1000
    crosshair.step(view, 1)
    crosshair.step(view, 1)
    assert view.crosshair == 2000
    crosshair.place(view, 10)
    crosshair.step(view, -1)
    assert view.crosshair == 10


def test_the_crosshair_starts_at_the_newest_visible_point(growing: Growing) -> None:
    view = view_of(growing)
    for _ in range(4):
        view.zoom(1)
    view.viewports.pan(view.x, -1)
    view.viewports.pan(view.x, -1)
    before = view.viewport
    assert before
    assert before.x1 < 1000
    crosshair.step(view, 0)
    assert (view.crosshair, view.viewport) == (before.x1 // 10 * 10, before)
    crosshair.step(view, -1)
    assert view.crosshair == before.x1 // 10 * 10 - 10
    view.crosshairs.clear()
    view.viewports.reset(view.x)
    crosshair.step(view, 0)
    assert view.crosshair == 1000


def test_the_mouse_puts_the_crosshair_on_the_nearest_point(growing: Growing) -> None:
    view = view_of(growing)
    crosshair.hover(view, 0, 514.9)
    assert crosshair_of(view, LOSS) == 510
    crosshair.hover(view, 1, 7.2)
    assert (crosshair_of(view, ACC), crosshair_of(view, LOSS)) == (7, 510)
    view.crosshairs.pop("step")
    assert (crosshair_of(view, ACC), crosshair_of(view, LOSS)) == (7, None)


def test_the_viewport_moves_with_the_crosshair(growing: Growing) -> None:
    view = view_of(growing)
    for _ in range(4):
        view.zoom(1)
    before = view.viewport
    assert before
    crosshair.place(view, 500)
    after = view.viewport
    assert after
    assert (after.x0, after.width) == (500, pytest.approx(before.width))
    assert not after.follows


def test_the_value_is_that_at_the_crosshair_or_the_last(growing: Growing) -> None:
    view = view_of(growing)
    assert crosshair.value(view) == ("loss", 0.01)
    crosshair.place(view, 500)
    assert crosshair.value(view) == ("loss", 0.02)
    growing.add({"step": 1010, "eval": 7})
    view.panels.items = [Item(Panel(("eval",)))]
    assert crosshair.value(view) == ("eval", 7)
    view.panels.items = [Item(Panel(("f1",)))]
    assert crosshair.value(view) is None
    view.panels.items = []
    assert crosshair.value(view) is None


def test_an_x_is_gone_to_at_its_nearest_point(growing: Growing) -> None:
    view = view_of(growing)
    for _ in range(4):
        view.zoom(1)
    assert crosshair.go_to(view, 303) == 300
    viewport = view.viewport
    assert viewport
    assert (view.crosshair, viewport.x0 <= 300 <= viewport.x1) == (300, True)
    assert crosshair.go_to(view_of(Growing({"lr": 1}, layout=Layout(None, (LOSS,)))), 1) is None


def texts_at(view: ViewState, x: float) -> list[str]:
    """The texts of the markers at the crosshair, put on the first panel's point nearest to x."""
    view.panels.focused = 0
    crosshair.hover(view, 0, x)
    return [marker.text for marker in crosshair.markers(view)]


def test_the_crosshair_has_the_markers_that_are_nearer_to_it_than_to_the_points_beside_it() -> None:
    losses = [number("loss", 1, step) for step in range(10, 1001, 10)]
    notes = note("before", 5), note("a", 553), note("on", 550), note("halfway", 555), note("b", 548), note("past", 1050)
    view = ViewState(GrowingEvents(*losses, *notes).runs)
    assert texts_at(view, 530) == []
    assert texts_at(view, 550) == ["on", "b", "a", "halfway"]
    assert texts_at(view, 560) == ["halfway"]
    assert (texts_at(view, 10), texts_at(view, 1000), texts_at(view, 990)) == (["before"], ["past"], [])


def test_the_points_beside_the_crosshair_may_be_of_any_series_of_the_panel() -> None:
    events = [number("loss", 1, step, of=of) for of, step in (("a", 100), ("b", 140), ("a", 200), ("b", 240))]
    view = ViewState(GrowingEvents(*events, note("x", 165), note("y", 175)).runs)
    assert [texts_at(view, x) for x in (100, 140, 200)] == [[], ["x"], ["y"]]


def test_zoomed_out_the_crosshair_has_the_markers_in_its_column() -> None:
    losses = [number("loss", 1, step) for step in range(5001)]
    view = ViewState(GrowingEvents(*losses, note("x", 2500)).runs)
    assert [texts_at(view, x) for x in (2460, 2461, 2539, 2540)] == [[], ["x"], ["x"], []]
    crosshair.place(view, 2500)
    for _ in range(10):
        view.zoom(1)
    assert (texts_at(view, 2500), texts_at(view, 2501)) == (["x"], [])


def test_only_a_crosshair_on_the_step_has_markers(growing: Growing) -> None:
    view = ViewState(GrowingEvents(number("loss", 1, 1), note("x", 1)).runs)
    assert crosshair.markers(view) == []
    assert texts_at(view, 1) == ["x"]
    view.chosen_x = "seq"
    assert texts_at(view, 1) == []
    assert crosshair.markers(view_of(Growing())) == []
    assert texts_at(view_of(growing), 500) == []


def test_a_step_is_gone_to_on_a_panel_that_is_drawn_against_it() -> None:
    losses = [number("loss", 1, step) for step in range(100, 1001, 10)]
    layout = Layout("step", (Panel(("loss",), x="ts_ms"), Panel(("loss",), "Loss"), Panel(("loss",), "Too")))
    view = ViewState(GrowingEvents(*losses, note("a", 1050), note("b", 9000), layout=layout).runs)
    assert crosshair.go_to_step(view, 555)
    assert (view.panels.focused, view.crosshair) == (1, 555)
    view.panels.focused = 2
    assert crosshair.go_to_step(view, 1050)
    texts = [marker.text for marker in crosshair.markers(view)]
    assert (view.panels.focused, view.crosshair, texts) == (2, 1050, ["a", "b"])
    assert crosshair.go_to_step(view, 9000)
    assert view.crosshair == 1050
    for _ in range(5):
        view.zoom(1, 1000)
    assert crosshair.go_to_step(view, 200)
    viewport = view.viewport
    assert viewport
    assert viewport.x0 <= 200 <= viewport.x1
    view.chosen_x = "seq"
    assert not crosshair.go_to_step(view, 555)
    assert not crosshair.go_to_step(view_of(Growing()), 1)


def test_the_crosshair_steps_through_the_points_of_all_runs() -> None:
    first = Growing({"step": 1, "loss": 1}, {"step": 5, "loss": 2}, name="first")
    second = Growing({"step": 3, "loss": 3}, {"step": 9, "loss": 4}, name="second")
    view = view_of(first, second)
    crosshair.step(view, 0)
    seen = [view.crosshair]
    for _ in range(3):
        crosshair.step(view, -1)
        seen.append(view.crosshair)
    assert seen == [9, 5, 3, 1]
    assert crosshair.value(view) == ("first loss", 1)


def test_the_crosshair_has_the_markers_of_all_runs() -> None:
    first = GrowingEvents(number("loss", 1, 10), number("loss", 1, 20), note("a", 11), name="first")
    second = GrowingEvents(number("loss", 2, 10), note("b", 10), name="second")
    view = view_of(first, second)
    crosshair.hover(view, 0, 10)
    assert [(one.run.name, one.text) for one in crosshair.markers(view)] == [("second", "b"), ("first", "a")]
