"""What leaves the dashboard: exports to files, values to the clipboard."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from support.dashboard import Watched, watching
from support.runs import made_run
from textual.drivers.headless_driver import HeadlessDriver


async def export_to(watched: Watched, name: str) -> None:
    """Answer the question for a file with a name."""
    await watched.press("e")
    await watched.shows("write points to")
    await watched.press("ctrl+u")
    await watched.press(*name)
    await watched.press("enter")


async def test_a_panels_points_along_its_x(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await export_to(watched, str(tmp_path / "losses.tsv"))
        await watched.shows("wrote ")
        rows = (tmp_path / "losses.tsv").read_text().splitlines()
        assert (rows[0], rows[1], rows[10], len(rows)) == (
            "step\tloss\teval.loss",
            "10\t2\t",
            "100\t0.2\t0.3",
            101,
        )
        await watched.press("end", "left")
        await export_to(watched, str(tmp_path / "hours"))
        await watched.until((tmp_path / "hours").exists)
        assert (tmp_path / "hours").read_text().startswith("hour\tspeed\n0.25\t101\n0.5\t102\n")


async def test_the_place_is_x_where_no_key_is(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), "--x", "seq") as watched:
        await export_to(watched, str(tmp_path / "out"))
        await watched.until((tmp_path / "out").exists)
        assert (tmp_path / "out").read_text().startswith("seq\tloss\teval.loss\n1\t2\t\n")


async def test_the_screen_without_the_question_that_asked_for_it(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await export_to(watched, str(tmp_path / "screen.svg"))
        await watched.until((tmp_path / "screen.svg").exists)
        svg = (tmp_path / "screen.svg").read_text().replace("&#160;", " ")
        assert svg.startswith("<svg")
        for shown in ("Losses", "Learning", "quit", "run-7"):
            assert shown in svg
        assert "write points" not in svg


async def test_a_file_that_is_there_is_written_over_only_when_that_is_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "out.tsv"
    path.write_text("mine\n")
    async with watching(made_run(tmp_path / "run-7")) as watched:
        for answer in ("n", "", "maybe"):
            await export_to(watched, str(path))
            await watched.shows(f"{path} exists; overwrite it? y or n:")
            await watched.press(*answer)
            await watched.press("enter")
            await watched.shows("not written")
            assert path.read_text() == "mine\n"
        await export_to(watched, str(path))
        await watched.shows("overwrite it?")
        await watched.press("escape")
        assert path.read_text() == "mine\n"
        await export_to(watched, str(path))
        await watched.shows("overwrite it?")
        await watched.press("y", "enter")
        await watched.shows(f"wrote {path}")
        assert path.read_text().startswith("step\tloss")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere/out.tsv", "No such file or directory"),
        ("run-7/telemetry.jsonl/out.tsv", "Not a directory"),
        ("~nosuchuserhere/out.tsv", "cannot write ~nosuchuserhere/out.tsv: No such file or directory"),
    ],
)
async def test_what_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await export_to(watched, name)
        await watched.shows("cannot write", said)


async def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await export_to(watched, str(tmp_path))
        await watched.until(lambda: "cannot write" in watched.text or "overwrite" in watched.text)
        if "overwrite" in watched.text:
            await watched.press("y", "enter")
        await watched.shows("cannot write", "directory")


async def test_nothing_is_written_without_a_name_or_when_it_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await export_to(watched, "  ")
        await watched.press("e")
        await watched.shows("run-7-Losses.tsv")
        await watched.press("escape")
        await watched.until(lambda: "quit" in watched.footer)
        assert list(Path().iterdir()) == []
        await watched.press("e", "enter")
        await watched.shows("wrote run-7-Losses.tsv")
        assert [path.name for path in Path().iterdir()] == ["run-7-Losses.tsv"]


async def test_home_is_where_a_tilde_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await export_to(watched, "~/out.tsv")
        await watched.until((tmp_path / "out.tsv").exists)


async def test_a_folded_prefix_and_an_empty_dashboard_have_nothing_to_export(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7", layout="")) as watched:
        await watched.press("end", "f", "e")
        await watched.shows("no panel to export")
        await watched.press("slash", *"nosuch", "enter", "e")
        assert "write points" not in watched.text


async def test_a_value_is_copied_through_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(HeadlessDriver, "write", lambda _, data: sent.append(data))
    async with watching(made_run(tmp_path / "run-7")) as watched:
        await watched.press("c", "home", "right", "right", "y")
        value = base64.b64encode(repr(2 / 3).encode()).decode()
        assert f"\x1b]52;c;{value}\a" in "".join(sent)
        await watched.press("end", "escape", "end")
        sent.clear()
        await watched.press("y")
        assert "]52" not in "".join(sent)
