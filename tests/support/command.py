"""The installed command as a process: run to its end, or followed while it runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple

SCRIPT = Path(sysconfig.get_path("scripts"), "div-tui")
DEADLINE = 30.0
"""Seconds after which what was waited for is missed."""


class Ended(NamedTuple):
    """What a process wrote, and its exit status."""

    status: int
    out: bytes
    err: str

    @property
    def messages(self) -> list[str]:
        assert not self.err or self.err.endswith("\n")
        return self.err.splitlines()


def environment(more: Mapping[str, str] | None) -> dict[str, str]:
    """That of the tests, and more; Python buffers its output unless it is told not to."""
    return {**os.environ, "PYTHONUNBUFFERED": "", **(more or {})}


def run(
    *arguments: str | Path,
    cwd: Path | None = None,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    python: bool = False,
) -> Ended:
    """Run ``div-tui`` with these arguments (``python -m div_tui`` if asked for) to its end."""
    done = subprocess.run(
        [*((sys.executable, "-m", "div_tui") if python else (SCRIPT,)), *arguments],
        cwd=cwd,
        input=stdin,
        env=environment(env),
        capture_output=True,
        timeout=DEADLINE,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr.decode("utf-8", "backslashreplace"))


def shell(script: str, cwd: Path, **env: str) -> Ended:
    """Run a bash script in which ``div-tui`` is the installed command."""
    process = subprocess.Popen(
        ["bash", "-c", script],
        cwd=cwd,
        env=environment({"PATH": f"{SCRIPT.parent}:{os.environ['PATH']}", **env}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=DEADLINE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # with what it left running
        process.communicate()
        raise
    return Ended(process.returncode, out, err.decode("utf-8", "backslashreplace"))


def write_end(pipe: Path, reader: subprocess.Popen[bytes]) -> int:
    """Open a named pipe for writing once a process has it open for reading."""
    until = time.monotonic() + DEADLINE
    while reader.poll() is None and time.monotonic() < until:
        with suppress(OSError):  # nobody reads it yet
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        time.sleep(0.01)
    raise AssertionError(f"nobody reads the pipe: {reader.poll()}")


class Following:
    """A process that runs on; its lines are gathered as they come."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._news = threading.Condition()
        self._lines: dict[str, list[str]] = {"out": [], "err": []}
        assert process.stdout is not None
        assert process.stderr is not None
        self._threads = [
            threading.Thread(target=self._gather, args=(name, stream), daemon=True)
            for name, stream in (("out", process.stdout), ("err", process.stderr))
        ]
        for thread in self._threads:
            thread.start()

    def _gather(self, name: str, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                with self._news:
                    self._lines[name].append(line.decode().removesuffix("\n"))
                    self._news.notify_all()

    def _wait_for(self, name: str, count: int) -> list[str]:
        lines = self._lines[name]
        with self._news:
            came = self._news.wait_for(lambda: len(lines) >= count, DEADLINE)
            assert came, f"{len(lines)} of {count} lines came: {self._lines}"
            return list(lines)

    def out(self, count: int) -> list[str]:
        """The lines of standard output once there are so many."""
        return self._wait_for("out", count)

    def err(self, count: int) -> list[str]:
        """The lines of standard error once there are so many."""
        return self._wait_for("err", count)

    def write(self, data: bytes) -> None:
        """Write to standard input."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def close_stdin(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def end(self) -> tuple[int, list[str], list[str]]:
        """Wait for its end; return the exit status and all lines of both outputs."""
        status = self.process.wait(DEADLINE)
        for thread in self._threads:
            thread.join(DEADLINE)
        return status, self._lines["out"], self._lines["err"]


@contextmanager
def following(
    *arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Iterator[Following]:
    """Run ``div-tui`` with these arguments, and end it when it has not ended by itself."""
    process = subprocess.Popen(
        [SCRIPT, *arguments],
        cwd=cwd,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(env),
    )
    follower = Following(process)
    try:
        yield follower
    finally:
        process.kill()
        follower.end()
        follower.close_stdin()
