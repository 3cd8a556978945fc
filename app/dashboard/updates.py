"""Applying batches to the runs and their view, with notices about what happened."""

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
    """Applies batches to the runs and their view.

    Attributes:
        progress: the progress of the main x.
    """

    def __init__(self, view: ViewState, options: argparse.Namespace) -> None:
        """Take the view and the options."""
        self._view = view
        self._runs: RunSet = view.runs
        self._keys = options.keys
        self.progress = Progress()
        self._offered = False
        self._names = 0
        self._alarms: dict[Run, Alarm] = {}
        view.viewports.may_grow = self._may_grow

    def take(self, run: Run, batch: Batch, now: float) -> str:
        """Apply a batch of a run at ``now`` (monotonic seconds); return a notice about it, or ""."""
        missing, loading = run.status.missing, run.status.loading
        self._runs.take(run, batch, now)
        if not run.paused:
            self._show(run, batch, now)
        offer = self._new_offer(run)
        # A run that is still loading may have what the others lack.
        loaded = loading and not any(each.status.loading for each in self._runs)
        if loaded and (hint := missing_x(self._view) or missing_key(self._runs, self._keys)):
            return self._runs.shown(hint)
        if batch.restarted:
            return self._about(run, f"{batch.restarted}; read again from its start")
        if batch.missing and not missing and run.history.points:
            return self._about(run, "the file no longer exists; waiting for it")
        self._offered = self._offered or bool(offer)
        return f"{offer} fits this run" if offer else ""

    def toggle_pause(self, now: float) -> None:
        """Pause all runs, or resume them at ``now`` (monotonic seconds) and apply the batches that came meanwhile."""
        if not self._runs.paused:
            self._runs.pause()
            return
        for run, batch in self._runs.resume(now):
            self._show(run, batch, now)

    def _show(self, run: Run, batch: Batch, now: float) -> None:
        """Update the view after a batch."""
        view = self._view
        if batch.restarted:
            self.progress.clear()
            view.restart()
        if (batch.points or batch.restarted) and not run.status.loading:
            extent = view.extents.of(view.main_x())
            self.progress.note(now, extent.greatest if extent else None)
        if view.panels.has_new_keys():
            view.update()

    def _about(self, run: Run, notice: str) -> str:
        """Return a notice about a run, with the run's name if there are several runs."""
        return notice if len(self._runs) == 1 else f"{run.name}: {notice}"

    def _may_grow(self) -> bool:
        """Return whether more points may come from any run."""
        wall = time.time()
        return any(run.may_grow(wall) for run in self._runs)

    def _new_offer(self, run: Run) -> str:
        """Return the layout that fits the first run if it has new names and no layout was offered yet, else ""."""
        names = len(run.history.names or run.history.columns)
        if run is not self._runs.first or self._offered or run.status.loading or names == self._names:
            return ""
        self._names = names
        return fitting_layout(run)

    def alarm(self, wall: float) -> bool:
        """Return whether to ring the bell for any run, at a time since 1970."""
        loaded = [run for run in self._runs if not run.status.loading]
        due = [self._alarms.setdefault(run, Alarm()).due(run.state(wall), run.not_finite()) for run in loaded]
        return any(due)

    def reread_layouts(self) -> str:
        """Read the layouts again that changed; return a notice about it, or ""."""
        notices = [self._about(run, notice) for run in self._runs if (notice := run.layout_file.reread())]
        if notices:
            self._view.update()
        return "; ".join(notices)


def clock() -> tuple[float, float]:
    """Return the monotonic time and the time since 1970."""
    return time.monotonic(), time.time()
