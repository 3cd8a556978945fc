"""Which source reads an address."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from div_tui.app.sources import registry
from div_tui.app.sources.address import STDIN, Address
from div_tui.app.sources.file import File
from div_tui.app.sources.pipe import Pipe
from div_tui.app.sources.registry import source_of
from div_tui.app.sources.source import Condition, Piece, Source
from support.scripted import ScriptedSource


def address(path: Path | None, *, follow: bool = False, stdin: int = STDIN) -> Address:
    return Address(path, follow, threading.Event(), stdin)


def test_standard_input_is_read_from_its_descriptor() -> None:
    out, into = os.pipe()
    source = source_of(address(None, stdin=out))
    assert isinstance(source, Pipe)
    source.open()
    os.write(into, b"x")
    assert source.read() == Piece(0, b"x")
    source.close()
    os.close(into)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(out)


def test_closing_leaves_standard_input_open() -> None:
    source = source_of(address(None))
    source.close()
    os.fstat(STDIN)


def test_a_named_pipe_is_opened_without_waiting_for_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    source = source_of(address(path))
    assert isinstance(source, Pipe)
    writer = os.open(path, os.O_WRONLY)
    os.write(writer, b"x")
    os.close(writer)
    assert [source.read(), source.read()] == [Piece(0, b"x"), Condition.ENDED]
    source.close()


def test_any_other_path_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    source = source_of(address(tmp_path / "file"))
    assert isinstance(source, File)
    assert not source.is_stream
    assert source.read() == Piece(0, b"x")
    source.close()


def test_a_file_is_awaited_only_when_it_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "later"
    source_of(address(path, follow=True)).open()
    with pytest.raises(FileNotFoundError):
        source_of(address(path)).open()


def test_the_first_kind_of_source_that_reads_an_address_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted = ScriptedSource([])

    def source(place: Address) -> Source | None:
        return scripted if place.path and place.path.name == "scripted" else None

    monkeypatch.setattr(registry, "SOURCES", (source, *registry.SOURCES))
    assert source_of(address(tmp_path / "scripted")) is scripted
    assert isinstance(source_of(address(tmp_path / "other")), File)


def test_an_address_that_no_source_reads_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SOURCES", ())
    with pytest.raises(LookupError, match="no source reads None"):
        source_of(address(None))
