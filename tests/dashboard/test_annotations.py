"""The dashboard on what a run tells besides numbers: remarks, its states, and the status file beside it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from div_tui.app.ingest import reader
from support.dashboard import Watched, watching
from support.event_runs import events_file, local_time, note, number, run_events, state
from support.runs import lines

LONG = "evaluated offline on cpu: determinism 3: chosen here, " + "and so on and so forth, " * 12 + "to the last word"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return events_file(tmp_path / "run-7", *run_events())


def marks(watched: Watched, title: str) -> int:
    """How many places of a panel's x axis are marked."""
    return "".join(watched.panel(title)).count("▴")


async def go_to(watched: Watched, x: str) -> None:
    """Put the crosshair on an x."""
    await watched.press("g")
    await watched.shows("go to x:")
    await watched.type(x)
    await watched.press("enter")
    await watched.until(lambda: "go to x:" not in watched.text)


async def tells(watched: Watched, shown: str) -> None:
    """Wait until the header says something, without waiting for its second to come round."""

    def told() -> bool:
        watched.app._main._tick()
        return shown in watched.header

    await watched.until(told)


async def test_a_late_evaluation_lies_at_its_step_with_its_remark(path: Path) -> None:
    async with watching(path) as watched:
        await watched.press("tab")
        assert marks(watched, "eval/loss") == 1
        watched.write(
            note("evaluated offline on cpu", 50, device="cpu"),
            number("eval/loss", 2.5, 50, split="eval", **{"pass": "eval"}),
            number("curriculum/stage", 0, 50, split="eval", **{"pass": "eval"}),
        )
        await watched.drawn(70)
        assert (marks(watched, "eval/loss"), marks(watched, "train/loss")) == (2, 2)
        await go_to(watched, "50")
        assert "evaluated offline on cpu" in watched.header
        assert " pass=eval 2.5  " in watched.panel("eval/loss")[0]
        assert watched.panel("eval/loss")[-1].startswith(" 50 ─")
        await watched.press("right")
        assert "evaluated offline" not in watched.header


async def test_a_remark_between_points_is_told_at_those_beside_it(path: Path) -> None:
    async with watching(path) as watched:
        watched.write(note("between", 55), note("interrupted by SIGTERM", 240))
        await watched.until(lambda: marks(watched, "train/loss") == 3)
        for x in ("50", "60"):
            await go_to(watched, x)
            assert watched.header.rstrip().endswith("at 55: between")
        await watched.press("end")
        assert watched.header.rstrip().endswith("stage 0 to 1; at 240: interrupted by SIGTERM")


async def test_a_change_of_the_stage_is_marked_and_said(path: Path) -> None:
    async with watching(path) as watched:
        assert marks(watched, "train/loss") == 1
        await go_to(watched, "200")
        assert watched.header.rstrip().endswith("stage 0 to 1")
        await watched.press("left")
        assert "stage" not in watched.header


async def test_remarks_are_marked_only_where_x_is_the_step(path: Path) -> None:
    async with watching(path, "--x", "seq") as watched:
        watched.write(note("hello", 7), number("rate/tokens", 1, 210, split="train"))
        await watched.drawn(69)
        assert "▴" not in watched.text
        await go_to(watched, "7")
        assert watched.panel("train/loss")[-1].startswith(" 7 ─")
        assert "hello" not in watched.header


async def test_a_remark_alone_is_drawn_without_a_number(path: Path) -> None:
    async with watching(path) as watched:
        watched.write(note("one", 20))
        await watched.until(lambda: marks(watched, "train/loss") == 2)
        watched.write(note("two", 120))
        await watched.until(lambda: marks(watched, "train/loss") == 3)
        assert "68 points" in watched.header


async def test_the_list_of_remarks_tells_each_whole(path: Path) -> None:
    async with watching(path, size=(120, 30)) as watched:
        watched.write(note(LONG, 50, device="cpu", checkpoint="s3://bucket/step-00000050"), note("short", None))
        await watched.until(lambda: len(watched.app.view.runs.first.history.events.annotations) == 2)
        await watched.press("a")
        await watched.shows("╭ Annotations and stages ─", " 50 ", "evaluated offline on", "checkpoint=s3://", "short")
        assert "to the first word" not in watched.text
        await watched.press("w")
        await watched.shows("s3://bucket/step-00000050", "device", "to the last word")
        whole = " ".join(row[1:-1].removeprefix(" text").strip() for row in watched.rows if "so" in row)
        assert whole.count("and so on and so forth,") == 12
        await watched.press("escape")
        await watched.shows("short", "read whole")
        await watched.press("end", "w")
        await watched.until(lambda: "and so on" not in watched.text)
        await watched.press("escape", "escape")
        await watched.shows("╭ train/loss ")


