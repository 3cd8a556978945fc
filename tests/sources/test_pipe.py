"""Pipes: what is read of them, and what is one."""

from __future__ import annotations

import fcntl
import os
import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from div_tui.app.sources.source import Happened, Pipe, is_pipe
from support.read_file import NOTHING


@pytest.fixture
def ends() -> Iterator[tuple[Pipe, Callable[[bytes], int], Callable[[], None]]]:
    """A pipe, a function that writes to it, and one that closes its writing end."""
    out, into = os.pipe()
    open_ends = {into}

    def close() -> None:
        open_ends.remove(into)
        os.close(into)

    pipe = Pipe(out)
    yield pipe, lambda data: os.write(into, data), close
    pipe.close()
    for end in open_ends:
        os.close(end)


def test_a_pipe(ends: tuple[Pipe, Callable[[bytes], int], Callable[[], None]]) -> None:
    pipe, write, close = ends
    assert pipe.read() is NOTHING
    assert not pipe.wait(0)
    assert (pipe.done, pipe.size, pipe.changed) == (0, None, None)
    write(b"one\n")
    assert pipe.wait(0)
    assert pipe.read() == b"one\n"
    assert pipe.done == 4
    assert pipe.changed is not None
    assert pipe.read() is NOTHING
    write(b"two")
    close()
    assert pipe.wait(10)
    assert [pipe.read(), pipe.read(), pipe.read()] == [b"two", Happened.ENDED, Happened.ENDED]


def test_a_pipe_whose_bytes_another_reader_took(
    ends: tuple[Pipe, Callable[[bytes], int], Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, *_ = ends

    def first(*_: object) -> bytes:
        raise BlockingIOError

    monkeypatch.setattr(pipe, "wait", lambda _: True)
    monkeypatch.setattr(os, "read", first)
    assert pipe.read() is NOTHING


def test_a_descriptor_past_1023() -> None:
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 1200:
        pytest.skip("so many files may not be open")
    out, into = os.pipe()
    high = fcntl.fcntl(out, fcntl.F_DUPFD, 1100)
    os.write(into, b"x")
    pipe = Pipe(high)
    assert pipe.read() == b"x"
    pipe.close()
    os.close(out)
    os.close(into)


def test_what_is_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("pipe")
    pipes = {name for name in ("pipe", "file", "link", "nothing", ".") if is_pipe(tmp_path / name)}
    assert pipes == {"pipe", "link"}
    assert is_pipe(Path("/dev/null"))
