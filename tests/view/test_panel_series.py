"""The series that a panel draws: which they are, their points and the values of their legend."""

from __future__ import annotations

import pytest
from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.panel_series import PanelContent, PanelSeries
from div_tui.app.view.x_axis import X
from div_tui.layouts.model import Panel
from div_tui.widgets.chart.model import Series
from support.event_runs import BEGUN, Event, GrowingEvents, local_time, number
from support.runs import NAN, Growing, runs_of

EVAL = number("eval/loss", 2.5, 10, split="eval", **{"pass": "eval"})
PROBE = number("eval/loss", 3.5, 10, split="eval", **{"pass": "probe"})
EASY = number("train/loss", 4, 10, split="train", stage="easy")
HARD = number("train/loss", 5, 20, split="train", stage="hard")
RUN = (EVAL, PROBE, EASY, HARD)


def events_of(*events: Event) -> RunSet:
    return GrowingEvents(*events).runs


def drawn(runs: RunSet, *y: str, x: X = "step", title: str | None = None) -> PanelContent:
    return PanelSeries(runs).of(Panel(y, title), x)


def points(series: Series) -> list[tuple[float, float]]:
    return list(zip(series.x.tolist(), series.y.tolist(), strict=True))


def test_each_key_of_points_is_a_series_named_after_it() -> None:
    runs = runs_of({"step": 1, "loss": 2, "acc": 3}, {"step": 2, "loss": 1})
    content = drawn(runs, "loss", "acc", "not.yet")
    assert [(one.name, points(one)) for one in content.series] == [
        ("loss", [(1, 2), (2, 1)]),
        ("acc", [(1, 3)]),
        ("not.yet", []),
    ]
    assert content.more == 0


@pytest.mark.parametrize(
    ("y", "columns"),
    [
        (["eval/loss"], ["eval/loss{pass=eval,split=eval}", "eval/loss{pass=probe,split=eval}"]),
        (["eval/loss{pass=probe}"], ["eval/loss{pass=probe,split=eval}"]),
        (["eval/loss{split=eval,pass=eval}"], ["eval/loss{pass=eval,split=eval}"]),
        (
            ["eval/loss{pass=probe}", "eval/loss"],
            ["eval/loss{pass=probe,split=eval}", "eval/loss{pass=eval,split=eval}"],
        ),
        (["eval/loss{pass=none}"], ["eval/loss{pass=none}"]),
        (["lr", "train/loss{stage=hard}"], ["lr", "train/loss{split=train,stage=hard}"]),
        (["eval/loss{pass"], ["eval/loss{pass"]),
    ],
)
def test_a_key_selects_series(y: list[str], columns: list[str]) -> None:
    assert PanelSeries(events_of(*RUN)).columns(Panel(tuple(y))) == columns


def test_series_past_the_fourth_are_counted() -> None:
    runs = events_of(*(number("norm", at, 1, param=f"layer{at}") for at in range(6)))
    content = drawn(runs, "norm")
    assert [one.name for one in content.series] == ["param=layer0", "param=layer1", "param=layer2", "param=layer3"]
    assert content.more == 2


def test_a_series_that_comes_later_joins_its_panel() -> None:
    growing = GrowingEvents(EVAL)
    made, panel = PanelSeries(growing.runs), Panel(("eval/loss",), "eval/loss")
    assert [one.name for one in made.of(panel, "step").series] == ["eval/loss"]
    growing.add(PROBE)
    assert [one.name for one in made.of(panel, "step").series] == ["pass=eval", "pass=probe"]
    growing.start_again(PROBE)
    assert [one.name for one in made.of(panel, "step").series] == ["eval/loss"]


def test_a_series_that_was_never_finite_has_a_note() -> None:
    runs = events_of(EVAL, number("bad", NAN, 7, split="train"))
    (one,) = drawn(runs, "bad").series
    assert (one.name, points(one), one.note) == ("bad", [], "NaN at 7")


def test_x_is_the_step_the_time_or_the_place_in_the_series() -> None:
    runs = events_of(EASY, EVAL, number("train/loss", 3, 30, split="train", stage="easy"), number("train/loss", 2))
    assert [points(one) for one in drawn(runs, "train/loss{stage=easy}").series] == [[(10, 4), (30, 3)]]
    (timed,) = drawn(runs, "train/loss{stage=easy}", x="ts_ms").series
    assert points(timed) == [(BEGUN + 10_000, 4), (BEGUN + 30_000, 3)]
    (placed,) = drawn(runs, "train/loss{stage=easy}", x=None).series
    assert points(placed) == [(1, 4), (2, 3)]
    # One without a step is left off where that is x.
    assert [points(one) for one in drawn(runs, "train/loss").series] == [[(10, 4), (30, 3)], []]


def test_a_note_has_a_time_where_x_is_the_time() -> None:
    runs = events_of(EASY, number("train/loss", NAN, 20, split="train", stage="easy"))
    (one,) = drawn(runs, "train/loss", x="ts_ms").series
    assert one.note == f"NaN at {local_time(20)}"


def test_a_note_has_the_value_of_any_x() -> None:
    values = [4, NAN, 3, NAN, NAN, NAN]
    runs = events_of(
        *(event for at, value in enumerate(values, 1) for event in (EVAL, number("train/loss", value, 10 * at)))
    )
    assert drawn(runs, "train/loss").series[0].note == "NaN since 40"
    assert drawn(runs, "train/loss", x="ts_ms").series[0].note == f"NaN since {local_time(40)}"
    # Its two finite values are at the places 1 and 2 of the series.
    assert drawn(runs, "train/loss", x=None).series[0].note == "NaN since 3"
    assert drawn(events_of(EVAL, number("bad", NAN, 7)), "bad", x=None).series[0].note == "NaN at 1"