async def test_remarks_and_changes_of_the_stage_are_listed_by_their_steps_and_gone_to(path: Path) -> None:
    async with watching(path) as watched:
        watched.write(note("past the end", 230), note("no step", None), note("between", 55))
        await watched.until(lambda: marks(watched, "train/loss") == 3)
        await watched.press("tab", "tab", "a")
        await watched.shows("no step")
        listed = [row.strip("│ ").split("  ")[0] for row in watched.rows[2:6]]
        assert listed == ["55", "200", "230", "no step"]
        assert f"{local_time(200)}  stage 0 to 1" in watched.rows[3]
        assert "⏎ to its step   w read whole" in watched.footer
        await watched.press("enter")
        await watched.shows("╭ curriculum/stage ")
        assert (watched.view.crosshair, watched.focused) == (55, "curriculum/stage")
        assert watched.header.rstrip().endswith("between")
        assert watched.panel("train/loss")[-1].startswith(" 55 ─")
        await watched.press("a", "down", "down", "enter")
        await watched.shows("╭ curriculum/stage ")
        assert (watched.view.crosshair, watched.header.rstrip()[-12:]) == (230, "past the end")
        await watched.press("a", "end", "enter")
        await watched.shows("it is of no step")
        await watched.press("escape", "x", "a", "enter")
        await watched.shows("no panel here is drawn against step")


async def test_a_remark_that_is_gone_is_not_read(path: Path) -> None:
    async with watching(path) as watched:
        watched.write(note("one", 20), note("two", 30))
        await watched.until(lambda: marks(watched, "train/loss") == 3)
        await watched.press("a", "down")
        path.write_bytes(lines([number("train/loss", 1, 1)]))
        await watched.until(lambda: watched.app.view.runs.first.history.points == 1)
        await watched.press("enter")
        await watched.shows("nothing was remarked")


async def test_without_remarks_the_list_says_so(tmp_path: Path) -> None:
    async with watching(events_file(tmp_path, number("loss", 1, 1))) as watched:
        await watched.press("a")
        await watched.shows("nothing was remarked")
        await watched.press("enter", "w", "escape")
        await watched.shows("╭ loss ")


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
            await tells(watched, f"{shown}   ")


async def test_a_last_word_without_a_line_end_is_heard(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "SETTLED", 0.05)
    async with watching(path) as watched:
        with path.open("ab") as file:
            file.write(json.dumps(state("done")).encode())
        await tells(watched, "■ ended")


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
        await tells(watched, "■ ended")
        await watched.press("i")
        await watched.shows("╭ The run ")
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
        await watched.shows("╭ The run ")
        row = next(row for row in watched.rows if "layout that fits" in row)
        assert row.strip("│ ") == "run   layout that fits  --telemetry builtin:keras"
        watched.write({"step": 1})
        await watched.until(lambda: "step" in watched.app.view.runs.first.history.columns)
        watched.app.screen.refresh_rows()
        await watched.until(lambda: "layout that fits" not in watched.text)


async def test_a_status_file_tells_the_state_however_it_is_rewritten(path: Path) -> None:
    status = path.with_name("status.json")

    def replace(text: str) -> None:
        status.with_suffix(".new").write_text(text)
        status.with_suffix(".new").replace(status)

    async with watching(path) as watched:
        status.write_text('{"state": "warming up", "step": 3, "eta": {"seconds": 40}}')
        await tells(watched, "● live   warming up   step 200")
        replace('{"state": "training", "step": 4}')
        await tells(watched, "● live   training   step 200")
        status.write_text('{"state": "eval')
        watched.app._main._tick()
        assert "● live   training" in watched.header
        status.unlink()
        watched.app._main._tick()
        assert "● live   training" in watched.header
        replace('{"state": "[b]\\u202e\\u001b[2J"}')
        await tells(watched, "● live   [b]\\u202e\\u001b[2J   step")
        replace('{"eta": {"seconds": 7}, "note": "no state"}')
        await tells(watched, "● live   start   step 200")
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
        await tells(watched, f"● live   {said}   step 210")


async def test_a_status_file_can_be_named(path: Path, tmp_path: Path) -> None:
    named = tmp_path / "elsewhere.json"
    named.write_text('{"state": "saving"}')
    async with watching(path, "--status", str(named)) as watched:
        assert "● live   saving   " in watched.header


async def test_names_metadata_and_remarks_are_plain_text(tmp_path: Path) -> None:
    names = ["a{b}", "c,d=e", 'f"g', "h\\i", "j\nk", "l\x1b[31m", "漢字の損失", "\u202em", "[bold]n[/bold]"]
    shown = ["a{b}", "c,d=e", 'f"g', "h\\i", "j\\nk", "l\\u001b[31m", "漢字の損失", "\\u202em", "[bold]n[/bold]"]
    events = [number(name, at, 1, **{"[k]": value}) for at, name in enumerate(names) for value in ("x,\n", "\u202e漢")]
    path = events_file(tmp_path, *events, note("[red]\x1b]0;t\x07\u202e漢\n", 1, **{"{": "\x9b"}))
    async with watching(path, size=(160, 60)) as watched:
        for title in shown:
            assert f"╭ {title} ─" in watched.text
        assert watched.panel("a{b}")[0].endswith(' [k]="x,\\n" 0  [k]=\\u202e漢 0 ')
        await watched.press("c")
        assert "[red]\\u001b]0;t\\u0007\\u202e漢\\n" in watched.header
        await watched.press("a")
        await watched.shows("[red]\\u001b]0;t\\u0007\\u202e漢\\n", '"{"="\\u009b"')
        await watched.press("escape", "v")
        await watched.shows('"a{b}"{[k]="x,\\n"}', '"j\\nk"{', "\\u202em{[k]=\\u202e漢}", '"h\\\\i"{', "漢字の損失{")
