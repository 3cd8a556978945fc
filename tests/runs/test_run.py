"""A run that is watched: what its batches add, when it may grow, its state and what it reports."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from div_tui.app.ingest.batch import Batch
from div_tui.app.ingest.decoder import Rules
from div_tui.app.ingest.formats.registry import FormatDecoder
from div_tui.app.runs.run import LATE, Run
from div_tui.app.runs.status import QUIET
from div_tui.app.runs.status_file import StatusFile
from support.event_runs import note, number, state
from support.runs import lines, watched

NOW = 1_000_000.0
"""A time since 1970."""


class Feeding:
    """A run whose batches are made by hand, with a status file."""

    def __init__(self, directory: Path, cap: int = 0) -> None:
        self.run = watched(cap=cap)
        self.path = directory / "status.json"
        self.run.status_file = StatusFile(self.path, self.run.masker)
        self._decoder = FormatDecoder(Rules(self.run.masker, max_points=cap))

    def batch(self, *things: object, caught_up: bool = True, again: bool = False, changed: float = NOW) -> Batch:
        if again:
            self._decoder.restart()
        self._decoder.feed(lines(things))
        batch = self._decoder.take()
        batch.restarted = "the file was replaced" if again else None
        batch.caught_up, batch.changed = caught_up, changed
        return batch

    def take(
        self, *things: object, now: float = 0.0, caught_up: bool = True, again: bool = False, changed: float = NOW
    ) -> bool:
        return self.run.take(self.batch(*things, caught_up=caught_up, again=again, changed=changed), now)

    def write_status(self, contents: str, changed: float = NOW) -> None:
        """Write the status file, and read it."""
        self.path.write_text(json.dumps({"state": contents}))
        os.utime(self.path, (changed, changed))
        assert self.run.status_file
        self.run.status_file.look()


@pytest.fixture
def feeding(tmp_path: Path) -> Feeding:
    return Feeding(tmp_path)


POINT = {"loss": 1}


def may_grow(run: Run) -> bool:
    return run.may_grow(NOW)


def test_a_run_may_grow_once_it_is_loaded(feeding: Feeding) -> None:
    seen = [may_grow(feeding.run)]
    for caught_up in (False, True, False, True):
        feeding.take(POINT, caught_up=caught_up)
        seen.append(may_grow(feeding.run))
    assert seen == [False, False, True, True, True]


def test_a_run_that_is_read_again_may_grow_once_it_is_loaded_again(feeding: Feeding) -> None:
    feeding.take(POINT)
    seen = []
    for caught_up, again in ((False, True), (False, False), (True, False)):
        feeding.take(POINT, caught_up=caught_up, again=again)
        seen.append(may_grow(feeding.run))
    assert seen == [False, False, True]


def test_a_run_at_its_cap_may_not_grow(tmp_path: Path) -> None:
    feeding = Feeding(tmp_path, cap=2)
    seen = []
    for _ in range(3):
        feeding.take(POINT)
        seen.append(may_grow(feeding.run))
    assert seen == [True, False, False]


def test_a_run_of_events_with_a_series_at_its_cap_may_grow(tmp_path: Path) -> None:
    feeding = Feeding(tmp_path, cap=2)
    feeding.take(*(number("loss", 1, at) for at in range(3)))
    assert (feeding.run.history.full, may_grow(feeding.run)) == (True, True)


def test_a_run_that_has_ended_may_not_grow_until_it_goes_on(feeding: Feeding) -> None:
    feeding.take(number("loss", 1, 1))
    assert may_grow(feeding.run)
    feeding.take(state("done"))
    assert not may_grow(feeding.run)
    feeding.take(state("start"), number("loss", 1, 2))
    assert may_grow(feeding.run)


def test_a_run_whose_status_file_says_that_it_has_ended_may_not_grow(feeding: Feeding) -> None:
    feeding.take(POINT)
    feeding.write_status("done")
    assert not may_grow(feeding.run)


def test_a_run_that_cannot_be_read_may_not_grow(feeding: Feeding) -> None:
    feeding.take(POINT)
    feeding.run.error = "cannot read the run: I/O error"
    assert (feeding.run.state(NOW), may_grow(feeding.run)) == ("failed", False)


def test_the_state_of_a_run_of_points(feeding: Feeding) -> None:
    assert feeding.run.state(NOW) == "waiting"
    feeding.take(POINT)
    assert feeding.run.state(NOW) == "live"
    assert feeding.run.state(NOW + QUIET) == "quiet"


@pytest.mark.parametrize(
    ("events", "end"),
    [
        ([state("start")], "live"),
        ([state("done")], "ended"),
        ([state("failed")], "failed"),
        ([state("interrupted")], "interrupted"),
        ([note("interrupted", 1)], "interrupted"),
        ([state("failed"), state("done")], "ended"),
        ([state("done"), state("start")], "live"),
    ],
)
def test_the_state_of_a_run_of_events_is_that_of_its_last_end(
    feeding: Feeding, events: list[dict[str, object]], end: str
) -> None:
    feeding.take(number("loss", 1, 1), *events)
    assert feeding.run.state(NOW) == end


@pytest.mark.parametrize(
    ("contents", "end"),
    [
        ("training", "live"),
        ("done", "ended"),
        ("failed", "failed"),
        ("Failed", "failed"),
        ("interrupted", "interrupted"),
    ],
)
def test_the_state_of_the_status_file_counts_if_it_is_an_end(feeding: Feeding, contents: str, end: str) -> None:
    feeding.take(POINT)
    feeding.write_status(contents)
    assert feeding.run.state(NOW) == end


def test_an_end_in_the_status_file_is_void_if_the_run_has_gone_on(feeding: Feeding) -> None:
    feeding.take(POINT, changed=NOW + LATE)
    feeding.write_status("done")
    assert feeding.run.state(NOW) == "ended"
    feeding.take(POINT, changed=NOW + LATE + 1)
    assert feeding.run.state(NOW) == "live"


def test_an_end_in_the_events_comes_before_that_in_the_status_file(feeding: Feeding) -> None:
    feeding.take(number("loss", 1, 1), state("failed"))
    feeding.write_status("done")
    assert feeding.run.state(NOW) == "failed"


def test_a_run_reports_its_status_file_else_its_last_state_event(feeding: Feeding) -> None:
    assert feeding.run.reported("waiting") == ""
    feeding.take(state("start"), number("loss", 1, 1))
    assert feeding.run.reported("live") == "start"
    feeding.write_status("training")
    assert feeding.run.reported("live") == "training"
    # Not twice.
    assert feeding.run.reported("ended") == "training"
    feeding.write_status("failed")
    assert feeding.run.reported("failed") == ""


def test_an_end_is_not_reported_beside_the_state(feeding: Feeding) -> None:
    feeding.take(number("loss", 1, 1), state("done"))
    assert feeding.run.reported("ended") == ""
    assert watched().reported("waiting") == ""


def test_batches_of_a_paused_run_wait_until_it_is_resumed(feeding: Feeding) -> None:
    run = feeding.run
    assert feeding.take(POINT)
    run.pause()
    assert not feeding.take({"loss": 2, "lr": 1})
    assert not feeding.take({"loss": 3})
    assert (run.paused, run.history.points, run.history.keys) == (True, 1, ["loss"])
    batch = run.resume(5.0)
    assert batch
    assert (batch.points, run.paused, run.history.points) == (2, False, 3)
    assert list(run.history.columns["loss"].values) == [1, 2, 3]
    assert run.resume(6.0) is None


def test_the_status_of_a_paused_run_goes_on(feeding: Feeding) -> None:
    run = feeding.run
    run.pause()
    feeding.take(POINT, changed=NOW)
    assert (run.status.loading, run.status.age(NOW + 5), may_grow(run)) == (False, 5, False)
    run.resume(0.0)
    assert may_grow(run)


def test_a_run_that_was_replaced_while_it_was_paused_starts_again_when_it_is_resumed(feeding: Feeding) -> None:
    run = feeding.run
    feeding.take(POINT, POINT)
    run.pause()
    feeding.take({"acc": 1}, again=True)
    assert (run.history.points, run.history.generation) == (2, 0)
    batch = run.resume(0.0)
    assert batch
    assert (batch.restarted, run.history.points, run.history.keys) == ("the file was replaced", 1, ["acc"])


def test_the_rate_of_a_run_is_that_of_its_points(feeding: Feeding) -> None:
    for now in range(3):
        feeding.take(*[POINT] * 2, now=float(now))
    assert feeding.run.status.points.get(2.0) == 2
    feeding.take(POINT, now=3.0, again=True)
    assert feeding.run.status.points.get(3.0) is None


def test_the_name_of_a_run_is_masked_and_escaped() -> None:
    run = watched(name="run-hunter2\x1b[31m", secrets=["hunter2"])
    assert run.name == r"run-***\u001b[31m"
    assert run.shown("hunter2\n") == r"***\n"


def test_the_keys_that_are_not_finite(feeding: Feeding) -> None:
    feeding.take({"loss": float("inf"), "lr": float("nan"), "acc": 1}, {"loss": float("nan"), "lr": 1})
    assert feeding.run.not_finite() == {"loss"}


def test_the_status_file_is_read_when_the_run_is_made(tmp_path: Path) -> None:
    (tmp_path / "status.json").write_text('{"state": "training"}')
    made = watched()
    run = Run(
        made.location,
        made.reader,
        made.history,
        made.layout_file,
        made.masker,
        status_file=StatusFile(tmp_path / "status.json", made.masker),
    )
    assert run.reported("live") == "training"
