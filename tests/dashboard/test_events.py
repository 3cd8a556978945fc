"""The dashboard on runs of events: their series, what x is, plain text, layouts, and runs that begin again."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from support.dashboard import Watched, watching
from support.event_runs import events_file, local_time, note, number, run_events, state
from support.runs import NAN, lines, point


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return events_file(tmp_path / "run-7", *run_events())


def marks(watched: Watched, title: str) -> int:
    """How many places of a panel's x axis are marked."""
    return "".join(watched.panel(title)).count("▴")


async def test_each_name_has_a_panel_and_its_series_are_told_apart(path: Path) -> None:
    async with watching(path) as watched:
        assert "metrics.jsonl  ● live   start   step 200   68 points" in watched.header
        titles = [tile.title for tile in watched.view.panels.tiles()]
        assert titles == ["train/loss", "eval/loss", "curriculum/stage", "rate/tokens", "runtime/peak_bytes"]
        assert watched.panel("train/loss")[0].endswith(" stage=easy 0.4  stage=hard 0.2 ")
        assert watched.panel("eval/loss")[0].endswith(" pass=eval 0.25  pass=probe 1.25 ")


async def test_rates_and_the_runtime_are_stats(path: Path) -> None:
    async with watching(path) as watched:
        cards = [row for row in watched.rows[1:4] if row]
        assert "╭ rate/tokens ─" in cards[0]
        assert "╭ runtime/peak_bytes ─" in cards[0]
        assert (" 1 020 " in cards[1], " 3.020 GiB " in cards[1]) == (True, True)


async def test_x_is_the_step_from_the_first_that_is_told(tmp_path: Path) -> None:
    async with watching(events_file(tmp_path, number("loss", 1))) as watched:
        watched.write(number("loss", 2, 500))
        await watched.shows("step 500", " 500 ")
        assert watched.view.x_of(watched.view.panels.item) == "step"


async def test_past_four_series_the_panel_says_how_many_more(tmp_path: Path) -> None:
    events = (number("norm", at, step, param=f"layer{at}") for step in (1, 2) for at in range(7))
    async with watching(events_file(tmp_path, *events)) as watched:
        panel = watched.panel("norm")
        assert "param=layer3 3" in panel[0]
        assert "layer4" not in "".join(panel)
        assert panel[-1].endswith("─ and 3 more ")


async def test_numbers_appear_as_they_are_written(path: Path) -> None:
    async with watching(path) as watched:
        watched.write(number("train/loss", 0.125, 210, split="train", stage="hard"), number("brand/new", 7, 210))
        await watched.shows("step 210", "70 points", "stage=hard 0.125 ", "╭ brand/new ")


async def test_time_as_x_is_a_clock(path: Path) -> None:
    async with watching(path, "--x", "ts_ms") as watched:
        assert f"ts_ms {local_time(200)}   68 points" in watched.header
        assert f" {local_time(60)[11:16]} " in watched.panel("train/loss")[-2]
        await watched.press("c", "left")
        assert watched.panel("train/loss")[-1].startswith(f" {local_time(190)} ─")


async def test_the_place_in_the_series_as_x(path: Path) -> None:
    async with watching(path, "--x", "seq") as watched:
        assert ("step" in watched.header, "68 points" in watched.header) == (False, True)
        await watched.press("c", "left")
        assert watched.panel("train/loss")[-1].startswith(" 9 ─")
        assert " stage=easy 0.4444444  stage=hard 0.2105263 " in watched.panel("train/loss")[0]


