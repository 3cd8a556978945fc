"""The panels and stats of a run of events: its own layout, or one by the names of its series."""

from __future__ import annotations

from pathlib import Path

import pytest
from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.cards import Cards
from div_tui.app.view.panels import in_force
from div_tui.app.view.x_axis import X, x_choices, x_key
from div_tui.layouts.model import Layout, Panel, Stat
from support.command import run as command
from support.event_runs import Event, GrowingEvents, events_file, local_time, note, number, run_events
from support.runs import Growing

NAMES = (
    "rate/tokens",
    "train/loss",
    "runtime/step_seconds",
    "runtime/peak_bytes",
    "eval/loss",
    "runtime/train_seconds",
    "curriculum/stage",
)
SERIES = [number(name, 1, 1, split="train") for name in NAMES]
PROBE = number("eval/loss", 2, 1, **{"pass": "probe"})


def titles(layout: Layout) -> list[str]:
    return [panel.name for panel in layout.panels]


def drawn(*events: Event, asked: tuple[str, ...] = (), x: str | None = None) -> Layout:
    return in_force(GrowingEvents(*events).runs, asked, x)


def test_each_name_has_a_panel_in_order_with_rates_and_the_runtime_last() -> None:
    made = drawn(*SERIES, PROBE)
    assert titles(made) == [
        *("train/loss", "eval/loss", "curriculum/stage"),
        *("rate/tokens", "runtime/step_seconds", "runtime/peak_bytes", "runtime/train_seconds"),
    ]
    assert made.x == "step"


def test_rates_and_two_names_of_the_runtime_are_stats() -> None:
    assert drawn(*SERIES).stats == (
        Stat(("rate/tokens",), "rate/tokens"),
        Stat(("runtime/step_seconds",), "runtime/step_seconds"),
        Stat(("runtime/peak_bytes",), "runtime/peak_bytes"),
    )
    assert drawn(number("rates/tokens", 1), number("xruntime/peak_bytes", 1)).stats == ()


def test_the_key_of_a_panel_is_written_so_that_it_selects_its_series() -> None:
    made = drawn(number('g{"h', 1, 1))
    assert made.panels == (Panel(('"g{\\"h"',), 'g{"h'),)


def test_x_is_the_step_if_the_events_have_one_or_the_x_asked_for() -> None:
    assert drawn(number("loss", 1)).x is None
    assert drawn(number("loss", 1), number("loss", 1, 3)).x == "step"
    assert [drawn(number("loss", 1, 3), x=x).x for x in ("ts_ms", "seq", "step")] == ["ts_ms", "seq", "step"]


def test_annotations_and_states_alone_have_no_panel() -> None:
    assert drawn(note("hello", 3), {"kind": "start", "ts_ms": 1}) == Layout()


def test_the_layout_of_the_run_is_in_force() -> None:
    own = Layout(None, (Panel(("eval/loss{pass=probe}",), "Probe"),))
    assert in_force(GrowingEvents(*SERIES, PROBE, layout=own).runs, (), None) is own


@pytest.mark.parametrize(
    ("asked", "panels"),
    [
        (("eval/loss",), [Panel(("eval/loss",), "eval/loss")]),
        (("eval/loss{pass=probe}",), [Panel(("eval/loss{pass=probe}",))]),
        (("eval/loss{pass=none}",), [Panel(("eval/loss{pass=none}",))]),
        (("eval/loss{pass=probe}", "eval/loss"), [Panel(("eval/loss",), "eval/loss")]),
        (
            ("lr", "train/loss", "lr"),
            [Panel(("train/loss",), "train/loss"), Panel(("lr",))],
        ),
    ],
)
def test_keys_asked_for_are_drawn_exactly(asked: tuple[str, ...], panels: list[Panel]) -> None:
    made = drawn(*SERIES, PROBE, asked=asked)
    assert (list(made.panels), made.stats, made.x) == (panels, (), "step")


def test_a_key_narrows_a_layout_to_the_panels_and_stats_of_its_series() -> None:
    both = Panel(("eval/loss", "train/loss"), "Losses")
    own = Layout("step", (both, Panel(("rate/tokens",))), (Stat(("eval/loss",), "Best", "min"), Stat(("rate/tokens",))))
    made = in_force(GrowingEvents(*SERIES, PROBE, layout=own).runs, ("eval/loss{pass=probe}",), None)
    assert made == Layout("step", (both,), (Stat(("eval/loss",), "Best", "min"),))


def test_the_choices_of_x_are_the_step_and_the_time() -> None:
    growing = GrowingEvents(number("loss", 1))
    assert x_choices(growing.history) == []
    growing.add(number("loss", 1, 3), number("loss", 1, 2))
    assert x_choices(growing.history) == ["step", "ts_ms"]


