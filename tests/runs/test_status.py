"""The status of a run: its state, the rate and the age of its points, the bell."""

from __future__ import annotations

from typing import Any

import pytest
from div_tui.app.ingest.batch import Batch
from div_tui.app.ingest.drops import Drops
from div_tui.app.runs.status import Alarm, Rate, Status


def batch(**standing: Any) -> Batch:
    made = Batch(Drops(0))
    for name, value in standing.items():
        setattr(made, name, value)
    return made


def rate(*seen: tuple[float, float]) -> Rate:
    made = Rate()
    for now, value in seen:
        made.note(now, value)
    return made


def test_a_rate_needs_two_arrivals() -> None:
    assert rate().get(0.0) is None
    assert rate((0.0, 5)).get(1.0) is None
    assert rate((0.0, 5), (2.0, 6)).get(2.0) == 0.5
    assert rate((1.0, 5), (1.0, 6)).get(1.0) is None


def test_a_rate_is_measured_over_the_last_twenty_seconds() -> None:
    made = rate(*((float(second), 10 * second) for second in range(101)))
    for second in range(101, 131):
        made.note(float(second), 1000 + second - 100)
    assert made.get(130.0) == 1.0


def test_a_slow_run_has_a_rate_too() -> None:
    made = rate((0.0, 5), (60.0, 6), (120.0, 7))
    assert made.get(120.0) == pytest.approx(1 / 60)
    assert made.get(230.0) == pytest.approx(1 / 60)
    assert made.get(241.0) is None


def test_a_silence_ends_a_rate_and_earlier_arrivals_no_longer_count() -> None:
    made = rate((0.0, 5), (1.0, 6), (2.0, 7))
    assert made.get(22.0) == 1.0
    assert made.get(22.5) is None
    made.note(3602.0, 8)
    assert made.get(3602.0) is None
    made.note(3602.5, 9)
    assert made.get(3602.5) == 2.0


def test_a_value_that_falls_starts_a_new_rate() -> None:
    made = rate((0.0, 50), (1.0, 60), (2.0, 3))
    assert made.get(2.0) is None
    made.note(3.0, 4)
    assert made.get(3.0) == 1.0


def test_a_cleared_rate_is_none() -> None:
    made = rate((0.0, 5), (1.0, 6))
    made.clear()
    assert made.get(1.0) is None


def test_points_that_exist_before_the_run_is_loaded_have_no_rate() -> None:
    status = Status()
    status.note(batch(points=500, done=10, size=20))
    status.note_points(0.0, 500)
    status.note(batch(points=500, done=20, size=20, caught_up=True))
    status.note_points(1.0, 1000)
    assert status.points.get(1.0) is None
    status.note(batch(points=1, caught_up=True))
    status.note_points(2.0, 1001)
    assert status.points.get(2.0) == 1.0


def test_there_is_no_rate_any_more_once_the_age_is_shown() -> None:
    status = Status()
    status.note(batch(caught_up=True))
    for now in range(5):
        status.note_points(float(now), now)
    assert (status.points.get(14.0), status.points.get(14.1)) == (1.0, None)


def test_the_share_that_is_read_is_known_until_the_end_is_first_reached() -> None:
    status = Status()
    assert status.loaded() is None
    status.note(batch(done=25, size=100))
    assert status.loaded() == 0.25
    status.note(batch(done=100, size=100, caught_up=True))
    assert status.loaded() is None
    status.note(batch(done=100, size=200))
    assert status.loaded() is None


@pytest.mark.parametrize("size", [None, 0])
def test_without_a_size_the_share_that_is_read_is_unknown(size: int | None) -> None:
    status = Status()
    status.note(batch(done=25, size=size))
    assert status.loaded() is None


def test_the_age_is_the_time_since_the_last_change() -> None:
    status = Status()
    assert status.age(1000.0) is None
    status.note(batch(changed=900.0))
    assert status.age(1000.0) == 100.0
    assert status.age(890.0) == 0.0
    status.note(batch(changed=None))
    assert status.age(1000.0) == 100.0


@pytest.mark.parametrize(
    ("standing", "wall", "points", "state"),
    [
        ({}, 1000.0, 0, "waiting"),
        ({"missing": True}, 1000.0, 0, "waiting"),
        ({"changed": 0.0}, 1000.0, 0, "waiting"),
        ({"changed": 960.1}, 1000.0, 3, "live"),
        ({"changed": 960.0}, 1000.0, 3, "quiet"),
        ({"changed": 2000.0}, 1000.0, 3, "live"),
        ({"changed": None}, 1000.0, 3, "live"),
        ({"changed": 0.0, "ended": True}, 1000.0, 3, "ended"),
        ({"ended": True}, 1000.0, 0, "ended"),
    ],
)
def test_the_state_of_a_run(standing: dict[str, Any], wall: float, points: int, state: str) -> None:
    status = Status()
    status.note(batch(**standing))
    assert status.state(wall, points) == state


def test_the_first_state_does_not_ring() -> None:
    alarm = Alarm()
    assert not alarm.due("quiet", frozenset({"loss"}))
    assert not alarm.due("quiet", frozenset({"loss"}))


def test_the_bell_rings_once_when_a_run_goes_quiet_or_ends_and_not_when_it_goes_on() -> None:
    alarm = Alarm()
    rings = [alarm.due(state, frozenset()) for state in ("live", "quiet", "quiet", "live", "live", "ended", "ended")]
    assert rings == [False, True, False, False, False, True, False]


def test_the_bell_rings_for_each_key_that_stops_being_finite() -> None:
    alarm = Alarm()
    seen = [set(), {"loss"}, {"loss"}, {"loss", "lr"}, {"lr"}, set(), {"lr"}]
    rings = [alarm.due("live", frozenset(keys)) for keys in seen]
    assert rings == [False, True, False, True, False, False, True]
