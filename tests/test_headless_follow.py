"""The installed command following a run: what it prints as points come, what it says, and when it ends."""

from __future__ import annotations

import itertools
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from command import following, shell, write_end
from div_tui.app import headless
from div_tui.app.ingest.feed import Feed
from div_tui.app.ingest.mask import Masker
from div_tui.app.ingest.reader import BATCH, Reader
from div_tui.app.ingest.source import Happened
from div_tui.app.opening import open_run
from div_tui.app.options import read_run_options
from div_tui.layouts.text import escape

# A process on a busy machine may be late once; what is wrong is wrong each time.
pytestmark = pytest.mark.flaky(reruns=2)

SAID_NOT_JSON = "telemetry: dropped a line that is not JSON; write one JSON object per line"


def point(**numbers: float) -> str:
    return json.dumps(numbers)


class Writer:
    """Appends lines to a file, each at once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, *lines: str, end: str = "\n") -> None:
        with self.path.open("a") as file:
            for line in lines:
                file.write(line + end)


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Writes to the lines of a run that has one point."""
    writer = Writer(tmp_path / "telemetry.jsonl")
    writer(point(step=1, loss=0.5))
    return writer


# --- rows as points come ---


def test_rows_are_printed_as_points_come(write: Writer) -> None:
    with following(write.path, "-f") as follower:
        assert follower.out(2) == ["step\tloss", "1\t0.5"]
        for step in range(2, 30):
            write(point(step=step, loss=1 / step))
            assert follower.out(step + 1)[-1] == f"{step}\t{1 / step!r}"
        write(*[point(step=step) for step in range(30, 1000)], point(step=1000, loss=0.25))
        assert follower.out(31)[-1] == "1000\t0.25"
        follower.interrupt()
        assert follower.end()[::2] == (130, [])


@pytest.mark.parametrize(
    ("arguments", "first", "then"),
    [
        (["loss"], ["step\tloss", "1\t0.5"], "2\t0.25"),
        (["loss", "--csv"], ["step,loss", "1,0.5"], "2,0.25"),
        (["--csv"], ["step,loss", "1,0.5"], "2,0.25"),
        (["loss", "--x=seq"], ["seq\tloss", "1\t0.5"], "2\t0.25"),
        (["--json"], ['{"seq": 1, "data": {"step": 1, "loss": 0.5}}'], '{"seq": 2, "data": {"step": 2, "loss": 0.25}}'),
        (["--json", "loss"], ['{"seq": 1, "data": {"loss": 0.5}}'], '{"seq": 2, "data": {"loss": 0.25}}'),
        (["--print"], ["step\tloss", "1\t0.5"], "2\t0.25"),
    ],
)
def test_every_format(write: Writer, arguments: list[str], first: list[str], then: str) -> None:
    with following(write.path, "-f", *arguments) as follower:
        assert follower.out(len(first)) == first
        write(point(step=2, loss=0.25))
        assert follower.out(len(first) + 1) == [*first, then]


def test_lines_in_halves_and_a_last_one_without_its_end(write: Writer) -> None:
    with following(write.path, "-f", "loss") as follower:
        follower.out(2)
        write('{"step": 2, "lo', end="")
        write('ss": 2}', end="")
        assert follower.out(3)[-1] == "2\t2"  # though its end never came
        write('{"step": 3, "loss": 3}')
        assert follower.out(4)[-1] == "3\t3"


def test_points_without_a_number_do_not_fix_the_columns(write: Writer) -> None:
    write.path.write_text('{}\n{"note": "begin"}\nnope\n')
    with following(write.path, "-f") as follower:
        assert follower.err(1) == [SAID_NOT_JSON]  # they are read
        write(point(step=1, loss=2))
        assert follower.out(2) == ["step\tloss", "1\t2"]


