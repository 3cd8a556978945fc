"""Pipes: what is read of them, and what is one."""

from __future__ import annotations

import fcntl
import os
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from div_tui.app.sources import pipe as pipe_module
from div_tui.app.sources.pipe import Pipe, is_pipe
from div_tui.app.sources.source import Condition, Piece
from support.read_file import NOTHING

LONG = 20.0
"""Seconds that no test waits: a wait that ends sooner ended because of a change."""


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
    assert pipe.is_stream
    assert (pipe.size, pipe.changed) == (None, None)
    write(b"one\n")
    assert pipe.read() == Piece(0, b"one\n")
    assert pipe.changed is not None
    assert pipe.read() is NOTHING
    write(b"two")
    close()
    assert [pipe.read(), pipe.read(), pipe.read()] == [Piece(4, b"two"), Condition.ENDED, Condition.ENDED]


def test_a_pipe_is_waited_for_only_while_it_has_nothing(
    ends: tuple[Pipe, Callable[[bytes], int], Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, write, close = ends
    monkeypatch.setattr(pipe_module, "TICK", 0.001)
    pipe.wait()  # a tick
    assert pipe.read() is NOTHING
    monkeypatch.setattr(pipe_module, "TICK", LONG)
    begin = time.monotonic()
    write(b"one\n")
    pipe.wait()
    pipe.read()
    close()
    pipe.wait()
    assert time.monotonic() - begin < LONG


def test_a_pipe_whose_bytes_another_reader_took(
    ends: tuple[Pipe, Callable[[bytes], int], Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, write, _ = ends

    def first(*_: object) -> bytes:
        raise BlockingIOError

    write(b"one\n")
    with monkeypatch.context() as patch:
        patch.setattr(os, "read", first)
        assert pipe.read() is NOTHING


def test_a_descriptor_past_1023() -> None:
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 1200:
        pytest.skip("so many files may not be open")
    out, into = os.pipe()
    high = fcntl.fcntl(out, fcntl.F_DUPFD, 1100)
    os.write(into, b"x")
    pipe = Pipe(high)
    assert pipe.read() == Piece(0, b"x")
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
