"""Which of many series have room: those that run now, else those that ended last; seldom others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from div_tui.app.runs.history import Run
from div_tui.app.view.active_series import GAPS, LONE, LONG_GAPS, Room, ended
from div_tui.app.view.panel_series import PanelSeries
from div_tui.layouts.model import Panel
from support.event_runs import Event, GrowingEvents, events_of, number
from support.runs import NAN, Growing


def of(series: str, value: float = 1.0) -> Event:
    return number("a", value, 1, s=series)


def stages(names: str, each: int = 40) -> Iterator[Event]:
    """A curriculum: one series after the other."""
    return (of(name) for name in names for _ in range(each))


def shown(run: Run, room: Room | None = None) -> str:
    """The series that have room, one letter each."""
    columns = run.names["a"]
    return "".join(
        run.events.series[column].metadata["s"] for column in (room or Room(run, 4)).of(columns) if run.events
    )


def test_of_a_curriculum_the_stage_that_runs_and_those_before_it_are_shown() -> None:
    assert shown(events_of(*stages("012345"))) == "2345"
    assert shown(events_of(*stages("012345"), of("6"))) == "3456"
    made = PanelSeries(events_of(*stages("012345"))).of(Panel(("a",), "a"), "step")
    assert ([one.name for one in made.series], made.more) == (["s=2", "s=3", "s=4", "s=5"], 2)


def test_a_stage_that_begins_is_shown_with_its_first_number() -> None:
    growing, seen = GrowingEvents(), dict[str, int]()
    room = Room(growing.run, 4)
    for count, event in enumerate(stages("012345"), 1):
        growing.add(event)
        seen.setdefault(shown(growing.run, room), count)
    assert seen == {"0": 1, "01": 41, "012": 81, "0123": 121, "1234": 161, "2345": 201}


def test_series_that_report_in_turns_are_the_first_ones_and_stay() -> None:
    growing = GrowingEvents()
    room = Room(growing.run, 4)
    for turn in range(30):
        for name in "012345":
            growing.add(of(name))
            if turn:
                assert shown(growing.run, room) == shown(growing.run) == "0123"
    kept = room.of(growing.run.names["a"])
    assert room.of(growing.run.names["a"]) is kept


def test_series_that_report_at_random_stay() -> None:
    random, growing = Random(7), GrowingEvents(*map(of, "012345"))
    room, seen = Room(growing.run, 4), set()
    for _ in range(2000):
        growing.add(of(random.choice("012345")))
        seen.add(shown(growing.run, room))
    assert seen == {"0123"}
    assert len(growing.run.columns) == 6


def test_a_series_has_ended_when_others_went_on_by_many_of_its_gaps() -> None:
    growing = GrowingEvents(*(of(name) for _ in range(20) for name in "012345"))
    room = Room(growing.run, 4)
    assert shown(growing.run, room) == "0123"
    # Each reports at every sixth place. From now on 0 does not, and was silent for five.
    growing.add(*[of(name) for _ in range(LONG_GAPS) for name in "123455"][:-5])
    assert shown(growing.run, room) == "0123"
    growing.add(of("5"))
    assert shown(growing.run, room) == "1234"
    # It goes on; the others stay.
    growing.add(of("0"))
    assert shown(growing.run, room) == "1234"


def test_a_series_has_ended_sooner_when_another_began_since() -> None:
    growing = GrowingEvents(*(of(name) for _ in range(20) for name in "0123"))
    room = Room(growing.run, 4)
    assert shown(growing.run, room) == "0123"
    # Each reports at every fourth place, and 0 was silent for three.
    growing.add(*(of("4") for _ in range(4 * GAPS - 3)))
    assert shown(growing.run, room) == "0123"
    growing.add(of("4"))
    assert shown(growing.run, room) == "1234"


def test_a_series_of_one_number_runs_until_others_have_gone_on() -> None:
    once = GrowingEvents(*map(of, "012345"))
    room = Room(once.run, 4)
    assert shown(once.run, room) == "0123"
    once.add(*(of("5") for _ in range(LONE - 5)))
    assert shown(once.run, room) == "0123"
    once.add(of("5"))
    assert shown(once.run, room) == "1234"
    once.add(*(of("5") for _ in range(LONE)))
    assert shown(once.run, room) == "2345"


def test_values_that_are_not_finite_are_reports_too() -> None:
    growing = GrowingEvents(*(of(name) for _ in range(20) for name in "012345"))
    room = Room(growing.run, 4)
    for _ in range(2 * LONG_GAPS):
        growing.add(*(of(name, NAN) for name in "0123"), *map(of, "45"))
        assert shown(growing.run, room) == shown(growing.run) == "0123"


def test_a_key_that_nothing_wrote_has_room_last() -> None:
    run = events_of(*(of(name) for _ in range(3) for name in "0123"))
    lines = PanelSeries(run).of(Panel(("not/yet", "a"), "a"), "step")
    assert ([one.short for one in lines.series], lines.more) == (["0", "1", "2", "3"], 1)


def test_series_that_end_together_do_not_take_turns() -> None:
    growing = GrowingEvents(*(of(name) for _ in range(20) for name in "01234"))
    room = Room(growing.run, 4)
    assert shown(growing.run, room) == "0123"
    for _ in range(3):
        growing.add(*(of("5") for _ in range(200)))
        assert shown(growing.run, room) == "1235"


def test_a_run_that_begins_again_is_looked_at_anew() -> None:
    growing = GrowingEvents(*stages("012345"))
    room = Room(growing.run, 4)
    assert shown(growing.run, room) == "2345"
    growing.begin_again(*(of(name) for _ in range(40) for name in "012345"))
    assert shown(growing.run, room) == "0123"


def test_the_keys_of_a_panel_of_points_are_shown_whatever_they_do() -> None:
    growing = Growing({"a": 1}, *({"b": 1} for _ in range(1000)))
    lines = PanelSeries(growing.run).of(Panel(("a", "c", "b", "d")), None)
    assert ([one.name for one in lines.series], lines.more) == (["a", "c", "b", "d"], 0)


def test_which_of_few_series_ended() -> None:
    growing = GrowingEvents(*stages("012"))
    columns = ["a{s=0}", "a{s=1}", "a{s=2}", "not/yet"]
    assert ended(growing.run, columns) == {"a{s=0}", "a{s=1}"}
    assert ended(growing.run, columns[:1]) == set()
    growing.add(*(of(name) for _ in range(40) for name in "012"))
    assert ended(growing.run, columns) == set()
