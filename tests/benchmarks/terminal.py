"""A command on a terminal, seen from outside: what it sends and when, and what it costs."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from types import TracebackType

TICKS = os.sysconf("SC_CLK_TCK")
ANSWERS = {b"\x1b[c": b"\x1b[?62;22c", b"\x1b[6n": b"\x1b[1;1R"}
"""What a terminal answers when it is asked what it is, and where its cursor is."""


class Terminal:
    """A command on a pseudo-terminal of 160 by 48 cells.

    Attributes:
        begun: when the command was started; as all times here, of `time.monotonic`.
        received: what it sent, with the time each piece was read.
        idle: called some hundred times a second while reading, for whoever writes what the command reads.
    """

    def __init__(self, command: list[str], *, size: tuple[int, int] = (160, 48), stdin: int | None = None) -> None:
        """Start the command; `stdin` is what it reads instead of the keyboard."""
        self.received: list[tuple[float, bytes]] = []
        self.idle: Callable[[], None] = lambda: None
        self._rate = 0.0
        self._allowed = time.monotonic()
        self.begun = time.monotonic()
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
            if stdin is not None:
                os.dup2(stdin, 0)
            terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
            os.execve(command[0], command, {**os.environ, **terminal})
        self._leaving = self._ended = False

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._leaving = True
        self.send("q")
        self.wait(2.0, until=lambda: self._ended)
        if not self._ended:
            os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._terminal)

    def slow_down(self, bytes_a_second: float) -> None:
        """Read no faster than this from now on, as at the other end of a slow link."""
        self._rate = bytes_a_second

    def send(self, keys: str) -> float:
        """Press keys; return when."""
        try:
            os.write(self._terminal, keys.encode())
        except OSError:
            self._end()
        return time.monotonic()

    def _end(self) -> None:
        self._ended = True
        if not self._leaving:
            said = b"".join(data for _, data in self.received)[-2000:].decode(errors="replace")
            sys.exit(f"the command ended by itself; the last it sent:\n{said}")

    def _read(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        if self._allowed >= until:
            time.sleep(seconds)
            return
        if not select.select([self._terminal], [], [], seconds)[0]:
            return
        try:
            data = os.read(self._terminal, 100 if self._rate else 1 << 16)
        except OSError:
            data = b""
        if not data:
            self._end()
            return
        now = time.monotonic()
        self.received.append((now, data))
        if self._rate:
            self._allowed = max(self._allowed, now) + len(data) / self._rate
        for question, answer in ANSWERS.items():
            if question in data:
                os.write(self._terminal, answer)

    def wait(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Read for so long, or until something is so; tell whether it is."""
        end = time.monotonic() + seconds
        while not until():
            if self._ended or time.monotonic() >= end:
                return until()
            self.idle()
            self._read(0.005)
        return True

    def settle(self, silence: float, most: float = 60.0) -> float:
        """Read until nothing came for so long; return when the last byte came."""
        begun = time.monotonic()
        self.wait(most, until=lambda: time.monotonic() - max(begun, self.last) >= silence)
        return self.last

    def wait_for_more(self, most: float) -> float:
        """Read until something comes; return when it did."""
        pieces = len(self.received)
        self.wait(most, until=lambda: len(self.received) > pieces)
        return self.last if len(self.received) > pieces else time.monotonic()

    @property
    def last(self) -> float:
        """When the last bytes came."""
        return self.received[-1][0] if self.received else self.begun

    def first_with(self, text: bytes, since: float = 0.0) -> float:
        """Return when a text first was among what was sent since a time; ends the program where it never was."""
        seen = b""
        for at, data in self.received:
            if at >= since:
                seen += data
                if text in seen:
                    return at
        sys.exit(f"{text.decode()} was never on the screen")

    def next_after(self, when: float) -> float | None:
        """Return when the first bytes after a time came."""
        return next((at for at, _ in self.received if at > when), None)

    def sent(self, start: float, end: float) -> int:
        """Return how many bytes came in a span of time."""
        return sum(len(data) for at, data in self.received if start <= at < end)

    def cpu(self) -> float:
        """Return the seconds of a core used so far."""
        with open(f"/proc/{self._pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def most_memory(self) -> float:
        """Return the most memory it had so far, in MB."""
        with open(f"/proc/{self._pid}/status", encoding="utf-8") as file:
            (line,) = (line for line in file if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
