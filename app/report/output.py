"""Writing rows to standard output and messages to standard error."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterable
from itertools import islice

CHUNK = 1024
"""How many lines are written at once."""


class OutputError(Exception):
    """Standard output cannot be written; the message is one line with the reason."""


def write_lines(lines: Iterable[str]) -> None:
    """Write lines, given without their line ends, to standard output and flush it.

    Raises:
        BrokenPipeError: the reader of standard output has closed it.
        OutputError: standard output cannot be written.
    """
    out = sys.stdout.buffer
    lines = iter(lines)
    try:
        while chunk := list(islice(lines, CHUNK)):
            # A lone surrogate in a JSON key is written as its JSON escape.
            data = memoryview("\n".join([*chunk, ""]).encode("utf-8", "backslashreplace"))
            while data:  # unbuffered output may write only a part
                data = data[out.write(data) :]
        out.flush()
    except OSError as error:
        # Otherwise Python would report the error again when it flushes standard output at exit.
        _discard(sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        raise OutputError(f"standard output cannot be written: {error.strerror}") from error


def print_error(message: str) -> None:
    """Write a line to standard error; errors are ignored, as there is no other place to report them."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr.fileno())


def reader_gone() -> bool:
    """Return whether the reader of standard output has closed it, without writing to it."""
    poller = select.poll()
    try:
        poller.register(sys.stdout.fileno(), 0)
    except (OSError, ValueError):  # not a file descriptor, as in tests
        return False
    return any(event & select.POLLERR for _, event in poller.poll(0))


def _discard(descriptor: int) -> None:
    """Redirect a file descriptor to the null device."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)
