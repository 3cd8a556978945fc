"""Which of many series are shown: those that are active, else those that ended last."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from div_tui.app.runs.history import History
from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.active_series import GAPS, LONE, LONG_GAPS, ActiveSeries, ended
from div_tui.app.view.panel_series import PanelSeries
from div_tui.layouts.model import Panel
from support.event_runs import Event, GrowingEvents, event_history, number
from support.runs import NAN, Growing


def of(series: str, value: float = 1.0) -> Event:
    return number("a", value, 1, s=series)


def stages(names: str, each: int = 40) -> Iterator[Event]:
    """A curriculum: one series after the other."""
    return (of(name) for name in names for _ in range(each))


def shown(history: History, active: ActiveSeries | None = None) -> str:
    """The series that are shown, one letter each."""
    columns = history.names["a"]
    chosen = (active or ActiveSeries(history, 4)).of(columns)
    return "".join(history.events.series[column].metadata["s"] for column in chosen if history.events)


def test_of_a_curriculum_the_active_stage_and_those_before_it_are_shown() -> None:
    assert shown(event_history(*stages("012345"))) == "2345"
    assert shown(event_history(*stages("012345"), of("6"))) == "3456"
    made = PanelSeries(GrowingEvents(*stages("012345")).runs).of(Panel(("a",), "a"), "step")
    assert ([one.name for one in made.series], made.more) == (["s=2", "s=3", "s=4", "s=5"], 2)


def test_a_stage_that_starts_is_shown_from_its_first_number() -> None:
    growing, seen = GrowingEvents(), dict[str, int]()
    active = ActiveSeries(growing.history, 4)
    for count, event in enumerate(stages("012345"), 1):
        growing.add(event)
        seen.setdefault(shown(growing.history, active), count)
    assert seen == {"0": 1, "01": 41, "012": 81, "0123": 121, "1234": 161, "2345": 201}


def test_series_that_report_in_turns_are_the_first_ones_and_stay() -> None:
    growing = GrowingEvents()
    active = ActiveSeries(growing.history, 4)
    for turn in range(30):
        for name in "012345":
            growing.add(of(name))
            if turn:
                assert shown(growing.history, active) == shown(growing.history) == "0123"
    kept = active.of(growing.history.names["a"])
    assert active.of(growing.history.names["a"]) is kept


def test_series_that_report_at_random_stay() -> None:
    random, growing = Random(7), GrowingEvents(*map(of, "012345"))
    active, seen = ActiveSeries(growing.history, 4), set()
    for _ in range(2000):
        growing.add(of(random.choice("012345")))
        seen.add(shown(growing.history, active))
    assert seen == {"0123"}
    assert len(growing.history.columns) == 6


def test_a_series_has_ended_when_others_went_on_by_many_of_its_gaps() -> None:
    growing = GrowingEvents(*(of(name) for _ in range(20) for name in "012345"))
    active = ActiveSeries(growing.history, 4)
    assert shown(growing.history, active) == "0123"
    # Each reports at every sixth place. From now on 0 does not, and was silent for five.
    growing.add(*[of(name) for _ in range(LONG_GAPS) for name in "123455"][:-5])
    assert shown(growing.history, active) == "0123"
    growing.add(of("5"))
    assert shown(growing.history, active) == "1234"
    # It goes on; the others stay.
    growing.add(of("0"))
    assert shown(growing.history, active) == "1234"


def test_a_series_has_ended_sooner_if_another_started_since() -> None:
    growing = GrowingEvents(*(of(name) for _ in range(20) for name in "0123"))
    active = ActiveSeries(growing.history, 4)
    assert shown(growing.history, active) == "0123"
    # Each reports at every fourth place, and 0 was silent for three.
    growing.add(*(of("4") for _ in range(4 * GAPS - 3)))
    assert shown(growing.history, active) == "0123"
    growing.add(of("4"))
    assert shown(growing.history, active) == "1234"


def test_a_series_of_one_number_is_active_until_others_have_gone_on() -> None:
    once = GrowingEvents(*map(of, "012345"))
    active = ActiveSeries(once.history, 4)
    assert shown(once.history, active) == "0123"
    once.add(*(of("5") for _ in range(LONE - 5)))
    assert shown(once.history, active) == "0123"
    once.add(of("5"))
    assert shown(once.history, active) == "1234"
    once.add(*(of("5") for _ in range(LONE)))
    assert shown(once.history, active) == "2345"


def test_values_that_are_not_finite_are_reports_too() -> None:
    growing = GrowingEvents(*(of(name) for _ in range(20) for name in "012345"))
    active = ActiveSeries(growing.history, 4)
    for _ in range(2 * LONG_GAPS):
        growing.add(*(of(name, NAN) for name in "0123"), *map(of, "45"))
        assert shown(growing.history, active) == shown(growing.history) == "0123"


def test_a_key_that_no_event_has_is_shown_last() -> None:
    runs = GrowingEvents(*(of(name) for _ in range(3) for name in "0123")).runs
    content = PanelSeries(runs).of(Panel(("not/yet", "a"), "a"), "step")
    assert ([one.short_name for one in content.series], content.more) == (["0", "1", "2", "3"], 1)


def test_series_that_end_together_do_not_alternate() -> None:
    growing = GrowingEvents(*(of(name) for _ in range(20) for name in "01234"))
    active = ActiveSeries(growing.history, 4)
    assert shown(growing.history, active) == "0123"
    for _ in range(3):
        growing.add(*(of("5") for _ in range(200)))
        assert shown(growing.history, active) == "1235"


def test_the_series_of_a_run_that_starts_again_are_chosen_again() -> None:
    growing = GrowingEvents(*stages("012345"))
    active = ActiveSeries(growing.history, 4)
    assert shown(growing.history, active) == "2345"
    growing.start_again(*(of(name) for _ in range(40) for name in "012345"))
    assert shown(growing.history, active) == "0123"


def test_all_keys_of_a_panel_of_points_are_shown() -> None:
    growing = Growing({"a": 1}, *({"b": 1} for _ in range(1000)))
    content = PanelSeries(growing.runs).of(Panel(("a", "c", "b", "d")), None)
    assert ([one.name for one in content.series], content.more) == (["a", "c", "b", "d"], 0)


def test_which_of_few_series_ended() -> None:
    growing = GrowingEvents(*stages("012"))
    columns = ["a{s=0}", "a{s=1}", "a{s=2}", "not/yet"]
    assert ended(growing.history, columns) == {"a{s=0}", "a{s=1}"}
    assert ended(growing.history, columns[:1]) == set()
    growing.add(*(of(name) for _ in range(40) for name in "012"))
    assert ended(growing.history, columns) == set()


def test_the_active_series_of_each_of_two_runs_are_shown() -> None:
    first, second = GrowingEvents(*stages("012345"), name="first"), GrowingEvents(*stages("01"), name="second")
    content = PanelSeries(RunSet([first.run, second.run])).of(Panel(("a",), "a"), "step")
    assert [one.name for one in content.series] == [
        *("first s=2", "first s=3", "first s=4", "first s=5"),
        *("second s=0", "second s=1"),
    ]
    assert content.more == 2
