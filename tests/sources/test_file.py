"""Files that grow, disappear, return, and cannot be read."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from div_tui.app.sources.file import File
from div_tui.app.sources.source import PIECE_BYTES, Piece
from support.privilege import needs_permissions
from support.read_file import MISSING, NOTHING, REPLACED, append, file_at, put_over, read_all


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "telemetry.jsonl"


@pytest.fixture
def file(path: Path) -> Iterator[File]:
    file = file_at(path)
    yield file
    file.close()


# --- growing ---


def test_a_file_is_read_to_its_end_and_on(path: Path, file: File) -> None:
    path.write_bytes(b"one\n")
    assert read_all(file) == [b"one\n", NOTHING]
    append(path, b"two\nth")
    assert read_all(file) == [b"two\nth", NOTHING]
    append(path, b"ree\n")
    assert file.read() == Piece(10, b"ree\n")
    assert file.read() is NOTHING
    assert file.size == 14
    assert file.changed == path.stat().st_mtime


def test_a_long_file_comes_in_pieces(path: Path, file: File) -> None:
    data = os.urandom(2 * PIECE_BYTES + 5)
    path.write_bytes(data)
    for offset in (0, PIECE_BYTES, 2 * PIECE_BYTES):
        piece = Piece(offset, data[offset : offset + PIECE_BYTES])
        assert file.read() == piece
        assert file.size == len(data)
    assert piece.end == len(data)
    assert file.read() is NOTHING


def test_a_file_that_has_more_than_its_size_when_it_was_looked_at(
    path: Path, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"one\n")
    old = path.stat()
    append(path, b"two\n")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fstat", lambda _: old)
        assert file.read() == Piece(0, b"one\ntwo\n")
    assert file.size == 8


def test_an_empty_file_has_nothing(path: Path, file: File) -> None:
    path.touch()
    assert read_all(file) == [NOTHING]
    append(path, b"x")
    assert read_all(file) == [b"x", NOTHING]


# --- files that do not exist ---


def test_a_file_is_waited_for(path: Path, file: File) -> None:
    assert read_all(file) == [MISSING]
    assert (file.size, file.changed) == (0, None)
    path.write_bytes(b"x")
    assert file.read() == Piece(0, b"x")
    assert file.read() is NOTHING


def test_its_directory_is_waited_for_too(tmp_path: Path) -> None:
    path = tmp_path / "run" / "deep" / "telemetry.jsonl"
    file = file_at(path)
    assert read_all(file) == [MISSING]
    (tmp_path / "run").touch()
    assert read_all(file) == [MISSING]
    (tmp_path / "run").unlink()
    path.parent.mkdir(parents=True)
    assert read_all(file) == [MISSING]
    path.write_bytes(b"x")
    assert read_all(file) == [b"x", NOTHING]
    file.close()


def test_a_file_that_disappears_keeps_what_was_read_and_what_its_writer_still_writes(path: Path, file: File) -> None:
    with path.open("wb", buffering=0) as writer:
        writer.write(b"one\n")
        assert read_all(file) == [b"one\n", NOTHING]
        path.unlink()
        assert read_all(file) == [MISSING]
        writer.write(b"two\n")
        assert file.read() == Piece(4, b"two\n")
        assert file.read() is MISSING
    path.write_bytes(b"one\ntwo\nthree\n")
    assert read_all(file) == [REPLACED, b"one\ntwo\nthree\n", NOTHING]


def test_a_file_that_is_moved_away_and_back_is_the_same(path: Path, file: File) -> None:
    path.write_bytes(b"one\n")
    read_all(file)
    path.rename(path.with_name("away"))
    assert read_all(file) == [MISSING]
    append(path.with_name("away"), b"two\n")
    path.with_name("away").rename(path)
    assert read_all(file) == [b"two\n", NOTHING]


def test_a_directory_that_disappears_with_its_file(path: Path) -> None:
    path = path.parent / "run" / path.name
    path.parent.mkdir()
    path.write_bytes(b"one\n")
    file = file_at(path)
    read_all(file)
    path.parent.rename(path.parent.with_name("gone"))
    assert read_all(file) == [MISSING]
    path.parent.mkdir()
    assert read_all(file) == [MISSING]
    path.write_bytes(b"2\n")
    assert read_all(file) == [REPLACED, b"2\n", NOTHING]
    file.close()


# --- opening ---


def test_a_file_that_is_awaited_can_be_opened_before_it_exists(path: Path) -> None:
    file_at(path).open()
    file_at(path.parent / "run" / path.name).open()
    path.touch()
    file_at(path).open()
    file_at(path, awaited=False).open()


def test_a_file_that_is_not_awaited_has_to_exist(path: Path) -> None:
    with pytest.raises(FileNotFoundError) as refused:
        file_at(path, awaited=False).open()
    assert refused.value.filename == str(path)


@needs_permissions
@pytest.mark.parametrize("awaited", [False, True])
def test_a_file_that_cannot_be_opened_is_refused(path: Path, awaited: bool) -> None:
    path.touch(mode=0)
    with pytest.raises(PermissionError):
        file_at(path, awaited=awaited).open()


# --- what cannot be read, and odd file systems ---


def test_a_directory_in_its_place_is_named(path: Path, file: File) -> None:
    path.mkdir()
    with pytest.raises(IsADirectoryError) as refused:
        file.read()
    assert refused.value.filename == str(path)


def test_a_link_to_itself_is_named(path: Path, file: File) -> None:
    path.symlink_to(path.name)
    with pytest.raises(OSError, match="symbolic links") as refused:
        file.read()
    assert refused.value.errno == errno.ELOOP


def test_a_named_pipe_in_its_place_is_refused_rather_than_waited_for(path: Path, file: File) -> None:
    path.write_bytes(b"one\n")
    read_all(file)
    path.unlink()
    os.mkfifo(path)
    assert file.read() is REPLACED
    with pytest.raises(OSError, match="Illegal seek"):
        file.read()


@needs_permissions
def test_a_file_that_the_user_may_not_read_is_named(path: Path, file: File) -> None:
    path.touch(mode=0)
    with pytest.raises(PermissionError) as refused:
        file.read()
    assert refused.value.filename == str(path)


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="no files without a size here")
def test_a_file_that_reports_no_size_is_read_too() -> None:
    file = file_at(Path("/proc/version"))
    assert read_all(file) == [Path("/proc/version").read_bytes(), NOTHING]
    assert read_all(file) == [NOTHING]
    file.close()


def test_a_size_that_lags_behind_is_not_a_truncation(path: Path, file: File, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(b"one\n")
    read_all(file)
    old = path.stat()
    append(path, b"two\n")
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", lambda _: old)
        assert read_all(file) == [b"two\n", NOTHING]
        assert read_all(file) == [NOTHING]
    assert file.size == 8


def test_a_file_that_was_removed_on_the_server_of_a_mount(
    path: Path, file: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"one\n")
    read_all(file)
    path.unlink()

    def stale(*_: object) -> bytes:
        raise OSError(errno.ESTALE, "Stale file handle")

    with monkeypatch.context() as patch:
        patch.setattr(os, "pread", stale)
        assert read_all(file) == [MISSING]
    path.write_bytes(b"two\n")
    assert read_all(file) == [REPLACED, b"two\n", NOTHING]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="descriptors cannot be counted")
def test_no_descriptor_is_lost(path: Path, file: File) -> None:
    def count() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    before = count()
    for number in range(20):
        put_over(path, b"%d\n" % number)
        read_all(file)
    file.close()
    file.close()
    assert count() == before