def cards(stat: Stat, *events: Event, x: X = "step") -> list[tuple[str, str, str]]:
    """The title, the value and the place of each card of a stat."""
    growing = GrowingEvents(*events)
    made = Cards(growing.runs, ascii_only=False).cards([stat], x_key(x, [growing.history]))
    return [(card.title, card.value, card.where) for card in made]


LOSSES = [number("eval/loss", 3 - at % 2, 10 * at, **{"pass": name}) for at in (1, 2, 3) for name in ("eval", "probe")]


def test_a_stat_has_a_card_for_each_series_with_where_its_value_was_reached() -> None:
    best = Stat(("eval/loss",), "Best", "max")
    assert cards(best, *LOSSES) == [("Best: eval/loss pass=eval", "3", "20"), ("Best: eval/loss pass=probe", "3", "20")]
    assert cards(best, *LOSSES, x="ts_ms")[0][2] == local_time(20)
    # A place in its series is not a place in the run.
    assert cards(best, *LOSSES, x="seq")[0][2] == ""


def test_the_card_of_a_single_series_has_the_title_of_the_layout() -> None:
    assert cards(Stat(("eval/loss{pass=probe}",)), *LOSSES) == [("eval/loss{pass=probe}", "2", "")]
    assert cards(Stat(("eval/loss{pass=probe}",), "Probe"), *LOSSES) == [("Probe", "2", "")]
    assert cards(Stat(("eval/loss{pass=none}",), "None"), *LOSSES) == [("None", "", "")]


def test_the_titles_of_cards_have_the_name_once() -> None:
    titles = [title for title, _, _ in cards(Stat(("eval/loss",), "eval/loss"), *LOSSES)]
    assert titles == ["eval/loss pass=eval", "eval/loss pass=probe"]


def test_a_stat_has_four_cards_at_most() -> None:
    assert len(cards(Stat(("norm",)), *(number("norm", 1, 1, param=str(at)) for at in range(9)))) == 4


@pytest.mark.parametrize(("size", "shown"), [(0, "0 GiB"), (2**20, "0.0009766 GiB"), (38.42 * 2**30, "38.42 GiB")])
def test_the_peak_of_memory_is_in_gib(size: float, shown: str) -> None:
    peak = number("runtime/peak_bytes", size, 1, split="train")
    assert cards(Stat(("runtime/peak_bytes",)), peak) == [("runtime/peak_bytes", shown, "")]
    assert "GiB" not in cards(Stat(("memory",)), number("memory", size, 1))[0][1]


def test_panels_printed_as_text(tmp_path: Path) -> None:
    path = events_file(tmp_path, *run_events(), note("here", 50))
    plotted = command(path, "--plot", "eval/loss{pass=probe}", "train/loss", env={"COLUMNS": "120"})
    rows = plotted.out.decode().splitlines()
    assert (plotted.status, plotted.messages) == (0, [])
    assert rows[0].startswith("╭ train/loss ──")
    assert "● stage=easy 0.4  ■ stage=hard 0.2 ╮╭ eval/loss{pass=probe} ─" in rows[0]
    assert rows[0].endswith(" 1.25 ╮")
    # The annotation, and the change of stage.
    assert rows[-3].count("▴") == 4
    assert len(rows) == 12
    everything = command(path, "--plot", env={"COLUMNS": "120"}).out.decode()
    assert "3.020 GiB" in everything
    assert "pass=eval" in everything


def test_the_panels_of_two_runs_are_those_of_either() -> None:
    first, second = (
        GrowingEvents(number("loss", 1, 1), number("rate/tokens", 1, 1)),
        GrowingEvents(number("loss", 1, 1), number("acc", 1, 1), number("rate/samples", 1, 1)),
    )
    made = in_force(RunSet([first.run, second.run]), (), None)
    assert (titles(made), made.x) == (["loss", "rate/tokens", "acc", "rate/samples"], "step")
    assert [stat.y for stat in made.stats] == [("rate/tokens",), ("rate/samples",)]
    asked = in_force(RunSet([first.run, second.run]), ("acc", "loss"), None)
    assert titles(asked) == ["loss", "acc"]


def test_a_name_that_one_run_has_as_a_key_and_one_as_events_has_one_panel() -> None:
    events, points = GrowingEvents(number("loss", 1, 1)), Growing({"step": 1, "loss": 2, "lr": 1})
    for growing in ((events, points), (points, events)):
        made = in_force(RunSet(one.run for one in growing), (), None)
        assert (titles(made), made.x) == (["loss", "lr"], "step")
