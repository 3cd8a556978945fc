"""What batches do to the runs and their view, and the notices about them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from div_tui.app.runs.run import Run
from div_tui.app.view.hints import fitting_layout
from support.event_runs import number, state
from support.fed import Fed
from support.runs import NAN


def points(first: int, last: int) -> Iterable[object]:
    return ({"step": at, "loss": 1 / at} for at in range(first, last + 1))


def only(fed: Fed) -> Run:
    """The only run."""
    (run,) = fed.runs
    return run


def test_x_fits_a_run_that_is_read_in_pieces(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    for first in (1, 301, 601):
        fed.read(*points(first, first + 299), caught_up=False)
    fed.read(*points(901, 1000))
    assert fed.x_end() == 1000
    fed.read(*points(1001, 1001))
    assert fed.x_end() == 1300


def test_x_fits_a_run_that_is_read_again(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    fed.read(*points(1, 100))
    fed.read(*points(1, 500), caught_up=False, again=True)
    fed.read(*points(501, 900), caught_up=False)
    fed.read(*points(901, 1000))
    assert fed.x_end() == 1000


def test_x_fits_a_run_that_was_paused_while_it_was_loaded(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    fed.read(*points(1, 300), caught_up=False)
    fed.updates.toggle_pause(0.0)
    fed.read(*points(301, 900), caught_up=False)
    fed.read(*points(901, 1000))
    assert fed.x_end() == 300
    fed.updates.toggle_pause(0.0)
    assert fed.x_end() == 1000


def test_a_run_gets_no_room_ahead_once_its_cap_is_reached(tmp_path: Path) -> None:
    fed = Fed(tmp_path, cap=1000)
    fed.read(*points(1, 800))
    fed.read(*points(801, 900))
    assert fed.x_end() == 1300
    fed.read(*points(901, 1050))
    assert fed.x_end() == 1000


def test_a_series_at_its_cap_leaves_room_ahead_for_the_others(tmp_path: Path) -> None:
    fed = Fed(tmp_path, cap=1000)
    fed.read(*(number("loss", 1 / at, at) for at in range(1, 1002)))
    assert (only(fed).history.full, fed.x_end()) == (True, 1000)
    fed.read(number("late", 1, 1200))
    assert fed.x_end() == 1700


def test_a_run_of_events_gets_no_room_ahead_once_it_has_ended(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    fed.read(*(number("loss", 1 / at, at) for at in range(1, 101)))
    fed.read(number("loss", 1, 110))
    assert fed.x_end() == 190
    fed.read(state("done"))
    assert fed.x_end() == 110
    fed.read(number("loss", 1, 115))
    assert fed.x_end() == 120
    fed.read(number("loss", 1, 130))
    assert fed.x_end() == 220


def test_a_run_gets_no_room_ahead_once_its_status_file_says_that_it_has_ended(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    fed.read(*points(1, 100))
    fed.read(*points(101, 110))
    assert fed.x_end() == 190
    (fed.folders[0] / "status.json").write_text(json.dumps({"state": "done"}))
    status_file = only(fed).status_file
    assert status_file
    status_file.look()
    assert fed.x_end() == 110


KERAS = {"epoch": 1, "loss": 1, "val_loss": 1, "accuracy": 1}
OPTION = "--telemetry builtin:keras"
OFFER = f"{OPTION} fits this run"


def test_a_layout_is_offered_once_when_it_first_fits(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    assert fed.read() == ""
    assert fed.read({"epoch": 0}) == ""
    assert (fed.read(KERAS), fitting_layout(only(fed))) == (OFFER, OPTION)
    assert fed.read(KERAS) == ""
    assert fed.read({**KERAS, "lr": 1}) == ""
    assert fed.read({"step": 1}) == ""
    assert fitting_layout(only(fed)) == ""


def test_a_layout_is_offered_once_the_run_is_loaded(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    assert fed.read(KERAS, caught_up=False) == ""
    assert fed.read(KERAS) == OFFER


def test_a_layout_is_offered_for_events_by_their_names(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    fed.read(state("open"))
    names = ("train/objective", "runtime/step_seconds")
    assert fed.read(*(number(name, 1, 1, split="train") for name in names)) == ""
    assert fed.read(number("rate/tokens", 1, 1, split="train")) == "--telemetry builtin:sexpgpu fits this run"


def test_a_notice_about_the_run_comes_before_an_offer(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    fed.read({"epoch": 0})
    assert fed.read(KERAS, again=True) == "the file was replaced; read again from its start"
    assert fed.read(KERAS) == ""
    assert fed.read({"lr": 1}) == OFFER
    missing = Fed(tmp_path, "los")
    assert missing.read(KERAS) == 'no point carries "los"; the nearest key is "loss"'
    assert missing.read(KERAS) == ""
    assert fitting_layout(only(missing)) == OPTION


def test_no_layout_is_offered_if_the_run_has_one_or_none_is_wanted(tmp_path: Path) -> None:
    fed = Fed(tmp_path, "--telemetry", "none")
    assert (fed.read(KERAS), fitting_layout(only(fed))) == ("", "")
    fed = Fed(tmp_path)
    fed.read()
    (fed.folders[0] / "telemetry.toml").write_text('[[panel]]\ny = "loss"\n')
    assert fed.updates.reread_layouts() == "telemetry.toml was read again"
    assert (fed.read(KERAS), fitting_layout(only(fed))) == ("", "")
    assert [panel.y for panel in fed.view.panels.layout.panels] == [("loss",)]


def test_a_file_that_disappears_is_noticed_once(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    assert fed.read(missing=True) == ""
    fed.read(*points(1, 3))
    gone = [fed.read(missing=missing) for missing in (True, True, False, True)]
    notice = "the file no longer exists; waiting for it"
    assert gone == [notice, "", "", notice]


def test_new_points_and_keys_are_drawn_when_paused_runs_go_on(tmp_path: Path) -> None:
    fed = Fed(tmp_path)
    fed.read({"step": 1, "loss": 2})
    fed.updates.toggle_pause(1.0)
    fed.read({"step": 2, "acc": 1}, now=2.0)
    fed.read({"step": 3, "acc": 2}, now=3.0)
    assert (fed.runs.paused, only(fed).history.points, len(fed.view.panels.items)) == (True, 1, 1)
    fed.updates.toggle_pause(4.0)
    assert (fed.runs.paused, only(fed).history.points, len(fed.view.panels.items)) == (False, 3, 2)


def test_the_bell_rings_when_a_key_of_any_run_stops_being_finite(tmp_path: Path) -> None:
    fed = Fed(tmp_path, names=("first", "second"))
    fed.read({"loss": NAN}, caught_up=False)
    assert not fed.updates.alarm(0.0)
    fed.read({"loss": 1})
    fed.read({"loss": 1}, run=1)
    assert not fed.updates.alarm(0.0)
    fed.read({"loss": NAN}, run=1)
    assert (fed.updates.alarm(0.0), fed.updates.alarm(0.0)) == (True, False)
    fed.read({"loss": NAN})
    fed.read({"loss": 2}, run=1)
    assert fed.updates.alarm(0.0)


def test_room_ahead_is_left_while_any_run_may_grow(tmp_path: Path) -> None:
    fed = Fed(tmp_path, names=("first", "second"))
    for run in (0, 1):
        fed.read(*(number("loss", 1, at) for at in range(1, 101)), run=run)
    fed.read(number("loss", 1, 110), run=1)
    assert fed.x_end() == 190
    fed.read(state("done"))
    assert fed.x_end() == 190
    fed.read(state("done"), run=1)
    assert fed.x_end() == 110


def test_a_missing_key_is_noticed_once_all_runs_are_loaded(tmp_path: Path) -> None:
    fed = Fed(tmp_path, "acc", names=("first", "second"))
    assert fed.read({"loss": 1}) == ""
    assert fed.read({"acc": 1}, run=1) == ""
    fed = Fed(tmp_path, "los", names=("first", "second"))
    assert fed.read({"acc": 1}, run=1) == ""
    assert fed.read({"loss": 1}) == 'no point carries "los"; the nearest key is "loss"'


def test_a_run_that_starts_again_shows_all_of_x(tmp_path: Path) -> None:
    fed = Fed(tmp_path, names=("first", "second"))
    for run in (0, 1):
        fed.read(*points(1, 100), run=run)
    fed.view.zoom(1)
    assert fed.view.viewport
    assert fed.read(*points(1, 10), run=1, again=True) == "second: the file was replaced; read again from its start"
    assert (fed.view.viewport, [run.history.points for run in fed.runs]) == (None, [100, 10])
    assert fed.x_end() == 100


def test_pausing_pauses_all_runs(tmp_path: Path) -> None:
    fed = Fed(tmp_path, names=("first", "second"))
    fed.updates.toggle_pause(0.0)
    for run in (0, 1):
        fed.read({"loss": 1}, run=run)
    assert [(run.paused, run.history.points) for run in fed.runs] == [(True, 0), (True, 0)]
    fed.updates.toggle_pause(0.0)
    assert [(run.paused, run.history.points) for run in fed.runs] == [(False, 1), (False, 1)]


def test_the_layout_of_each_run_is_read_again(tmp_path: Path) -> None:
    fed = Fed(tmp_path, names=("first", "second"))
    for run in (0, 1):
        fed.read({"loss": 1, "lr": 1}, run=run)
    (fed.folders[1] / "telemetry.toml").write_text('[[panel]]\ny = "lr"\n')
    assert fed.updates.reread_layouts() == "second: telemetry.toml was read again"
    assert (len(fed.view.panels.items), fed.updates.reread_layouts()) == (2, "")
    (fed.folders[0] / "telemetry.toml").write_text('[[panel]]\ny = "loss"\n')
    assert fed.updates.reread_layouts() == "first: telemetry.toml was read again"
    assert [item.panel.y for item in fed.view.panels.items] == [("loss",)]


def test_of_several_runs_a_notice_names_its_own(tmp_path: Path) -> None:
    fed = Fed(tmp_path, names=("a", "b"))
    fed.read({"loss": 1}, run=0)
    fed.read({"loss": 1}, run=1)
    name = list(fed.runs)[1].name
    assert fed.read({"loss": 2}, run=1, again=True) == f"{name}: the file was replaced; read again from its start"
    assert fed.read(run=1, missing=True) == f"{name}: the file no longer exists; waiting for it"


def test_a_layout_is_offered_for_the_first_run_alone(tmp_path: Path) -> None:
    keras = {"epoch": 1, "loss": 2, "val_loss": 3, "accuracy": 0.5}
    fed = Fed(tmp_path, names=("a", "b"))
    assert (fed.read({"other": 1}, run=0), fed.read(keras, run=1)) == ("", "")
    fed = Fed(tmp_path, names=("c", "d"))
    assert fed.read(keras, run=0) == "--telemetry builtin:keras fits this run"
