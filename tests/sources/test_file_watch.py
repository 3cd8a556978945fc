"""Following a file, with and without the system reporting changes."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from div_tui.app.ingest.formats.telemetry import TelemetryDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.ingest.reader import Reader
from div_tui.app.runs.history import History
from div_tui.app.sources import file_watch
from div_tui.app.sources.file import File
from div_tui.app.sources.file_watch import FileWatch
from support.ingested import values

Steps = list[Callable[[], object]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run" / "telemetry.jsonl"


class Stepping(FileWatch):
    """Reports no change; each wait does a step."""

    def __init__(self, steps: Steps) -> None:
        self._left = iter(steps)

    def wait(self) -> None:
        next(self._left)()


def follow_through(path: Path, steps: Steps) -> list[tuple[dict[str, list[float]], bool]]:
    """Follow a file; each wait does a step. Return the values before each step and after the last."""
    source = File(path, Stepping(steps))
    seen = []
    history = History(0)
    for batch in Reader(source, TelemetryDecoder(Masker())).batches(follow=True):
        history.apply(batch)
        seen.append((values(history), batch.missing))
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


def test_each_look_finds_changes_that_are_not_reported(path: Path) -> None:
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
"""Seconds that no test waits: a wait that ends sooner ended because of a change."""


def wait_during(wait: Callable[[], None], change: Callable[[], object]) -> float:
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
def test_the_system_reports_changes(
    path: Path, stop: threading.Event, monkeypatch: pytest.MonkeyPatch, through_a_link: bool
) -> None:
    monkeypatch.setattr(file_watch, "TICK", LONG)
    path.parent.mkdir()
    path.touch()
    named = path
    if through_a_link:
        named = path.parent.parent / "other" / "link.jsonl"
        named.parent.mkdir()
        named.symlink_to(path)
    wait = FileWatch(named, stop).wait
    try:
        for _ in range(2):
            assert wait_during(wait, writes(path, '{"a":1}\n')) < LONG
        assert wait_during(wait, lambda: path.unlink(missing_ok=True)) < LONG
    finally:
        stop.set()


def test_stopping_ends_a_wait(path: Path, stop: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_watch, "TICK", LONG)
    path.parent.mkdir()
    assert wait_during(FileWatch(path, stop).wait, stop.set) < LONG


def test_a_folder_that_does_not_exist_is_looked_for_each_tick(
    path: Path, stop: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_watch, "TICK", 0.001)
    wait = FileWatch(path, stop).wait
    wait()
    wait()
    monkeypatch.setattr(file_watch, "TICK", LONG)
    path.parent.mkdir()
    try:
        assert wait_during(wait, writes(path, "x")) < LONG
    finally:
        stop.set()


def test_a_folder_that_cannot_be_watched_is_looked_at_each_tick(
    path: Path, stop: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(file_watch, "_watch", refuse)
    monkeypatch.setattr(file_watch, "TICK", 0.001)
    wait = FileWatch(path, stop).wait
    for _ in range(3):
        wait()
    stop.set()
    wait()
