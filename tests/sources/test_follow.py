"""Following a file: with and without the system telling of changes."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from div_tui.app.ingest.formats.telemetry import Feed
from div_tui.app.ingest.mask import Masker
from div_tui.app.ingest.reader import Reader
from div_tui.app.runs.history import Run
from div_tui.app.sources import follow
from div_tui.app.sources.follow import Wait, wait_for_file, wait_for_pipe
from div_tui.app.sources.source import File, Pipe
from support.ingested import values

Steps = list[Callable[[], object]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run" / "telemetry.jsonl"


def follow_through(path: Path, steps: Steps) -> list[tuple[dict[str, list[float]], bool]]:
    """Follow a file without any news of changes; each wait does a step. Return the run before each one, and at last."""
    source = File(path)
    left = iter(steps)
    seen = []
    run = Run(0)

    def wait() -> None:
        next(left)()

    for batch in Reader(source, Feed(Masker())).batches(wait, follow=True):
        run.apply(batch)
        seen.append((values(run), batch.missing))
        if len(seen) > len(steps):
            break
    source.close()
    return seen


def writes(path: Path, text: str) -> Callable[[], object]:
    """A step that appends."""

    def write() -> None:
        with path.open("a") as file:
            file.write(text)

    return write


def test_without_news_of_changes_each_look_finds_them(path: Path) -> None:
    away = path.parent.with_name("away")
    steps: Steps = [
        path.parent.mkdir,
        path.touch,
        writes(path, '{"a":1}\n{"a"'),
        writes(path, ":2}\n"),
        lambda: None,
        lambda: path.parent.rename(away),
        writes(away / path.name, '{"a":3}\n'),
        lambda: away.rename(path.parent),
        lambda: path.write_text('{"b":1}\n'),
        path.unlink,
        lambda: None,
        writes(path, '{"c":1}\n'),
        lambda: os.truncate(path, 0),
    ]
    assert follow_through(path, steps) == [
        ({}, True),
        ({}, True),
        ({}, False),
        ({"a": [1.0]}, False),
        ({"a": [1.0, 2.0]}, False),
        ({"a": [1.0, 2.0]}, False),
        ({"a": [1.0, 2.0]}, True),
        ({"a": [1.0, 2.0, 3.0]}, True),
        ({"a": [1.0, 2.0, 3.0]}, False),
        ({"b": [1.0]}, False),
        ({"b": [1.0]}, True),
        ({"b": [1.0]}, True),
        ({"c": [1.0]}, False),
        ({}, False),
    ]


def test_two_writers_and_steps_that_go_back_are_kept_as_written(path: Path) -> None:
    path.parent.mkdir()
    steps: Steps = [
        writes(path, '{"step":5}\n'),
        writes(path, '{"step":4}\n{"step":4}\n'),
        writes(path, '{"step":6}\n'),
    ]
    assert follow_through(path, steps)[-1][0] == {"step": [5.0, 4.0, 4.0, 6.0]}


# --- real waits ---

LONG = 20.0
"""Seconds that no test waits: what ends a wait sooner was news."""


def wait_during(wait: Wait, change: Callable[[], object]) -> float:
    """Make a change again and again until the wait returns; return how long that took."""
    begin = time.monotonic()
    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    while thread.is_alive() and time.monotonic() - begin < 2 * LONG:
        change()
        thread.join(0.02)
    return time.monotonic() - begin


@pytest.fixture
def stop() -> threading.Event:
    return threading.Event()


@pytest.mark.parametrize("through_a_link", [False, True], ids=["a file", "a link to a file elsewhere"])
def test_the_system_tells_of_changes(
    path: Path, stop: threading.Event, monkeypatch: pytest.MonkeyPatch, through_a_link: bool
) -> None:
    monkeypatch.setattr(follow, "TICK", LONG)
    path.parent.mkdir()
    path.touch()
    named = path
    if through_a_link:
        named = path.parent.parent / "other" / "link.jsonl"
        named.parent.mkdir()
        named.symlink_to(path)
    wait = wait_for_file(named, stop)
    try:
        for _ in range(2):
            assert wait_during(wait, writes(path, '{"a":1}\n')) < LONG
        assert wait_during(wait, lambda: path.unlink(missing_ok=True)) < LONG
    finally:
        stop.set()


def test_stopping_ends_a_wait(path: Path, stop: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "TICK", LONG)
    path.parent.mkdir()
    assert wait_during(wait_for_file(path, stop), stop.set) < LONG


def test_a_folder_that_is_not_there_is_looked_for_each_tick(
    path: Path, stop: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "TICK", 0.001)
    wait = wait_for_file(path, stop)
    wait()
    wait()
    monkeypatch.setattr(follow, "TICK", LONG)
    path.parent.mkdir()
    try:
        assert wait_during(wait, writes(path, "x")) < LONG
    finally:
        stop.set()


def test_no_watch_to_be_had_is_a_look_each_tick(
    path: Path, stop: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(follow, "_watch", refuse)
    monkeypatch.setattr(follow, "TICK", 0.001)
    wait = wait_for_file(path, stop)
    for _ in range(3):
        wait()
    stop.set()
    wait()


def test_a_pipe_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "TICK", LONG)
    out, into = os.pipe()
    pipe = Pipe(out)
    wait = wait_for_pipe(pipe)
    assert wait_during(wait, lambda: os.write(into, b"x")) < LONG
    pipe.read()
    os.close(into)
    begin = time.monotonic()
    wait()
    assert time.monotonic() - begin < LONG
    pipe.close()
