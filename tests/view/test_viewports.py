"""The viewport of each x, and the limits that panels share."""

from __future__ import annotations

from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.extents import Extents
from div_tui.app.view.markers import Markers
from div_tui.app.view.viewport import Extent, Viewport
from div_tui.app.view.viewports import Viewports
from div_tui.widgets.chart.limits import Range
from support.event_runs import Event, GrowingEvents, note, number
from support.runs import Growing, Point


def point(at: int) -> Point:
    return {"step": float(at), "loss": 1.0}


def viewports(*growing: Growing) -> Viewports:
    """The viewports of runs to which points are still added."""
    runs = RunSet(each.run for each in growing)
    made = Viewports(runs, Extents(runs), Markers(runs))
    made.may_grow = lambda: True
    return made


def test_limits_fit_the_points_at_first_and_leave_room_ahead_for_later_ones() -> None:
    growing = Growing(*map(point, range(1001)))
    made = viewports(growing)
    assert made.whole("step", None) == Range(0, 1000)
    growing.add(point(1001))
    assert made.whole("step", None) == Range(0, 1300)
    growing.add(*map(point, range(1002, 1301)))
    assert made.whole("step", None) == Range(0, 1300)


def test_a_reset_fits_the_limits_to_the_points() -> None:
    growing = Growing(*map(point, range(1001)))
    made = viewports(growing)
    made.whole("step", None)
    growing.add(point(1001))
    before = made.era()
    made.reset("step")
    assert made.whole("step", None) == Range(0, 1100)
    assert made.era() != before


def test_limits_fit_the_points_of_a_run_that_has_ended_and_grow_again_once_it_goes_on() -> None:
    growing = Growing(*map(point, range(1001)))
    made = viewports(growing)
    made.whole("step", None)
    growing.add(point(1001))
    assert made.whole("step", None) == Range(0, 1300)
    live = made.era()
    made.may_grow = lambda: False
    assert made.whole("step", None) == Range(0, 1100)
    over = made.era()
    assert over != live
    growing.add(*map(point, range(1002, 1151)))
    assert made.whole("step", None) == Range(0, 1200)
    assert made.era() != over
    made.may_grow = lambda: True
    assert (made.whole("step", None), made.era()) == (Range(0, 1200), live)


def test_limits_reach_to_the_total() -> None:
    made = viewports(Growing(*map(point, range(101))))
    assert made.whole("step", 5000) == Range(0, 5000)
    assert made.whole("step", 50) == Range(0, 100)


def losses(first: int, last: int) -> list[Event]:
    return [number("loss", 1.0, step) for step in range(first, last + 1, 10)]


def test_limits_of_the_step_reach_to_markers_on_either_side() -> None:
    growing = GrowingEvents(*losses(100, 1000), note("evaluated before", 50), note("interrupted", 1050))
    made = viewports(growing)
    assert made.whole("step", None) == Range(0, 1100)
    for step in range(1010, 1101, 10):
        growing.add(number("loss", 1.0, step))
        assert made.whole("step", None) == Range(0, 1100)
    assert (made.whole(None, None), made.reach(None)) == (Range(0, 110), Extent(1, 101))


def test_a_marker_far_from_all_points_does_not_squeeze_them() -> None:
    made = viewports(GrowingEvents(*losses(50_000, 51_000), note("of the run before", 0), note("due", 90_000)))
    assert made.whole("step", None) == Range(50_000, 51_000)


def test_a_following_viewport_shows_a_marker_past_the_newest_point() -> None:
    growing = GrowingEvents(*losses(0, 1000))
    made = viewports(growing)
    made.zoom("step", 1, None, [])
    assert made.of("step") == Viewport(375.0, 1000.0, follows=True)
    growing.add(note("interrupted", 1050))
    viewport = made.of("step")
    assert viewport == Viewport(487.5, 1112.5, follows=True)
    growing.add(number("loss", 1.0, 1010))
    assert made.of("step") == viewport


def test_a_viewport_can_be_panned_to_a_marker_before_the_first_point() -> None:
    made = viewports(GrowingEvents(*losses(100, 1000), note("evaluated before", 50)))
    for _ in range(3):
        made.zoom("step", 1, None, [])
    for _ in range(20):
        made.pan("step", -1)
    viewport = made.of("step")
    assert viewport
    assert (viewport.x0, viewport.follows) == (50, False)


def test_a_marker_beyond_the_newest_point_can_be_revealed() -> None:
    made = viewports(GrowingEvents(*losses(0, 1000), note("interrupted", 1050)))
    for _ in range(6):
        made.zoom("step", 1, 500.0, [])
    made.reveal("step", 1050.0)
    viewport = made.of("step")
    assert viewport
    assert (viewport.x1, viewport.follows) == (1050, True)
    assert viewport.x0 < 1000


def test_limits_reach_over_the_points_of_all_runs() -> None:
    short, long = Growing(*map(point, range(100, 301))), Growing(*map(point, range(200, 1001)))
    made = viewports(short, long)
    assert made.whole("step", None) == Range(100, 1000)
    assert made.reach("step") == Extent(100, 1000)
    assert made.reach(None) == Extent(1, 801)


def test_room_ahead_is_that_of_the_run_with_the_most_points_a_series() -> None:
    # One run alone of so many points gets the same limits.
    few, many = Growing(*map(point, range(3))), Growing(*map(point, range(1001)))
    together, alone = viewports(few, many), viewports(many)
    assert together.whole("step", None) == alone.whole("step", None) == Range(0, 1000)
    many.add(point(1001))
    assert together.whole("step", None) == alone.whole("step", None) == Range(0, 1300)


def test_a_viewport_follows_the_run_that_is_furthest() -> None:
    slow, fast = Growing(*map(point, range(101))), Growing(*map(point, range(1001)))
    made = viewports(slow, fast)
    made.zoom("step", 1, None, [])
    assert made.of("step") == Viewport(375.0, 1000.0, follows=True)
    slow.add(*map(point, range(101, 201)))
    assert made.of("step") == Viewport(375.0, 1000.0, follows=True)
    fast.add(point(1001))
    assert made.of("step") == Viewport(438.5, 1063.5, follows=True)


def test_new_points_of_all_runs_are_counted_while_the_viewport_does_not_follow() -> None:
    first, second = Growing(*map(point, range(101))), Growing(*map(point, range(101)))
    made = viewports(first, second)
    made.zoom("step", 1, None, [])
    assert made.new_points("step") is None
    made.pan("step", -1)
    assert made.new_points("step") == 0
    first.add(point(101), point(102))
    second.add(point(101))
    assert made.new_points("step") == 3


def test_limits_start_again_when_any_of_the_runs_does() -> None:
    first, second = Growing(*map(point, range(101))), Growing(*map(point, range(101)))
    made = viewports(first, second)
    eras = [made.era()]
    second.add(point(101))
    assert made.era() == eras[0]
    for growing in (first, second):
        growing.start_again(point(1))
        eras.append(made.era())
    assert len(set(eras)) == 3


def test_markers_of_all_runs_are_within_the_limits_of_the_step() -> None:
    first = GrowingEvents(*losses(100, 1000), note("interrupted", 1050))
    second = GrowingEvents(*losses(100, 1000), note("evaluated before", 50))
    made = viewports(first, second)
    assert made.reach("step") == Extent(50, 1050)
