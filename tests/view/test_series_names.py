"""The labels of series that are shown together, and their short names."""

from __future__ import annotations

import pytest
from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.panel_series import PanelSeries
from div_tui.layouts.model import Panel
from support.event_runs import Event, GrowingEvents, number
from support.runs import runs_of

EVAL = number("eval/loss", 2.5, 10, split="eval", **{"pass": "eval"})
PROBE = number("eval/loss", 3.5, 10, split="eval", **{"pass": "probe"})
EASY = number("train/loss", 4, 10, split="train", stage="easy")
HARD = number("train/loss", 5, 20, split="train", stage="hard")
RUN = (EVAL, PROBE, EASY, HARD)


def events_of(*events: Event) -> RunSet:
    return GrowingEvents(*events).runs


def names(runs: RunSet, *y: str, title: str | None = None) -> list[str]:
    return [one.name for one in PanelSeries(runs).of(Panel(y, title), "step").series]


def short_names(runs: RunSet, *y: str) -> list[str]:
    return [one.short_name for one in PanelSeries(runs).of(Panel(y), "step").series]


def test_series_of_one_name_are_labelled_by_the_metadata_that_differs() -> None:
    runs = events_of(*RUN)
    assert names(runs, "eval/loss") == ["pass=eval", "pass=probe"]
    assert names(runs, "train/loss", title="Loss") == ["stage=easy", "stage=hard"]


def test_with_several_names_only_series_of_one_name_have_metadata_in_their_labels() -> None:
    runs = events_of(*RUN)
    assert names(runs, "eval/loss{pass=eval}", "train/loss{stage=hard}") == ["eval/loss", "train/loss"]
    assert names(runs, "eval/loss{pass=eval}", "lr") == ["eval/loss", "lr"]
    assert names(runs, "train/loss{stage=easy}", "eval/loss") == [
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
def test_short_names_differ(y: list[str], short: list[str]) -> None:
    runs = events_of(
        *RUN,
        number("train/loss", 6, 20, split="train"),
        *(number(name, 1, 10, **{"pass": of}) for name in ("eval/acc", "other/loss") for of in ("eval", "probe")),
        *(number("norm", 1, 10, layer=layer, rank=rank) for layer, rank in ("a0", "a1", "b0")),
        number("lr/a.b", 1, 10),
        number("my/eval", 1, 10),
        number("eval", 1, 10),
    )
    assert short_names(runs, *y) == short


def test_keys_of_points_have_short_names_too() -> None:
    runs = runs_of({"train.loss": 1, "eval.loss": 2, "eval.acc": 3, "loss": 4})
    assert short_names(runs, "train.loss", "eval.acc") == ["loss", "acc"]
    assert short_names(runs, "train.loss", "eval.acc", "eval.loss") == ["", "acc", ""]
    assert short_names(runs, "loss", "eval.loss") == ["", ""]


def test_short_names_depend_on_the_other_series() -> None:
    growing = GrowingEvents(number("a/loss", 1, 1), number("a/lr", 1, 1))
    made, panel = PanelSeries(growing.runs), Panel(("a/loss", "a/lr", "b/loss"))
    assert [one.short_name for one in made.of(panel, "step").series] == ["", "lr", ""]
    made, panel = PanelSeries(growing.runs), Panel(("a/loss", "a/lr", "lr/x"))
    assert [one.short_name for one in made.of(panel, "step").series] == ["loss", "lr", "x"]
    growing.add(number("lr/x", 1, 1, at="loss"), number("lr/x", 1, 1, at="lr"))
    assert [one.short_name for one in made.of(panel, "step").series] == ["", "", "x loss", "x lr"]


def test_a_series_alone_has_its_name_or_that_of_its_panel() -> None:
    runs = events_of(*RUN)
    assert names(runs, "eval/loss{pass=probe}") == ["eval/loss{pass=probe}"]
    assert names(runs, "eval/loss{pass=probe}", title="Probe") == ["eval/loss"]


def test_metadata_that_one_of_two_series_lacks_labels_the_other() -> None:
    runs = events_of(number("loss", 1, 1), number("loss", 2, 1, layer="out"))
    assert names(runs, "loss") == ["loss", "layer=out"]


def test_names_and_metadata_are_written_so_that_no_two_look_alike() -> None:
    runs = events_of(number("a{b}", 1, 1, **{"k=": 'v,"w'}), number("a{b}", 2, 1, **{"k=": "漢\n"}))
    panel = Panel(('"a{b}"',), "a{b}")
    assert [one.name for one in PanelSeries(runs).of(panel, "step").series] == ['"k="="v,\\"w"', '"k="="漢\\n"']
