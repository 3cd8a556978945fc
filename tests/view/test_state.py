"""One person's look at one run: panels, x, crosshair, view, scales."""

from __future__ import annotations

import pytest
from div_tui.app.view.panels import Item
from div_tui.app.view.state import Look, Looking
from div_tui.layouts.model import Layout, Panel
from div_tui.widgets.arrangement import Shown
from support.event_runs import GrowingEvents, note, number
from support.runs import NAN, Growing, Point

LOSS = Panel(("loss", "eval"), "Loss")
ACC = Panel(("acc",), x="hour")
LR = Panel(("lr",), scale="log")
OWN = Layout("step", (LOSS, ACC, LR))


def point(at: int) -> Point:
    return {"step": 10.0 * at, "hour": at / 2, "loss": 1.0 / at, "acc": at / 100, "lr": 1e-3 * at}


def look_at(growing: Growing, layout: Layout = OWN, keys: tuple[str, ...] = (), x: str | None = None) -> Looking:
    looking = Looking(growing.run, layout, keys, x, Look())
    looking.ranges.grows = lambda: True
    return looking


@pytest.fixture
def growing() -> Growing:
    return Growing(*map(point, range(1, 101)))


def shown(looking: Looking, panel: Panel) -> Shown:
    return looking.shown(next(tile for tile in looking.tiles() if tile.identity.panel == panel))


def cross_of(looking: Looking, panel: Panel) -> float | None:
    return shown(looking, panel).view.cross


def test_a_panel_is_drawn_against_its_own_x_the_layouts_or_the_one_chosen(growing: Growing) -> None:
    looking = look_at(growing)
    assert [looking.x_of(item) for item in looking.items] == ["step", "hour", "step"]
    looking.chosen_x = "seq"
    assert [looking.x_of(item) for item in looking.items] == [None, None, None]
    assert list(shown(looking, ACC).series[0].x[:3]) == [1, 2, 3]
    assert look_at(growing, Layout("no such key", (LOSS,))).x_of(Item(LOSS)) == "no such key"


def test_the_x_key_goes_round_what_x_can_be(growing: Growing) -> None:
    looking = look_at(growing)
    names = [looking.next_x() for _ in range(7)]
    assert names == ["seq", "hour", "acc", "lr", "step", "seq", "hour"]


def test_without_an_x_in_the_layout_the_place_or_step_is_the_first(growing: Growing) -> None:
    looking = look_at(growing, Layout())
    assert looking.main_x() == "step"
    assert looking.next_x() == "seq"
    assert (looking.main_x(), [panel.y for panel in looking.layout.panels][:2]) == (None, [("step",), ("hour",)])
    only = look_at(Growing({"loss": 2}, {"loss": 1}), Layout())
    assert [only.next_x() for _ in range(3)] == ["seq", "seq", "seq"]


def test_the_crosshair_is_shared_by_all_panels_of_the_same_x(growing: Growing) -> None:
    looking = look_at(growing)
    looking.step_cross(0)
    assert (cross_of(looking, LOSS), cross_of(looking, LR), cross_of(looking, ACC)) == (1000, 1000, None)
    looking.step_cross(-3)
    assert (cross_of(looking, LOSS), cross_of(looking, LR)) == (970, 970)
    looking.selected = 1
    assert looking.cross is None
    looking.step_cross(0)
    assert (cross_of(looking, ACC), cross_of(looking, LOSS)) == (50, 970)
    looking.clear_crosses()
    assert (cross_of(looking, ACC), cross_of(looking, LOSS)) == (None, None)


def test_the_crosshair_steps_real_points_and_stops_at_the_ends(growing: Growing) -> None:
    growing.add({"step": 2000, "eval": 0.5}, {"step": 2001, "acc": 1})
    looking = look_at(growing)
    looking.step_cross(0)
    assert looking.cross == 2000
    looking.step_cross(-1)
    assert looking.cross == 1000
    looking.step_cross(1)
    looking.step_cross(1)
    assert looking.cross == 2000
    looking.place_cross(10)
    looking.step_cross(-1)
    assert looking.cross == 10


