"""Files that are truncated, rewritten, and replaced by others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from div_tui.app.sources import file as file_module
from div_tui.app.sources.file import FINGERPRINT_BYTES, File
from div_tui.app.sources.source import PIECE_BYTES, Condition, Piece
from hypothesis import given
from hypothesis import strategies as st
from support.read_file import MISSING, NOTHING, REPLACED, TRUNCATED, append, file_at, pieces, put_over, read_all

FIRST = b'{"step":0,"loss":1.5}\n' * 20
assert len(FIRST) > FINGERPRINT_BYTES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "telemetry.jsonl"


@pytest.fixture
def file(path: Path) -> Iterator[File]:
    file = file_at(path)
    yield file
    file.close()


def test_a_file_that_is_truncated_is_read_again(path: Path, file: File) -> None:
    path.write_bytes(b"one\ntwo\n")
    read_all(file)
    os.truncate(path, 4)
    assert read_all(file) == [TRUNCATED, b"one\n", NOTHING]
    os.truncate(path, 0)
    assert read_all(file) == [TRUNCATED, NOTHING]
    append(path, b"three\n")
    assert read_all(file) == [b"three\n", NOTHING]


def test_a_file_that_is_truncated_while_it_is_read(path: Path, file: File) -> None:
    path.write_bytes(b"x" * (3 * PIECE_BYTES))
    assert file.read() == Piece(0, b"x" * PIECE_BYTES)
    path.write_bytes(b"new\n")
    assert read_all(file) == [TRUNCATED, b"new\n", NOTHING]


def test_a_file_that_is_replaced_while_it_is_read(path: Path, file: File) -> None:
    path.write_bytes(b"x" * (3 * PIECE_BYTES))
    assert file.read() == Piece(0, b"x" * PIECE_BYTES)
    put_over(path, b"new\n")
    assert read_all(file) == [REPLACED, b"new\n", NOTHING]


@pytest.mark.parametrize("head", [b"", FIRST], ids=["all is new", "the first bytes are the same"])
@pytest.mark.parametrize("more", [-1, 0, 1, 5000], ids="{} bytes more".format)
def test_a_file_that_is_copied_away_and_emptied_is_noticed(path: Path, file: File, head: bytes, more: int) -> None:
    old = FIRST + b"".join(b'{"step":%d}\n' % step for step in range(100))
    path.write_bytes(old)
    read_all(file)
    inode = path.stat().st_ino
    new = (head + b"".join(b'{"STEP":%d}\n' % step for step in range(2000)))[: len(old) + more]
    with path.open("r+b") as writer:
        writer.truncate(0)
        writer.write(new)
    assert path.stat().st_ino == inode
    assert read_all(file) == [TRUNCATED if more < 0 else REPLACED, new, NOTHING]


@pytest.mark.parametrize("changed", [0, len(FIRST) - 100], ids=["its first byte", "one of its last"])
def test_a_file_that_is_rewritten_with_little_changed(path: Path, file: File, changed: int) -> None:
    path.write_bytes(FIRST)
    read_all(file)
    append(path, b"{}\n")
    read_all(file)
    new = bytearray(FIRST + b"{}\n")
    new[changed] ^= 1
    path.write_bytes(new)
    assert read_all(file) == [REPLACED, bytes(new), NOTHING]


def test_not_even_a_time_set_back_hides_it(path: Path, file: File) -> None:
    path.write_bytes(b"one\n")
    read_all(file)
    seen = path.stat()
    path.write_bytes(b"two\n")
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert read_all(file) == [REPLACED, b"two\n", NOTHING]


def test_a_file_that_is_rewritten_with_the_same_and_more_only_grew(path: Path, file: File) -> None:
    path.write_bytes(FIRST)
    read_all(file)
    path.write_bytes(FIRST + b"more\n")
    assert read_all(file) == [b"more\n", NOTHING]


def test_another_file_in_its_place(path: Path, file: File) -> None:
    path.write_bytes(b"one\n")
    read_all(file)
    put_over(path, b"one\n")
    assert read_all(file) == [REPLACED, b"one\n", NOTHING]
    path.rename(path.with_name("telemetry.jsonl.1"))  # as logs are rotated
    path.touch()
    assert read_all(file) == [REPLACED, NOTHING]
    append(path, b"two\n")
    assert read_all(file) == [b"two\n", NOTHING]


def test_an_empty_file_that_is_replaced_is_no_news(path: Path, file: File) -> None:
    path.touch()
    assert read_all(file) == [NOTHING]
    put_over(path, b"one\n")
    assert read_all(file) == [b"one\n", NOTHING]


def test_a_link_that_is_switched_to_another_file(path: Path, file: File) -> None:
    for name in ("a", "b"):
        path.with_name(name).write_bytes(name.encode())
    path.symlink_to("a")
    assert read_all(file) == [b"a", NOTHING]
    link = path.with_name("link")
    link.symlink_to("b")
    link.replace(path)
    assert read_all(file) == [REPLACED, b"b", NOTHING]
    path.with_name("b").unlink()
    assert read_all(file) == [MISSING]
    append(path.with_name("a"), b"!")
    path.unlink()
    path.symlink_to("a")
    assert read_all(file) == [REPLACED, b"a!", NOTHING]


def test_a_writer_that_keeps_its_place_leaves_a_hole(path: Path, file: File) -> None:
    with path.open("wb", buffering=0) as writer:
        writer.write(b"one\n")
        read_all(file)
        os.truncate(path, 0)
        writer.write(b"two\n")
    assert read_all(file) == [REPLACED, b"\0\0\0\0two\n", NOTHING]


words = st.sampled_from(["append", "truncate", "rewrite", "same head", "over", "unlink", "read", "read all"])


@given(st.lists(words, max_size=25))
def test_what_was_read_since_the_last_start_is_what_the_file_holds(
    tmp_path_factory: pytest.TempPathFactory, does: list[str]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_module, "PIECE_BYTES", 16)
        path = tmp_path_factory.mktemp("run") / "lines"
        file = file_at(path)
        read = b""

        def take(piece: Piece | Condition) -> None:
            nonlocal read
            if isinstance(piece, Piece):
                assert piece.offset == len(read)
                read += piece.data
            elif piece in (TRUNCATED, REPLACED):
                read = b""

        for count, do in enumerate(does):
            unique = b"%08d" % count * 5
            here = path.exists()
            if do == "append":
                append(path, unique)
            elif do == "truncate" and here:
                os.truncate(path, path.stat().st_size // 2)
            elif do == "rewrite":
                path.write_bytes(unique)
            elif do == "same head" and here:
                path.write_bytes(path.read_bytes()[:8] + unique * 3)
            elif do == "over":
                put_over(path, unique)
            elif do == "unlink":
                path.unlink(missing_ok=True)
            elif do == "read":
                take(file.read())
            else:
                for piece in pieces(file):
                    take(piece)
        for piece in pieces(file):
            take(piece)
        file.close()
        if path.exists():
            assert read == path.read_bytes()
            assert file.size == len(read)
