"""Writing lines where a write takes only a part, fails, or has nowhere to go."""

from __future__ import annotations

import io
import sys
from itertools import count

import pytest
from div_tui.app.report.output import CHUNK, OutputError, print_error, write_lines


class Raw(io.RawIOBase):
    """Takes at most 7 bytes at once, as a descriptor may where Python does not buffer."""

    def __init__(self) -> None:
        self.taken = b""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        part = bytes(data)[:7]  # type: ignore[call-overload]
        self.taken += part
        return len(part)


class Stream:
    """A text stream over a raw one."""

    def __init__(self, raw: io.RawIOBase) -> None:
        self.buffer = raw


def test_a_write_that_takes_only_a_part_is_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = Raw()
    monkeypatch.setattr(sys, "stdout", Stream(raw))
    lines = [f"line {number} é\ud800" for number in range(2 * CHUNK + 5)]
    write_lines(lines)
    assert raw.taken.decode().splitlines() == [line.replace("\ud800", "\\ud800") for line in lines]


def test_lines_are_written_while_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = Raw()
    monkeypatch.setattr(sys, "stdout", Stream(raw))

    def endless() -> object:
        for number in count():
            assert number <= CHUNK or raw.taken
            if number > 2 * CHUNK:
                raise KeyboardInterrupt
            yield str(number)

    with pytest.raises(KeyboardInterrupt):
        write_lines(endless())  # type: ignore[arg-type]
    assert raw.taken.endswith(b"\n2047\n")


def test_nothing_is_written_of_no_lines(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_lines([])
    write_lines([""])
    assert capfdbinary.readouterr().out == b"\n"


def test_why_it_cannot_be_written_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(OutputError, match=r"^standard output cannot be written: No space left on device$"):
            write_lines(["x"])
        full.flush()  # what was held back is gone


def test_a_message_that_cannot_be_written_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stderr", full)
        print_error("x")
        print_error("y")
