"""Several runs that are read live, each by a thread of its own, into one set and one view."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType

import pytest
from div_tui.app.ingest.batch import Batch
from div_tui.app.runs.open_run import open_run
from div_tui.app.runs.options import RunOptions
from div_tui.app.runs.reader_thread import ReaderThread
from div_tui.app.runs.run import Run
from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.state import ViewState

PATIENCE = 60
"""Seconds without a batch after which a test fails."""


class LiveRuns:
    """Runs that are read from files which are still written.

    The threads only deliver; all batches are taken in where `until` is called, as in the dashboard.

    Attributes:
        runs, view: the set of the runs, and the view of it.
        restarts: why runs were read again from their start, by name.
    """

    def __init__(self, *paths: Path, secrets: Path | None = None) -> None:
        self._stop = threading.Event()
        options = RunOptions(secrets=str(secrets) if secrets else None)
        self.runs = RunSet(open_run(options._replace(run=str(path)), self._stop, follow=True) for path in paths)
        self.view = ViewState(self.runs)
        self.restarts: dict[str, list[str]] = {run.name: [] for run in self.runs}
        self._inbox: Queue[tuple[Run, Batch | Exception]] = Queue()
        self._threads = [ReaderThread(run, self._stop, deliver=self._put, failed=self._put) for run in self.runs]

    def _put(self, run: Run, what: Batch | Exception) -> None:
        self._inbox.put((run, what))

    def __enter__(self) -> LiveRuns:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def until(self, condition: Callable[[], bool]) -> None:
        """Take in batches until a condition holds."""
        while not condition():
            try:
                run, what = self._inbox.get(timeout=PATIENCE)
            except Empty:
                pytest.fail(f"nothing more came of {[(run.name, run.history.points) for run in self.runs]}")
            if isinstance(what, Exception):
                run.error = str(what)
                continue
            self.runs.take(run, what, time.monotonic())
            if what.restarted:
                self.restarts[run.name].append(what.restarted)
                self.view.restart()
            if self.view.panels.has_new_keys():
                self.view.update()

    def until_points(self, *counts: int) -> None:
        """Take in batches until each run has so many points."""
        self.until(lambda: [run.history.points for run in self.runs] == list(counts))