def test_x_is_fixed_when_the_first_row_is_printed(write: Writer) -> None:
    write.path.write_text(point(epoch=1) + "\nnope\n")
    with following(write.path, "-f", "loss") as follower:
        assert follower.err(1) == [SAID_NOT_JSON]
        write(point(step=5, loss=2))
        assert follower.out(2) == ["step\tloss", "5\t2"]


def test_a_reader_that_goes_away_ends_it(write: Writer) -> None:
    assert (
        shell("div-tui telemetry.jsonl -f | head -1; echo ${PIPESTATUS[0]}", write.path.parent).out
        == b"step\tloss\n0\n"
    )


# --- files that come, go and change ---


def test_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    path = tmp_path / "run" / "telemetry.jsonl"
    path.parent.mkdir()
    with following("run", "-f", "loss", cwd=tmp_path) as follower:
        assert follower.err(1) == ["div-tui: run/telemetry.jsonl is not there; waiting for it"]
        path.write_text(point(loss=1) + "\n")
        assert follower.out(2) == ["seq\tloss", "1\t1"]


def test_a_file_that_vanishes_and_comes_back(write: Writer) -> None:
    with following(write.path, "-f", "loss") as follower:
        follower.out(2)
        write.path.unlink()
        assert follower.err(1) == [f"div-tui: {write.path} is not there; waiting for it"]
        write(point(step=7, loss=7))
        assert follower.out(3) == ["step\tloss", "1\t0.5", "7\t7"]
        assert follower.err(2)[1] == "div-tui: the file was replaced; reading it again from its start"


def test_a_directory_that_vanishes_and_comes_back(tmp_path: Path) -> None:
    directory = tmp_path / "run"
    directory.mkdir()
    write = Writer(directory / "telemetry.jsonl")
    write(point(loss=1))
    with following(directory, "-f", "loss") as follower:
        follower.out(2)
        directory.rename(tmp_path / "old")
        follower.err(1)
        directory.mkdir()
        write(point(loss=2))
        assert follower.out(3)[-1] == "1\t2"


@pytest.mark.parametrize("how", ["cut", "replaced"])
def test_a_run_that_begins_again(write: Writer, how: str) -> None:
    write(point(step=2, loss=0.25), "nope")
    with following(write.path, "-f", "--json") as follower:
        follower.out(2)
        if how == "cut":
            write.path.write_text(point(loss=9) + "\n")
        else:
            new = write.path.with_name("new")
            new.write_text(point(loss=9) + "\n")
            new.replace(write.path)
        said = {
            "cut": "div-tui: the file was cut shorter; reading it again from its start",
            "replaced": "div-tui: the file was replaced; reading it again from its start",
        }
        assert follower.err(2) == [SAID_NOT_JSON, said[how]]
        assert follower.out(3)[-1] == '{"seq": 1, "data": {"loss": 9}}'
        write(point(loss=10))
        assert follower.out(4)[-1] == '{"seq": 2, "data": {"loss": 10}}'
        follower.interrupt()
        assert follower.end()[2] == [SAID_NOT_JSON, said[how]]  # nothing was dropped of what is there now


def test_a_run_that_is_opened_through_a_link(tmp_path: Path, write: Writer) -> None:
    other = Writer(tmp_path / "other.jsonl")
    other(point(step=8, loss=8))
    link = tmp_path / "links" / "latest.jsonl"
    link.parent.mkdir()
    link.symlink_to(write.path)
    with following(link, "-f", "loss") as follower:
        follower.out(2)
        write(point(step=2, loss=2))
        assert follower.out(3)[-1] == "2\t2"
        new = tmp_path / "new"
        new.symlink_to(other.path)
        new.replace(link)
        assert follower.out(4)[-1] == "8\t8"
        other(point(step=9, loss=9))
        assert follower.out(5)[-1] == "9\t9"


