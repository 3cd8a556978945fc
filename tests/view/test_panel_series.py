"""The series that a panel draws: which, what tells them apart, their values, and how far they reach."""

from __future__ import annotations

import pytest
from div_tui.app.runs.history import Run
from div_tui.app.view.panel_series import Lines, PanelSeries
from div_tui.app.view.viewport import Extent
from div_tui.layouts.model import Panel
from div_tui.widgets.chart.model import Series
from support.event_runs import BEGUN, GrowingEvents, events_of, local_time, number
from support.runs import NAN, Growing, run_of

EVAL = number("eval/loss", 2.5, 10, split="eval", **{"pass": "eval"})
PROBE = number("eval/loss", 3.5, 10, split="eval", **{"pass": "probe"})
EASY = number("train/loss", 4, 10, split="train", stage="easy")
HARD = number("train/loss", 5, 20, split="train", stage="hard")
RUN = (EVAL, PROBE, EASY, HARD)


def drawn(run: Run, *y: str, x: str | None = "step", title: str | None = None) -> Lines:
    return PanelSeries(run).of(Panel(y, title), x)


def names(run: Run, *y: str, title: str | None = None) -> list[str]:
    return [one.name for one in drawn(run, *y, title=title).series]


def points(series: Series) -> list[tuple[float, float]]:
    return list(zip(series.x.tolist(), series.y.tolist(), strict=True))


def test_of_points_each_key_is_a_series_by_its_name() -> None:
    run = run_of({"step": 1, "loss": 2, "acc": 3}, {"step": 2, "loss": 1})
    lines = drawn(run, "loss", "acc", "not.yet")
    assert [(one.name, points(one)) for one in lines.series] == [
        ("loss", [(1, 2), (2, 1)]),
        ("acc", [(1, 3)]),
        ("not.yet", []),
    ]
    assert lines.more == 0


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


def test_series_are_told_apart_by_what_differs() -> None:
    run = events_of(*RUN)
    assert names(run, "eval/loss") == ["pass=eval", "pass=probe"]
    assert names(run, "train/loss", title="Loss") == ["stage=easy", "stage=hard"]


def test_where_names_differ_metadata_tells_apart_those_of_one_name_alone() -> None:
    run = events_of(*RUN)
    assert names(run, "eval/loss{pass=eval}", "train/loss{stage=hard}") == ["eval/loss", "train/loss"]
    assert names(run, "eval/loss{pass=eval}", "lr") == ["eval/loss", "lr"]
    assert names(run, "train/loss{stage=easy}", "eval/loss") == [
        "train/loss",
        "eval/loss pass=eval",
        "eval/loss pass=probe",
    ]


@pytest.mark.parametrize(
    ("y", "short"),
    [
        (["eval/loss"], ["eval", "probe"]),
        (["eval/loss{pass=eval}"], ["loss"]),
        # One without what differs is called by its name.
        (["train/loss"], ["easy", "hard", "loss"]),
        (["eval/loss", "none"], ["eval", "probe", ""]),
        (["eval/loss", "train/loss{stage=easy}"], ["eval", "probe", "loss"]),
        (["lr/a.b", "train/loss{stage=easy}"], ["b", "loss"]),
        # Where short names are alike, longer ones are not.
        (["train/loss{stage=easy}", "eval/loss{pass=eval}"], ["", ""]),
        (["eval/loss", "eval/acc"], ["loss eval", "loss probe", "acc eval", "acc probe"]),
        (["eval/loss", "other/loss"], ["", "", "", ""]),
        (["eval/loss", "my/eval"], ["loss eval", "loss probe", ""]),
        (["eval/loss", "eval"], ["loss eval", "loss probe", ""]),
        (["norm"], ["a 0", "a 1", "b 0"]),
    ],
)
def test_where_there_is_little_room_names_are_short_and_differ(y: list[str], short: list[str]) -> None:
    run = events_of(
        *RUN,
        number("train/loss", 6, 20, split="train"),
        *(number(name, 1, 10, **{"pass": of}) for name in ("eval/acc", "other/loss") for of in ("eval", "probe")),
        *(number("norm", 1, 10, layer=layer, rank=rank) for layer, rank in ("a0", "a1", "b0")),
        number("lr/a.b", 1, 10),
        number("my/eval", 1, 10),
        number("eval", 1, 10),
    )
    assert [one.short for one in drawn(run, *y).series] == short


