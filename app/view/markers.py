"""What was remarked at a step of a run of events: annotations, and where the curriculum's stage changed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from ..ingest.events import STEP, TIME, Annotation
from ..runs.history import Run
from .series import Curve, value_at

STAGE = "curriculum/stage"


class Remark(NamedTuple):
    """A remark: the step it is about, and what it says; as an `Annotation` has them."""

    step: float
    text: str
    ts_ms: float | None
    metadata: Mapping[str, str]


class Remarks:
    """The remarks of a run in order of their steps, kept up to date as it grows.

    Of one step, annotations come in the order they were written, then the change of the stage.
    """

    def __init__(self, run: Run) -> None:
        """Take the run."""
        self._run = run
        self._generation = -1
        self._clear()

    def _clear(self) -> None:
        self._stages: dict[str, Curve] = {}
        self._series = 0
        self._known: tuple[int, ...] = ()
        self._sorted: list[Remark] = []
        self._nowhere: list[Annotation] = []
        self._places: tuple[float, ...] = ()

    def places(self) -> tuple[float, ...]:
        """Return the steps that something was remarked of, each once, in order."""
        self._update()
        return self._places

    def between(self, low: float, high: float) -> list[Remark]:
        """Return what was remarked of the steps from ``low`` to ``high``, both of them included."""
        self._update()
        step = attrgetter("step")
        return self._sorted[bisect_left(self._sorted, low, key=step) : bisect_right(self._sorted, high, key=step)]

    def listed(self) -> list[Remark | Annotation]:
        """Return all that was remarked; what is of no step comes last."""
        self._update()
        return [*self._sorted, *self._nowhere]

    def _update(self) -> None:
        run, events = self._run, self._run.events
        if self._generation != run.generation:
            self._generation = run.generation
            self._clear()
        if events is None:
            return
        if self._series != len(events.series):
            self._series = len(events.series)
            for column, series in events.series.items():
                if series.name == STAGE:
                    self._stages.setdefault(column, Curve())
        for column, curve in self._stages.items():
            curve.update(run, column, STEP)
        known = (len(events.annotations), *(curve.count for curve in self._stages.values()))
        if known == self._known:
            return
        self._known = known
        self._nowhere = [one for one in events.annotations if one.step is None]
        remarks = [
            Remark(one.step, one.text, one.ts_ms, one.metadata) for one in events.annotations if one.step is not None
        ]
        remarks += _changes(run, list(self._stages.values()))
        self._sorted = sorted(remarks, key=attrgetter("step"))
        self._places = tuple(dict.fromkeys(remark.step for remark in self._sorted))


def _changes(run: Run, stages: Sequence[Curve]) -> list[Remark]:
    """Return where the stage takes another value, of which several series tell together.

    Each pass of an evaluation tells it in a series of its own, and so does each stage that is told in its metadata. By
    their steps, as an early one may be evaluated late; of several values of one step the one written last counts.
    """
    told = [(one.x, one.y, one.places) for one in stages if one.count]
    if not told:
        return []
    x, y, places = map(np.concatenate, zip(*told, strict=True))
    order = np.lexsort((places, x))
    last = order[np.append(np.diff(x[order]) != 0, True)]
    steps, values = x[last], y[last]
    changed = np.flatnonzero(np.diff(values)) + 1
    return [
        Remark(
            float(steps[at]),
            f"stage {values[at - 1]:g} to {values[at]:g}",
            value_at(run, TIME, int(places[last[at]])),
            {},
        )
        for at in changed
    ]