def test_a_file_that_becomes_a_directory_is_refused(write: Writer) -> None:
    with following(write.path, "-f") as follower:
        follower.out(2)
        write.path.unlink()
        write.path.mkdir()
        status, _, messages = follower.end()
        assert status == 2
        assert messages[-1] == f"div-tui: {write.path} cannot be read: Is a directory"


# --- what is said ---


def test_the_first_of_each_reason_is_said_at_once_and_the_counts_at_the_end(write: Writer) -> None:
    with following(write.path, "-f", "loss") as follower:
        follower.out(2)
        write("nope")
        assert follower.err(1) == [SAID_NOT_JSON]
        write("nope", '{"a/b": 1, "c d": 2}', "[]", '{"loss": NaN}')
        first = [
            SAID_NOT_JSON,
            "telemetry: dropped a line that is not a JSON object; write one JSON object per line",
            'telemetry: left out the key "a/b"; use letters, digits, _ and - between dots',
        ]
        assert sorted(follower.err(3)) == sorted(first)
        write("nope", "x" * 5000)
        assert follower.err(4)[3].startswith("telemetry: dropped a line that is over 4 KiB")
        follower.interrupt()
        status, _, messages = follower.end()
        assert status == 130
        assert messages[4:] == [
            "telemetry: dropped a line that is over 4 KiB; log fewer or shorter values on one line",
            "telemetry: dropped 3 lines that are not JSON; write one JSON object per line",
            "telemetry: dropped a line that is not a JSON object; write one JSON object per line",
            'telemetry: left out the key "a/b" and 1 other (2 times); use letters, digits, _ and - between dots',
            "telemetry: loss was not finite once, last at point 3",
        ]


def test_quiet_says_nothing_of_them(write: Writer) -> None:
    with following(write.path, "-f", "loss", "-q") as follower:
        write("nope", point(step=2, loss=float("nan")), point(step=3, loss=3))
        follower.out(3)
        follower.interrupt()
        assert follower.end()[::2] == (130, [])


def test_points_past_the_cap(write: Writer) -> None:
    with following(write.path, "-f", "loss", "--max-points=2") as follower:
        write(*[point(step=step, loss=step) for step in range(2, 6)])
        assert follower.err(1) == ["telemetry: dropped a point past the 2nd; a run keeps at most 2 points"]
        follower.interrupt()
        status, rows, messages = follower.end()
        assert (status, rows) == (130, ["step\tloss", "1\t0.5", "2\t2"])
        assert messages[1:] == ["telemetry: dropped 3 points past the 2nd; a run keeps at most 2 points"]


@pytest.mark.parametrize("more", [[], ["--csv"]])
def test_a_key_that_comes_later_is_named_once(write: Writer, more: list[str]) -> None:
    with following("telemetry.jsonl", "-f", *more, cwd=write.path.parent) as follower:
        follower.out(2)
        write(point(step=2, loss=2, lr=3, grad=4), point(step=3, lr=5, loss=3), point(step=4, lr=6))
        rows = follower.out(4)
        assert [row.replace(",", "\t") for row in rows] == ["step\tloss", "1\t0.5", "2\t2", "3\t3"]
        flags = " ".join(["-f", *more])
        assert follower.err(2) == [
            f'div-tui: the key "{key}" came later; to print it: div-tui {flags} telemetry.jsonl {key}'
            for key in ("lr", "grad")
        ]
        write(point(step=5, loss=5, lr=1, grad=1))
        follower.out(5)
        follower.interrupt()
        assert len(follower.end()[2]) == 2


LATER = [
    "lr",
    "-lr",
    "--csv",
    "train/loss",
    "a b",
    "it's",
    'say "x"',
    "$HOME",
    "new\nline",
    "\t\\'x",
    "\x1b[31m",
    "é€",
    "",
]


