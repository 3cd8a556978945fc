"""Files that are read as they change: what is read, and ways to write to them."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from div_tui.app.sources.file import File
from div_tui.app.sources.file_watch import FileWatch
from div_tui.app.sources.source import Condition, Piece

NOTHING, MISSING, TRUNCATED = Condition.NOTHING_NEW, Condition.MISSING, Condition.TRUNCATED
REPLACED = Condition.REPLACED


def file_at(path: Path, *, awaited: bool = True) -> File:
    """A source for the file of that path."""
    return File(path, FileWatch(path, threading.Event()), awaited=awaited)


def pieces(file: File) -> list[Piece | Condition]:
    """What is read until there is nothing left."""
    got: list[Piece | Condition] = []
    for _ in range(1000):
        got.append(file.read())
        if got[-1] in (NOTHING, MISSING):
            return got
    pytest.fail("there is always more to read")


def read_all(file: File) -> list[bytes | Condition]:
    """What is read until there is nothing left; pieces that follow each other are joined."""
    got: list[bytes | Condition] = []
    end = None
    for read in pieces(file):
        if isinstance(read, Condition):
            got.append(read)
            end = 0 if read in (TRUNCATED, REPLACED) else end
            continue
        assert end in (None, read.offset)
        end = read.end
        if got and isinstance(got[-1], bytes):
            got[-1] += read.data
        else:
            got.append(read.data)
    return got


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def put_over(path: Path, data: bytes) -> None:
    """Replace a file by another one, as programs that write atomically do."""
    new = path.with_name("new")
    new.write_bytes(data)
    new.replace(path)
