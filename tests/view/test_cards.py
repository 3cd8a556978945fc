"""The stats of a layout as cards."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from div_tui.app.view import cards
from div_tui.app.view.cards import Cards
from div_tui.layouts.model import Stat
from div_tui.widgets.card_face import Card
from div_tui.widgets.cells import Role
from support.event_runs import GrowingEvents, number
from support.runs import Growing, run_of


class Said(NamedTuple):
    title: str
    value: str
    reduce: str
    where: str


def said(made: list[Card]) -> list[Said]:
    return [Said(card.title, card.value, card.reduce, card.where) for card in made]


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
    assert said(Cards(run_of(*POINTS), ascii_only=False).cards([stat], "step")) == [card]


def test_a_stat_of_several_keys_is_a_card_each_in_their_colours() -> None:
    made = Cards(run_of(*POINTS), ascii_only=True).cards([Stat(("loss", "acc"), "Best", "max"), Stat(("acc",))], "step")
    assert said(made) == [
        ("Best: loss", "3", "max", "10"),
        ("Best: acc", "0.75", "max", "30"),
        ("acc", "0.75", "last", ""),
    ]
    assert [card.series for card in made] == [Role.S1, Role.S2, Role.S1]
    assert all(card.ascii_only for card in made)
    assert said(Cards(run_of(*POINTS), ascii_only=False).cards([Stat(("loss", "acc"))], None))[1].title == "acc"


def test_where_is_said_in_the_x_of_the_layout_else_in_the_place() -> None:
    made = Cards(run_of(*POINTS), ascii_only=False)
    stat = [Stat(("loss",), reduce="min")]
    assert said(made.cards(stat, None))[0].where == "2"
    assert said(made.cards(stat, "seq"))[0].where == "2"
    assert said(made.cards(stat, "no such key"))[0].where == ""


def test_the_best_is_kept_up_to_date_and_its_first_place_counts() -> None:
    growing = Growing(*POINTS)
    made = Cards(growing.run, ascii_only=False)
    stat = [Stat(("loss",), reduce="min"), Stat(("loss",), reduce="max")]
    assert [(card.value, card.where) for card in made.cards(stat, "step")] == [("1", "20"), ("3", "10")]
    growing.add({"step": 40, "loss": 1}, {"step": 50, "loss": 9})
    assert [(card.value, card.where) for card in made.cards(stat, "step")] == [("1", "20"), ("9", "50")]
    growing.begin_again({"step": 5, "loss": 4})
    assert [(card.value, card.where) for card in made.cards(stat, "step")] == [("4", "5"), ("4", "5")]


def test_a_card_draws_the_newest_of_a_long_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "HISTORY", 2)
    (made,) = Cards(run_of(*POINTS), ascii_only=False).cards([Stat(("loss",))], None)
    assert made.history is not None
    assert list(made.history) == [1, 2]


def test_of_more_series_than_there_is_room_for_those_that_run_have_cards_and_the_rest_is_counted() -> None:
    growing = GrowingEvents(*(number("rate", at, at, s=s) for s in "0123" for at in range(9)))
    made, stat = Cards(growing.run, ascii_only=False), [Stat(("rate",), "rate"), Stat(("none",))]

    def titles() -> list[str]:
        return [card.title for card in made.cards(stat, "step")]

    assert titles() == ["rate s=0", "rate s=1", "rate s=2", "rate s=3", "none"]
    assert [card.more for card in made.cards(stat, "step")] == [0, 0, 0, 0, 0]
    growing.add(*(number("rate", 7, 9, s=s) for s in "45"))
    assert titles() == ["rate s=2", "rate s=3", "rate s=4", "rate s=5", "none"]
    cards = made.cards(stat, "step")
    assert [card.more for card in cards] == [0, 0, 0, 2, 0]
    assert [card.value for card in cards] == ["8", "8", "7", "7", ""]
    assert [card.ended for card in cards] == [True, False, False, False, False]
    assert [card.series for card in cards[:4]] == [Role.S1, Role.S2, Role.S3, Role.S4]


def test_titles_of_cards_tell_metadata_of_one_name_alone() -> None:
    growing = GrowingEvents(*(number("eval", 1, 1, split="eval", of=of) for of in "ab"), number("lr", 1, 1, split="x"))
    made = Cards(growing.run, ascii_only=False)
    assert [card.title for card in made.cards([Stat(("eval", "lr"), "Now")], None)] == [
        "Now: eval of=a",
        "Now: eval of=b",
        "Now: lr",
    ]


def test_keys_of_points_are_not_said_to_have_ended() -> None:
    run = run_of({"a": 1}, *({"b": 1} for _ in range(200)))
    assert [card.ended for card in Cards(run, ascii_only=False).cards([Stat(("a", "b"))], None)] == [False, False]