async def test_the_x_key_goes_round_step_place_and_time(path: Path) -> None:
    async with watching(path) as watched:
        for name in ("seq", "ts_ms", "step"):
            await watched.press("x")
            assert f"x is {name}" in watched.header


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--x", "epoch"], 'no point carries "epoch" as x; x is step, ts_ms or seq'),
        (["eval/loss{pass=best}"], 'no point carries "eval/loss{pass=best}"; the metadata'),
        (["evl/loss"], 'no point carries "evl/loss"; the nearest key is "eval/loss"'),
        (["--x", "step", "eval/loss{pass=probe}"], ""),
        (["--x", "seq"], ""),
    ],
)
async def test_what_was_asked_for_and_is_not_there_is_said(path: Path, arguments: list[str], said: str) -> None:
    async with watching(path, *arguments, "--telemetry", "none") as watched:
        assert said in watched.header
        assert ("no point carries" in watched.header) == bool(said)


async def test_a_value_that_is_not_finite_breaks_the_stroke_and_is_told(path: Path) -> None:
    async with watching(path) as watched:
        watched.write(
            number("train/loss", NAN, 210, split="train", stage="hard"), number("worse", math.inf, 210, split="train")
        )
        await watched.shows("stage=hard 0.2 NaN at 210", "╭ worse ", "no points yet")
        assert watched.panel("worse")[0].endswith(" infinite at 210 ")
        watched.write(number("train/loss", 0.1, 220, split="train", stage="hard"))
        await watched.until(lambda: "stage=hard 0.1 " in watched.panel("train/loss")[0])


LAYOUT = """\
x = "step"

[[stat]]
title = "Best"
y = "eval/loss"
reduce = "min"

[[panel]]
title = "Probe"
y = "eval/loss{pass=probe}"

[[panel]]
title = "Losses"
y = ["train/loss{stage=hard}", "eval/loss"]
x = "ts_ms"
"""


async def test_a_layout_selects_series(tmp_path: Path) -> None:
    async with watching(events_file(tmp_path, *run_events(), layout=LAYOUT)) as watched:
        assert watched.panel("Probe")[0].endswith(" eval/loss 1.25 ")
        assert [one.name for one in watched.view.series_of(watched.view.panels.items[1])] == [
            "train/loss",
            "eval/loss pass=eval",
            "eval/loss pass=probe",
        ]
        assert (marks(watched, "Probe"), marks(watched, "Losses")) == (1, 0)
        assert "╭ Best: eval/loss pass=eval ─" in watched.rows[1]
        assert "╭ Best: eval/loss pass=probe ─" in watched.rows[1]
        assert watched.rows[3].count(" min at 200 ") == 2


async def test_a_key_with_metadata_asked_for_is_drawn_alone(path: Path) -> None:
    async with watching(path, "eval/loss{pass=probe}", "train/loss") as watched:
        assert [tile.title for tile in watched.view.panels.tiles()] == ["train/loss", "eval/loss{pass=probe}"]
        assert watched.panel("eval/loss{pass=probe}")[0].endswith("─ 1.25 ")


async def test_a_file_of_the_other_format_may_take_its_place(path: Path) -> None:
    def replace(data: bytes) -> None:
        path.with_name("other").write_bytes(data)
        path.with_name("other").replace(path)

    async with watching(path) as watched:
        await watched.press("c", "plus", "plus")
        replace(lines(map(point, range(1, 31))))
        await watched.shows("read again from its start", "● live   step 300   30 points", "╭ eval.loss ")
        assert "train/loss" not in watched.text
        await watched.press("c", "left")
        replace(lines(run_events(30)))
        await watched.shows("● live   start   step 300", "╭ train/loss ", "pass=probe")
        assert "eval.loss" not in watched.text


async def test_what_comes_while_the_picture_is_held_is_shown_when_it_goes_on(path: Path) -> None:
    async with watching(path) as watched:
        await watched.press("p")
        watched.write(note("hello", 20), number("train/loss", 9, 210, split="train", stage="hard"))
        backlog = watched.app.view.runs.first._backlog
        await watched.until(lambda: backlog._batch and backlog._batch.points)
        watched.write(number("brand/new", 1, 220), state("done"))
        await watched.until(lambda: backlog._batch.points == 2)
        assert ("step 200" in watched.header, marks(watched, "train/loss")) == (True, 1)
        await watched.press("p")
        await watched.shows("■ ended   step 220   70 points", "╭ brand/new ", "stage=hard 9")
        assert marks(watched, "train/loss") == 2


