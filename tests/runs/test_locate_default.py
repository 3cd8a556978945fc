"""Locating a run that does not exist yet, and the newest run if none is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from div_tui.app.runs.locate import Location, locate
from support.located import lines_of, make, not_found
from support.privilege import needs_permissions


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    directory = tmp_path / "here"
    directory.mkdir()
    monkeypatch.chdir(directory)
    return directory


def test_a_file_that_does_not_exist_yet_is_waited_for_if_its_directory_exists(here: Path) -> None:
    Path("logs").mkdir()
    for run in ("logs/new.jsonl", "logs/new", "./new", "new.jsonl", str(here / "new")):
        assert lines_of(run, wait=True) == str(Path(run))
        assert not_found(run)
    for run in ("new", "nowhere/new.jsonl", "new/", "logs/new/"):
        assert not_found(run, wait=True)


def test_a_dangling_link_is_waited_for(here: Path) -> None:
    Path("link.jsonl").symlink_to("later.jsonl")
    assert lines_of("link.jsonl", wait=True) == "link.jsonl"


def test_the_layout_beside_a_file_that_does_not_exist_yet() -> None:
    make("run/telemetry.toml")
    assert locate("run", None, {}, wait=True).layout == Path("run/telemetry.toml")
    assert locate("run/x.jsonl", None, {}, wait=True).layout == Path("run/telemetry.toml")


def test_the_file_of_the_environment(here: Path) -> None:
    make("runs/a/telemetry.jsonl")
    make("elsewhere/numbers.jsonl")
    assert lines_of(None, DIVERGENT_TELEMETRY_PATH="elsewhere/numbers.jsonl") == "elsewhere/numbers.jsonl"
    assert lines_of(None, DIVERGENT_TELEMETRY_PATH="elsewhere") == "elsewhere/numbers.jsonl"
    assert lines_of(None, DIVERGENT_TELEMETRY_PATH="") == "runs/a/telemetry.jsonl"
    assert lines_of("a", DIVERGENT_TELEMETRY_PATH="elsewhere") == "runs/a/telemetry.jsonl"
    message = "$DIVERGENT_TELEMETRY_PATH is elsewhere/new, which does not exist"
    assert not_found(None, DIVERGENT_TELEMETRY_PATH="elsewhere/new") == message
    assert lines_of(None, wait=True, DIVERGENT_TELEMETRY_PATH="elsewhere/new") == "elsewhere/new"
    assert "which does not exist" in not_found(None, wait=True, DIVERGENT_TELEMETRY_PATH="nowhere/new")


def test_the_run_whose_lines_changed_last() -> None:
    make("runs/a/telemetry.jsonl", 2000)
    make("runs/b/only.jsonl", 3000)
    make("runs/b/telemetry.toml", 9000)
    make("runs/c/one.jsonl", 9000)
    make("runs/c/two.jsonl", 9000)
    make("runs/d/notes.txt", 9000)
    make("runs/loose.jsonl", 9000)
    assert locate(None, None, {}, wait=False) == Location(Path("runs/b/only.jsonl"), Path("runs/b/telemetry.toml"), "b")
    make("runs/a/telemetry.jsonl", 4000)
    assert lines_of(None) == "runs/a/telemetry.jsonl"
    make("other/z/telemetry.jsonl", 1)
    assert lines_of(None, "other") == "other/z/telemetry.jsonl"


def test_the_root_may_be_a_run_itself(here: Path) -> None:
    make("telemetry.jsonl", 2000)
    make("sub/telemetry.jsonl", 1000)
    assert locate(None, None, {}, wait=False) == Location(Path("telemetry.jsonl"), None, here.name)


def test_a_linked_run_is_found_too() -> None:
    make("elsewhere/run-7/telemetry.jsonl")
    Path("runs").mkdir()
    Path("runs/latest").symlink_to("../elsewhere/run-7")
    assert lines_of(None) == "runs/latest/telemetry.jsonl"
    assert locate("latest", None, {}, wait=False).name == "run-7"


@pytest.mark.parametrize("wait", [False, True])
def test_the_message_without_any_run_has_what_was_looked_for_and_where(here: Path, wait: bool) -> None:
    fix = "pass a file, a directory, or --root DIR"
    assert not_found(None, wait=wait) == f"no run in {here}: looked for */telemetry.jsonl and */*.jsonl; {fix}"
    Path("runs").mkdir()
    assert not_found(None, wait=wait) == f"no run in {here}/runs: looked for */telemetry.jsonl and */*.jsonl; {fix}"


@needs_permissions
def test_a_directory_without_permission_is_skipped_or_an_error() -> None:
    make("runs/open/telemetry.jsonl")
    make("runs/shut/telemetry.jsonl", 9000)
    Path("runs/shut").chmod(0)
    try:
        assert lines_of(None) == "runs/open/telemetry.jsonl"
        assert not_found("oepn").endswith("the nearest: open")
        with pytest.raises(PermissionError):
            locate("shut", None, {}, wait=False)
        with pytest.raises(PermissionError):
            locate("runs/shut/telemetry.jsonl", None, {}, wait=False)
    finally:
        Path("runs/shut").chmod(0o700)
