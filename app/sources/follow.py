"""Waiting for a run to grow, without polling where the system tells of changes."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from .source import Pipe

TICK = 0.25
"""Seconds between looks at the file where nothing tells of changes, as on network mounts."""

Wait = Callable[[], None]
"""Returns when there may be something new, and after a tick at the latest."""


def wait_for_pipe(pipe: Pipe) -> Wait:
    """Return a wait for a pipe's next bytes."""

    def wait() -> None:
        pipe.wait(TICK)

    return wait


def wait_for_file(path: Path, stop: threading.Event) -> Wait:
    """Return a wait for a file to change, to come or to go; ``stop`` ends it at once."""
    changes = _changes(path, stop)

    def wait() -> None:
        next(changes, None)

    return wait


def _changes(path: Path, stop: threading.Event) -> Iterator[None]:
    """Yield when something in a file's folder changes and every tick."""
    while not stop.is_set():
        try:
            for _ in _watch(path, stop):
                yield
        except (OSError, RuntimeError):  # noqa: PERF203 - no folder (yet, or any more), or no watch to be had
            # A look a tick is what is left.
            stop.wait(TICK)
            yield


def _watch(path: Path, stop: threading.Event) -> Iterator[object]:
    # Imported here: it costs a short script more than all its reading.
    from watchfiles import watch

    # The folder that names the file, and the one it is in when that name is a link.
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
