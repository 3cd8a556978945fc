"""Files that are read as they change: what is read, and ways to write to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from div_tui.app.sources.file import File
from div_tui.app.sources.source import Condition

NOTHING, MISSING, CUT, REPLACED = Condition.NOTHING_NEW, Condition.MISSING, Condition.TRUNCATED, Condition.REPLACED


def read_all(file: File) -> list[bytes | Condition]:
    """What is read until there is nothing left; pieces that follow each other are joined."""
    got: list[bytes | Condition] = []
    for _ in range(1000):
        read = file.read()
        if isinstance(read, bytes) and got and isinstance(got[-1], bytes):
            got[-1] += read
        else:
            got.append(read)
        if read in (NOTHING, MISSING):
            return got
    pytest.fail("there is always more to read")


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def put_over(path: Path, data: bytes) -> None:
    """Replace a file by another one, as programs that write atomically do."""
    new = path.with_name("new")
    new.write_bytes(data)
    new.replace(path)
