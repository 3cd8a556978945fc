"""A command on a pseudo-terminal: what it sends, what that looks like, and how it leaves the terminal."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import sysconfig
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import pyte

SCRIPT = str(Path(sysconfig.get_path("scripts"), "div-tui"))
DEADLINE = 30.0
"""Seconds after which what was waited for is missed."""

ANSWERS = {b"\x1b[c": b"\x1b[?62;22c", b"\x1b[6n": b"\x1b[1;1R"}
"""What a terminal answers when it is asked what it is, and where its cursor is."""

ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}

AT_FIRST = {7, 25}
"""The private modes set at first: long lines wrap, the cursor is shown."""
ALTERNATE = 1049
MOUSE = {1000, 1003, 1006, 1015}
"""The private modes of the second screen and of the mouse."""

_MODE = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
_ESCAPE = re.compile(
    rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|P[^\x1b]*\x1b\\|[()][A-Z0-9]|[ -/]*[0-~])"
)

# It opens its terminal itself, so that this becomes the one that controls it.
_CONTROLLED = ': <"$1"; tty=$1 in=$2 err=$3; shift 3; exec "$@" <"${in:-$tty}" >"$tty" 2>"${err:-$tty}"'


class OnTerminal:
    """A command running on a terminal of its own.

    Attributes:
        sent: all bytes it has sent so far.
        process: the command.
    """

    def __init__(
        self,
        *command: str | Path,
        size: tuple[int, int] = (100, 30),
        env: Mapping[str, str | None] | None = None,
        cwd: Path | None = None,
        stdin: Path | None = None,
        stderr: Path | None = None,
    ) -> None:
        """Start a command; it reads `stdin` and writes its messages to `stderr` where they are given.

        Of the environment, a variable of None is taken away.
        """
        self.sent = b""
        self.rate = 0.0
        self._allowed = 0.0
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self._master, self._slave = os.openpty()
        self._set_size(size)
        self.before = termios.tcgetattr(self._slave)
        variables = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8",
            **(env or {}),
        }
        tty = os.ttyname(self._slave)
        self.process = subprocess.Popen(
            ["sh", "-c", _CONTROLLED, "sh", tty, stdin or "", stderr or "", *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={name: value for name, value in variables.items() if value is not None},
            cwd=cwd,
            start_new_session=True,
        )

    def __enter__(self) -> OnTerminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.hang_up()

    def hang_up(self) -> None:
        """Take the terminal away."""
        if self._master >= 0:
            os.close(self._master)
            os.close(self._slave)
            self._master = -1

    def _set_size(self, size: tuple[int, int]) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def resize(self, width: int, height: int) -> None:
        """Make the terminal another size, as a person does with the mouse."""
        self.screen.resize(height, width)
        self._set_size((width, height))

    def press(self, keys: str) -> float:
        """Press keys; return when."""
        os.write(self._master, keys.encode())
        return time.monotonic()

    def kill(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def read(self, seconds: float) -> bool:
        """Read what comes within so long, as fast as the line allows; tell whether anything did."""
        wait = self._allowed - time.monotonic()
        if self.rate and wait > 0:
            select.select([], [], [], min(wait, seconds))
            return True
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        data = os.read(self._master, 100 if self.rate else 1 << 16)
        if self.rate:
            self._allowed = max(self._allowed, time.monotonic()) + len(data) / self.rate
        self.sent += data
        self._stream.feed(data)
        for question, answer in ANSWERS.items():
            if question in data:
                os.write(self._master, answer)
        return True

    def until(self, holds: Callable[[], object], seconds: float = DEADLINE) -> None:
        """Read until something is so."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.text
            assert self.read(0.02) or self.process.poll() is None or holds(), self.text

    def shows(self, *texts: str, seconds: float = DEADLINE) -> None:
        """Read until each of the texts is on the screen."""
        self.until(lambda: all(text in self.text for text in texts), seconds)

    def end(self) -> int:
        """Read until the command has ended and all it sent is read; return its exit status."""
        self.until(lambda: self.process.poll() is not None)
        while self.read(0.05):
            pass
        assert self.process.returncode is not None
        return self.process.returncode

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.screen.display)

    @property
    def modes(self) -> set[int]:
        """The private modes that are set."""
        modes = set(AT_FIRST)
        for numbers, letter in _MODE.findall(self.sent):
            for number in map(int, numbers.split(b";")):
                (modes.add if letter == b"h" else modes.discard)(number)
        return modes

    @property
    def plain(self) -> bytes:
        """All that was sent, without its escape sequences."""
        return _ESCAPE.sub(b"", self.sent)

    @property
    def after(self) -> str:
        """What was sent once the second screen was left: what a person sees below their prompt."""
        return _ESCAPE.sub(b"", self.sent.rpartition(b"\x1b[?1049l")[2]).decode().replace("\r", "")

    def is_clean(self) -> bool:
        """Tell whether the terminal is as it was before: modes, keyboard and settings."""
        pushed, popped = len(re.findall(rb"\x1b\[>\d+u", self.sent)), self.sent.count(b"\x1b[<u")
        return self.modes == AT_FIRST and termios.tcgetattr(self._slave) == self.before and pushed == popped


def dashboard(*arguments: str | Path, **where: Any) -> OnTerminal:
    """Run the installed command on a terminal."""
    return OnTerminal(SCRIPT, *arguments, **where)


def patched(patch: str, *arguments: str | Path, **where: Any) -> OnTerminal:
    """Run the command in a process in which some Python is run first."""
    program = f"import sys; from div_tui.app.cli.main import main\n{patch}\nsys.exit(main())"
    return OnTerminal(sys.executable, "-c", program, *arguments, **where)


def shell(script: str, **where: Any) -> OnTerminal:
    """Run a shell script on a terminal; `div-tui` is the installed command in it."""
    path = f"{Path(SCRIPT).parent}:{os.environ['PATH']}"
    return OnTerminal("sh", "-c", script, **{**where, "env": {"PATH": path, **where.get("env", {})}})


def interactive(arguments: Sequence[str] = ("--norc", "--noprofile", "-i"), **where: Any) -> OnTerminal:
    """Run a shell that a person types commands into."""
    path = f"{Path(SCRIPT).parent}:{os.environ['PATH']}"
    env = {"PATH": path, "PS1": "prompt> ", "HISTFILE": None, **where.pop("env", {})}
    return OnTerminal("bash", *arguments, env=env, **where)
