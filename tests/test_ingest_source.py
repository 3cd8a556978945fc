"""Files that grow, shrink, vanish, come back and are swapped, and pipes."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from div_tui.app.ingest import source
from div_tui.app.ingest.source import FINGERPRINT_BYTES, PIECE_BYTES, File, Happened, Pipe, is_pipe
from hypothesis import given
from hypothesis import strategies as st
from privilege import needs_permissions

NOTHING, MISSING, CUT, REPLACED = Happened.NOTHING_NEW, Happened.MISSING, Happened.CUT, Happened.REPLACED
FIRST = b'{"step":0,"loss":1.5}\n' * 20
assert len(FIRST) > FINGERPRINT_BYTES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "telemetry.jsonl"


@pytest.fixture
def file(path: Path) -> Iterator[File]:
    file = File(path)
    yield file
    file.close()


def read_all(file: File) -> list[bytes | Happened]:
    """What is read until there is nothing left; pieces that follow each other are joined."""
    got: list[bytes | Happened] = []
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


# --- growing ---


def test_a_file_is_read_to_its_end_and_on(path: Path, file: File) -> None:
    path.write_bytes(b"one\n")
    assert read_all(file) == [b"one\n", NOTHING]
    append(path, b"two\nth")
    assert read_all(file) == [b"two\nth", NOTHING]
    append(path, b"ree\n")
    assert read_all(file) == [b"ree\n", NOTHING]
    assert (file.done, file.size) == (14, 14)
    assert file.changed == path.stat().st_mtime


def test_a_long_file_comes_in_pieces(path: Path, file: File) -> None:
    data = os.urandom(2 * PIECE_BYTES + 5)
    path.write_bytes(data)
    sizes = []
    for expected in (PIECE_BYTES, PIECE_BYTES, 5):
        piece = file.read()
        assert isinstance(piece, bytes)
        assert len(piece) == expected
        sizes.append((file.done, file.size))
    assert sizes == [(PIECE_BYTES, len(data)), (2 * PIECE_BYTES, len(data)), (len(data), len(data))]
    assert file.read() is NOTHING


def test_an_empty_file_has_nothing(path: Path, file: File) -> None:
    path.touch()
    assert read_all(file) == [NOTHING]
    append(path, b"x")
    assert read_all(file) == [b"x", NOTHING]


# --- not there ---


def test_a_file_is_waited_for(path: Path, file: File) -> None:
    assert read_all(file) == [MISSING]
    assert (file.done, file.size, file.changed) == (0, 0, None)
    path.write_bytes(b"x")
    assert read_all(file) == [b"x", NOTHING]


def test_so_is_its_directory(tmp_path: Path) -> None:
    path = tmp_path / "run" / "deep" / "telemetry.jsonl"
    file = File(path)
    assert read_all(file) == [MISSING]
    (tmp_path / "run").touch()
    assert read_all(file) == [MISSING]
    (tmp_path / "run").unlink()
    path.parent.mkdir(parents=True)
    assert read_all(file) == [MISSING]
    path.write_bytes(b"x")
    assert read_all(file) == [b"x", NOTHING]
    file.close()


def test_a_file_that_vanishes_keeps_what_was_read_and_what_its_writer_still_writes(path: Path, file: File) -> None:
    with path.open("wb", buffering=0) as writer:
        writer.write(b"one\n")
        assert read_all(file) == [b"one\n", NOTHING]
        path.unlink()
        assert read_all(file) == [MISSING]
        writer.write(b"two\n")
        assert read_all(file) == [b"two\n", MISSING]
    assert file.done == 8
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


def test_a_directory_that_vanishes_with_its_file(path: Path) -> None:
    path = path.parent / "run" / path.name
    path.parent.mkdir()
    path.write_bytes(b"one\n")
    file = File(path)
    read_all(file)
    path.parent.rename(path.parent.with_name("gone"))
    assert read_all(file) == [MISSING]
    path.parent.mkdir()
    assert read_all(file) == [MISSING]
    path.write_bytes(b"2\n")
    assert read_all(file) == [REPLACED, b"2\n", NOTHING]
    file.close()


# --- cut and replaced ---


def test_a_file_that_is_cut_is_read_again(path: Path, file: File) -> None:
    path.write_bytes(b"one\ntwo\n")
    read_all(file)
    os.truncate(path, 4)
    assert read_all(file) == [CUT, b"one\n", NOTHING]
    os.truncate(path, 0)
    assert read_all(file) == [CUT, NOTHING]
    append(path, b"three\n")
    assert read_all(file) == [b"three\n", NOTHING]


def test_a_file_that_is_cut_while_it_is_read(path: Path, file: File) -> None:
    path.write_bytes(b"x" * (3 * PIECE_BYTES))
    assert isinstance(file.read(), bytes)
    path.write_bytes(b"new\n")
    assert read_all(file) == [CUT, b"new\n", NOTHING]


def test_a_file_that_is_replaced_while_it_is_read(path: Path, file: File) -> None:
    path.write_bytes(b"x" * (3 * PIECE_BYTES))
    assert isinstance(file.read(), bytes)
    put_over(path, b"new\n")
    assert read_all(file) == [REPLACED, b"new\n", NOTHING]


@pytest.mark.parametrize("head", [b"", FIRST], ids=["all is new", "the first bytes are the same"])
@pytest.mark.parametrize("more", [-1, 0, 1, 5000], ids="{} bytes more".format)
def test_a_file_that_is_copied_away_and_emptied_is_seen_to_be_another(
    path: Path, file: File, head: bytes, more: int
) -> None:
    old = FIRST + b"".join(b'{"step":%d}\n' % step for step in range(100))
    path.write_bytes(old)
    read_all(file)
    inode = path.stat().st_ino
    new = (head + b"".join(b'{"STEP":%d}\n' % step for step in range(2000)))[: len(old) + more]
    with path.open("r+b") as writer:
        writer.truncate(0)
        writer.write(new)
    assert path.stat().st_ino == inode
    assert read_all(file) == [CUT if more < 0 else REPLACED, new, NOTHING]


@pytest.mark.parametrize("changed", [0, len(FIRST) - 100], ids=["its first byte", "one of its last"])
def test_a_file_that_is_written_anew_with_little_changed(path: Path, file: File, changed: int) -> None:
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


def test_a_file_that_is_written_anew_with_the_same_and_more_only_grew(path: Path, file: File) -> None:
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


words = st.sampled_from(["append", "cut", "anew", "same head", "over", "unlink", "read", "read all"])


@given(st.lists(words, max_size=25))
def test_what_was_read_since_the_last_start_is_what_the_file_holds(
    tmp_path_factory: pytest.TempPathFactory, does: list[str]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "PIECE_BYTES", 16)
        path = tmp_path_factory.mktemp("run") / "lines"
        file = File(path)
        read = b""

        def take(piece: bytes | Happened) -> None:
            nonlocal read
            if isinstance(piece, bytes):
                read += piece
            elif piece in (CUT, REPLACED):
                read = b""

        for count, do in enumerate(does):
            unique = b"%08d" % count * 5
            here = path.exists()
            if do == "append":
                append(path, unique)
            elif do == "cut" and here:
                os.truncate(path, path.stat().st_size // 2)
            elif do == "anew":
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
                for piece in read_all(file):
                    take(piece)
        for piece in read_all(file):
            take(piece)
        file.close()
        if path.exists():
            assert read == path.read_bytes()
            assert file.done == len(read)


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
def test_a_file_that_one_may_not_read_is_named(path: Path, file: File) -> None:
    path.touch(mode=0)
    with pytest.raises(PermissionError) as refused:
        file.read()
    assert refused.value.filename == str(path)


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="no files without a size here")
def test_a_file_that_gives_no_size_is_read_all_the_same() -> None:
    file = File(Path("/proc/version"))
    assert read_all(file) == [Path("/proc/version").read_bytes(), NOTHING]
    assert read_all(file) == [NOTHING]
    file.close()


def test_a_size_that_lags_behind_is_no_cut(path: Path, file: File, monkeypatch: pytest.MonkeyPatch) -> None:
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


# --- pipes ---


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
