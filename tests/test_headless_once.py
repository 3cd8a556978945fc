"""The installed command printing a run once: the exact bytes, the messages, the exit status."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from command import DEADLINE, SCRIPT, Ended, environment, run, shell, write_end
from div_tui.app.cli import main
from privilege import needs_permissions

LINES = b"""\
{"step": 0, "loss": 2.5, "lr": 3e-4, "note": "begin"}
{"step": 100, "loss": 1.25, "eval": {"loss": 1.3, "acc": 0.5}}
nonsense

{"step": 200, "loss": NaN, "train/loss": 1.125}\r
{"step": 300, "loss": 0.1234567890123, "big": 12345678901234567890}
{}
{"step": 400, "loss": 0.062, "eval": {"loss": 0.07, "acc": 1}}"""

DROPS = """\
telemetry: dropped a line that is not JSON; write one JSON object per line
telemetry: left out the key "train/loss"; use letters, digits, _ and - between dots
telemetry: loss was not finite once, last at point 3
"""

TABLE = """\
key        count  last         min          max
step       5      400          0            400
loss       4      0.062        0.062        2.5
lr         1      0.0003       0.0003       0.0003
eval.loss  2      0.07         0.07         1.3
eval.acc   2      1            0.5          1
big        1      1.23457e+19  1.23457e+19  1.23457e+19
"""

CSV = """\
step,loss,lr,eval.loss,eval.acc,big
0,2.5,0.0003,,,
100,1.25,,1.3,0.5,
300,0.1234567890123,,,,1.2345678901234567e+19
400,0.062,,0.07,1,
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
    directory = tmp_path / "runs" / "run-7"
    directory.mkdir(parents=True)
    (directory / "telemetry.jsonl").write_bytes(LINES)
    return tmp_path


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


# --- refused ---


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
        (["runs"], "runs holds no telemetry.jsonl"),
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
    assert refusal(".", cwd=here) == "div-tui: . holds several runs (a.jsonl, b.jsonl); name one of these files"


def test_what_is_no_file_of_lines(here: Path) -> None:
    (here / "run").mkdir()
    (here / "run" / "telemetry.jsonl").symlink_to("telemetry.jsonl")
    assert "run holds no telemetry.jsonl" in refusal("run", cwd=here)
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


# --- where the output goes ---


BUFFERED = pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])


@BUFFERED
def test_a_reader_that_has_enough_ends_it_quietly(here: Path, unbuffered: str) -> None:
    (here / "long.jsonl").write_text("".join(f'{{"step":{step}}}\n' for step in range(50_000)))
    for arguments in ("--csv", "--json", "step", "step -f"):
        ended = shell(
            f"div-tui long.jsonl {arguments} | head -1; echo ${{PIPESTATUS[0]}}", here, PYTHONUNBUFFERED=unbuffered
        )
        assert ended.err == ""
        assert ended.out.splitlines()[1:] == [b"0"]


def test_messages_that_nobody_reads(here: Path) -> None:
    for to in ("2>/dev/full", "2>&-", "2> >(true)"):
        assert shell(f"div-tui run-7 --csv {to}", here).out == CSV.encode()
        assert shell(f"div-tui nowhere {to}; echo $?", here).out == b"2\n"
    assert shell("div-tui nowhere 2>&1 | true; echo ${PIPESTATUS[0]}", here).out == b"2\n"


@BUFFERED
@pytest.mark.parametrize(
    "arguments", ["run-7", "run-7 --csv", "run-7 --json", "run-7 loss -f --until-quiet 9", "--version"]
)
def test_an_output_that_is_closed_or_full(here: Path, arguments: str, unbuffered: str) -> None:
    (here / "telemetry.toml").touch()
    closed = shell(f"div-tui {arguments} >&-", here, PYTHONUNBUFFERED=unbuffered)
    assert (closed.status, closed.err) == (2, "div-tui: standard output is closed\n")
    full = shell(f"div-tui {arguments} > /dev/full", here, PYTHONUNBUFFERED=unbuffered)
    assert full.status == 2
    assert full.messages[-1] == "div-tui: standard output cannot be written: No space left on device"
    assert len(full.messages) <= 3


@BUFFERED
def test_what_fails_after_rows_were_written(here: Path, unbuffered: str) -> None:
    (here / "long.jsonl").write_text("".join(f'{{"step":{step}}}\n' for step in range(50_000)))
    ended = shell("ulimit -f 8; trap '' XFSZ; div-tui long.jsonl --csv > out.csv", here, PYTHONUNBUFFERED=unbuffered)
    assert (ended.status, ended.err) == (2, "div-tui: standard output cannot be written: File too large\n")


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "utf-16"},
        {"LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0"},
        {"LC_ALL": "nonsense"},
    ],
    ids=str,
)
def test_any_locale(tmp_path: Path, env: dict[str, str]) -> None:
    (tmp_path / "clé.jsonl").write_text('{"clé €": 1.5, "\\ud800": 2, "a": 3}\n{"é/": 1}\n', encoding="utf-8")
    ended = run("clé.jsonl", "--csv", "--any-key", cwd=tmp_path, env=env)
    assert (ended.status, ended.out.decode()) == (0, "seq,clé €,\\ud800,a,é/\n1,1.5,2,3,\n2,,,,1\n")
    refused = run("clé.jsonl", "clée", cwd=tmp_path, env=env)
    assert refused.status == 1
    assert "Traceback" not in refused.err
    assert run("nöwhere", cwd=tmp_path, env=env).status == 2
    assert run("--help", env=env).status == 0


# --- interruption ---


def test_an_interruption_while_a_pipe_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    process = subprocess.Popen([SCRIPT, "pipe", "--csv"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    writer = write_end(tmp_path / "pipe", process)
    os.write(writer, b'{"a":1}\n')
    process.send_signal(2)
    out, err = process.communicate(timeout=DEADLINE)
    os.close(writer)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_an_interruption_while_nobody_reads_the_rows(tmp_path: Path) -> None:
    (tmp_path / "long.jsonl").write_text("".join(f'{{"step":{step}}}\n' for step in range(50_000)))
    process = subprocess.Popen(
        [SCRIPT, "long.jsonl", "--csv"],
        cwd=tmp_path,
        env=environment(None),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"step\n"  # it writes, and waits for the pipe to empty
    process.send_signal(2)
    closing = threading.Timer(0.2, process.stdout.close)
    closing.start()
    assert process.wait(DEADLINE) == 130
    closing.join()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""


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
from div_tui.app.cli import main
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
