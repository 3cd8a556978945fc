"""Markers on the step: annotations, and changes of the stage."""

from __future__ import annotations

from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.markers import Markers
from support.event_runs import BEGUN, Event, GrowingEvents, note, number
from support.runs import Growing


def stage(value: float, step: float | None, name: str = "eval") -> Event:
    return number("curriculum/stage", value, step, split="eval", **{"pass": name})


def markers(*events: Event) -> Markers:
    return Markers(GrowingEvents(*events).runs)


def at(made: Markers, step: float) -> list[str]:
    """The texts of the markers at one step."""
    return [marker.text for marker in made.between(step, step)]


def test_a_run_of_points_has_no_markers() -> None:
    made = Markers(Growing({"step": 1, "curriculum/stage": 1}, any_key=True).runs)
    assert (made.places(), at(made, 1)) == ((), [])


def test_annotations_are_in_order_of_their_steps_and_those_of_one_step_as_written() -> None:
    made = markers(note("late", 300), note("b", 100), note("no step", None), note("a", 100))
    assert made.places() == (100, 300)
    assert [at(made, step) for step in (100, 200, 300, 400)] == [["b", "a"], [], ["late"], []]


def test_markers_between_two_steps() -> None:
    made = markers(note("a", 100), note("b", 200), note("c", 200), note("d", 300))
    found = {span: [one.text for one in made.between(*span)] for span in ((100, 200), (101, 299), (301, 1e308))}
    assert found == {(100, 200): ["a", "b", "c"], (101, 299): ["b", "c"], (301, 1e308): []}
    assert [one.step for one in made.between(float("-inf"), float("inf"))] == [100, 200, 200, 300]


def test_a_change_of_the_stage_is_a_marker() -> None:
    made = markers(stage(0, 10), stage(0, 20), stage(1, 30), stage(1, 40), stage(2.5, 50))
    assert made.places() == (30, 50)
    assert (at(made, 30), at(made, 50)) == (["stage 0 to 1"], ["stage 1 to 2.5"])


def test_a_change_that_two_passes_report_is_one_marker() -> None:
    made = markers(stage(0, 10), stage(0, 10, "probe"), stage(1, 20), stage(1, 20, "probe"), stage(1, 30, "probe"))
    assert (made.places(), at(made, 20)) == ((20,), ["stage 0 to 1"])


def test_a_pass_that_runs_less_often_has_no_change_of_its_own() -> None:
    # As "div-tui demo --events" has it: the probe runs each second time.
    made = markers(stage(0, 800), stage(0, 800, "probe"), stage(1, 850), stage(1, 900), stage(1, 900, "probe"))
    assert (made.places(), at(made, 850)) == ((850,), ["stage 0 to 1"])


def test_a_change_between_stages_that_are_series_of_their_own_is_a_marker() -> None:
    easy = [number("curriculum/stage", 0, step, stage="easy") for step in (100, 200)]
    hard = [number("curriculum/stage", 1, step, stage="hard") for step in (250, 300)]
    made = markers(*easy, *hard, number("curriculum/stage", 2, 350))
    assert (made.places(), at(made, 250), at(made, 350)) == ((250, 350), ["stage 0 to 1"], ["stage 1 to 2"])


def test_of_several_stages_of_one_step_the_one_written_last_counts() -> None:
    growing = GrowingEvents(stage(0, 10), stage(1, 20, "probe"), stage(0, 20))
    made = Markers(growing.runs)
    assert made.places() == ()
    growing.add(stage(1, 20, "probe"), stage(1, 30))
    assert (made.places(), at(made, 20)) == ((20,), ["stage 0 to 1"])


def test_the_stage_of_a_late_evaluation_is_not_a_change() -> None:
    growing = GrowingEvents(stage(0, 10), stage(0, 20), stage(1, 30))
    made = Markers(growing.runs)
    assert made.places() == (30,)
    growing.add(note("evaluated offline", 15), stage(0, 15))
    assert (made.places(), at(made, 15)) == ((15, 30), ["evaluated offline"])


