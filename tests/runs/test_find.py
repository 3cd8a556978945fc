"""Finding a run by what a person names, and what is said when there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from div_tui.app.runs.find import Found, NotFoundError, find
from support.privilege import needs_permissions


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    directory = tmp_path / "here"
    directory.mkdir()
    monkeypatch.chdir(directory)
    return directory


def make(path: str, changed: int = 1000) -> Path:
    """Make a file, and its directories, that last changed so many seconds after 1970."""
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    os.utime(file, (changed, changed))
    return file


def lines(run: str | None, root: str | None = None, *, wait: bool = False, **env: str) -> str:
    """The path of the run's lines."""
    return str(find(run, root, env, wait=wait).lines)


def refusal(run: str | None, root: str | None = None, *, wait: bool = False, **env: str) -> str:
    with pytest.raises(NotFoundError) as refused:
        find(run, root, env, wait=wait)
    message = str(refused.value)
    assert message.isprintable()
    return message


# --- what a person names ---


def test_standard_input() -> None:
    make("-")
    make("runs/-/telemetry.jsonl")
    assert find("-", None, {}, wait=False) == Found(None, None, "stdin")
    assert lines("./-") == "-"


def test_a_file_and_the_layout_beside_it() -> None:
    make("logs/train.log")
    assert find("logs/train.log", None, {}, wait=False) == Found(Path("logs/train.log"), None, "train.log")
    make("logs/telemetry.toml")
    assert find("logs/train.log", None, {}, wait=False) == Found(
        Path("logs/train.log"), Path("logs/telemetry.toml"), "train.log"
    )


def test_a_file_named_as_every_run_names_it_is_called_after_its_directory(here: Path) -> None:
    make("run-7/telemetry.jsonl")
    make("telemetry.jsonl")
    assert find("run-7/telemetry.jsonl", None, {}, wait=False).name == "run-7"
    assert find("telemetry.jsonl", None, {}, wait=False).name == here.name


def test_a_layout_that_is_a_dangling_link_is_there_and_will_be_refused() -> None:
    make("run/telemetry.jsonl")
    Path("run/telemetry.toml").symlink_to("nowhere")
    assert find("run", None, {}, wait=False).layout == Path("run/telemetry.toml")


def test_a_named_pipe() -> None:
    os.mkfifo("pipe")
    assert lines("pipe") == "pipe"


@pytest.mark.parametrize("spelt", ["run", "run/", "./run", "run/.", "../here/run"])
def test_a_directory_with_lines(spelt: str) -> None:
    make("run/telemetry.jsonl")
    make("run/other.jsonl")
    make("run/telemetry.toml")
    found = find(spelt, None, {}, wait=False)
    assert (found.lines, found.layout, found.name) == (
        Path(spelt) / "telemetry.jsonl",
        Path(spelt) / "telemetry.toml",
        "run",
    )


def test_the_current_directory_is_called_by_its_name(here: Path) -> None:
    make("telemetry.jsonl")
    assert find(".", None, {}, wait=False).name == here.name


def test_a_directory_with_one_other_file_of_lines() -> None:
    make("run/metrics.jsonl")
    make("run/notes.txt")
    make("run/.hidden.jsonl")
    Path("run/telemetry.jsonl").mkdir()
    Path("run/folder.jsonl").mkdir()
    Path("run/nowhere.jsonl").symlink_to("gone")
    assert find("run", None, {}, wait=False) == Found(Path("run/metrics.jsonl"), None, "run")


def test_a_directory_with_several_files_of_lines() -> None:
    make("run/b.jsonl")
    make("run/a.jsonl")
    assert refusal("run") == "run holds several runs (a.jsonl, b.jsonl); name one of these files"
    make("run/d.jsonl")
    make("run/c.jsonl")
    assert refusal("run") == "run holds several runs (a.jsonl, b.jsonl, c.jsonl, …); name one of these files"
    assert refusal("run", wait=True) == refusal("run")
    make("run/telemetry.jsonl")
    assert lines("run") == "run/telemetry.jsonl"


def test_a_directory_without_lines() -> None:
    Path("run").mkdir()
    assert refusal("run") == "run holds no telemetry.jsonl; name the file of the run's lines"
    assert lines("run", wait=True) == "run/telemetry.jsonl"


# --- names under the root ---


