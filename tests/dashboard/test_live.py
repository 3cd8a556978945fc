"""The dashboard on a run that grows, starts again and vanishes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from support.dashboard import watching
from support.runs import NAN, lines, made_run, point


async def test_points_appear_as_they_are_written(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        assert "run-7  ● live   step 1 000   100 points" in watched.header
        watched.write(point(101), point(102))
        await watched.shows("step 1 020", "102 points", "loss 0.01961")
        assert "1020" not in watched.text
        assert "dropped" not in watched.header


async def test_a_file_that_does_not_exist_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "later.jsonl"
    async with watching(path) as watched:
        assert "○ waiting" in watched.header
        await watched.shows("waiting for /")
        watched.write({"loss": 0.25}, {"loss": 0.5})
        await watched.shows("● live", "2 points", "╭ loss ")
        assert "waiting" not in watched.text


async def test_a_key_that_comes_later_gets_a_panel(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7", layout="")) as watched:
        watched.write({"step": 1010, "brand_new": 3}, {"step": 1020, "never_finite": NAN})
        await watched.shows("╭ brand_new ", "╭ never_finite ", "NaN at 1 020")


async def test_a_replaced_file_is_read_again_from_its_start(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7")
    async with watching(path) as watched:
        await watched.press("plus", "plus", "shift+left", "c")
        other = path.with_name("other")
        other.write_bytes(lines(map(point, range(1, 11))))
        other.replace(path)
        await watched.shows("read again from its start", "step 100 ", "10 points")
        window, cross = watched.view.viewport, watched.view.crosshair
        assert (window, cross) == (None, None)
        assert "new" not in watched.header


async def test_a_file_cut_shorter_is_read_again_from_its_start(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7")
    async with watching(path) as watched:
        os.truncate(path, path.read_bytes().index(b"\n") + 1)
        await watched.shows("read again from its start", "1 point ")


async def test_a_file_that_vanishes_keeps_its_points_and_is_waited_for(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7")
    async with watching(path) as watched:
        path.unlink()
        await watched.shows("the file no longer exists; waiting for it", "100 points", "loss 0.02")
        path.write_bytes(lines([point(5)]))
        await watched.shows("read again from its start", "1 point ")


async def test_a_step_that_goes_back_breaks_the_stroke(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        watched.write(*map(point, range(50, 60)))
        await watched.drawn(110)
        (losses,) = (tile for tile in watched.view.panels.tiles() if tile.title == "Losses")
        assert list(watched.view.shown(losses).series[0].breaks) == [100]
        assert "step 1 000" in watched.header


async def test_a_value_that_is_not_finite_is_told_while_it_is_the_latest_news(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        watched.write({"step": 1010, "loss": NAN})
        await watched.shows("loss 0.02 NaN at 1 010", "1 not finite  v")
        watched.write({"step": 1020, "loss": 0.5})
        await watched.until(lambda: "loss 0.5" in watched.text and "NaN" not in watched.text)


async def test_keys_asked_for_narrow_the_panels(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), "eval.loss", "hour") as watched:
        assert [tile.title for tile in watched.view.panels.tiles()] == ["Losses", "hour"]
        assert "min at" not in watched.text


async def test_x_as_it_was_asked_for(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), "--x", "hour") as watched:
        assert "hour 25" in watched.header
        assert watched.panel("Losses")[-2].split()[-1] == "25"
    async with watching(made_run(tmp_path / "run-7"), "--x", "huor") as watched:
        assert 'no point carries "huor"; the nearest key is "hour"' in watched.header


async def test_a_zoomed_view_follows_the_newest_point(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await watched.press("plus", "plus", "plus")
        before = watched.view.viewport
        watched.write(*map(point, range(101, 150)))
        await watched.shows("step 1 490")
        await watched.drawn(149)
        after = watched.view.viewport
        assert before
        assert after
        assert (after.follows, after.width) == (True, pytest.approx(before.width))
        assert after.x0 <= 1490 <= after.x1
        assert "new" not in watched.header


async def test_away_from_the_newest_point_it_tells_how_many_are_new(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await watched.press("plus", "shift+left")
        losses = watched.panel("Losses")[1:]
        assert "not following the newest point, press 0 to follow" in watched.header
        watched.write(*map(point, range(101, 113)))
        await watched.shows("12 new")
        assert watched.panel("Losses")[1:] == losses
        await watched.press("0")
        await watched.until(lambda: "12 new" not in watched.header)
        assert watched.panel("Losses")[1:] != losses


async def test_a_quiet_run_tells_its_age(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7")
    os.utime(path, (0, time.time() - 190))
    async with watching(path) as watched:
        assert "◌ quiet 3 min" in watched.header
        watched.write(point(101))
        await watched.shows("● live", "step 1 010")


async def test_a_run_without_news_for_ten_seconds_tells_its_age(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7")
    os.utime(path, (0, time.time() - 25))
    async with watching(path) as watched:
        assert "● live" in watched.header
        assert "last change 20 s ago" in watched.header


async def test_the_total_shows_how_far_it_is(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), "--total", "4000") as watched:
        assert "25%" in watched.header
        assert "left" not in watched.header
        watched.write(point(101))
        await watched.shows("step 1 010")
        watched.write(point(102))
        await watched.shows("step 1 020", " left")


async def test_a_full_run_says_so_and_counts_what_it_drops(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), "--max-points", "90") as watched:
        for said in ("full", "90 points", "10 dropped"):
            assert said in watched.header
        await watched.press("d")
        assert "past the cap on points" in watched.text


async def test_the_list_of_what_was_dropped(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(
        b'{"loss": 1}\noops [red]x[/]\x1b[2J\n[1]\n{"a/b": 1, "loss": NaN}\n{"a/b": 2}\n' + b"x" * 5000 + b"\n"
    )
    async with watching(path) as watched:
        assert "5 dropped  d" in watched.header
        await watched.press("d")
        rows = {" ".join(row.strip("│ ").split()) for row in watched.rows}
        assert "not JSON 1 2 oops [red]x[/]\\u001b[2J write one JSON object per line" in rows
        assert "not a JSON object 1 3 [1] write one JSON object per line" in rows
        assert any(
            row.startswith("key not letters, digits, _ and - 2 4 a/b --any-key, or use letters, d") for row in rows
        )
        assert any(row.startswith("over 4 KiB 1 6 xxx") for row in rows)
        assert any(row.startswith("not finite 1 loss last at point 2") for row in rows)
        with path.open("ab") as file:
            file.write(b"oops\n")
        await watched.until(lambda: "not JSON 2" in " ".join(watched.text.split()))


async def test_the_table_of_keys_is_sorted_turned_around_and_leads_to_a_panel(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await watched.press("v")

        def keys() -> list[str]:
            return [row.strip("│ ").split()[0] for row in watched.rows[2:9]]

        assert keys() == ["step", "hour", "loss", "lr", "speed", "eval.loss", "eval.acc"]
        await watched.press("s")
        assert keys() == ["eval.acc", "eval.loss", "hour", "loss", "lr", "speed", "step"]
        assert "key ↑" in watched.rows[1]
        await watched.press("r")
        assert keys()[0] == "step"
        assert "key ↓" in watched.rows[1]
        await watched.press("s")
        assert (keys()[-2:], "count ↓" in watched.rows[1]) == (["eval.loss", "eval.acc"], True)
        await watched.press("right")
        assert keys()[:2] == ["step", "speed"]
        await watched.press("left", "left", "down", "enter")
        await watched.shows("╭ Losses ")
        assert watched.focused == "Losses"
        await watched.press("v", "end", "enter")
        assert watched.focused == "Accuracy"


async def test_what_came_while_a_list_was_open_is_drawn_when_it_is_left(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await watched.press("question_mark")
        watched.write({"step": 1010, "loss": 7})
        await watched.until(lambda: watched.app.view.runs.first.history.points == 101)
        await watched.press("escape")
        await watched.shows("loss 7", "step 1 010")


async def test_what_came_during_a_pause_is_there_afterwards_whatever_it_was(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7", layout="")
    async with watching(path) as watched:
        await watched.press("p")
        watched.write({"step": 1010, "loss": NAN, "extra": 1}, "no object")
        await watched.until(lambda: watched.app.view.runs.first.status.done == path.stat().st_size)
        watched.write({"step": 1020, "loss": 6, "extra": 2}, {"step": 1030, "loss": 7})
        await watched.until(lambda: watched.app.view.runs.first.status.done == path.stat().st_size)
        await watched.press("v", "escape", "right", "left", "plus", "0")
        for absent in ("extra", "dropped ", "1 030"):
            assert absent not in watched.header
            assert absent not in "\n".join(watched.rows[1:-1])
        await watched.press("p")
        await watched.drawn(103)
        assert watched.app.view.runs.first.history.columns["extra"].values.tolist() == [1, 2]
        assert watched.app.view.runs.first.history.not_finite["loss"].places.tolist() == [101]
        await watched.shows("1 dropped", "step 1 030", "╭ extra ")


async def test_a_run_replaced_during_a_pause_is_the_new_one_afterwards(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7")
    async with watching(path) as watched:
        await watched.press("p")
        watched.write(point(101))
        await watched.until(lambda: watched.app.view.runs.first.status.done == path.stat().st_size)
        other = path.with_name("other")
        other.write_bytes(lines(map(point, range(1, 11))))
        other.replace(path)
        await watched.shows("read again from its start")
        assert "100 points" in watched.header
        await watched.press("p")
        await watched.shows("10 points")


async def test_a_big_run_answers_keys_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    row = lines([{f"k{at}": 1.25 for at in range(40)}])
    path.write_bytes(row * 60_000)
    async with watching(path) as watched:
        assert "60 000 points" in watched.header


@pytest.mark.parametrize("size", [(160, 48), (80, 24), (40, 12), (20, 6), (10, 4), (5, 3), (3, 2), (1, 1), (200, 2)])
async def test_every_size_shows_something_useful(tmp_path: Path, size: tuple[int, int]) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=size) as watched:
        rows = watched.rows
        assert len(rows) == size[1]
        if size[0] >= 10:
            assert "run-7" in rows[0] or "●" in rows[0] or size[1] < 2
            assert any(any(0x2800 < ord(sign) < 0x2900 for sign in row) for row in rows)
        if size[0] >= 40 and size[1] >= 6:
            assert "? help   q quit" in rows[-1] or "?" in rows[-1]
