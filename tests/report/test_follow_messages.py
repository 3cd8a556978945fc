"""The installed command following a run: its messages about lines that are dropped, and keys that come later."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from div_tui.layouts.text import escape
from support.command import following, shell
from support.followed import NOT_JSON, Writer, point, started

# A process on a busy machine may be late once; what is wrong is wrong each time.
pytestmark = pytest.mark.flaky(reruns=2)


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Writes to the lines of a run that has one point."""
    return started(tmp_path)


def test_the_first_of_each_reason_is_reported_at_once_and_the_counts_at_the_end(write: Writer) -> None:
    with following(write.path, "-f", "loss") as follower:
        follower.out(2)
        write("nope")
        assert follower.err(1) == [NOT_JSON]
        write("nope", '{"a/b": 1, "c d": 2}', "[]", '{"loss": NaN}')
        first = [
            NOT_JSON,
            "telemetry: dropped a line that is not a JSON object; write one JSON object per line",
            'telemetry: skipped the key "a/b"; use letters, digits, _ and - between dots',
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
            'telemetry: skipped the key "a/b" and 1 other (2 times); use letters, digits, _ and - between dots',
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


def test_the_command_that_prints_a_later_key_works_as_it_is_written(tmp_path: Path) -> None:
    write = Writer(tmp_path / "my runs" / "-run" / "telemetry.jsonl")
    write.path.parent.mkdir(parents=True)
    write(point(a=1))
    with following(
        "-f", "--any-key", "--root=my runs", "--x=a", "--max-points=9", "--", "-run", cwd=tmp_path
    ) as follower:
        follower.out(2)
        write(json.dumps({**dict.fromkeys(LATER, 2), "a": 3}))
        messages = follower.err(len(LATER))
    for line, key in zip(messages, LATER, strict=True):
        assert line.isprintable()
        command = line.split("; to print it: ")[1]
        assert command.startswith("div-tui -f ")
        # Printed once: it would not end by itself.
        ended = shell(command.replace(" -f ", " ", 1), tmp_path, LC_ALL="C.UTF-8")
        assert ended == (0, f"a\t{escape(key)}\n3\t2\n".encode(), ""), command
    with following(*shlex.split(messages[0].split("; to print it: div-tui ")[1]), cwd=tmp_path) as follower:
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


def test_the_command_is_quoted_for_a_shell(write: Writer) -> None:
    odd = write.path.with_name("it's $HOME.jsonl")
    write.path.rename(odd)
    with following(odd.name, "-f", cwd=odd.parent) as follower:
        follower.out(2)
        Writer(odd)(point(step=2, loss=2, lr=1))
        (message,) = follower.err(1)
        assert shlex.split(message.split("; to print it: ")[1]) == ["div-tui", "-f", odd.name, "lr"]