def test_the_root_is_the_one_named_else_of_the_environment_else_runs_else_here() -> None:
    for root in ("named", "env", "runs", "."):
        make(f"{root}/only-{root}/telemetry.jsonl")
        make(f"{root}/both/telemetry.jsonl")
    assert lines("only-named", "named", DIV_TUI_ROOT="env") == "named/only-named/telemetry.jsonl"
    assert "no run of that name" in refusal("only-runs", "named")
    assert lines("only-env", DIV_TUI_ROOT="env") == "env/only-env/telemetry.jsonl"
    assert lines("only-runs") == "runs/only-runs/telemetry.jsonl"
    assert lines("only-runs", DIV_TUI_ROOT="") == "runs/only-runs/telemetry.jsonl"
    assert lines("both") == "both/telemetry.jsonl"  # a path goes before a name


def test_without_runs_the_root_is_the_current_directory() -> None:
    make("a/telemetry.jsonl")
    make("runs")  # a file
    assert lines(None) == "a/telemetry.jsonl"


def test_a_file_goes_before_a_run_of_that_name() -> None:
    make("demo")
    make("runs/demo/telemetry.jsonl")
    assert lines("demo") == "demo"


def test_a_name_whose_directory_has_no_lines() -> None:
    Path("runs/run-7").mkdir(parents=True)
    assert refusal("run-7") == "runs/run-7 holds no telemetry.jsonl; name the file of the run's lines"
    assert lines("run-7", wait=True) == "runs/run-7/telemetry.jsonl"


@pytest.mark.parametrize("root", ["nowhere", "file"])
def test_a_root_that_is_no_directory(root: str) -> None:
    make("file")
    message = f"the directory of runs {root} is not a directory; name another with --root"
    assert refusal("run", root) == message
    assert refusal("run", DIV_TUI_ROOT=root) == message
    assert refusal(None, root) == message


# --- no such run ---


def test_the_nearest_names_are_said(here: Path) -> None:
    for name in ("run-7", "run-8", "run-77", "other"):
        make(f"runs/{name}/telemetry.jsonl")
    Path("runs/run-empty").mkdir()
    assert refusal("rnu-7") == (
        f'no file or directory "rnu-7", and no run of that name in {here}/runs; the nearest: run-7, run-77, run-8'
    )
    assert refusal("zzz") == (
        f'no file or directory "zzz", and no run of that name in {here}/runs; '
        "name a file, a directory, or a run under --root DIR"
    )


def test_the_nearest_paths_are_said() -> None:
    make("logs/train.jsonl")
    make("logs/sweep-4/telemetry.jsonl")
    make("logs/train.toml")
    assert refusal("logs/trian.jsonl") == 'no file or directory "logs/trian.jsonl"; the nearest: logs/train.jsonl'
    assert refusal("logs/sweep4") == 'no file or directory "logs/sweep4"; the nearest: logs/sweep-4'
    make("here.jsonl")
    assert refusal("hree.jsonl").endswith("; the nearest: here.jsonl")
    assert "the nearest" not in refusal("nowhere/trian.jsonl")
    assert "the nearest" not in refusal("zzz.jsonl")


@pytest.mark.parametrize(
    "run", ["x" * 300, "x" * 5000, "x/" * 3000, "a\0b", "a\0b/c", "new\nline", "\x1b[31m", "\udcff", "a\tb"]
)
@pytest.mark.parametrize("wait", [False, True])
def test_a_name_that_no_file_can_have_is_refused_in_one_short_line(run: str, wait: bool) -> None:
    assert len(refusal(run, wait=wait)) < 400


@pytest.mark.parametrize("wait", [False, True])
def test_an_empty_name_is_no_run(wait: bool) -> None:
    make("telemetry.jsonl")
    make("runs/a/telemetry.jsonl")
    assert refusal("", wait=wait).startswith('no file or directory ""; ')


def test_a_path_through_a_file() -> None:
    make("file")
    assert refusal("file/telemetry.jsonl").startswith('no file or directory "file/telemetry.jsonl"')
    assert refusal("file/telemetry.jsonl", wait=True).startswith('no file or directory "file/telemetry.jsonl"')


def test_a_link_to_itself() -> None:
    Path("loop").symlink_to("loop")
    assert refusal("loop").startswith('no file or directory "loop"')


def test_names_never_reach_out_of_the_root() -> None:
    make("secret/telemetry.jsonl")
    Path("a/runs").mkdir(parents=True)
    assert refusal("../secret", "a/runs").startswith('no file or directory "../secret"')


# --- waiting ---