def test_a_late_evaluation_is_drawn_at_its_step() -> None:
    growing = GrowingEvents(*(number("eval/loss", 100 - at, at) for at in (10, 20, 30)))
    growing.add(number("eval/loss", 85, 15))
    (one,) = drawn(growing.runs, "eval/loss").series
    assert points(one) == [(10, 90), (15, 85), (20, 80), (30, 70)]
    assert not len(one.breaks)


def test_the_legend_of_a_series_in_order_of_x_shows_the_value_of_its_greatest_x() -> None:
    growing = GrowingEvents(number("eval/loss", 5, 1000), number("lr", 1, 1000))
    made, panel = PanelSeries(growing.runs), Panel(("eval/loss",), "eval/loss")

    def value(x: str | None = "step") -> float | None:
        (one,) = made.of(panel, x).series
        return one.value

    made.hold_values()
    assert value() == 5
    growing.add(*(number("eval/loss", 10 - at / 200, at) for at in (800, 600)))
    made.hold_values()
    assert (value(), value(None)) == (5, 7)
    # Held, as those of all series are, and then that of what has come meanwhile.
    growing.add(number("eval/loss", 4, 1200))
    assert (value(), value(None)) == (5, 7)
    made.hold_values()
    assert (value(), value(None)) == (4, 4)
    growing.add(number("eval/loss", 9, 800))
    made.hold_values()
    assert value() == 9


def test_legends_keep_their_values_until_they_are_taken_again() -> None:
    growing = GrowingEvents(EVAL)
    made, panel = PanelSeries(growing.runs), Panel(("eval/loss",))
    (fresh,) = made.of(panel, "step").series
    assert fresh.value is None
    made.hold_values()
    growing.add(number("eval/loss", 1.5, 20, split="eval", **{"pass": "eval"}))
    (held,) = made.of(panel, "step").series
    assert (held.value, held.y.tolist()) == (2.5, [2.5, 1.5])
    made.hold_values()
    assert made.of(panel, "step").series[0].value == 1.5
    assert made.of(panel, "step").series[0] is made.of(panel, "step").series[0]


def two_runs() -> tuple[Growing, Growing]:
    first = Growing({"step": 10, "loss": 3, "lr": 1}, {"step": 20, "loss": 2}, name="first")
    return first, Growing({"step": 10, "loss": 5}, {"step": 15, "loss": NAN}, name="second")


def test_a_panel_of_two_runs_has_the_series_of_each() -> None:
    first, second = two_runs()
    content = drawn(RunSet([first.run, second.run]), "loss", "lr")
    assert [(one.run, one.name, points(one), one.note) for one in content.series] == [
        ("first", "first loss", [(10, 3), (20, 2)], ""),
        ("first", "first lr", [(10, 1)], ""),
        ("second", "second loss", [(10, 5)], "NaN at 15"),
        ("second", "second lr", [], ""),
    ]
    assert content.more == 0


def test_short_names_of_two_runs_have_the_run_before_them() -> None:
    first = GrowingEvents(EVAL, PROBE, name="first")
    second = GrowingEvents(EVAL, PROBE, name="second")
    assert [(one.name, one.short_name) for one in drawn(RunSet([first.run, second.run]), "eval/loss").series] == [
        ("first pass=eval", "first eval"),
        ("first pass=probe", "first probe"),
        ("second pass=eval", "second eval"),
        ("second pass=probe", "second probe"),
    ]


def test_the_columns_of_a_panel_are_those_of_any_run() -> None:
    first, second = GrowingEvents(EVAL), GrowingEvents(EASY, HARD)
    made = PanelSeries(RunSet([first.run, second.run]))
    assert made.columns(Panel(("train/loss", "eval/loss"))) == [
        # The first run has none: the key stands for itself.
        *("train/loss", "eval/loss{pass=eval,split=eval}"),
        *("train/loss{split=train,stage=easy}", "train/loss{split=train,stage=hard}", "eval/loss"),
    ]


def test_each_run_has_room_for_four_series() -> None:
    first = GrowingEvents(*(number("norm", at, 1, param=f"layer{at}") for at in range(6)), name="first")
    second = GrowingEvents(*(number("norm", at, 1, param=f"layer{at}") for at in range(5)), name="second")
    content = drawn(RunSet([first.run, second.run]), "norm")
    assert [one.run for one in content.series] == ["first"] * 4 + ["second"] * 4
    assert content.more == 3


def test_the_values_of_legends_belong_to_their_run() -> None:
    first, second = two_runs()
    made = PanelSeries(RunSet([first.run, second.run]))

    def values() -> list[float | None]:
        return [one.value for one in made.of(Panel(("loss",)), "step").series]

    made.hold_values()
    second.add({"step": 20, "loss": 1})
    assert values() == [2, 5]
    made.hold_values()
    assert values() == [2, 1]


def test_a_run_alone_has_no_name_in_its_labels_until_another_is_added() -> None:
    first, second = two_runs()
    runs = RunSet([first.run])
    made, panel = PanelSeries(runs), Panel(("loss",), "Loss")
    (alone,) = made.of(panel, "step").series
    assert (alone.name, alone.run) == ("loss", "first")
    runs.add(second.run)
    assert [one.name for one in made.of(panel, "step").series] == ["first loss", "second loss"]
    runs.remove(second.run)
    (again,) = made.of(panel, "step").series
    assert (again.name, points(again)) == ("loss", points(alone))
