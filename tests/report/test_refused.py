"""What the command refuses: one line that says why, and exit status 2."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from div_tui.app.cli.main import main
from support.command import Ended, run, shell
from support.printed_run import TABLE, with_run
from support.privilege import needs_permissions


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A directory with ``runs/run-7``."""
    return with_run(tmp_path)


def refusal(*arguments: str, cwd: Path, env: dict[str, str] | None = None) -> str:
    """The one line with which the command refuses."""
    ended = run(*arguments, cwd=cwd, env=env)
    assert (ended.status, ended.out) == (2, b"")
    assert len(ended.messages) == 1
    assert ended.err.startswith("div-tui: ")
    return ended.messages[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rnu-7"], "the nearest: run-7"),
        ([""], 'no file or directory ""'),
        (["x" * 5000], "no file or directory"),
        (["new\nline"], "new\\nline"),
        (["\x1b]0;title\x07"], "\\u001b"),
        ([os.fsdecode(b"\xff")], "\\udcff"),
        (["nowhere/run"], "nowhere/run"),
        (["runs"], "runs contains no telemetry.jsonl"),
        (["run-7", "--root", "nowhere"], "nowhere"),
        (["run-7", "--telemetry", "nowhere.toml"], "nowhere.toml"),
        (["run-7", "--telemetry", "wrong.toml"], '[[panel]] 1 has "scael", which is not one of title,'),
        (["run-7", "--secrets", "nowhere"], "the secrets file nowhere cannot be read"),
        (["run-7", "--secrets", ""], "the secrets file . cannot be read: Is a directory"),
        (["run-7", "--csv", "--json"], "--csv and --json"),
        (["run-7", "--pid", "1"], "-f"),
        (["run-7", "--until-quiet", "3"], "-f"),
        (["run-7", "-f", "--pid", "0"], "--pid"),
        (["run-7", "-f", "--pid", "-1"], "--pid"),
        (["run-7", "-f", "--until-quiet", "nan"], "--until-quiet"),
        (["run-7", "--max-points", "1e3"], "--max-points"),
        (["run-7", "--max-points", "9" * 20], "--max-points"),
        (["run-7", "--nope"], "--nope"),
        (["run-7", "--nope\n\x1b[31m"], "--nope\\n\\u001b[31m"),
        (["run-7", "--cs"], "--cs"),
        (["run-7", "--x"], "--x"),
    ],
)
def test_refusals(
    here: Path,
    arguments: list[str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (here / "wrong.toml").write_text('[[panel]]\ny = "a"\nscael = "log"\n')
    monkeypatch.chdir(here)
    assert main([*arguments, "--print"]) == 2  # in this process: they are many
    out, err = capfd.readouterr()
    assert (out, err.count("\n"), err[:9], err[-1]) == ("", 1, "div-tui: ", "\n")
    assert words in err
    assert err[:-1].isprintable()


def test_a_wrong_layout_beside_the_run(here: Path) -> None:
    layout = here / "runs" / "run-7" / "telemetry.toml"
    layout.write_text("[[panel]]\n")
    assert refusal("run-7", "--print", cwd=here) == "div-tui: telemetry [[panel]] 1 has no y"
    assert run("run-7", "-q", "--telemetry", "none", cwd=here).status == 0
    layout.write_text('[[panel]]\ny = "loss"\n')
    assert run("run-7", "-q", cwd=here) == Ended(0, TABLE.encode(), "")


def test_several_files_of_lines(here: Path) -> None:
    for name in "ab":
        (here / f"{name}.jsonl").touch()
    assert refusal(".", cwd=here) == "div-tui: . contains several runs (a.jsonl, b.jsonl); pass one of these files"


def test_what_is_not_a_file_of_lines(here: Path) -> None:
    (here / "run").mkdir()
    (here / "run" / "telemetry.jsonl").symlink_to("telemetry.jsonl")
    assert "run contains no telemetry.jsonl" in refusal("run", cwd=here)
    assert "cannot be read" in refusal("-", "--print", cwd=here, env={"DIV_TUI_SECRETS": "runs"})
    assert shell("div-tui - --print <&-", here) == Ended(
        2, b"", "div-tui: the run cannot be read: Bad file descriptor\n"
    )


@needs_permissions
def test_what_one_may_not_read(here: Path) -> None:
    lines = here / "runs" / "run-7" / "telemetry.jsonl"
    lines.chmod(0)
    for more in ([], ["-f"]):
        assert (
            refusal("run-7", *more, cwd=here) == "div-tui: runs/run-7/telemetry.jsonl cannot be read: Permission denied"
        )
    lines.parent.chmod(0)
    try:
        assert refusal("run-7", cwd=here).endswith("cannot be read: Permission denied")
        assert refusal("rnu-7", cwd=here).startswith('div-tui: no file or directory "rnu-7"')
    finally:
        lines.parent.chmod(0o700)
