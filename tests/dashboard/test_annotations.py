"""The dashboard on annotations and changes of stage."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.dashboard import Watched, watching
from support.event_runs import events_file, local_time, note, number, run_events
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
    await watched.press(*x)
    await watched.press("enter")
    await watched.until(lambda: "go to x:" not in watched.text)


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
        await watched.shows("short", "details")
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
        assert "⏎ go to step   w details" in watched.footer
        await watched.press("enter")
        await watched.shows("╭ curriculum/stage ")
        assert (watched.view.crosshair, watched.focused) == (55, "curriculum/stage")
        assert watched.header.rstrip().endswith("between")
        assert watched.panel("train/loss")[-1].startswith(" 55 ─")
        await watched.press("a", "down", "down", "enter")
        await watched.shows("╭ curriculum/stage ")
        assert (watched.view.crosshair, watched.header.rstrip()[-12:]) == (230, "past the end")
        await watched.press("a", "end", "enter")
        await watched.shows("this annotation has no step")
        await watched.press("escape", "x", "a", "enter")
        await watched.shows("no panel is drawn against step")


async def test_a_remark_that_is_gone_is_not_read(path: Path) -> None:
    async with watching(path) as watched:
        watched.write(note("one", 20), note("two", 30))
        await watched.until(lambda: marks(watched, "train/loss") == 3)
        await watched.press("a", "down")
        path.write_bytes(lines([number("train/loss", 1, 1)]))
        await watched.until(lambda: watched.app.view.runs.first.history.points == 1)
        await watched.press("enter")
        await watched.shows("no annotations")


async def test_without_remarks_the_list_says_so(tmp_path: Path) -> None:
    async with watching(events_file(tmp_path, number("loss", 1, 1))) as watched:
        await watched.press("a")
        await watched.shows("no annotations")
        await watched.press("enter", "w", "escape")
        await watched.shows("╭ loss ")


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
