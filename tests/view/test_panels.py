"""Which panels are on the screen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from div_tui.app.view.panels import Item, in_force, items, matching, prefix_of, rising, x_key
from div_tui.layouts.model import Layout, Panel, Stat
from hypothesis import given
from hypothesis import strategies as st
from support.runs import NAN, run_of

LOSS = Panel(("loss", "eval.loss"), "Loss")
ACCURACY = Panel(("accuracy",), "Accuracy", rule=0.9)
OWN = Layout("step", (LOSS, ACCURACY), (Stat(("loss",)), Stat(("accuracy", "f1"), "Best", "max")))


def keys(layout: Layout) -> list[tuple[str, ...]]:
    return [panel.y for panel in layout.panels]


def test_the_runs_own_layout_holds() -> None:
    assert in_force(OWN, run_of({"lr": 1}), [], None) is OWN


def test_without_one_each_key_has_a_panel_in_the_order_they_came() -> None:
    made = in_force(Layout(), run_of({"loss": 1, "lr": 2}, {"acc": 3, "loss": 1}), [], None)
    assert (made.x, keys(made), made.stats) == (None, [("loss",), ("lr",), ("acc",)], ())


def test_without_one_step_is_x_where_the_run_writes_it() -> None:
    made = in_force(Layout(), run_of({"loss": 1, "step": 2}), [], None)
    assert (made.x, keys(made)) == ("step", [("loss",)])


def test_a_key_that_was_never_finite_has_a_panel() -> None:
    made = in_force(Layout(), run_of({"loss": NAN, "lr": 1}, {"lr": NAN}), [], None)
    assert keys(made) == [("lr",), ("loss",)]


def test_a_layout_of_stats_alone_has_no_panels() -> None:
    made = Layout(stats=(Stat(("loss",)),))
    assert in_force(made, run_of({"loss": 1}), [], None) is made


@pytest.mark.parametrize(
    ("x", "point", "against", "panels"),
    [
        ("epoch", {"step": 1, "epoch": 1, "loss": 1}, "epoch", [("step",), ("loss",)]),
        ("seq", {"step": 1, "loss": 1}, None, [("step",), ("loss",)]),
        ("seq", {"seq": 1, "loss": 1}, "seq", [("loss",)]),
        ("no such key", {"loss": 1}, "no such key", [("loss",)]),
    ],
)
def test_without_one_x_can_be_chosen(
    x: str, point: dict[str, float], against: str | None, panels: list[tuple[str]]
) -> None:
    made = in_force(Layout(), run_of(point), [], x)
    assert (made.x, keys(made)) == (against, panels)


def test_keys_asked_for_narrow_a_layout_to_their_panels_and_stats() -> None:
    made = in_force(OWN, run_of({"loss": 1}), ["eval.loss"], None)
    assert (made.x, made.panels, made.stats) == ("step", (LOSS,), ())
    made = in_force(OWN, run_of({"loss": 1}), ["f1"], None)
    assert (made.panels, made.stats) == ((Panel(("f1",)),), (OWN.stats[1],))


def test_a_key_asked_for_that_no_panel_draws_gets_one_once() -> None:
    made = in_force(OWN, run_of({"loss": 1}), ["lr", "accuracy", "lr", "not.yet"], None)
    assert made.panels == (ACCURACY, Panel(("lr",)), Panel(("not.yet",)))


def test_keys_asked_for_narrow_what_has_no_layout() -> None:
    made = in_force(Layout(), run_of({"step": 1, "loss": 1, "lr": 1}), ["lr"], None)
    assert (made.x, keys(made)) == ("step", [("lr",)])


def test_the_place_is_a_key_only_where_the_run_writes_it() -> None:
    assert x_key("seq", run_of({"loss": 1})) is None
    assert x_key("seq", run_of({"seq": 1})) == "seq"
    assert x_key("step", run_of({"loss": 1})) == "step"
    assert x_key(None, run_of({"seq": 1})) is None


def panel(*y: str, title: str | None = None) -> Panel:
    return Panel(y, title)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", ["train/loss", "eval/loss", "eval/acc", "lr"]),
        ("  ", ["train/loss", "eval/loss", "eval/acc", "lr"]),
        ("loss", ["train/loss", "eval/loss"]),
        ("LOSS", ["train/loss", "eval/loss"]),
        ("loss eval", ["eval/loss"]),
        ("rate", ["lr"]),
        ("^eval", ["eval/loss", "eval/acc"]),
        ("^(train/loss|eval/acc)", ["train/loss", "eval/acc"]),
        ("a[cx]c", ["eval/acc"]),
        ("[", []),
        ("(", []),
        ("loss(", []),
        ("x{99999999999}", []),
        ("[[c]", ["eval/acc"]),
        ("nothing", []),
    ],
)
def test_the_filter(words: str, found: list[str]) -> None:
    panels = [panel("train/loss"), panel("eval/loss"), panel("eval/acc"), panel("lr", title="Learning rate")]
    assert [item.panel.y[0] for item in items(panels, words, ())] == found


def test_plain_words_count_where_they_are_no_regular_expression_or_another() -> None:
    strange = panel("a+b(c")
    assert matching([strange], "a+b(") == [strange]
    assert matching([strange], "b( a+") == [strange]


def test_words_that_a_panel_has_are_no_regular_expression() -> None:
    panels = [panel("eval.loss"), panel("evals"), panel("evaluated")]
    assert matching(panels, "eval.") == panels[:1]
    assert matching(panels[1:], "eval.") == panels[1:]


@given(st.text())
def test_any_text_is_a_filter(words: str) -> None:
    assert matching([one := panel("loss")], words) in ([one], [])


@pytest.mark.parametrize(
    ("y", "prefix"),
    [
        ("eval.loss", "eval."),
        ("eval.loss.total", "eval."),
        ("train/loss", "train/"),
        ("loss", None),
        (".loss", None),
        ("/loss", None),
        ("eval.", "eval."),
    ],
)
def test_a_prefix_ends_at_the_first_dot_or_slash(y: str, prefix: str | None) -> None:
    assert prefix_of(panel(y, "lr")) == prefix


def test_the_panels_of_a_folded_prefix_are_one_line_where_the_first_was() -> None:
    panels = [panel("lr"), panel("eval.loss"), panel("train.loss"), panel("eval.acc"), panel("eval.f1")]
    line = Item(Panel(("eval.",), "eval.", wide=True), 3)
    assert items(panels, "", {"eval."}) == [Item(panels[0]), line, Item(panels[2])]
    assert prefix_of(line.panel) == "eval."
    assert items(panels, "", {"gone."}) == [Item(one) for one in panels]


def test_a_fold_counts_what_the_filter_leaves() -> None:
    panels = [panel("eval.loss"), panel("eval.acc"), panel("lr")]
    assert [item.folded for item in items(panels, "acc", {"eval."})] == [1]
    assert items(panels, "lr", {"eval."}) == [Item(panels[2])]


@pytest.mark.parametrize(
    ("values", "rises"),
    [([1, 2, 3], True), ([1, 1, 2], True), ([1], False), ([2, 2], False), ([1, 3, 2, 4], False), ([3, 2], False)],
)
def test_a_key_that_only_ever_rises_can_be_x(values: Sequence[float], *, rises: bool) -> None:
    assert rising(run_of(*({"epoch": value} for value in values))) == (["epoch"] if rises else [])


def test_keys_that_rise_come_in_their_order() -> None:
    assert rising(run_of({"time": 1, "loss": 3, "epoch": 0}, {"time": 2, "loss": 2, "epoch": 1})) == ["time", "epoch"]
