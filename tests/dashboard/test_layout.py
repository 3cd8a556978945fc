"""The dashboard on a layout that comes, changes, is wrong, and is removed."""

from __future__ import annotations

from pathlib import Path

from support.dashboard import watching
from support.runs import made_run, point


async def test_a_layout_that_comes_later_is_read(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7", layout="")
    async with watching(path) as watched:
        assert ("╭ eval.acc " in watched.text, "╭ Accuracy " in watched.text) == (True, False)
        path.with_name("telemetry.toml").write_text('[[panel]]\ntitle = "Accuracy"\ny = "eval.acc"\nx = "step"\n')
        await watched.shows("telemetry.toml was read again", "╭ Accuracy ")
        assert "╭ loss " not in watched.text


async def test_what_was_wrong_with_a_layout_goes_with_its_file(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7")
    layout = path.with_name("telemetry.toml")
    async with watching(path) as watched:
        layout.write_text('[[panel]]\ny = "loss"\nscael = "log"\n')
        await watched.shows('telemetry [[panel]] 1 has "scael"')
        layout.unlink()
        await watched.shows("telemetry.toml was removed; the last layout stays")
        await watched.until(lambda: "scael" not in watched.text)
        assert "╭ Losses " in watched.text


async def test_a_layout_is_read_again_when_it_changes_and_a_wrong_one_is_told(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7")
    layout = path.with_name("telemetry.toml")
    async with watching(path) as watched:
        layout.write_text('[[panel]]\ny = "loss"\nscael = "log"\n')
        await watched.shows('telemetry [[panel]] 1 has "scael"')
        assert "╭ Losses " in watched.text
        layout.write_text('[[panel]]\ntitle = "Only"\ny = "loss"\n')
        await watched.shows("telemetry.toml was read again", "╭ Only ")
        assert ("╭ Losses " in watched.text, "min at" in watched.text) == (False, False)
        layout.unlink()
        await watched.shows("telemetry.toml was removed; the last layout stays", "╭ Only ")


async def test_no_layout_is_read_where_none_is_wanted(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run-7")
    async with watching(path, "--telemetry", "none") as watched:
        assert ("╭ Losses " in watched.text, "╭ loss " in watched.text) == (False, True)
        path.with_name("telemetry.toml").write_text('[[panel]]\ntitle = "Only"\ny = "loss"\n')
        watched.write(point(101))
        await watched.shows("step 1 010")
        assert watched.app.updates.reread_layouts() == ""
