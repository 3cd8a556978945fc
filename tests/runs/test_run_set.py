"""Runs that are watched together: their order, hues, revisions, pauses and secrets."""

from __future__ import annotations

import pytest
from div_tui.app.ingest.batch import Batch
from div_tui.app.ingest.drops import Drops
from div_tui.app.ingest.formats.telemetry import TelemetryDecoder
from div_tui.app.runs.run import Run
from div_tui.app.runs.run_set import HUES, RunSet
from support.runs import lines, watched


def several(names: str) -> list[Run]:
    """A run for each letter."""
    return [watched(name=name) for name in names]


def batch_of(*points: object) -> Batch:
    decoder = TelemetryDecoder(several("a")[0].masker, max_points=0)
    decoder.feed(lines(points))
    batch = decoder.take()
    batch.caught_up = True
    return batch


def names(runs: RunSet) -> str:
    return "".join(run.name for run in runs)


def hues(runs: RunSet) -> dict[str, int]:
    return {run.name: runs.hue(run) for run in runs}


def test_runs_are_in_the_order_they_were_added_in() -> None:
    a, b, c = several("abc")
    runs = RunSet([a, b])
    runs.add(c)
    assert (names(runs), len(runs), runs.first) == ("abc", 3, a)


def test_a_run_is_added_once() -> None:
    (a,) = several("a")
    runs = RunSet([a, a])
    revision = runs.revision
    runs.add(a)
    assert (len(runs), runs.revision) == (1, revision)


def test_an_empty_set_has_no_first_run() -> None:
    runs = RunSet()
    assert (len(runs), list(runs), runs.paused) == (0, [], False)
    with pytest.raises(IndexError):
        _ = runs.first


def test_runs_can_be_added_and_removed_while_they_are_gone_through() -> None:
    runs = RunSet(several("abc"))
    seen = ""
    for run in runs:
        seen += run.name
        runs.remove(run)
    assert (seen, len(runs)) == ("abc", 0)


def test_a_run_keeps_its_hue_when_runs_are_moved() -> None:
    a, b, c = several("abc")
    runs = RunSet([a, b, c])
    assert hues(runs) == {"a": 0, "b": 1, "c": 2}
    runs.move(c, 0)
    assert (names(runs), runs.first, hues(runs)) == ("cab", c, {"a": 0, "b": 1, "c": 2})
    runs.move(c, 1)
    assert (names(runs), hues(runs)) == ("acb", {"a": 0, "b": 1, "c": 2})


def test_a_new_run_has_the_lowest_hue_that_is_free() -> None:
    a, b, c, d, e, f = several("abcdef")
    runs = RunSet([a, b, c, d])
    runs.remove(c)
    runs.remove(a)
    assert hues(runs) == {"b": 1, "d": 3}
    for run in (e, f, a):
        runs.add(run)
    assert hues(runs) == {"b": 1, "d": 3, "e": 0, "f": 2, "a": 4}


def test_hues_repeat_past_the_last() -> None:
    runs = RunSet(several("abcdefghijklmnopqr"))
    made = list(hues(runs).values())
    assert made == [*range(HUES), 0, 1]
    runs.remove(runs.first)
    runs.add(watched(name="s"))
    assert hues(runs)["s"] == 0


def test_revisions_show_which_runs_changed() -> None:
    a, b, c = several("abc")
    runs = RunSet([a, b])
    assert runs.changed_since(0) == [a, b]
    before = runs.revision
    assert runs.changed_since(before) == []
    runs.take(b, batch_of({"loss": 1}), 0.0)
    assert (runs.revision > before, runs.changed_since(before)) == (True, [b])
    between = runs.revision
    runs.take(a, batch_of({"loss": 1}), 0.0)
    assert (runs.changed_since(before), runs.changed_since(between)) == ([a, b], [a])
    runs.add(c)
    assert runs.changed_since(between) == [a, c]