def test_keys_of_points_have_short_names_too() -> None:
    run = run_of({"train.loss": 1, "eval.loss": 2, "eval.acc": 3, "loss": 4})
    assert [one.short for one in drawn(run, "train.loss", "eval.acc").series] == ["loss", "acc"]
    assert [one.short for one in drawn(run, "train.loss", "eval.acc", "eval.loss").series] == ["", "acc", ""]
    assert [one.short for one in drawn(run, "loss", "eval.loss").series] == ["", ""]


def test_short_names_change_with_what_is_beside_them() -> None:
    growing = GrowingEvents(number("a/loss", 1, 1), number("a/lr", 1, 1))
    made, panel = PanelSeries(growing.run), Panel(("a/loss", "a/lr", "b/loss"))
    assert [one.short for one in made.of(panel, "step").series] == ["", "lr", ""]
    made, panel = PanelSeries(growing.run), Panel(("a/loss", "a/lr", "lr/x"))
    assert [one.short for one in made.of(panel, "step").series] == ["loss", "lr", "x"]
    growing.add(number("lr/x", 1, 1, at="loss"), number("lr/x", 1, 1, at="lr"))
    assert [one.short for one in made.of(panel, "step").series] == ["", "", "x loss", "x lr"]


def test_a_series_alone_is_called_by_its_name_or_as_its_panel_is() -> None:
    run = events_of(*RUN)
    assert names(run, "eval/loss{pass=probe}") == ["eval/loss{pass=probe}"]
    assert names(run, "eval/loss{pass=probe}", title="Probe") == ["eval/loss"]


def test_metadata_that_one_of_two_series_lacks_is_told_of_the_other() -> None:
    run = events_of(number("loss", 1, 1), number("loss", 2, 1, layer="out"))
    assert names(run, "loss") == ["loss", "layer=out"]


def test_names_and_metadata_are_written_so_that_no_two_look_alike() -> None:
    run = events_of(number("a{b}", 1, 1, **{"k=": 'v,"w'}), number("a{b}", 2, 1, **{"k=": "漢\n"}))
    panel = Panel(('"a{b}"',), "a{b}")
    assert [one.name for one in PanelSeries(run).of(panel, "step").series] == ['"k="="v,\\"w"', '"k="="漢\\n"']


def test_past_four_series_the_rest_is_counted() -> None:
    run = events_of(*(number("norm", at, 1, param=f"layer{at}") for at in range(6)))
    lines = drawn(run, "norm")
    assert [one.name for one in lines.series] == ["param=layer0", "param=layer1", "param=layer2", "param=layer3"]
    assert lines.more == 2


def test_a_series_that_comes_later_joins_its_panel() -> None:
    growing = GrowingEvents(EVAL)
    made, panel = PanelSeries(growing.run), Panel(("eval/loss",), "eval/loss")
    assert [one.name for one in made.of(panel, "step").series] == ["eval/loss"]
    growing.add(PROBE)
    assert [one.name for one in made.of(panel, "step").series] == ["pass=eval", "pass=probe"]
    growing.begin_again(PROBE)
    assert [one.name for one in made.of(panel, "step").series] == ["eval/loss"]


def test_a_series_that_was_never_finite_is_there_with_its_news() -> None:
    run = events_of(EVAL, number("bad", NAN, 7, split="train"))
    (one,) = drawn(run, "bad").series
    assert (one.name, points(one), one.note) == ("bad", [], "NaN at 7")


def test_x_is_the_step_the_time_or_the_place_in_the_series() -> None:
    run = events_of(EASY, EVAL, number("train/loss", 3, 30, split="train", stage="easy"), number("train/loss", 2))
    assert [points(one) for one in drawn(run, "train/loss{stage=easy}").series] == [[(10, 4), (30, 3)]]
    (timed,) = drawn(run, "train/loss{stage=easy}", x="ts_ms").series
    assert points(timed) == [(BEGUN + 10_000, 4), (BEGUN + 30_000, 3)]
    (placed,) = drawn(run, "train/loss{stage=easy}", x=None).series
    assert points(placed) == [(1, 4), (2, 3)]
    # One without a step is left off where that is x.
    assert [points(one) for one in drawn(run, "train/loss").series] == [[(10, 4), (30, 3)], []]