async def test_no_secret_is_shown(tmp_path: Path) -> None:
    secrets = tmp_path / "secrets.env"
    secrets.write_text("TOKEN=hunter2\n")
    secrets.chmod(0o600)
    path = events_file(
        tmp_path / "run",
        state("open", target="o41:hunter2"),
        number("loss/hunter2", 1, 1, key="hunter2", hunter2="a"),
        number("loss/hunter2", 2, 1, key="b"),
        note("with hunter2", 1, checkpoint="s3://hunter2/x"),
        {"kind": "hunter2", "ts_ms": 5},
        {"kind": "summary", "said": {"hunter2": ["hunter2"]}},
    )
    path.with_name("status.json").write_text('{"state": "hunter2", "hunter2": "hunter\\u0032"}')
    async with watching(path, "--secrets", str(secrets)) as watched:
        assert "loss/***" in watched.text
        seen = [watched.text]
        await watched.press("c")
        seen.append(watched.text)
        for key, more in (("a", "w"), ("i", "enter"), ("v", "enter"), ("d", "enter")):
            await watched.press(key)
            seen.append(watched.text)
            await watched.press(more)
            seen.append(watched.text)
            while len(watched.app.screen_stack) > 1:
                await watched.press("escape")
        assert not any("hunter2" in text for text in seen)
        assert "with ***" in seen[1]
        assert "s3://***/x" in seen[2]
        assert "o41:***" in seen[4]


async def test_too_many_names_are_left_out_and_counted(tmp_path: Path) -> None:
    path = events_file(tmp_path, *(number(f"name{at}", at, 1) for at in range(5000)))
    async with watching(path, "name4095", "name4096") as watched:
        assert "904 dropped" in watched.header
        assert watched.panel("name4095")[0].endswith("─ 4 095 ")
        assert "no points yet" in "".join(watched.panel("name4096"))
        await watched.press("d")
        await watched.shows("more than 4096 names", "name4096, name4097, ")


async def test_the_table_and_an_export(path: Path, tmp_path: Path) -> None:
    async with watching(path) as watched:
        await watched.press("v")
        await watched.shows("eval/loss{pass=probe,split=eval}")
        row = next(row for row in watched.rows if "eval/loss{pass=probe" in row)
        assert row.strip("│ ").split()[:5] == ["eval/loss{pass=probe,split=eval}", "2", "1.25", "1.25", "1.5"]
        await watched.press("down", "down", "down", "enter")
        await watched.shows("╭ train/loss ")
        assert watched.view.panels.item
        assert watched.view.panels.item.panel.title == "eval/loss"
        await watched.press("e")
        await watched.shows("write points to")
        await watched.press("ctrl+u")
        await watched.press(*str(tmp_path / "out.tsv"))
        await watched.press("enter")
        await watched.until((tmp_path / "out.tsv").exists)
        assert (tmp_path / "out.tsv").read_text() == (
            "step\teval/loss{pass=eval,split=eval}\teval/loss{pass=probe,split=eval}\n100\t0.5\t1.5\n200\t0.25\t1.25\n"
        )


async def test_a_run_that_begins_again_forgets_remarks_and_states(path: Path) -> None:
    async with watching(path) as watched:
        watched.write(note("hello", 20), state("done"))
        await watched.shows("■ ended")
        path.write_bytes(lines([number("train/loss", 3, 1, split="train")]))
        await watched.shows("read again from its start", "● live   step 1   1 point ")
        await watched.until(lambda: "eval/loss" not in watched.text)
        titles = [tile.title for tile in watched.view.panels.tiles()]
        assert (marks(watched, "train/loss"), titles) == (0, ["train/loss"])
        assert watched.panel("train/loss")[0].endswith("─ 3 ")
        await watched.press("a")
        await watched.shows("no annotations")