def test_a_file_that_is_not_there_yet_is_waited_for_where_its_directory_is(here: Path) -> None:
    Path("logs").mkdir()
    for run in ("logs/new.jsonl", "logs/new", "./new", "new.jsonl", str(here / "new")):
        assert lines(run, wait=True) == str(Path(run))
        assert refusal(run)
    for run in ("new", "nowhere/new.jsonl", "new/", "logs/new/"):
        assert refusal(run, wait=True)


def test_a_dangling_link_is_waited_for(here: Path) -> None:
    Path("link.jsonl").symlink_to("later.jsonl")
    assert lines("link.jsonl", wait=True) == "link.jsonl"


def test_the_layout_beside_a_file_that_is_not_there_yet() -> None:
    make("run/telemetry.toml")
    assert find("run", None, {}, wait=True).layout == Path("run/telemetry.toml")
    assert find("run/x.jsonl", None, {}, wait=True).layout == Path("run/telemetry.toml")


# --- nothing named ---


def test_the_file_of_the_environment(here: Path) -> None:
    make("runs/a/telemetry.jsonl")
    make("elsewhere/numbers.jsonl")
    assert lines(None, DIVERGENT_TELEMETRY_PATH="elsewhere/numbers.jsonl") == "elsewhere/numbers.jsonl"
    assert lines(None, DIVERGENT_TELEMETRY_PATH="elsewhere") == "elsewhere/numbers.jsonl"
    assert lines(None, DIVERGENT_TELEMETRY_PATH="") == "runs/a/telemetry.jsonl"
    assert lines("a", DIVERGENT_TELEMETRY_PATH="elsewhere") == "runs/a/telemetry.jsonl"
    message = "$DIVERGENT_TELEMETRY_PATH names elsewhere/new, which does not exist"
    assert refusal(None, DIVERGENT_TELEMETRY_PATH="elsewhere/new") == message
    assert lines(None, wait=True, DIVERGENT_TELEMETRY_PATH="elsewhere/new") == "elsewhere/new"
    assert "which does not exist" in refusal(None, wait=True, DIVERGENT_TELEMETRY_PATH="nowhere/new")


def test_the_run_whose_lines_changed_last() -> None:
    make("runs/a/telemetry.jsonl", 2000)
    make("runs/b/only.jsonl", 3000)
    make("runs/b/telemetry.toml", 9000)
    make("runs/c/one.jsonl", 9000)
    make("runs/c/two.jsonl", 9000)
    make("runs/d/notes.txt", 9000)
    make("runs/loose.jsonl", 9000)
    assert find(None, None, {}, wait=False) == Found(Path("runs/b/only.jsonl"), Path("runs/b/telemetry.toml"), "b")
    make("runs/a/telemetry.jsonl", 4000)
    assert lines(None) == "runs/a/telemetry.jsonl"
    make("other/z/telemetry.jsonl", 1)
    assert lines(None, "other") == "other/z/telemetry.jsonl"


def test_the_root_may_be_a_run_itself(here: Path) -> None:
    make("telemetry.jsonl", 2000)
    make("sub/telemetry.jsonl", 1000)
    assert find(None, None, {}, wait=False) == Found(Path("telemetry.jsonl"), None, here.name)


def test_a_linked_run_is_found_as_well() -> None:
    make("elsewhere/run-7/telemetry.jsonl")
    Path("runs").mkdir()
    Path("runs/latest").symlink_to("../elsewhere/run-7")
    assert lines(None) == "runs/latest/telemetry.jsonl"
    assert find("latest", None, {}, wait=False).name == "run-7"


@pytest.mark.parametrize("wait", [False, True])
def test_no_run_at_all_says_what_was_looked_for_and_where(here: Path, wait: bool) -> None:
    mend = "name a file, a directory, or --root DIR"
    assert refusal(None, wait=wait) == f"no run in {here}: looked for */telemetry.jsonl and */*.jsonl; {mend}"
    Path("runs").mkdir()
    assert refusal(None, wait=wait) == f"no run in {here}/runs: looked for */telemetry.jsonl and */*.jsonl; {mend}"


@needs_permissions
def test_what_one_may_not_look_at() -> None:
    make("runs/open/telemetry.jsonl")
    make("runs/shut/telemetry.jsonl", 9000)
    Path("runs/shut").chmod(0)
    try:
        assert lines(None) == "runs/open/telemetry.jsonl"
        assert refusal("oepn").endswith("the nearest: open")
        with pytest.raises(PermissionError):
            find("shut", None, {}, wait=False)
        with pytest.raises(PermissionError):
            find("runs/shut/telemetry.jsonl", None, {}, wait=False)
    finally:
        Path("runs/shut").chmod(0o700)
