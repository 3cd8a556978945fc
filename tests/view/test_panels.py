"""Which panels there are: the layout in force, the filter, folded prefixes."""

from __future__ import annotations

import pytest
from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.panels import Item, in_force, items, matching, prefix_of
from div_tui.layouts.model import Layout, Panel, Stat
from hypothesis import given
from hypothesis import strategies as st
from support.runs import NAN, Growing, runs_of

LOSS = Panel(("loss", "eval.loss"), "Loss")
ACCURACY = Panel(("accuracy",), "Accuracy", rule=0.9)
OWN = Layout("step", (LOSS, ACCURACY), (Stat(("loss",)), Stat(("accuracy", "f1"), "Best", "max")))


def keys(layout: Layout) -> list[tuple[str, ...]]:
    return [panel.y for panel in layout.panels]


def test_the_layout_of_the_run_is_in_force() -> None:
    assert in_force(runs_of({"lr": 1}, layout=OWN), [], None) is OWN


def test_without_a_layout_each_key_has_a_panel_in_the_order_they_came() -> None:
    made = in_force(runs_of({"loss": 1, "lr": 2}, {"acc": 3, "loss": 1}), [], None)
    assert (made.x, keys(made), made.stats) == (None, [("loss",), ("lr",), ("acc",)], ())


def test_without_a_layout_step_is_x_if_the_run_has_it() -> None:
    made = in_force(runs_of({"loss": 1, "step": 2}), [], None)
    assert (made.x, keys(made)) == ("step", [("loss",)])


def test_a_key_that_was_never_finite_has_a_panel() -> None:
    made = in_force(runs_of({"loss": NAN, "lr": 1}, {"lr": NAN}), [], None)
    assert keys(made) == [("lr",), ("loss",)]


def test_a_layout_of_stats_alone_has_no_panels() -> None:
    made = Layout(stats=(Stat(("loss",)),))
    assert in_force(runs_of({"loss": 1}, layout=made), [], None) is made


@pytest.mark.parametrize(
    ("x", "point", "against", "panels"),
    [
        ("epoch", {"step": 1, "epoch": 1, "loss": 1}, "epoch", [("step",), ("loss",)]),
        ("seq", {"step": 1, "loss": 1}, None, [("step",), ("loss",)]),
        ("seq", {"seq": 1, "loss": 1}, "seq", [("loss",)]),
        ("no such key", {"loss": 1}, "no such key", [("loss",)]),
    ],
)
def test_without_a_layout_x_can_be_chosen(
    x: str, point: dict[str, float], against: str | None, panels: list[tuple[str]]
) -> None:
    made = in_force(runs_of(point), [], x)
    assert (made.x, keys(made)) == (against, panels)


def test_keys_asked_for_narrow_a_layout_to_their_panels_and_stats() -> None:
    made = in_force(runs_of({"loss": 1}, layout=OWN), ["eval.loss"], None)
    assert (made.x, made.panels, made.stats) == ("step", (LOSS,), ())
    made = in_force(runs_of({"loss": 1}, layout=OWN), ["f1"], None)
    assert (made.panels, made.stats) == ((Panel(("f1",)),), (OWN.stats[1],))


def test_a_key_asked_for_that_no_panel_draws_gets_one_once() -> None:
    made = in_force(runs_of({"loss": 1}, layout=OWN), ["lr", "accuracy", "lr", "not.yet"], None)
    assert made.panels == (ACCURACY, Panel(("lr",)), Panel(("not.yet",)))


def test_keys_asked_for_narrow_the_panels_of_a_run_without_a_layout() -> None:
    made = in_force(runs_of({"step": 1, "loss": 1, "lr": 1}), ["lr"], None)
    assert (made.x, keys(made)) == ("step", [("lr",)])


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


def test_words_match_plainly_even_if_they_are_not_a_regular_expression() -> None:
    strange = panel("a+b(c")
    assert matching([strange], "a+b(") == [strange]
    assert matching([strange], "b( a+") == [strange]


def test_words_that_a_panel_contains_are_not_a_regular_expression() -> None:
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


def test_a_fold_counts_the_panels_that_the_filter_leaves() -> None:
    panels = [panel("eval.loss"), panel("eval.acc"), panel("lr")]
    assert [item.folded for item in items(panels, "acc", {"eval."})] == [1]
    assert items(panels, "lr", {"eval."}) == [Item(panels[2])]


def of_two(first: Growing, second: Growing, *asked: str, x: str | None = None) -> Layout:
    return in_force(RunSet([first.run, second.run]), asked, x)


def test_the_layout_of_the_first_of_two_runs_is_in_force() -> None:
    other = Layout(None, (Panel(("lr",)),))
    first, second = Growing({"loss": 1}, layout=OWN), Growing({"lr": 1}, layout=other)
    assert of_two(first, second) is OWN
    assert of_two(second, first) is other
    # The layout of the second run counts only once that run is the first.
    assert keys(of_two(Growing({"loss": 1}), second)) == [("loss",), ("lr",)]


def test_without_a_layout_two_runs_have_a_panel_for_each_key_of_either() -> None:
    first, second = Growing({"loss": 1, "lr": 2}), Growing({"acc": 3, "loss": 1}, {"f1": NAN})
    made = of_two(first, second)
    assert (made.x, keys(made), made.stats) == (None, [("loss",), ("lr",), ("acc",), ("f1",)], ())
    assert keys(of_two(second, first)) == [("acc",), ("loss",), ("f1",), ("lr",)]


def test_step_is_x_if_any_of_two_runs_has_it() -> None:
    with_step, without = Growing({"step": 1, "loss": 1}), Growing({"loss": 1, "lr": 1})
    for first, second in ((with_step, without), (without, with_step)):
        made = of_two(first, second)
        assert (made.x, keys(made)) == ("step", [("loss",), ("lr",)])


def test_an_x_chosen_for_two_runs_is_the_key_of_either() -> None:
    first, second = Growing({"loss": 1}), Growing({"seq": 1, "epoch": 1, "loss": 1})
    assert of_two(first, second, x="epoch") == Layout("epoch", (Panel(("loss",)), Panel(("seq",))))
    assert of_two(first, second, x="seq") == Layout("seq", (Panel(("loss",)), Panel(("epoch",))))
    assert of_two(first, first, x="seq") == Layout(None, (Panel(("loss",)),))


def test_keys_asked_for_may_be_of_either_run() -> None:
    first, second = Growing({"loss": 1, "lr": 2}), Growing({"acc": 3, "loss": 1})
    assert keys(of_two(first, second, "acc", "lr", "not.yet")) == [("lr",), ("acc",), ("not.yet",)]
