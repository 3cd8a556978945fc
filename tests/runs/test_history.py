"""The points of a run so far."""

from __future__ import annotations

from div_tui.app.runs.history import History
from support.event_runs import GrowingEvents, note, number, state
from support.runs import NAN, Growing, history_of, watched

INF = float("inf")


def test_values_that_are_not_finite_are_kept_with_their_places() -> None:
    history = history_of({"loss": 1}, {"loss": INF, "lr": NAN}, {}, {"loss": -INF}, {"loss": NAN})
    kept = {key: (list(map(str, bad.values)), list(bad.places)) for key, bad in history.not_finite.items()}
    assert kept == {"loss": (["inf", "-inf", "nan"], [2, 4, 5]), "lr": (["nan"], [2])}
    assert {key: (list(column.values), list(column.places)) for key, column in history.columns.items()} == {
        "loss": ([1], [1])
    }
    assert history.points == 5


def test_a_key_is_not_finite_while_its_latest_value_is_not() -> None:
    growing = Growing({"loss": 1, "lr": NAN})
    seen = []
    for value in (2, NAN, INF, 3):
        growing.add({"loss": value})
        seen.append(growing.history.is_not_finite("loss"))
    assert seen == [False, True, True, False]
    assert (growing.history.is_not_finite("lr"), growing.history.is_not_finite("acc")) == (True, False)


def test_keys_that_never_had_a_finite_value_come_last() -> None:
    history = history_of({"bad": NAN, "loss": 1}, {"lr": 2, "loss": NAN})
    assert history.keys == ["loss", "lr", "bad"]


def test_a_history_is_full_at_its_cap() -> None:
    history = watched(cap=2).history
    assert (history.full, history_of({"loss": 1}).full) == (False, False)
    history.points = 2
    assert history.full


def test_a_restart_clears_everything_and_is_a_new_generation() -> None:
    growing = Growing({"loss": 1}, "no object", {"loss": NAN})
    history = growing.history
    assert (history.points, history.drops.total, history.generation) == (2, 1, 0)
    growing.start_again({"acc": 7})
    assert (history.keys, history.points, history.drops.total) == (["acc"], 1, 0)
    assert (history.not_finite, history.generation) == ({}, 1)


def test_a_history_of_events_has_their_names_and_x() -> None:
    growing = GrowingEvents(number("loss", 1, 1, of="a"), number("loss", 2, 2, of="b"), note("here", 2))
    history = growing.history
    assert history.names == {"loss": ["loss{of=a}", "loss{of=b}"]}
    step = history.x_column("step")
    assert step
    assert (list(step.values), history.x_column("loss"), history.ended) == ([1, 2], None, False)
    growing.add(state("done"))
    assert history.ended
    growing.start_again(number("acc", 1))
    assert (history.names, history.x_column("step"), history.ended) == ({"acc": ["acc"]}, None, False)


def test_the_x_of_points_is_a_key() -> None:
    history = history_of({"step": 1, "loss": 2})
    assert history.x_column("step") is history.columns["step"]
    assert (history.x_column("seq"), History(0).x_column("step")) == (None, None)