def test_the_command_that_prints_a_later_key_works_as_it_is_said(tmp_path: Path) -> None:
    write = Writer(tmp_path / "my runs" / "-run" / "telemetry.jsonl")
    write.path.parent.mkdir(parents=True)
    write(point(a=1))
    with following(
        "-f", "--any-key", "--root=my runs", "--x=a", "--max-points=9", "--", "-run", cwd=tmp_path
    ) as follower:
        follower.out(2)
        write(json.dumps({**dict.fromkeys(LATER, 2), "a": 3}))
        said = follower.err(len(LATER))
    for line, key in zip(said, LATER, strict=True):
        assert line.isprintable()
        command = line.split("; to print it: ")[1]
        assert command.startswith("div-tui -f ")
        # Printed once: it would not end by itself.
        ended = shell(command.replace(" -f ", " ", 1), tmp_path, LC_ALL="C.UTF-8")
        assert ended == (0, f"a\t{escape(key)}\n3\t2\n".encode(), ""), command
    with following(*shlex.split(said[0].split("; to print it: div-tui ")[1]), cwd=tmp_path) as follower:
        assert follower.out(2) == ["a\tlr", "3\t2"]


def test_no_command_can_print_standard_input_again() -> None:
    with following("-", "-f") as follower:
        follower.write(b'{"a":1}\n')
        follower.out(2)
        follower.write(b'{"a":1,"b":1}\n')
        assert follower.err(1) == ['div-tui: the key "b" came later']


def test_keys_that_never_came(write: Writer) -> None:
    with following(write.path, "-f", "zzz", "los", "--until-quiet=.1") as follower:
        status, rows, messages = follower.end()
        assert (status, rows) == (1, ["step\tzzz\tlos"])
        assert messages == [
            'div-tui: no point carries "zzz"',
            'div-tui: no point carries "los"; the nearest key is "loss"',
        ]


# --- when it ends ---


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
        assert follower.end() == (0, ["seq\ta", "1\t1", "2\t2", "3\t3"], [SAID_NOT_JSON] * 2)


def test_standard_input_that_is_a_file(write: Writer) -> None:
    ended = shell("div-tui - -f < telemetry.jsonl", write.path.parent)
    assert ended == (0, b"step\tloss\n1\t0.5\n", "")


def test_a_pipe_that_never_stops_prints_all_the_same(tmp_path: Path) -> None:
    script = "yes '{\"a\":1}' | div-tui - -f a --max-points 0 | head -3; echo ${PIPESTATUS[1]}"
    assert shell(script, tmp_path).out == b"seq\ta\n1\t1\n2\t1\n0\n"


class Flood:
    """A pipe with always more to read; it ends when rows were printed."""

    size = None
    changed = None

    def __init__(self, printed: list[str]) -> None:
        self.done = 0
        self._printed = printed

    def read(self) -> bytes | Happened:
        assert self.done < 100_000
        self.done += 8
        return Happened.ENDED if self._printed else b'{"a":1}\n'

    def close(self) -> None:
        pass


def test_a_pipe_that_is_never_caught_up_with_prints_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[str] = []
    monkeypatch.setattr(headless, "write_lines", printed.extend)
    ticks = itertools.count()
    options = read_run_options(["-", "-f", "a"])
    opened = open_run(options, threading.Event(), follow=True)
    reader = Reader(Flood(printed), Feed(Masker()), lambda: next(ticks) * BATCH / 3)
    headless.Printing(options, opened._replace(reader=reader), None).follow()
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


def test_a_named_pipe_that_nobody_writes_to_can_be_left(tmp_path: Path) -> None:
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


def test_the_command_is_quoted_for_a_shell(write: Writer) -> None:
    odd = write.path.with_name("it's $HOME.jsonl")
    write.path.rename(odd)
    with following(odd.name, "-f", cwd=odd.parent) as follower:
        follower.out(2)
        Writer(odd)(point(step=2, loss=2, lr=1))
        (said,) = follower.err(1)
        assert shlex.split(said.split("; to print it: ")[1]) == ["div-tui", "-f", odd.name, "lr"]
