"""What points are drawn along: keys, places, steps and times."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from div_tui.app.view.x_axis import is_time, value_at, x_choices, x_key, x_text
from support.event_runs import BEGUN, event_history, local_time, number
from support.runs import history_of


def test_the_value_of_a_key_at_a_place() -> None:
    history = history_of({"step": 5}, {"loss": 1}, {"step": 7})
    assert [value_at(history, "step", place) for place in (0, 1, 2, 3, 4)] == [None, 5, None, 7, None]
    assert value_at(history, None, 2) == 2
    assert value_at(history, "acc", 1) is None


def test_seq_is_the_place_unless_the_run_has_such_a_key() -> None:
    assert x_key("seq", [history_of({"loss": 1})]) is None
    assert x_key("seq", [history_of({"seq": 1})]) == "seq"
    assert x_key("step", [history_of({"loss": 1})]) == "step"
    assert x_key(None, [history_of({"seq": 1})]) is None
    assert x_key("seq", [history_of({"loss": 1}), history_of({"seq": 1})]) == "seq"
    assert x_key("seq", [history_of({"loss": 1}), event_history(number("loss", 1, 1))]) is None


@pytest.mark.parametrize(
    ("values", "rises"),
    [([1, 2, 3], True), ([1, 1, 2], True), ([1], False), ([2, 2], False), ([1, 3, 2, 4], False), ([3, 2], False)],
)
def test_a_key_that_never_falls_and_rises_once_can_be_x(values: Sequence[float], *, rises: bool) -> None:
    assert x_choices(history_of(*({"epoch": value} for value in values))) == (["epoch"] if rises else [])


def test_choices_of_x_are_in_the_order_of_their_keys() -> None:
    history = history_of({"time": 1, "loss": 3, "epoch": 0}, {"time": 2, "loss": 2, "epoch": 1})
    assert x_choices(history) == ["time", "epoch"]


def test_the_times_of_events_are_shown_as_local_time() -> None:
    events, points = event_history(number("loss", 1, 10)), history_of({"ts_ms": BEGUN})
    assert [is_time(history, "ts_ms") for history in (events, points)] == [True, False]
    assert x_text(events, "ts_ms", BEGUN + 10_000) == local_time(10)
    assert x_text(points, "ts_ms", 12_000.0) == "12 000"
    assert x_text(events, "step", 12_000.0) == "12 000"
