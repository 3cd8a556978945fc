"""What was remarked at the steps of a run."""

from __future__ import annotations

from div_tui.app.view.markers import Remarks
from support.event_runs import BEGUN, Event, GrowingEvents, note, number
from support.runs import Growing


def stage(value: float, step: float | None, name: str = "eval") -> Event:
    return number("curriculum/stage", value, step, split="eval", **{"pass": name})


def remarks(*events: Event) -> Remarks:
    return Remarks(GrowingEvents(*events).run)


def at(made: Remarks, step: float) -> list[str]:
    """What was remarked of one step."""
    return [remark.text for remark in made.between(step, step)]


def test_a_run_of_points_has_none() -> None:
    made = Remarks(Growing({"step": 1, "curriculum/stage": 1}, any_key=True).run)
    assert (made.places(), at(made, 1)) == ((), [])


def test_annotations_by_their_steps_those_of_one_step_as_they_came() -> None:
    made = remarks(note("late", 300), note("b", 100), note("no step", None), note("a", 100))
    assert made.places() == (100, 300)
    assert [at(made, step) for step in (100, 200, 300, 400)] == [["b", "a"], [], ["late"], []]


def test_remarks_from_one_step_to_another() -> None:
    made = remarks(note("a", 100), note("b", 200), note("c", 200), note("d", 300))
    found = {span: [one.text for one in made.between(*span)] for span in ((100, 200), (101, 299), (301, 1e308))}
    assert found == {(100, 200): ["a", "b", "c"], (101, 299): ["b", "c"], (301, 1e308): []}
    assert [one.step for one in made.between(float("-inf"), float("inf"))] == [100, 200, 200, 300]


def test_a_stage_is_remarked_where_it_changes() -> None:
    made = remarks(stage(0, 10), stage(0, 20), stage(1, 30), stage(1, 40), stage(2.5, 50))
    assert made.places() == (30, 50)
    assert (at(made, 30), at(made, 50)) == (["stage 0 to 1"], ["stage 1 to 2.5"])


def test_passes_that_tell_of_the_same_change_tell_it_once() -> None:
    made = remarks(stage(0, 10), stage(0, 10, "probe"), stage(1, 20), stage(1, 20, "probe"), stage(1, 30, "probe"))
    assert (made.places(), at(made, 20)) == ((20,), ["stage 0 to 1"])


def test_a_pass_that_runs_less_often_tells_no_change_of_its_own() -> None:
    # As "div-tui demo --events" has it: the probe runs each second time.
    made = remarks(stage(0, 800), stage(0, 800, "probe"), stage(1, 850), stage(1, 900), stage(1, 900, "probe"))
    assert (made.places(), at(made, 850)) == ((850,), ["stage 0 to 1"])


def test_a_change_is_seen_where_each_stage_is_a_series_of_its_own() -> None:
    easy = [number("curriculum/stage", 0, step, stage="easy") for step in (100, 200)]
    hard = [number("curriculum/stage", 1, step, stage="hard") for step in (250, 300)]
    made = remarks(*easy, *hard, number("curriculum/stage", 2, 350))
    assert (made.places(), at(made, 250), at(made, 350)) == ((250, 350), ["stage 0 to 1"], ["stage 1 to 2"])


def test_of_several_stages_of_one_step_the_last_that_was_written_counts() -> None:
    growing = GrowingEvents(stage(0, 10), stage(1, 20, "probe"), stage(0, 20))
    made = Remarks(growing.run)
    assert made.places() == ()
    growing.add(stage(1, 20, "probe"), stage(1, 30))
    assert (made.places(), at(made, 20)) == ((20,), ["stage 0 to 1"])


def test_the_stage_of_a_late_evaluation_is_no_change() -> None:
    growing = GrowingEvents(stage(0, 10), stage(0, 20), stage(1, 30))
    made = Remarks(growing.run)
    assert made.places() == (30,)
    growing.add(note("evaluated offline", 15), stage(0, 15))
    assert (made.places(), at(made, 15)) == ((15, 30), ["evaluated offline"])


def test_a_late_evaluation_can_tell_where_the_change_was() -> None:
    growing = GrowingEvents(stage(0, 10), stage(1, 30))
    made = Remarks(growing.run)
    assert made.places() == (30,)
    growing.add(stage(1, 20))
    assert (made.places(), at(made, 20), at(made, 30)) == ((20,), ["stage 0 to 1"], [])


def test_an_annotation_comes_before_the_change_of_the_stage_at_its_step() -> None:
    made = remarks(stage(0, 10), stage(1, 20), note("harder from here", 20))
    assert at(made, 20) == ["harder from here", "stage 0 to 1"]


def test_a_stage_without_a_step_is_left_out() -> None:
    assert remarks(stage(0, None), stage(1, None), stage(0, 10)).places() == ()


def test_they_grow_with_the_run_and_begin_again_with_it() -> None:
    growing = GrowingEvents()
    made = Remarks(growing.run)
    assert made.places() == ()
    growing.add(note("one", 1))
    growing.add(note("one", 1), stage(0, 1), stage(1, 2))
    assert (at(made, 1), at(made, 2)) == (["one", "one"], ["stage 0 to 1"])
    growing.begin_again(note("other", 7), stage(3, 1))
    assert (made.places(), at(made, 1), at(made, 7)) == ((7,), [], ["other"])
    growing.begin_again()
    assert made.places() == ()


def test_they_are_listed_by_their_steps_what_is_of_none_last() -> None:
    made = remarks(
        note("no step", None, device="cpu"), stage(0, 10), note("late", 30), stage(1, 20), note("early", 5, path="a/b")
    )
    assert [(one.step, one.text, one.ts_ms, one.metadata) for one in made.listed()] == [
        (5, "early", None, {"path": "a/b"}),
        (20, "stage 0 to 1", BEGUN + 20_000, {}),
        (30, "late", None, {}),
        (None, "no step", None, {"device": "cpu"}),
    ]


def test_a_change_of_the_stage_has_the_time_of_the_number_that_tells_it() -> None:
    early, late = ({**stage(1, 20), "ts_ms": ts} for ts in (100, 200))
    (change,) = remarks(stage(0, 10), early, late).listed()
    assert change.ts_ms == 200