def test_a_late_evaluation_can_move_the_change_to_an_earlier_step() -> None:
    growing = GrowingEvents(stage(0, 10), stage(1, 30))
    made = Markers(growing.runs)
    assert made.places() == (30,)
    growing.add(stage(1, 20))
    assert (made.places(), at(made, 20), at(made, 30)) == ((20,), ["stage 0 to 1"], [])


def test_an_annotation_comes_before_the_change_of_the_stage_at_its_step() -> None:
    made = markers(stage(0, 10), stage(1, 20), note("harder from here", 20))
    assert at(made, 20) == ["harder from here", "stage 0 to 1"]


def test_a_stage_without_a_step_is_ignored() -> None:
    assert markers(stage(0, None), stage(1, None), stage(0, 10)).places() == ()


def test_markers_grow_with_the_run_and_start_again_with_it() -> None:
    growing = GrowingEvents()
    made = Markers(growing.runs)
    assert made.places() == ()
    growing.add(note("one", 1))
    growing.add(note("one", 1), stage(0, 1), stage(1, 2))
    assert (at(made, 1), at(made, 2)) == (["one", "one"], ["stage 0 to 1"])
    growing.start_again(note("other", 7), stage(3, 1))
    assert (made.places(), at(made, 1), at(made, 7)) == ((7,), [], ["other"])
    growing.start_again()
    assert made.places() == ()


def test_markers_are_listed_by_their_steps_those_without_one_last() -> None:
    made = markers(
        note("no step", None, device="cpu"), stage(0, 10), note("late", 30), stage(1, 20), note("early", 5, path="a/b")
    )
    assert [(one.step, one.text, one.ts_ms, one.metadata) for one in made.listed()] == [
        (5, "early", None, {"path": "a/b"}),
        (20, "stage 0 to 1", BEGUN + 20_000, {}),
        (30, "late", None, {}),
        (None, "no step", None, {"device": "cpu"}),
    ]


def test_a_change_of_the_stage_has_the_time_of_the_number_that_reports_it() -> None:
    early, late = ({**stage(1, 20), "ts_ms": ts} for ts in (100, 200))
    (change,) = markers(stage(0, 10), early, late).listed()
    assert change.ts_ms == 200


def test_markers_of_two_runs_are_in_order_of_their_steps_and_have_their_run() -> None:
    first = GrowingEvents(note("a", 100), note("none", None), stage(0, 10), stage(1, 20), name="first")
    second = GrowingEvents(note("b", 100), note("early", 5), name="second")
    made = Markers(RunSet([first.run, second.run]))
    assert made.places() == (5, 20, 100)
    assert [(one.run.name, one.step, one.text) for one in made.listed()] == [
        ("second", 5, "early"),
        ("first", 20, "stage 0 to 1"),
        ("first", 100, "a"),
        ("second", 100, "b"),
        ("first", None, "none"),
    ]
    second.add(note("c", 20))
    assert at(made, 20) == ["stage 0 to 1", "c"]
    first.start_again(note("again", 7))
    assert (made.places(), at(made, 100), at(made, 7)) == ((5, 7, 20, 100), ["b"], ["again"])


def test_stages_of_two_runs_are_not_mixed() -> None:
    easy, hard = GrowingEvents(stage(0, 10), stage(0, 30)), GrowingEvents(stage(1, 20), stage(1, 40))
    assert Markers(RunSet([easy.run, hard.run])).places() == ()


def test_a_run_that_is_removed_takes_its_markers_along() -> None:
    first, second = GrowingEvents(note("a", 1)), GrowingEvents(note("b", 2))
    runs = RunSet([first.run, second.run])
    made = Markers(runs)
    assert made.places() == (1, 2)
    runs.remove(first.run)
    assert made.places() == (2,)
    runs.remove(second.run)
    assert (made.places(), made.listed()) == ((), [])
