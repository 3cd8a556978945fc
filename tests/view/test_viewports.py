"""Which part of x is in sight, and the limits that panels share."""

from __future__ import annotations

from div_tui.app.runs.history import Run
from div_tui.app.view.markers import Remarks
from div_tui.app.view.panel_series import PanelSeries
from div_tui.app.view.viewport import Extent, Window
from div_tui.app.view.viewports import Ranges
from div_tui.widgets.chart.limits import Range
from support.event_runs import Event, GrowingEvents, note, number
from support.runs import Growing, Point


def point(at: int) -> Point:
    return {"step": float(at), "loss": 1.0}


def ranges(growing: Growing | GrowingEvents) -> Ranges:
    run: Run = growing.run
    made = Ranges(run, PanelSeries(run), Remarks(run))
    made.grows = lambda: True
    return made


def test_limits_fit_what_is_there_at_first_and_grow_ahead_of_what_comes_later() -> None:
    growing = Growing(*map(point, range(1001)))
    made = ranges(growing)
    assert made.whole("step", None) == Range(0, 1000)
    growing.add(point(1001))
    assert made.whole("step", None) == Range(0, 1300)
    growing.add(*map(point, range(1002, 1301)))
    assert made.whole("step", None) == Range(0, 1300)


def test_a_reset_fits_the_limits_to_what_is_there() -> None:
    growing = Growing(*map(point, range(1001)))
    made = ranges(growing)
    made.whole("step", None)
    growing.add(point(1001))
    before = made.era()
    made.reset("step")
    assert made.whole("step", None) == Range(0, 1100)
    assert made.era() != before


def test_limits_fit_what_is_there_while_nothing_is_to_come_and_grow_again_when_it_does() -> None:
    growing = Growing(*map(point, range(1001)))
    made = ranges(growing)
    made.whole("step", None)
    growing.add(point(1001))
    assert made.whole("step", None) == Range(0, 1300)
    live = made.era()
    made.grows = lambda: False
    assert made.whole("step", None) == Range(0, 1100)
    over = made.era()
    assert over != live
    growing.add(*map(point, range(1002, 1151)))
    assert made.whole("step", None) == Range(0, 1200)
    assert made.era() != over
    made.grows = lambda: True
    assert (made.whole("step", None), made.era()) == (Range(0, 1200), live)


def test_limits_reach_to_the_total() -> None:
    made = ranges(Growing(*map(point, range(101))))
    assert made.whole("step", 5000) == Range(0, 5000)
    assert made.whole("step", 50) == Range(0, 100)


def losses(first: int, last: int) -> list[Event]:
    return [number("loss", 1.0, step) for step in range(first, last + 1, 10)]


def test_limits_of_the_step_reach_to_remarks_on_either_side() -> None:
    growing = GrowingEvents(*losses(100, 1000), note("evaluated before", 50), note("interrupted", 1050))
    made = ranges(growing)
    assert made.whole("step", None) == Range(0, 1100)
    for step in range(1010, 1101, 10):
        growing.add(number("loss", 1.0, step))
        assert made.whole("step", None) == Range(0, 1100)
    assert (made.whole(None, None), made.reach(None)) == (Range(0, 110), Extent(1, 101))


def test_a_remark_far_from_all_points_does_not_squeeze_them() -> None:
    made = ranges(GrowingEvents(*losses(50_000, 51_000), note("of the run before", 0), note("due", 90_000)))
    assert made.whole("step", None) == Range(50_000, 51_000)


def test_a_view_that_follows_shows_a_remark_past_the_newest_point() -> None:
    growing = GrowingEvents(*losses(0, 1000))
    made = ranges(growing)
    made.zoom("step", 1, None, [])
    assert made.window("step") == Window(375.0, 1000.0, follows=True)
    growing.add(note("interrupted", 1050))
    window = made.window("step")
    assert window == Window(487.5, 1112.5, follows=True)
    growing.add(number("loss", 1.0, 1010))
    assert made.window("step") == window


def test_a_view_can_be_panned_to_a_remark_before_the_first_point() -> None:
    made = ranges(GrowingEvents(*losses(100, 1000), note("evaluated before", 50)))
    for _ in range(3):
        made.zoom("step", 1, None, [])
    for _ in range(20):
        made.pan("step", -1)
    window = made.window("step")
    assert window
    assert (window.x0, window.follows) == (50, False)


def test_a_place_beyond_the_newest_point_is_brought_into_view() -> None:
    made = ranges(GrowingEvents(*losses(0, 1000), note("interrupted", 1050)))
    for _ in range(6):
        made.zoom("step", 1, 500.0, [])
    made.reveal("step", 1050.0)
    window = made.window("step")
    assert window
    assert (window.x1, window.follows) == (1050, True)
    assert window.x0 < 1000
