"""The dashboard on what a run reports of itself: its states, its overview, and the status file beside it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from div_tui.app.ingest import reader
from support.dashboard import header_tells, watching
from support.event_runs import events_file, local_time, note, number, run_events, state

LONG = "evaluated offline on cpu: determinism 3: chosen here, " + "and so on and so forth, " * 12 + "to the last word"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return events_file(tmp_path / "run-7", *run_events())


async def test_the_state_is_the_runs_own(tmp_path: Path) -> None:
    path = events_file(tmp_path, state("open"))
    async with watching(path) as watched:
        assert "○ waiting   open" in watched.header
        for event, shown in (
            (state("start"), "○ waiting   start"),
            (number("loss", 1, 1), "● live   start   step 1"),
            (note("interrupted by SIGTERM", 1), "✗ interrupted   step 1"),
            (note("checkpoint written", 1), "✗ interrupted   step 1"),
            (number("loss", 1, 2), "● live   step 2"),
            (state("evaluate"), "● live   evaluate   step 2"),
            (state("done"), "■ ended   step 2"),
            (state("start"), "● live   start   step 2"),
            (state("Interruption"), "✗ interrupted   step 2"),
            (state("open"), "● live   open   step 2"),
            ({"kind": "summary", "steps": 2}, "■ ended   step 2"),
        ):
            watched.write(event)
            await header_tells(watched, f"{shown}   ")


async def test_a_last_word_without_a_line_end_is_heard(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "SETTLED", 0.05)
    async with watching(path) as watched:
        with path.open("ab") as file:
            file.write(json.dumps(state("done")).encode())
        await header_tells(watched, "■ ended")


async def test_the_bell_rings_when_a_run_is_interrupted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with watching(path, "--bell") as watched:
        rung: list[bool] = []
        monkeypatch.setattr(watched.app, "bell", lambda: rung.append(True))
        watched.app._main._tick()
        watched.write(note("interrupted: preempted", 200))
        await watched.until(lambda: rung)


async def test_what_a_run_says_of_itself(path: Path) -> None:
    async with watching(path) as watched:
        watched.write(state("done", step=200), {"kind": "summary", "loss": 0.25, "final": {"ok": True}})
        await header_tells(watched, "■ ended")
        await watched.press("i")
        await watched.shows("╭ Overview ")
        fields = [row.strip("│ ").split() for row in watched.rows]
        for field in (
            ["run", "lines", str(path)],
            ["run", "layout", "none"],
            ["open", "time", *local_time(0).split()],
            ["open", "target", "o41:runs/7"],
            ["start", "step", "0"],
            ["done", "step", "200"],
            ["summary", "loss", "0.25"],
            ["summary", "final.ok", "true"],
        ):
            assert field in fields, watched.text
        await watched.press("down", "enter")
        await watched.until(lambda: watched.rows[2].strip("│ ").split() == ["from", "run"])
        await watched.press("escape", "escape")
        await watched.shows("╭ train/loss ")


async def test_a_layout_that_fits_is_offered_and_can_be_read_later(tmp_path: Path) -> None:
    path = events_file(tmp_path)
    async with watching(path) as watched:
        watched.write({"epoch": 1, "loss": 1, "val_loss": 1, "accuracy": 1})
        await watched.shows("--telemetry builtin:keras fits this run")
        await watched.press("i")
        await watched.shows("╭ Overview ")
        row = next(row for row in watched.rows if "suggested layout" in row)
        assert row.strip("│ ") == "run   suggested layout  --telemetry builtin:keras"
        watched.write({"step": 1})
        await watched.until(lambda: "step" in watched.app.view.runs.first.history.columns)
        watched.app.screen.refresh_rows()
        await watched.until(lambda: "suggested layout" not in watched.text)


async def test_a_status_file_tells_the_state_however_it_is_rewritten(path: Path) -> None:
    status = path.with_name("status.json")

    def replace(text: str) -> None:
        status.with_suffix(".new").write_text(text)
        status.with_suffix(".new").replace(status)

    async with watching(path) as watched:
        status.write_text('{"state": "warming up", "step": 3, "eta": {"seconds": 40}}')
        await header_tells(watched, "● live   warming up   step 200")
        replace('{"state": "training", "step": 4}')
        await header_tells(watched, "● live   training   step 200")
        status.write_text('{"state": "eval')
        watched.app._main._tick()
        assert "● live   training" in watched.header
        status.unlink()
        watched.app._main._tick()
        assert "● live   training" in watched.header
        replace('{"state": "[b]\\u202e\\u001b[2J"}')
        await header_tells(watched, "● live   [b]\\u202e\\u001b[2J   step")
        replace('{"eta": {"seconds": 7}, "note": "no state"}')
        await header_tells(watched, "● live   start   step 200")
        await watched.press("i")
        await watched.shows("status.json", "eta.seconds", "no state")


@pytest.mark.parametrize(
    ("said", "shown"),
    [("done", "■ ended   done   "), ("interrupted", "✗ interrupted   step"), ("failed", "✗ failed   step")],
)
async def test_a_status_file_can_end_a_run_and_the_run_can_go_on(path: Path, said: str, shown: str) -> None:
    status = path.with_name("status.json")
    status.write_text(json.dumps({"state": said}))
    async with watching(path) as watched:
        assert shown in watched.header
        os.utime(status, (1e9, 1e9))
        watched.write(number("train/loss", 0.1, 210, split="train", stage="hard"))
        await header_tells(watched, f"● live   {said}   step 210")


async def test_a_status_file_can_be_named(path: Path, tmp_path: Path) -> None:
    named = tmp_path / "elsewhere.json"
    named.write_text('{"state": "saving"}')
    async with watching(path, "--status", str(named)) as watched:
        assert "● live   saving   " in watched.header