def test_the_crosshair_begins_at_the_newest_point_in_sight(growing: Growing) -> None:
    looking = look_at(growing)
    for _ in range(4):
        looking.zoom(1)
    looking.pan(-1)
    looking.pan(-1)
    before = looking.window()
    assert before
    assert before.x1 < 1000
    looking.step_cross(0)
    assert (looking.cross, looking.window()) == (before.x1 // 10 * 10, before)
    looking.step_cross(-1)
    assert looking.cross == before.x1 // 10 * 10 - 10
    looking.clear_crosses()
    looking.reset()
    looking.step_cross(0)
    assert looking.cross == 1000


def test_the_mouse_puts_the_crosshair_on_the_nearest_point(growing: Growing) -> None:
    looking = look_at(growing)
    looking.set_cross(0, 514.9)
    assert cross_of(looking, LOSS) == 510
    looking.set_cross(0, None)
    assert cross_of(looking, LOSS) is None


def test_the_view_moves_with_the_crosshair(growing: Growing) -> None:
    looking = look_at(growing)
    for _ in range(4):
        looking.zoom(1)
    before = looking.window()
    assert before
    looking.place_cross(500)
    after = looking.window()
    assert after
    assert (after.x0, after.width) == (500, pytest.approx(before.width))
    assert not after.follows


def test_the_copied_value_is_that_at_the_crosshair_or_the_last(growing: Growing) -> None:
    looking = look_at(growing)
    assert looking.value() == ("loss", 0.01)
    looking.place_cross(500)
    assert looking.value() == ("loss", 0.02)
    growing.add({"step": 1010, "eval": 7})
    looking.items = [Item(Panel(("eval",)))]
    assert looking.value() == ("eval", 7)
    looking.items = [Item(Panel(("f1",)))]
    assert looking.value() is None
    looking.items = []
    assert looking.value() is None


def test_a_view_is_of_every_panel_of_the_same_x(growing: Growing) -> None:
    looking = look_at(growing)
    looking.zoom(1)
    views = [shown(looking, panel).view for panel in (LOSS, ACC, LR)]
    assert [(view.x0, view.x1) for view in views] == [(381.25, 1000), (0, 50), (381.25, 1000)]
    looking.reset()
    view = shown(looking, LOSS).view
    assert (view.x0, view.x1, view.whole) == (0, 1000, True)


def test_a_zoomed_view_follows_and_tells_how_many_points_are_new_once_it_does_not(growing: Growing) -> None:
    looking = look_at(growing)
    looking.zoom(1)
    looking.zoom(1)
    growing.add(point(101), point(102))
    window = looking.window()
    assert window
    assert (window.follows, window.x1 >= 1020, looking.new_points()) == (True, True, None)
    looking.pan(-1)
    assert looking.new_points() == 0
    growing.add(*map(point, range(103, 110)))
    assert looking.new_points() == 7
    looking.pan(-1)
    growing.add(point(110))
    assert looking.new_points() == 8
    looking.reset()
    assert (looking.window(), looking.new_points()) == (None, None)


def test_a_run_that_begins_again_is_looked_at_whole(growing: Growing) -> None:
    looking = look_at(growing)
    looking.zoom(1)
    looking.pan(-1)
    looking.place_cross(500)
    growing.begin_again(point(1), point(2))
    looking.begin_again()
    assert (looking.window(), looking.new_points(), looking.cross) == (None, None, None)


def test_scale_and_clipping_are_a_panels_own_and_smoothing_is_of_all(growing: Growing) -> None:
    looking = look_at(growing)
    assert [shown(looking, panel).view.log for panel in (LOSS, ACC, LR)] == [False, False, True]
    looking.toggle_log()
    looking.toggle_clip()
    looking.smooth()
    assert [shown(looking, panel).view.log for panel in (LOSS, ACC, LR)] == [True, False, True]
    assert [shown(looking, panel).view.clip for panel in (LOSS, ACC, LR)] == [True, False, False]
    assert {shown(looking, panel).view.smoothing for panel in (LOSS, ACC, LR)} == {0.6}
    looking.toggle_log()
    looking.toggle_clip()
    assert (shown(looking, LOSS).view.log, shown(looking, LOSS).view.clip) == (False, False)
    weights = []
    for _ in range(4):
        weights.append(shown(looking, LOSS).view.smoothing)
        looking.smooth()
    assert weights == [0.6, 0.9, 0.97, 0]


def test_how_charts_are_drawn_reaches_each_of_them(growing: Growing) -> None:
    looking = Looking(growing.run, OWN, (), None, Look(ascii=True, marked=True, smoothing=0.9))
    view = looking.shown(looking.tiles()[0]).view
    assert (view.ascii, view.marked, view.smoothing) == (True, True, 0.9)


def test_a_panels_bounds_reach_its_view(growing: Growing) -> None:
    bounded = Panel(("loss",), min=0.0, max=2.0, rule=1.0)
    looking = look_at(growing, Layout(None, (bounded,)))
    view = looking.shown(looking.tiles()[0]).view
    assert (view.minimum, view.maximum, view.rule) == (0, 2, 1)


def test_legends_hold_their_values_until_they_may_change(growing: Growing) -> None:
    looking = look_at(growing)
    looking.lines.hold_values()
    growing.add({"step": 1010, "loss": 7})
    first = shown(looking, LOSS)
    assert (first.series[0].value, first.series[0].y[-1]) == (0.01, 7)
    looking.lines.hold_values()
    second = shown(looking, LOSS)
    assert second.series[0].value == 7
    assert second.revision != first.revision
    looking.lines.hold_values()
    assert shown(looking, LOSS).series[0] is second.series[0]


def test_limits_grow_for_a_live_run_and_fit_what_is_there_while_it_is_loaded(growing: Growing) -> None:
    looking = look_at(growing)
    before = shown(looking, LOSS).generation
    growing.add(point(101))
    assert shown(looking, LOSS).generation == before
    looking.ranges.grows = lambda: False
    loading = shown(looking, LOSS).generation
    growing.add(point(102))
    assert shown(looking, LOSS).generation != loading


def test_a_panel_that_is_still_there_stays_selected(growing: Growing) -> None:
    looking = look_at(growing)
    looking.selected = 2
    looking.words = "l"
    looking.update()
    assert looking.item == Item(LR)
    looking.words = "acc"
    looking.update()
    assert (looking.selected, looking.item) == (0, Item(ACC))
    looking.words = "nothing"
    looking.update()
    assert (looking.selected, looking.item) == (0, None)


@pytest.mark.parametrize("layout", [OWN, Layout()])
def test_nothing_is_asked_of_a_run_without_points(layout: Layout) -> None:
    looking = look_at(Growing(), layout)
    for act in (looking.toggle_log, looking.toggle_clip, looking.smooth, looking.fold, looking.reset, looking.next_x):
        act()
    looking.zoom(1)
    looking.pan(-1)
    looking.step_cross(1)
    assert (looking.value(), looking.cross, looking.window(), looking.new_points()) == (None, None, None, None)


def test_new_keys_make_new_panels(growing: Growing) -> None:
    looking = look_at(growing, Layout())
    assert not looking.new_keys()
    growing.add({"f1": 1})
    assert looking.new_keys()
    looking.update()
    assert (looking.items[-1].panel.y, looking.new_keys()) == (("f1",), False)
    growing.add({"only.nan": NAN})
    assert looking.new_keys()


def test_folding_a_prefix_and_unfolding_it_keep_the_selection_on_it() -> None:
    looking = look_at(Growing({"lr": 1, "eval.loss": 1, "eval.acc": 1, "train.loss": 1}), Layout())
    looking.selected = 2
    looking.fold()
    assert [(tile.title, tile.folded) for tile in looking.tiles()] == [("lr", 0), ("eval.", 2), ("train.loss", 0)]
    assert looking.selected == 1
    looking.fold()
    assert [tile.title for tile in looking.tiles()] == ["lr", "eval.loss", "eval.acc", "train.loss"]
    assert looking.selected == 1
    looking.selected = 0
    looking.fold()
    assert looking.folded == set()


def test_a_key_selects_its_panel(growing: Growing) -> None:
    looking = look_at(growing)
    looking.select("lr")
    assert looking.selected == 2
    looking.select("eval")
    assert looking.selected == 0
    looking.select("no such key")
    assert looking.selected == 0


def test_the_extent_of_the_place_and_of_a_key(growing: Growing) -> None:
    looking = look_at(growing)
    place, step = looking.extent(None), looking.extent("step")
    assert place
    assert step
    assert (place.least, place.greatest, step.least, step.greatest) == (1, 100, 10, 1000)
    assert looking.extent("no such key") is None
    assert look_at(Growing()).extent(None) is None


def told(looking: Looking, x: float) -> list[str]:
    """What was remarked where the crosshair is, put at an x of the first panel."""
    looking.selected = 0
    looking.set_cross(0, x)
    return [remark.text for remark in looking.remarked()]


def test_the_crosshair_tells_the_remarks_that_are_nearer_to_it_than_to_the_points_beside_it() -> None:
    losses = [number("loss", 1, step) for step in range(10, 1001, 10)]
    notes = note("before", 5), note("a", 553), note("on", 550), note("halfway", 555), note("b", 548), note("past", 1050)
    looking = Looking(GrowingEvents(*losses, *notes).run, Layout(), (), None, Look())
    assert told(looking, 530) == []
    assert told(looking, 550) == ["on", "b", "a", "halfway"]
    assert told(looking, 560) == ["halfway"]
    assert (told(looking, 10), told(looking, 1000), told(looking, 990)) == (["before"], ["past"], [])


def test_points_of_every_series_of_the_panel_are_beside_the_crosshair() -> None:
    events = [number("loss", 1, step, of=of) for of, step in (("a", 100), ("b", 140), ("a", 200), ("b", 240))]
    looking = Looking(GrowingEvents(*events, note("x", 165), note("y", 175)).run, Layout(), (), None, Look())
    assert [told(looking, x) for x in (100, 140, 200)] == [[], ["x"], ["y"]]


def test_seen_from_afar_the_crosshair_tells_the_remarks_drawn_where_it_is() -> None:
    losses = [number("loss", 1, step) for step in range(5001)]
    looking = Looking(GrowingEvents(*losses, note("x", 2500)).run, Layout(), (), None, Look())
    assert [told(looking, x) for x in (2460, 2461, 2539, 2540)] == [[], ["x"], ["x"], []]
    looking.place_cross(2500)
    for _ in range(10):
        looking.zoom(1)
    assert (told(looking, 2500), told(looking, 2501)) == (["x"], [])


def test_only_a_crosshair_along_the_step_tells_remarks(growing: Growing) -> None:
    looking = Looking(GrowingEvents(number("loss", 1, 1), note("x", 1)).run, Layout(), (), None, Look())
    assert looking.remarked() == []
    assert told(looking, 1) == ["x"]
    looking.chosen_x = "seq"
    assert told(looking, 1) == []
    assert look_at(Growing()).remarked() == []
    assert told(look_at(growing), 500) == []


def test_a_step_is_gone_to_on_a_panel_that_is_drawn_against_it() -> None:
    losses = [number("loss", 1, step) for step in range(100, 1001, 10)]
    layout = Layout("step", (Panel(("loss",), x="ts_ms"), Panel(("loss",), "Loss"), Panel(("loss",), "Too")))
    looking = Looking(GrowingEvents(*losses, note("a", 1050), note("b", 9000)).run, layout, (), None, Look())
    assert looking.go_to_step(555)
    assert (looking.selected, looking.cross) == (1, 555)
    looking.selected = 2
    assert looking.go_to_step(1050)
    assert (looking.selected, looking.cross, [one.text for one in looking.remarked()]) == (2, 1050, ["a", "b"])
    assert looking.go_to_step(9000)
    assert looking.cross == 1050
    for _ in range(5):
        looking.zoom(1, 1000)
    assert looking.go_to_step(200)
    window = looking.window()
    assert window
    assert window.x0 <= 200 <= window.x1
    looking.chosen_x = "seq"
    assert not looking.go_to_step(555)
    assert not look_at(Growing()).go_to_step(1)


def test_a_panel_of_another_x_says_what_that_is(growing: Growing) -> None:
    looking = Looking(growing.run, OWN, (), None, Look())
    assert {panel.x: shown(looking, panel).view.x_name for panel in OWN.panels} == {None: "", "hour": "hour"}
    looking.chosen_x = "seq"
    looking.update()
    assert shown(looking, LOSS).view.x_name == ""
    own = Layout("step", (LOSS, Panel(("lr",), x="hour")))
    looking = Looking(growing.run, own, (), None, Look())
    assert shown(looking, own.panels[1]).view.x_name == "hour"


def test_a_face_is_drawn_anew_when_its_series_are_called_otherwise() -> None:
    growing = GrowingEvents(number("loss", 1, 10, stage="easy"))
    looking = Looking(growing.run, Layout("step", (Panel(("loss",), "Loss"),)), (), None, Look())
    before = shown(looking, looking.layout.panels[0]).revision
    growing.add(number("loss", 2, 10, stage="hard"))
    assert shown(looking, looking.layout.panels[0]).revision[0][:2] == ("stage=easy", "easy") != before[0][:2]