def test_news_of_what_is_not_finite_is_told_at_its_time() -> None:
    run = events_of(EASY, number("train/loss", NAN, 20, split="train", stage="easy"))
    (one,) = drawn(run, "train/loss", x="ts_ms").series
    assert one.note == f"NaN at {local_time(20)}"


def test_since_when_a_series_is_not_finite_is_told_along_any_x() -> None:
    values = [4, NAN, 3, NAN, NAN, NAN]
    run = events_of(
        *(event for at, value in enumerate(values, 1) for event in (EVAL, number("train/loss", value, 10 * at)))
    )
    assert drawn(run, "train/loss").series[0].note == "NaN since 40"
    assert drawn(run, "train/loss", x="ts_ms").series[0].note == f"NaN since {local_time(40)}"
    # Its two finite values are at the places 1 and 2 of the series.
    assert drawn(run, "train/loss", x=None).series[0].note == "NaN since 3"
    assert drawn(events_of(EVAL, number("bad", NAN, 7)), "bad", x=None).series[0].note == "NaN at 1"


def test_a_late_evaluation_of_an_earlier_step_lies_where_it_belongs() -> None:
    growing = GrowingEvents(*(number("eval/loss", 100 - at, at) for at in (10, 20, 30)))
    growing.add(number("eval/loss", 85, 15))
    (one,) = drawn(growing.run, "eval/loss").series
    assert points(one) == [(10, 90), (15, 85), (20, 80), (30, 70)]
    assert not len(one.breaks)


def test_the_legend_of_a_series_that_goes_by_x_shows_the_value_of_its_greatest_x() -> None:
    growing = GrowingEvents(number("eval/loss", 5, 1000), number("lr", 1, 1000))
    made, panel = PanelSeries(growing.run), Panel(("eval/loss",), "eval/loss")

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


def test_values_of_legends_are_held_until_they_are_taken_anew() -> None:
    growing = GrowingEvents(EVAL)
    made, panel = PanelSeries(growing.run), Panel(("eval/loss",))
    (fresh,) = made.of(panel, "step").series
    assert fresh.value is None
    made.hold_values()
    growing.add(number("eval/loss", 1.5, 20, split="eval", **{"pass": "eval"}))
    (held,) = made.of(panel, "step").series
    assert (held.value, held.y.tolist()) == (2.5, [2.5, 1.5])
    made.hold_values()
    assert made.of(panel, "step").series[0].value == 1.5
    assert made.of(panel, "step").series[0] is made.of(panel, "step").series[0]


def test_how_far_a_run_of_points_reaches() -> None:
    growing = Growing({"step": 5, "loss": 1}, {"loss": 2})
    made = PanelSeries(growing.run)
    assert (made.extent("step"), made.extent(None), made.extent("epoch")) == (Extent(5, 5), Extent(1, 2), None)
    growing.add({"step": 3})
    assert (made.extent("step"), made.extent(None)) == (Extent(3, 5), Extent(1, 3))


def test_where_a_run_is_by_now_is_not_told_by_a_late_point_alone() -> None:
    growing = Growing(*({"step": step, "loss": 1} for step in range(100, 120)))
    made = PanelSeries(growing.run)

    def newest() -> float | None:
        extent = made.extent("step")
        return extent and extent.newest

    assert newest() == 119
    growing.add({"step": 50, "loss": 2})
    assert newest() == 119
    growing.add(*({"step": step, "loss": 1} for step in range(51, 58)))
    assert newest() == 57


def test_how_far_a_run_of_events_reaches() -> None:
    growing = GrowingEvents()
    made = PanelSeries(growing.run)
    assert (made.extent("step"), made.extent(None)) == (None, None)
    growing.add(*RUN, number("train/loss", 4, 40, split="train", stage="hard"))
    assert made.extent("step") == Extent(10, 40)
    assert made.extent("ts_ms") == Extent(BEGUN + 10_000, BEGUN + 40_000)
    # The longest of its series has two numbers.
    assert made.extent(None) == Extent(1, 2)
    growing.begin_again(EVAL)
    assert (made.extent("step"), made.extent(None)) == (Extent(10, 10), Extent(1, 1))
