"""What is read of the runs reaches the view here, with what is worth a notice."""

from __future__ import annotations

import argparse
import time

from ..ingest.batch import Batch
from ..runs.run import Run
from ..runs.run_set import RunSet
from ..runs.status import Alarm
from ..view.hints import fitting_layout, missing_key, missing_x
from ..view.progress import Progress
from ..view.state import ViewState


class Updates:
    """Takes batches into the runs and their view.

    Attributes:
        progress: how fast the main x rises.
    """

    def __init__(self, view: ViewState, options: argparse.Namespace) -> None:
        """Take the view, and what was asked for."""
        self._view = view
        self._runs: RunSet = view.runs
        self._keys = options.keys
        self.progress = Progress()
        self._offered = False
        self._names: dict[Run, int] = {}
        self._alarms: dict[Run, Alarm] = {}
        view.viewports.may_grow = self._may_grow

    def take(self, run: Run, batch: Batch, now: float) -> str:
        """Take in a batch that was read of a run at ``now`` (monotonic seconds); return a notice about it, or ""."""
        missing, loading = run.status.missing, run.status.loading
        self._runs.take(run, batch, now)
        if not run.paused:
            self._show(run, batch, now)
        offer = self._new_offer(run)
        if (
            loading
            and not run.status.loading
            and (hint := missing_x(self._view) or missing_key(self._runs, self._keys))
        ):
            return self._runs.shown(hint)
        if batch.restarted:
            return f"{batch.restarted}: read again from its start"
        if batch.missing and not missing and run.history.points:
            return "the file is gone: waiting for it to come back"
        self._offered = self._offered or bool(offer)
        return f"{offer} fits this run" if offer else ""

    def toggle_pause(self, now: float) -> None:
        """Pause all runs, or let them go on, at ``now`` (monotonic seconds), with what came meanwhile."""
        if not self._runs.paused:
            self._runs.pause()
            return
        for run, batch in self._runs.resume(now):
            self._show(run, batch, now)

    def _show(self, run: Run, batch: Batch, now: float) -> None:
        """Let the view follow what a batch has added."""
        view = self._view
        if batch.restarted:
            self.progress.clear()
            view.restart()
        if (batch.points or batch.restarted) and not run.status.loading:
            extent = view.extents.of(view.main_x())
            self.progress.note(now, extent.greatest if extent else None)
        if view.panels.has_new_keys():
            view.update()

    def _may_grow(self) -> bool:
        """Return whether more points may come: for the limits of x, that of any run counts."""
        wall = time.time()
        return any(run.may_grow(wall) for run in self._runs)

    def _new_offer(self, run: Run) -> str:
        """Return the layout that fits a run if names are new since the last call and none was offered yet; else ""."""
        names = len(run.history.names or run.history.columns)
        if self._offered or run.status.loading or names == self._names.get(run, 0):
            return ""
        self._names[run] = names
        return fitting_layout(run)

    def alarm(self, wall: float) -> bool:
        """Return whether to ring the bell for any run, at a time since 1970."""
        loaded = [run for run in self._runs if not run.status.loading]
        due = [self._alarms.setdefault(run, Alarm()).due(run.state(wall), run.not_finite()) for run in loaded]
        return any(due)

    def reread_layouts(self) -> str:
        """Read the layouts again that changed; return a notice about it, or ""."""
        notices = [notice for run in self._runs if (notice := run.layout_file.reread())]
        if notices:
            self._view.update()
        return "; ".join(notices)


def clock() -> tuple[float, float]:
    """Return the monotonic time and the time since 1970."""
    return time.monotonic(), time.time()
