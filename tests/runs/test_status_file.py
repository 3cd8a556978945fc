"""The status file of a run: read when it changes, if it is whole."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.status_file import FRESH, LARGEST, StatusFile

LONG_AGO = time.time() - 1000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "status.json"


def status_of(path: Path, *secrets: str) -> StatusFile:
    return StatusFile(path, Masker(secrets))


def write(path: Path, data: bytes, when: float = LONG_AGO) -> None:
    """Write in place, with another time of the last change."""
    path.write_bytes(data)
    os.utime(path, (when, when))


def test_the_contents_of_a_status_file(path: Path) -> None:
    status = status_of(path)
    assert not status.look()
    assert (status.fields, status.state) == ({}, "")
    write(
        path,
        b'\xef\xbb\xbf{\n  "state": "training",\n  "step": 5, "eta": {"seconds": 1.5}, "x": NaN, "l": [1, "a"]\n}\n',
    )
    assert status.look()
    assert status.state == "training"
    assert status.fields == {"state": "training", "step": "5", "eta.seconds": "1.5", "x": "NaN", "l": '[1,"a"]'}
    assert not status.look()


def test_a_status_file_is_read_again_when_it_changes(path: Path) -> None:
    status = status_of(path)
    write(path, b'{"state":"a"}')
    assert status.look()
    write(path, b'{"state":"b"}', LONG_AGO + 1)
    assert status.look()
    assert status.state == "b"
    other = path.with_name("other")
    write(other, b'{"state":"c"}', LONG_AGO + 1)
    os.replace(other, path)
    assert status.look()
    assert status.state == "c"
    write(path, b'{"state":"c"}', LONG_AGO + 2)
    assert not status.look()


def test_a_change_that_neither_size_nor_time_show(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status = status_of(path)
    write(path, b'{"state":"a"}', time.time())
    assert status.look()
    stamp = os.stat(path)
    with path.open("r+b") as file:
        file.write(b'{"state":"b"}')
    monkeypatch.setattr("div_tui.app.runs.status_file.os", SimpleNamespace(stat=lambda _: stamp))
    assert status.look()
    assert status.state == "b"
    later = stamp.st_mtime + FRESH + 1
    monkeypatch.setattr("div_tui.app.runs.status_file.time", SimpleNamespace(time=lambda: later))
    assert not status.look()
    path.write_bytes(b'{"state":"c"}')
    assert not status.look()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b'{"state":"b"',
        b'{"state":"b"}}',
        b'[{"state":"b"}]',
        b"null",
        b"\xff",
        b'{"state":"b","x":' + b"[" * 600 + b"]" * 600 + b"}",
        b'{"state":"b","x":"' + b"x" * LARGEST + b'"}',
    ],
)
def test_a_file_that_is_not_whole_leaves_the_last_contents(path: Path, data: bytes) -> None:
    status = status_of(path)
    write(path, b'{"state":"a","step":1}')
    status.look()
    write(path, data, LONG_AGO + 1)
    assert not status.look()
    assert (status.state, status.fields) == ("a", {"state": "a", "step": "1"})
    write(path, b'{"state":"z"}', LONG_AGO + 2)
    assert status.look()
    assert (status.state, status.fields) == ("z", {"state": "z"})


def test_a_missing_file_leaves_the_last_contents(path: Path) -> None:
    status = status_of(path)
    write(path, b'{"state":"a"}')
    status.look()
    path.unlink()
    assert not status.look()
    assert status.state == "a"
    path.mkdir()
    assert not status.look()
    path.rmdir()
    os.mkfifo(path)
    assert not status.look()
    assert status.state == "a"


@pytest.mark.parametrize("state", ["5", "null", '["a"]', "{}"])
def test_a_state_that_is_not_a_string_is_ignored(path: Path, state: str) -> None:
    status = status_of(path)
    write(path, b'{"state":%s}' % state.encode())
    assert status.look()
    assert status.state == ""


def test_the_contents_are_of_bounded_size(path: Path) -> None:
    status = status_of(path)
    write(path, json.dumps({"state": "s" * 500, **{f"k{at}": "v" * 1000 for at in range(90)}}).encode())
    assert status.look()
    assert status.state == "s" * 127 + "…"
    assert status.fields == {"state": "s" * 500, **{f"k{at}": "v" * 511 + "…" for at in range(6)}}
    write(path, json.dumps({f"k{at}": at for at in range(90)}).encode(), LONG_AGO + 1)
    assert status.look()
    assert status.fields == {f"k{at}": str(at) for at in range(64)}


def test_secrets_in_a_status_file_are_masked(path: Path) -> None:
    status = status_of(path, "hunter2", "two\nlines")
    write(path, b'{"state":"run hunter2","khunter2":"\\u0068unter2","n":{"l":["two\\nlines"]}}')
    assert status.look()
    assert (status.state, status.fields) == ("run ***", {"state": "run ***", "k***": "***", "n.l": '["***"]'})
