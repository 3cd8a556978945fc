"""Waiting for a file to change, without polling where the system reports changes."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

from .source import TICK


class FileWatch:
    """Waits for a file to change, to appear or to disappear."""

    def __init__(self, path: Path, stop: threading.Event) -> None:
        """Take the file's path; ``stop`` ends a wait at once when set."""
        self._changes = _changes(path, stop)

    def wait(self) -> None:
        """Wait until something in the file's folder changes, a `TICK` at most."""
        next(self._changes, None)


def _changes(path: Path, stop: threading.Event) -> Iterator[None]:
    """Yield when something in a file's folder changes and every tick."""
    while not stop.is_set():
        try:
            for _ in _watch(path, stop):
                yield
        except (OSError, RuntimeError):  # noqa: PERF203 - the folder does not exist, or cannot be watched
            # Looking at the file each tick is all that is possible then, as on network mounts.
            stop.wait(TICK)
            yield


def _watch(path: Path, stop: threading.Event) -> Iterator[object]:
    # Imported here: importing it costs a short script more than all its reading.
    from watchfiles import watch

    # The folder that names the file, and the one it is in if that name is a link.
    return watch(
        path.parent,
        Path(os.path.realpath(path)).parent,
        watch_filter=None,
        debounce=100,
        step=50,
        stop_event=stop,
        rust_timeout=int(TICK * 1000),
        yield_on_timeout=True,
        recursive=False,
        raise_interrupt=True,
    )
