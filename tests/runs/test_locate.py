"""Locating a run by a path or a name, and the message if there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from div_tui.app.runs.locate import Location, locate
from support.located import lines_of, make, not_found


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    directory = tmp_path / "here"
    directory.mkdir()
    monkeypatch.chdir(directory)
    return directory


def test_standard_input() -> None:
    make("-")
    make("runs/-/telemetry.jsonl")
    assert locate("-", None, {}, wait=False) == Location(None, None, "stdin")
    assert lines_of("./-") == "-"


def test_a_file_and_the_layout_beside_it() -> None:
    make("logs/train.log")
    assert locate("logs/train.log", None, {}, wait=False) == Location(Path("logs/train.log"), None, "train.log")
    make("logs/telemetry.toml")
    assert locate("logs/train.log", None, {}, wait=False) == Location(
        Path("logs/train.log"), Path("logs/telemetry.toml"), "train.log"
    )


def test_a_file_with_the_name_that_every_run_has_is_named_after_its_directory(here: Path) -> None:
    make("run-7/telemetry.jsonl")
    make("telemetry.jsonl")
    assert locate("run-7/telemetry.jsonl", None, {}, wait=False).name == "run-7"
    assert locate("telemetry.jsonl", None, {}, wait=False).name == here.name


def test_a_layout_that_is_a_dangling_link_is_still_the_layout() -> None:
    make("run/telemetry.jsonl")
    Path("run/telemetry.toml").symlink_to("nowhere")
    assert locate("run", None, {}, wait=False).layout == Path("run/telemetry.toml")


def test_a_named_pipe() -> None:
    os.mkfifo("pipe")
    assert lines_of("pipe") == "pipe"


@pytest.mark.parametrize("spelt", ["run", "run/", "./run", "run/.", "../here/run"])
def test_a_directory_with_lines_of(spelt: str) -> None:
    make("run/telemetry.jsonl")
    make("run/other.jsonl")
    make("run/telemetry.toml")
    found = locate(spelt, None, {}, wait=False)
    assert (found.lines, found.layout, found.name) == (
        Path(spelt) / "telemetry.jsonl",
        Path(spelt) / "telemetry.toml",
        "run",
    )


def test_the_current_directory_is_named_by_its_own_name(here: Path) -> None:
    make("telemetry.jsonl")
    assert locate(".", None, {}, wait=False).name == here.name


def test_a_directory_with_one_other_file_of_lines_of() -> None:
    make("run/metrics.jsonl")
    make("run/notes.txt")
    make("run/.hidden.jsonl")
    Path("run/telemetry.jsonl").mkdir()
    Path("run/folder.jsonl").mkdir()
    Path("run/nowhere.jsonl").symlink_to("gone")
    assert locate("run", None, {}, wait=False) == Location(Path("run/metrics.jsonl"), None, "run")


def test_a_directory_with_several_files_of_lines_of() -> None:
    make("run/b.jsonl")
    make("run/a.jsonl")
    assert not_found("run") == "run contains several runs (a.jsonl, b.jsonl); pass one of these files"
    make("run/d.jsonl")
    make("run/c.jsonl")
    assert not_found("run") == "run contains several runs (a.jsonl, b.jsonl, c.jsonl, …); pass one of these files"
    assert not_found("run", wait=True) == not_found("run")
    make("run/telemetry.jsonl")
    assert lines_of("run") == "run/telemetry.jsonl"


def test_a_directory_without_lines_of() -> None:
    Path("run").mkdir()
    assert not_found("run") == "run contains no telemetry.jsonl; pass the file of the run"
    assert lines_of("run", wait=True) == "run/telemetry.jsonl"


def test_the_root_is_the_one_given_else_of_the_environment_else_runs_else_the_current_directory() -> None:
    for root in ("named", "env", "runs", "."):
        make(f"{root}/only-{root}/telemetry.jsonl")
        make(f"{root}/both/telemetry.jsonl")
    assert lines_of("only-named", "named", DIV_TUI_ROOT="env") == "named/only-named/telemetry.jsonl"
    assert "no run of that name" in not_found("only-runs", "named")
    assert lines_of("only-env", DIV_TUI_ROOT="env") == "env/only-env/telemetry.jsonl"
    assert lines_of("only-runs") == "runs/only-runs/telemetry.jsonl"
    assert lines_of("only-runs", DIV_TUI_ROOT="") == "runs/only-runs/telemetry.jsonl"
    assert lines_of("both") == "both/telemetry.jsonl"  # a path takes precedence over a name


def test_without_runs_the_root_is_the_current_directory() -> None:
    make("a/telemetry.jsonl")
    make("runs")  # a file
    assert lines_of(None) == "a/telemetry.jsonl"


def test_a_file_takes_precedence_over_a_run_of_that_name() -> None:
    make("demo")
    make("runs/demo/telemetry.jsonl")
    assert lines_of("demo") == "demo"


def test_a_name_whose_directory_has_no_lines_of() -> None:
    Path("runs/run-7").mkdir(parents=True)
    assert not_found("run-7") == "runs/run-7 contains no telemetry.jsonl; pass the file of the run"
    assert lines_of("run-7", wait=True) == "runs/run-7/telemetry.jsonl"


@pytest.mark.parametrize("root", ["nowhere", "file"])
def test_a_root_that_is_not_a_directory(root: str) -> None:
    make("file")
    message = f"the runs directory {root} is not a directory; pass another with --root"
    assert not_found("run", root) == message
    assert not_found("run", DIV_TUI_ROOT=root) == message
    assert not_found(None, root) == message


def test_the_nearest_names_are_part_of_the_message(here: Path) -> None:
    for name in ("run-7", "run-8", "run-77", "other"):
        make(f"runs/{name}/telemetry.jsonl")
    Path("runs/run-empty").mkdir()
    assert not_found("rnu-7") == (
        f'no file or directory "rnu-7", and no run of that name in {here}/runs; the nearest: run-7, run-77, run-8'
    )
    assert not_found("zzz") == (
        f'no file or directory "zzz", and no run of that name in {here}/runs; '
        "pass a file, a directory, or a run under --root DIR"
    )


def test_the_nearest_paths_are_part_of_the_message() -> None:
    make("logs/train.jsonl")
    make("logs/sweep-4/telemetry.jsonl")
    make("logs/train.toml")
    assert not_found("logs/trian.jsonl") == 'no file or directory "logs/trian.jsonl"; the nearest: logs/train.jsonl'
    assert not_found("logs/sweep4") == 'no file or directory "logs/sweep4"; the nearest: logs/sweep-4'
    make("here.jsonl")
    assert not_found("hree.jsonl").endswith("; the nearest: here.jsonl")
    assert "the nearest" not in not_found("nowhere/trian.jsonl")
    assert "the nearest" not in not_found("zzz.jsonl")


@pytest.mark.parametrize(
    "run", ["x" * 300, "x" * 5000, "x/" * 3000, "a\0b", "a\0b/c", "new\nline", "\x1b[31m", "\udcff", "a\tb"]
)
@pytest.mark.parametrize("wait", [False, True])
def test_a_name_that_no_file_can_have_is_refused_in_one_short_line(run: str, wait: bool) -> None:
    assert len(not_found(run, wait=wait)) < 400


@pytest.mark.parametrize("wait", [False, True])
def test_an_empty_name_is_not_a_run(wait: bool) -> None:
    make("telemetry.jsonl")
    make("runs/a/telemetry.jsonl")
    assert not_found("", wait=wait).startswith('no file or directory ""; ')


def test_a_path_through_a_file() -> None:
    make("file")
    assert not_found("file/telemetry.jsonl").startswith('no file or directory "file/telemetry.jsonl"')
    assert not_found("file/telemetry.jsonl", wait=True).startswith('no file or directory "file/telemetry.jsonl"')


def test_a_link_to_itself() -> None:
    Path("loop").symlink_to("loop")
    assert not_found("loop").startswith('no file or directory "loop"')


def test_names_never_reach_out_of_the_root() -> None:
    make("secret/telemetry.jsonl")
    Path("a/runs").mkdir(parents=True)
    assert not_found("../secret", "a/runs").startswith('no file or directory "../secret"')
