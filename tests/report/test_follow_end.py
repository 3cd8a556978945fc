"""The installed command following a run, or a pipe: when it ends."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from div_tui.app.cli.options import read_run_options
from div_tui.app.ingest.formats.telemetry import TelemetryDecoder
from div_tui.app.ingest.reader import BATCH, Reader
from div_tui.app.report import printing
from div_tui.app.runs.open_run import open_run
from div_tui.app.runs.options import run_options
from div_tui.app.sources.source import Condition
from support.command import following, shell, write_end
from support.followed import NOT_JSON, Writer, point, started
from support.scripted import ScriptedSource

# A process on a busy machine may be late once; what is wrong is wrong each time.
pytestmark = pytest.mark.flaky(reruns=2)


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Writes to the lines of a run that has one point."""
    return started(tmp_path)


def test_it_ends_when_nothing_came_for_so_long(write: Writer) -> None:
    write('{"step": 2, "loss": 2}', end="")
    with following(write.path, "-f", "--until-quiet", "0.5") as follower:
        assert follower.end() == (0, ["step\tloss", "1\t0.5", "2\t2"], [])


def test_lines_that_are_dropped_came_as_well(write: Writer) -> None:
    with following(write.path, "-f", "--until-quiet", "1", "-q") as follower:
        follower.out(2)
        for _ in range(6):  # longer together than it may be quiet
            write("nope")
            with pytest.raises(subprocess.TimeoutExpired):
                follower.process.wait(0.2)
        write(point(step=2, loss=2))
        assert follower.end() == (0, ["step\tloss", "1\t0.5", "2\t2"], [])


def test_it_ends_with_a_process_and_prints_its_last_lines(write: Writer) -> None:
    for _ in range(3):
        write.path.write_text(point(step=1, loss=0.5) + "\n")
        code = f"""
import sys
sys.stdin.readline()
with open({str(write.path)!r}, "a") as file:
    for step in range(2, 2000):
        file.write('{{"step": %d, "loss": %d}}\\n' % (step, step))
    file.write('{{"step": 2000, "loss": 2000}}')
"""
        writer = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
        with following(write.path, "-f", "--pid", str(writer.pid)) as follower:
            follower.out(2)
            writer.communicate(b"\n")
            status, rows, messages = follower.end()
            assert (status, len(rows), rows[-1], messages) == (0, 2001, "2000\t2000", [])


@pytest.mark.parametrize("pid", ["999999999", "9" * 15])
def test_a_process_that_is_gone_already(write: Writer, pid: str) -> None:
    with following(write.path, "-f", "--pid", pid) as follower:
        assert follower.end() == (0, ["step\tloss", "1\t0.5"], [])


def test_somebody_elses_process_is_one_as_well(write: Writer) -> None:
    with following(write.path, "-f", "--pid", "1") as follower:
        follower.out(2)
        write(point(step=2, loss=2))
        follower.out(3)
        follower.interrupt()
        assert follower.end()[0] == 130


def test_standard_input_to_its_end() -> None:
    with following("-", "-f", "a") as follower:
        follower.write(b'{"a":1}\n{"a":')
        assert follower.out(2) == ["seq\ta", "1\t1"]
        follower.write(b'2}\nnope\n{"a":3}')
        assert follower.out(3)[-1] == "2\t2"
        follower.close_stdin()
        assert follower.end() == (0, ["seq\ta", "1\t1", "2\t2", "3\t3"], [NOT_JSON] * 2)


def test_standard_input_that_is_a_file(write: Writer) -> None:
    ended = shell("div-tui - -f < telemetry.jsonl", write.path.parent)
    assert ended == (0, b"step\tloss\n1\t0.5\n", "")


def test_a_pipe_that_never_stops_is_printed(tmp_path: Path) -> None:
    script = "yes '{\"a\":1}' | div-tui - -f a --max-points 0 | head -3; echo ${PIPESTATUS[1]}"
    assert shell(script, tmp_path).out == b"seq\ta\n1\t1\n2\t1\n0\n"


def flood(printed: list[str]) -> Iterator[bytes | Condition]:
    """Always more to read; it ends when rows were printed."""
    for _ in range(10_000):
        if printed:
            yield Condition.ENDED
        yield b'{"a":1}\n'
    pytest.fail("nothing is printed")


def test_a_pipe_that_is_never_caught_up_with_prints_too(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[str] = []
    monkeypatch.setattr(printing, "write_lines", printed.extend)
    ticks = itertools.count()
    options = read_run_options(["-", "-f", "a"])
    run = open_run(run_options(options), threading.Event(), follow=True)
    source = ScriptedSource(flood(printed), is_stream=True)
    run.reader = Reader(source, TelemetryDecoder(run.masker), lambda: next(ticks) * BATCH / 3)
    printing.Printing(options, run).follow()
    assert printed[:2] == ["seq\ta", "1\t1"]


def test_a_named_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with following(pipe, "-f", "a") as follower:
        writer = write_end(pipe, follower.process)
        os.write(writer, b'{"a":1}\n')
        assert follower.out(2) == ["seq\ta", "1\t1"]
        os.write(writer, b'{"a":2}')
        os.close(writer)
        assert follower.end() == (0, ["seq\ta", "1\t1", "2\t2"], [])


def test_following_a_named_pipe_without_a_writer_can_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with following(pipe, "-f", "--until-quiet=.1") as follower:
        assert follower.end() == (0, ["seq"], [])


@pytest.mark.parametrize("arguments", [["-f"], ["-f", "loss"], ["-f", "--json"]])
def test_an_interruption_at_any_time_is_no_traceback(write: Writer, arguments: list[str]) -> None:
    for lines in range(3):
        with following(write.path, *arguments) as follower:
            follower.out(lines if "--json" not in arguments else min(lines, 1))
            if not lines:  # not yet begun: Python itself may not have
                follower.process.send_signal(signal.SIGTERM)
                assert follower.end()[0] == -signal.SIGTERM
            else:
                follower.interrupt()
                assert follower.end()[::2] == (130, [])
