"""The panels in force: filtered, folded, and the one that has the focus."""

from __future__ import annotations

from div_tui.app.view.panels import Item
from div_tui.layouts.model import Layout, Panel
from support.event_runs import GrowingEvents, number
from support.runs import NAN, Growing
from support.views import ACC, LR, growing_run, view_of


def test_a_panel_that_is_still_there_keeps_the_focus() -> None:
    panels = view_of(growing_run()).panels
    panels.focused = 2
    panels.filter("l")
    assert panels.item == Item(LR)
    panels.filter("acc")
    assert (panels.focused, panels.item) == (0, Item(ACC))
    panels.filter("nothing")
    assert (panels.focused, panels.item) == (0, None)


def test_new_keys_make_new_panels() -> None:
    growing = growing_run(Layout())
    view = view_of(growing)
    assert not view.panels.has_new_keys()
    growing.add({"f1": 1})
    assert view.panels.has_new_keys()
    view.update()
    assert (view.panels.items[-1].panel.y, view.panels.has_new_keys()) == (("f1",), False)
    growing.add({"only.nan": NAN})
    assert view.panels.has_new_keys()


def test_folding_a_prefix_and_unfolding_it_keep_the_focus_on_it() -> None:
    panels = view_of(Growing({"lr": 1, "eval.loss": 1, "eval.acc": 1, "train.loss": 1})).panels
    panels.focused = 2
    assert panels.fold() == "eval."
    assert [(tile.title, tile.folded) for tile in panels.tiles()] == [("lr", 0), ("eval.", 2), ("train.loss", 0)]
    assert panels.focused == 1
    assert panels.fold() == "eval."
    assert [tile.title for tile in panels.tiles()] == ["lr", "eval.loss", "eval.acc", "train.loss"]
    assert panels.focused == 1
    panels.focused = 0
    assert panels.fold() is None
    assert panels.folded == set()


def test_a_key_focuses_its_panel() -> None:
    panels = view_of(growing_run()).panels
    panels.focus_key("lr")
    assert panels.focused == 2
    panels.focus_key("eval")
    assert panels.focused == 0
    panels.focus_key("no such key")
    assert panels.focused == 0


def test_the_focus_goes_round() -> None:
    panels = view_of(growing_run()).panels
    seen = []
    for delta in (1, 1, 1, -1, 5):
        panels.move_focus(delta)
        seen.append(panels.focused)
    assert seen == [1, 2, 0, 2, 1]
    panels.filter("nothing")
    panels.move_focus(1)
    assert panels.focused == 0


def test_a_key_is_revealed_in_a_folded_or_filtered_panel() -> None:
    panels = view_of(Growing({"lr": 1, "eval.loss": 1, "eval.acc": 1, "train.loss": 1})).panels
    panels.focused = 1
    panels.fold()
    assert panels.reveal_key("eval.acc")
    assert (panels.item, panels.folded) == (Item(Panel(("eval.acc",))), set())
    panels.filter("train")
    assert panels.reveal_key("lr")
    assert (panels.item, panels.words, len(panels.items)) == (Item(Panel(("lr",))), "", 4)
    panels.filter("eval")
    assert panels.reveal_key("eval.loss")
    assert (panels.item, panels.words) == (Item(Panel(("eval.loss",))), "eval")
    assert not panels.reveal_key("no such key")
    assert panels.item == Item(Panel(("eval.loss",)))


def test_a_filter_stays_in_force_when_keys_are_new() -> None:
    growing = Growing({"loss": 1, "lr": 1})
    view = view_of(growing)
    view.panels.filter("l")
    growing.add({"eval.loss": 1, "acc": 1})
    view.update()
    assert [tile.title for tile in view.panels.tiles()] == ["loss", "lr", "eval.loss"]


def test_a_new_key_of_any_run_makes_a_new_panel() -> None:
    first, second = Growing({"loss": 1}), Growing({"loss": 1})
    view = view_of(first, second)
    for growing, key in ((second, "acc"), (first, "lr")):
        assert not view.panels.has_new_keys()
        growing.add({key: 1})
        assert view.panels.has_new_keys()
        view.update()
    assert [tile.title for tile in view.panels.tiles()] == ["loss", "lr", "acc"]


def test_a_run_that_is_added_brings_its_panels() -> None:
    first, second = Growing({"loss": 1, "lr": 1}), Growing({"acc": 1})
    view = view_of(first)
    view.panels.focused = 1
    view.runs.add(second.run)
    assert view.panels.has_new_keys()
    view.update()
    assert ([tile.title for tile in view.panels.tiles()], view.panels.item) == (
        ["loss", "lr", "acc"],
        Item(Panel(("lr",))),
    )
    view.runs.remove(first.run)
    view.update()
    assert [tile.title for tile in view.panels.tiles()] == ["acc"]


def test_a_series_of_any_run_focuses_its_panel() -> None:
    first, second = GrowingEvents(number("loss", 1, 1)), GrowingEvents(number("eval", 1, 1, of="a"))
    panels = view_of(first, second).panels
    panels.focus_key("eval{of=a}")
    assert panels.focused == 1
