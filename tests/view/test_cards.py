"""The stats of a layout as cards."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from div_tui.app.runs.run_set import RunSet
from div_tui.app.view import cards
from div_tui.app.view.cards import Cards
from div_tui.app.view.x_axis import x_key
from div_tui.layouts.model import Stat
from div_tui.widgets.card_face import Card
from div_tui.widgets.cells import Role
from support.event_runs import GrowingEvents, number
from support.runs import Growing, runs_of


class Shown(NamedTuple):
    title: str
    value: str
    reduce: str
    where: str


def shown(made: list[Card]) -> list[Shown]:
    return [Shown(card.title, card.value, card.reduce, card.where) for card in made]


POINTS = [{"step": 10, "loss": 3, "acc": 0.5}, {"step": 20, "loss": 1}, {"step": 30, "loss": 2, "acc": 0.75}]


@pytest.mark.parametrize(
    ("stat", "card"),
    [
        (Stat(("loss",)), ("loss", "2", "last", "")),
        (Stat(("loss",), "Loss"), ("Loss", "2", "last", "")),
        (Stat(("loss",), "Best", "min"), ("Best", "1", "min", "20")),
        (Stat(("acc",), None, "max"), ("acc", "0.75", "max", "30")),
        (Stat(("f1",), "F1", "max"), ("F1", "", "max", "")),
    ],
)
def test_a_stat(stat: Stat, card: tuple[str, ...]) -> None:
    assert shown(Cards(runs_of(*POINTS), ascii_only=False).cards([stat], "step")) == [card]


def test_a_stat_of_several_keys_has_a_card_for_each_in_its_colour() -> None:
    made = Cards(runs_of(*POINTS), ascii_only=True).cards(
        [Stat(("loss", "acc"), "Best", "max"), Stat(("acc",))], "step"
    )
    assert shown(made) == [
        ("Best: loss", "3", "max", "10"),
        ("Best: acc", "0.75", "max", "30"),
        ("acc", "0.75", "last", ""),
    ]
    assert [card.series for card in made] == [Role.S1, Role.S2, Role.S1]
    assert all(card.ascii_only for card in made)
    assert shown(Cards(runs_of(*POINTS), ascii_only=False).cards([Stat(("loss", "acc"))], None))[1].title == "acc"


def test_where_a_value_was_reached_is_its_x_or_its_place() -> None:
    runs = runs_of(*POINTS)
    made = Cards(runs, ascii_only=False)
    stat = [Stat(("loss",), reduce="min")]
    assert shown(made.cards(stat, None))[0].where == "2"
    assert shown(made.cards(stat, x_key("seq", (run.history for run in runs))))[0].where == "2"
    assert shown(made.cards(stat, "no such key"))[0].where == ""


def test_an_extreme_is_kept_up_to_date_and_the_first_of_equal_ones_counts() -> None:
    growing = Growing(*POINTS)
    made = Cards(growing.runs, ascii_only=False)
    stat = [Stat(("loss",), reduce="min"), Stat(("loss",), reduce="max")]
    assert [(card.value, card.where) for card in made.cards(stat, "step")] == [("1", "20"), ("3", "10")]
    growing.add({"step": 40, "loss": 1}, {"step": 50, "loss": 9})
    assert [(card.value, card.where) for card in made.cards(stat, "step")] == [("1", "20"), ("9", "50")]
    growing.start_again({"step": 5, "loss": 4})
    assert [(card.value, card.where) for card in made.cards(stat, "step")] == [("4", "5"), ("4", "5")]


def test_a_card_draws_the_newest_values_of_a_long_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "SPARK_POINTS", 2)
    (made,) = Cards(runs_of(*POINTS), ascii_only=False).cards([Stat(("loss",))], None)
    assert made.history is not None
    assert list(made.history) == [1, 2]


def test_active_series_have_cards_and_the_others_are_counted_if_there_is_too_little_room() -> None:
    growing = GrowingEvents(*(number("rate", at, at, s=s) for s in "0123" for at in range(9)))
    made, stat = Cards(growing.runs, ascii_only=False), [Stat(("rate",), "rate"), Stat(("none",))]

    def titles() -> list[str]:
        return [card.title for card in made.cards(stat, "step")]

    assert titles() == ["rate s=0", "rate s=1", "rate s=2", "rate s=3", "none"]
    assert [card.hidden_series for card in made.cards(stat, "step")] == [0, 0, 0, 0, 0]
    growing.add(*(number("rate", 7, 9, s=s) for s in "45"))
    assert titles() == ["rate s=2", "rate s=3", "rate s=4", "rate s=5", "none"]
    cards = made.cards(stat, "step")
    assert [card.hidden_series for card in cards] == [0, 0, 0, 2, 0]
    assert [card.value for card in cards] == ["8", "8", "7", "7", ""]
    assert [card.ended for card in cards] == [True, False, False, False, False]
    assert [card.series for card in cards[:4]] == [Role.S1, Role.S2, Role.S3, Role.S4]


def test_titles_of_cards_have_the_metadata_that_tells_series_of_one_name_apart() -> None:
    growing = GrowingEvents(*(number("eval", 1, 1, split="eval", of=of) for of in "ab"), number("lr", 1, 1, split="x"))
    made = Cards(growing.runs, ascii_only=False)
    assert [card.title for card in made.cards([Stat(("eval", "lr"), "Now")], None)] == [
        "Now: eval of=a",
        "Now: eval of=b",
        "Now: lr",
    ]


def test_keys_of_points_are_never_marked_as_ended() -> None:
    runs = runs_of({"a": 1}, *({"b": 1} for _ in range(200)))
    assert [card.ended for card in Cards(runs, ascii_only=False).cards([Stat(("a", "b"))], None)] == [False, False]


def test_a_stat_of_two_runs_has_the_cards_of_each() -> None:
    first = Growing(*POINTS, name="first")
    second = Growing({"step": 10, "loss": 0.25}, {"step": 40, "acc": 0.5}, name="second")
    made = Cards(RunSet([first.run, second.run]), ascii_only=False)
    stats = [Stat(("loss",), "Best", "min"), Stat(("acc",))]
    assert shown(made.cards(stats, "step")) == [
        ("first Best", "1", "min", "20"),
        ("second Best", "0.25", "min", "10"),
        ("first acc", "0.75", "last", ""),
        ("second acc", "0.5", "last", ""),
    ]
    second.add({"step": 50, "loss": 0.125})
    assert shown(made.cards(stats[:1], "step"))[1] == ("second Best", "0.125", "min", "50")


def test_a_run_without_the_key_of_a_stat_has_an_empty_card() -> None:
    first, second = Growing(*POINTS, name="first"), Growing({"loss": 7}, name="second")
    cards = Cards(RunSet([first.run, second.run]), ascii_only=False).cards([Stat(("acc",), reduce="max")], "step")
    assert shown(cards) == [("first acc", "0.75", "max", "30"), ("second acc", "", "max", "")]


def test_room_for_the_cards_of_a_stat_is_counted_for_each_run() -> None:
    first = GrowingEvents(*(number("rate", 1, 1, s=s) for s in "012345"), name="first")
    second = GrowingEvents(*(number("rate", 1, 1, s=s) for s in "ab"), name="second")
    cards = Cards(RunSet([first.run, second.run]), ascii_only=False).cards([Stat(("rate",), "rate")], "step")
    assert [card.title for card in cards] == [
        *("first rate s=0", "first rate s=1", "first rate s=2", "first rate s=3"),
        *("second rate s=a", "second rate s=b"),
    ]
    assert [card.hidden_series for card in cards] == [0, 0, 0, 2, 0, 0]
