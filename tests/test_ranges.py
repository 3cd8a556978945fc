"""Which part of x is in sight, and the limits that panels share."""

from __future__ import annotations

from div_tui.app.panel_series import PanelSeries
from div_tui.app.ranges import Ranges
from div_tui.widgets.chart.limits import Range
from runs import Growing, Point


def point(at: int) -> Point:
    return {"step": float(at), "loss": 1.0}


def ranges(growing: Growing) -> Ranges:
    made = Ranges(growing.run, PanelSeries(growing.run))
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
