"""The installed command printing a run once: the exact bytes, the messages, what it costs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from div_tui.app.cli.main import main
from support.command import Ended, run, shell
from support.printed_run import CSV, LINES, TABLE, with_run

DROPS = """\
telemetry: dropped a line that is not JSON; write one JSON object per line
telemetry: skipped the key "train/loss"; use letters, digits, _ and - between dots
telemetry: loss was not finite once, last at point 3
"""

JSON = """\
{"seq": 1, "data": {"step": 0, "loss": 2.5, "lr": 0.0003}}
{"seq": 2, "data": {"step": 100, "loss": 1.25, "eval.loss": 1.3, "eval.acc": 0.5}}
{"seq": 3, "data": {"step": 200}}
{"seq": 4, "data": {"step": 300, "loss": 0.1234567890123, "big": 1.2345678901234567e+19}}
{"seq": 5, "data": {}}
{"seq": 6, "data": {"step": 400, "loss": 0.062, "eval.loss": 0.07, "eval.acc": 1}}
"""

TSV = "step\teval.loss\tloss\n0\t\t2.5\n100\t1.3\t1.25\n300\t\t0.1234567890123\n400\t0.07\t0.062\n"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A directory with ``runs/run-7``."""
    return with_run(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        ([], TABLE),
        (["--print"], TABLE),
        (["--csv"], CSV),
        (["--json"], JSON),
        (["eval.loss", "loss"], TSV),
        (["eval.loss", "loss", "eval.loss", "step"], TSV),
        (["loss", "--csv", "--x", "seq"], "seq,loss\n1,2.5\n2,1.25\n4,0.1234567890123\n6,0.062\n"),
        (["lr", "--x=eval.acc"], "eval.acc\tlr\n\t0.0003\n"),
        (["seq", "--x=seq"], "seq\n1\n2\n3\n4\n5\n6\n"),
        (["--json", "eval.acc"], '{"seq": 2, "data": {"eval.acc": 0.5}}\n{"seq": 6, "data": {"eval.acc": 1}}\n'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_printed(here: Path, arguments: list[str], out: str) -> None:
    assert run("run-7", *arguments, cwd=here) == Ended(0, out.encode(), DROPS)


def test_quiet_says_nothing_of_drops(here: Path) -> None:
    assert run("run-7", "-q", cwd=here) == Ended(0, TABLE.encode(), "")


@pytest.mark.parametrize("named", ["runs/run-7", "runs/run-7/telemetry.jsonl", "./runs/run-7/", "run-7"])
def test_a_run_however_it_is_named(here: Path, named: str) -> None:
    assert run(named, "-q", cwd=here) == Ended(0, TABLE.encode(), "")


def test_a_run_that_is_not_named(here: Path) -> None:
    table = Ended(0, TABLE.encode(), "")
    assert run("-q", cwd=here) == table
    assert run("-q", "--root", here / "runs", cwd=here / "runs" / "run-7") == table
    assert run("run-7", "-q", cwd=here, env={"DIV_TUI_SECRETS": "", "DIV_TUI_ROOT": ""}) == table
    assert run("-q", env={"DIV_TUI_ROOT": str(here / "runs")}) == table
    assert run("-q", env={"DIVERGENT_TELEMETRY_PATH": str(here / "runs/run-7/telemetry.jsonl")}) == table


def test_standard_input(here: Path) -> None:
    assert run("-", "-q", stdin=LINES) == Ended(0, TABLE.encode(), "")
    assert shell("div-tui - --csv -q < runs/run-7/telemetry.jsonl", here).out == CSV.encode()
    assert shell("div-tui <(cat runs/run-7/telemetry.jsonl) --csv -q", here).out == CSV.encode()
    assert shell("div-tui /dev/stdin --csv -q < runs/run-7/telemetry.jsonl", here).out == CSV.encode()


def test_a_named_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    script = "{ printf '{\"a\":1}\\n'; printf '{\"a\":2}'; } > pipe & div-tui pipe a --csv"
    assert shell(script, tmp_path) == Ended(0, b"seq,a\n1,1\n2,2\n", "")


def test_python_dash_m(here: Path) -> None:
    assert run("run-7", "-q", cwd=here, python=True) == Ended(0, TABLE.encode(), "")


def test_an_empty_run(tmp_path: Path) -> None:
    (tmp_path / "telemetry.jsonl").touch()
    assert run(".", cwd=tmp_path) == Ended(0, b"key  count  last  min  max\n", "")
    assert run(".", "--csv", cwd=tmp_path) == Ended(0, b"seq\n", "")
    assert run(".", "--json", cwd=tmp_path) == Ended(0, b"", "")


# --- keys that are not there ---


def test_a_key_that_no_point_carries(here: Path) -> None:
    ended = run("run-7", "los", "lr", "-q", cwd=here)
    assert ended == Ended(
        0, b"step\tlos\tlr\n0\t\t0.0003\n", 'div-tui: no point carries "los"; the nearest key is "loss"\n'
    )


def test_none_of_the_keys_is_there(here: Path) -> None:
    ended = run("run-7", "zzz", "evalloss", "-q", cwd=here)
    assert (ended.status, ended.out) == (1, b"step\tzzz\tevalloss\n")
    assert ended.messages == [
        'div-tui: no point carries "zzz"',
        'div-tui: no point carries "evalloss"; the nearest key is "eval.loss"',
    ]
    assert run("run-7", "zzz", "--json", cwd=here).status == 1


# --- secrets ---


def test_no_secret_is_shown(tmp_path: Path) -> None:
    (tmp_path / "telemetry.jsonl").write_text(
        '{"hunter2": 1, "a": 4711}\n{"hunt\\u0065r2": 2, "b": 1}\nhunter2\n{"a": 3, "hunter2": NaN}\n'
    )
    secrets = tmp_path / "secrets.env"
    secrets.touch(mode=0o600)
    secrets.write_text("PASSWORD=hunter2\nPIN=471\n")
    layout = tmp_path / "telemetry.toml"
    for arguments in (
        ["--print"],
        ["--csv"],
        ["--json"],
        ["--json", "--any-key"],
        ["--csv", "--any-key"],
        ["b", "-f", "--until-quiet=.1"],
    ):
        ended = run(tmp_path, *arguments, "--secrets", secrets)
        assert ended.status == 0
        assert "hunter2" not in ended.err + ended.out.decode()
        assert ended.messages[0].startswith("div-tui: the secret PIN is shorter than 4 characters")
        assert b"4711" not in ended.out
    layout.write_text("hunter2 = 1\n")
    ended = run(tmp_path, env={"DIV_TUI_SECRETS": str(secrets)})
    assert ended.status == 2
    assert '"***"' in ended.err
    assert "hunter2" not in ended.err


# --- what it costs ---

NOT_FOR_PRINTING = (
    "textual",
    "rich",
    "plotext",
    "numpy",
    "div_tui.widgets",
    "importlib.metadata",
    "watchfiles",
    "asyncio",
)


def test_printing_imports_nothing_of_the_screen(here: Path) -> None:
    code = f"""
import sys
from div_tui.app.cli.main import main
status = main(["run-7", "-q", "--print"])
print(status, [name for name in {NOT_FOR_PRINTING} if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=here, capture_output=True, check=True)
    assert done.stderr == b"0 []\n"


@pytest.mark.parametrize("block", [b"\0", b'{"a": "'], ids=["nothing", "an open string"])
def test_a_line_of_200_megabytes_takes_little_memory(tmp_path: Path, block: bytes) -> None:
    file = tmp_path / "long.jsonl"
    file.write_bytes(block)
    os.truncate(file, 200 << 20)  # a hole: no disk is written
    ended = shell("ulimit -v 200000; div-tui long.jsonl --print", tmp_path)
    assert ended == Ended(0, b"key  count  last  min  max\n", "")


def test_help_names_every_option_and_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for word in ("RUN", "KEY", "--root", "--secrets", "--csv", "--json", "--follow", "--pid", "--until-quiet", "130"):
        assert word in text
    assert run("--help") == Ended(0, text.encode(), "")
