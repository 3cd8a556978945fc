"""Standard output, for rows, and standard error, for messages; and what is done when they cannot be written."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterable
from itertools import islice

TOGETHER = 1024
"""How many lines are written at once."""


class OutputError(Exception):
    """Standard output cannot be written; the message says why, in one line."""


def write_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output, each given without its end, and hold none of them back.

    Raises:
        BrokenPipeError: nobody reads it any more.
        OutputError: it cannot be written.
    """
    out = sys.stdout.buffer
    lines = iter(lines)
    try:
        while some := list(islice(lines, TOGETHER)):
            # A lone surrogate in a JSON key becomes the escape that JSON has for it.
            left = memoryview("\n".join([*some, ""]).encode("utf-8", "backslashreplace"))
            while left:  # where Python does not buffer, a write may take only a part
                left = left[out.write(left) :]
        out.flush()
    except OSError as error:
        # What is still to be written goes nowhere, without a complaint at the end.
        _discard(sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        raise OutputError(f"standard output cannot be written: {error.strerror}") from error


def print_error(message: str) -> None:
    """Write a line to standard error; if it cannot be written, there is nowhere left to report that."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr.fileno())


def reader_gone() -> bool:
    """Tell whether nobody reads standard output any more, before the next row would find out."""
    poller = select.poll()
    try:
        poller.register(sys.stdout.fileno(), 0)
    except (OSError, ValueError):  # not a descriptor, as under a test
        return False
    return any(event & select.POLLERR for _, event in poller.poll(0))


def _discard(descriptor: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
