"""Panels printed on a terminal: how wide, and in which colours."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from pathlib import Path

import pytest
from div_tui.layouts.text import cell_width
from support.command import DEADLINE, SCRIPT, environment
from support.command import run as command
from support.plotted import plotted_run

COLOUR = re.compile(r"\x1b\[[\d;]*m")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return plotted_run(tmp_path)


def on_terminal(env: dict[str, str], *arguments: str | Path, columns: int = 80) -> tuple[int, str]:
    """The exit status of a command on a terminal, and all that the terminal was sent."""
    terminal, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    plain = {name: value for name, value in environment(env).items() if name != "COLORTERM" or "COLORTERM" in env}
    process = subprocess.Popen([SCRIPT, *arguments], stdin=inside, stdout=inside, stderr=inside, env=plain)
    os.close(inside)
    sent = b""
    try:
        while True:
            sent += os.read(terminal, 65536)
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    return process.wait(DEADLINE), sent.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("env", "first", "others"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, r"\x1b\[0;38;2;86;180;233m", r"\x1b\[0(;1|;38;2;\d+;\d+;\d+)?m"),
        ({"TERM": "xterm-256color"}, r"\x1b\[0;38;5;74m", r"\x1b\[0(;1|;38;5;\d+)?m"),
        ({"TERM": "xterm"}, r"\x1b\[0;96m", r"\x1b\[0(;1|;2|;9\d)?m"),
        ({"TERM": "xterm", "COLORFGBG": "0;15"}, r"\x1b\[0;34m", r"\x1b\[0(;1|;2|;3\d)?m"),
    ],
)
def test_colours_are_those_of_the_terminal(run: Path, env: dict[str, str], first: str, others: str) -> None:
    status, sent = on_terminal(env, run, "--plot")
    assert status == 0
    assert re.search(f"{first}loss 0\\.05", sent)
    assert all(re.fullmatch(others, one) for one in COLOUR.findall(sent))
    for line in sent.splitlines():
        assert not COLOUR.search(line) or line.endswith("\x1b[0m")
    assert "●" not in sent


@pytest.mark.parametrize("env", [{"TERM": "xterm-256color", "NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_on_a_terminal_without(run: Path, env: dict[str, str]) -> None:
    status, sent = on_terminal(env, run, "--plot")
    assert (status, "\x1b" in sent) == (0, False)
    assert "● loss" in sent


def test_no_colours_in_a_pipe(run: Path) -> None:
    assert b"\x1b" not in command(run, "--plot", env={"TERM": "xterm-256color", "COLORTERM": "truecolor"}).out


def test_it_is_as_wide_as_the_terminal(run: Path) -> None:
    _, sent = on_terminal({"TERM": "dumb"}, run, "--plot", columns=64)
    assert {cell_width(line) for line in sent.splitlines()} == {64}


def test_a_dumb_terminal_gets_the_table(run: Path) -> None:
    assert on_terminal({"TERM": "dumb"}, run)[1].splitlines()[:2] == [
        "div-tui: the terminal is dumb, so the run is printed instead; --plot draws its panels",
        "key   count  last   min    max",
    ]
    assert on_terminal({"TERM": "dumb"}, run, "--print")[1].startswith("key   count")