def test_a_revision_only_rises() -> None:
    a, b, c = several("abc")
    runs = RunSet([a, b])
    seen = [runs.revision]
    for change in (
        lambda: runs.take(a, batch_of(), 0.0),
        lambda: runs.add(c),
        lambda: runs.move(c, 0),
        lambda: runs.remove(b),
    ):
        change()
        seen.append(runs.revision)
    assert seen == sorted(set(seen))


def test_a_run_that_is_moved_has_changed() -> None:
    a, b = several("ab")
    runs = RunSet([a, b])
    before = runs.revision
    runs.move(b, 0)
    assert runs.changed_since(before) == [b]


def test_batches_reach_the_history_of_their_run() -> None:
    a, b = several("ab")
    runs = RunSet([a, b])
    runs.take(a, batch_of({"loss": 1}, {"loss": 2}), 0.0)
    runs.take(b, batch_of({"acc": 3}), 0.0)
    assert [(run.history.points, run.history.keys) for run in runs] == [(2, ["loss"]), (1, ["acc"])]


def test_paused_runs_change_only_when_they_are_resumed() -> None:
    a, b, c = several("abc")
    runs = RunSet([a, b, c])
    runs.pause()
    before = runs.revision
    runs.take(a, batch_of({"loss": 1}), 0.0)
    runs.take(c, batch_of({"loss": 1}), 0.0)
    runs.take(c, batch_of({"loss": 2}), 1.0)
    assert (runs.paused, runs.revision, runs.changed_since(before)) == (True, before, [])
    resumed = runs.resume(2.0)
    assert [(run, batch.points) for run, batch in resumed] == [(a, 1), (c, 2)]
    assert (runs.paused, runs.changed_since(before)) == (False, [a, c])
    assert [run.history.points for run in runs] == [1, 0, 2]
    assert runs.resume(3.0) == []


def test_a_set_is_paused_while_any_run_is() -> None:
    a, b = several("ab")
    runs = RunSet([a, b])
    assert not runs.paused
    b.pause()
    assert runs.paused
    runs.resume(0.0)
    assert (runs.paused, b.paused) == (False, False)


def test_text_is_masked_with_the_secrets_of_all_runs() -> None:
    runs = RunSet([watched(secrets=["hunter2"]), watched(secrets=["opensesame"]), watched()])
    assert runs.masked("hunter2 and opensesame\n") == "*** and ***\n"
    assert runs.shown("hunter2 and opensesame\n") == r"*** and ***\n"
    runs.remove(runs.first)
    assert runs.masked("hunter2 and opensesame") == "hunter2 and ***"


@pytest.mark.parametrize("secrets", [("hunter", "hunter2"), ("hunter2", "hunter"), ("hun", "nter2"), ("hun", "ter2")])
def test_secrets_of_two_runs_that_overlap_are_masked_whole(secrets: tuple[str, str]) -> None:
    runs = RunSet(watched(secrets=[secret]) for secret in secrets)
    assert runs.masked("a hunter2 b") == "a *** b"


def test_text_about_a_run_has_its_name_if_there_are_several_runs() -> None:
    a, b = several("ab")
    runs = RunSet([a])
    assert runs.label(a, "loss") == "loss"
    runs.add(b)
    assert (runs.label(a, "loss"), runs.label(b, "loss")) == ("a loss", "b loss")


def test_a_run_without_new_points_still_counts_as_read() -> None:
    (a,) = several("a")
    runs = RunSet([a])
    before = runs.revision
    runs.take(a, Batch(Drops(0)), 0.0)
    assert runs.changed_since(before) == [a]


def test_what_comes_late_of_a_removed_run_is_dropped() -> None:
    a, b = several("ab")
    runs = RunSet([a, b])
    runs.remove(b)
    revision = runs.revision
    runs.take(b, batch_of({"loss": 1}), 0.0)
    assert (b.history.points, runs.revision, runs.changed_since(revision)) == (0, revision, [])
