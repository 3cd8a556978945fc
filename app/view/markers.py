"""Markers on the step: annotations of a run of events, and where its curriculum changes stage."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from ..ingest.events import STEP, TIME, Annotation
from ..runs.history import History
from ..runs.run import Run
from ..runs.run_set import RunSet
from .curve import Curve
from .x_axis import value_at

STAGE = "curriculum/stage"


class Marker(NamedTuple):
    """A marker.

    Attributes:
        run: the run it belongs to.
        step: where it is; None for an annotation without a step.
        text, ts_ms, metadata: as an `Annotation` has them.
    """

    run: Run
    step: float | None
    text: str
    ts_ms: float | None
    metadata: Mapping[str, str]


class Markers:
    """The markers of some runs in order of their steps, kept up to date as the runs grow.

    Of one step and run, annotations come in the order they were written, then the change of the stage.
    """

    def __init__(self, runs: RunSet) -> None:
        """Take the runs."""
        self._runs = runs
        self._by_run: dict[Run, _RunMarkers] = {}
        self._known: tuple[object, ...] = ()
        self._sorted: list[Marker] = []
        self._without_step: list[Marker] = []
        self._places: tuple[float, ...] = ()

    def places(self) -> tuple[float, ...]:
        """Return the steps that have a marker, each once, in order."""
        self._update()
        return self._places

    def between(self, low: float, high: float) -> list[Marker]:
        """Return the markers from step ``low`` to ``high``, both included."""
        self._update()
        step = attrgetter("step")
        return self._sorted[bisect_left(self._sorted, low, key=step) : bisect_right(self._sorted, high, key=step)]

    def listed(self) -> list[Marker]:
        """Return all markers, those without a step last."""
        self._update()
        return [*self._sorted, *self._without_step]

    def _update(self) -> None:
        runs = [run for run in self._runs if run.history.events]
        if not runs and not self._by_run:
            return
        self._by_run = {run: self._by_run.get(run) or _RunMarkers(run) for run in runs}
        known = tuple((run, markers.update()) for run, markers in self._by_run.items())
        if known == self._known:
            return
        self._known = known
        every = [marker for markers in self._by_run.values() for marker in markers.made()]
        placed = [marker for marker in every if marker.step is not None]
        self._without_step = [marker for marker in every if marker.step is None]
        self._sorted = sorted(placed, key=attrgetter("step"))
        self._places = tuple(dict.fromkeys(marker.step for marker in self._sorted if marker.step is not None))


class _RunMarkers:
    """The markers of one run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._generation = -1
        self._series = 0
        self._stages: dict[str, Curve] = {}

    def update(self) -> tuple[int, ...]:
        """Take in what came since the last call; return what differs when there are other markers."""
        history = self._run.history
        if self._generation != history.generation:
            self._generation, self._series, self._stages = history.generation, 0, {}
        if history.events is None:
            return ()
        if self._series != len(history.events.series):
            self._series = len(history.events.series)
            for column, series in history.events.series.items():
                if series.name == STAGE:
                    self._stages.setdefault(column, Curve())
        for column, curve in self._stages.items():
            curve.update(history, column, STEP)
        counts = (curve.count for curve in self._stages.values())
        return (self._generation, len(history.events.annotations), *counts)

    def made(self) -> list[Marker]:
        """Return the markers, annotations first."""
        history = self._run.history
        annotations: Sequence[Annotation] = history.events.annotations if history.events else ()
        markers = [Marker(self._run, one.step, one.text, one.ts_ms, one.metadata) for one in annotations]
        changes = _stage_changes(history, list(self._stages.values()))
        return markers + [Marker(self._run, step, text, ts_ms, {}) for step, text, ts_ms in changes]


def _stage_changes(history: History, stages: Sequence[Curve]) -> list[tuple[float, str, float | None]]:
    """Return where the stage takes another value, as several series report it together: the step, a text, the time.

    Each pass of an evaluation reports it in a series of its own, and so does each stage that is given in its metadata.
    They are taken in order of their steps, as an early one may be evaluated late; of several values of one step the one
    written last counts.
    """
    reported = [(curve.x, curve.y, curve.places) for curve in stages if curve.count]
    if not reported:
        return []
    x, y, places = map(np.concatenate, zip(*reported, strict=True))
    order = np.lexsort((places, x))
    last = order[np.append(np.diff(x[order]) != 0, True)]
    steps, values = x[last], y[last]
    changed = np.flatnonzero(np.diff(values)) + 1
    return [
        (
            float(steps[at]),
            f"stage {values[at - 1]:g} to {values[at]:g}",
            value_at(history, TIME, int(places[last[at]])),
        )
        for at in changed
    ]
