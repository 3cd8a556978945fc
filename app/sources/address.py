"""Where a run's bytes are, as a source is asked for them."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import NamedTuple

STDIN = 0
"""The descriptor of standard input."""


class Address(NamedTuple):
    """Where a run's bytes are, and how long they are read for.

    Attributes:
        path: the file of its lines; None for standard input.
        follow: whether it is read on after its end; a file then need not exist yet.
        stop: ends waiting at once when set.
        stdin: the descriptor that standard input is read from.
    """

    path: Path | None
    follow: bool
    stop: threading.Event
    stdin: int = STDIN
