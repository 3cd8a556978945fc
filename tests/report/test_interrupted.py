"""Where the printed rows go: a reader that has enough, an output that is full, any locale, an interruption."""

from __future__ import annotations

import os
import subprocess
import threading
from pathlib import Path

import pytest
from support.command import DEADLINE, SCRIPT, environment, run, shell, write_end
from support.printed_run import CSV, with_run

BUFFERED = pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A directory with ``runs/run-7``."""
    return with_run(tmp_path)


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
