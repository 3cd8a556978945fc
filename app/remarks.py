"""What was remarked at a step of a run of events: annotations, and where the curriculum's stage changed."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import NamedTuple

from .ingest.events import STEP
from .run import Run
from .series import value_at

STAGE = "curriculum/stage"


class Remark(NamedTuple):
    """A remark: the step it is about, and what it says."""

    step: float
    text: str


class Remarks:
    """The remarks of a run in order of their steps, kept up to date as it grows."""

    def __init__(self, run: Run) -> None:
        """Take the run."""
        self._run = run
        self._generation = -1
        self._clear()

    def _clear(self) -> None:
        self._sorted: list[Remark] = []
        self._annotations = 0
        self._stages: dict[str, int] = {}
        self._places: tuple[float, ...] = ()

    def places(self) -> tuple[float, ...]:
        """Return the steps that something was remarked of, each once, in order."""
        self._update()
        return self._places

    def at(self, step: float) -> list[str]:
        """Return what was remarked of a step."""
        self._update()
        first = bisect_left(self._sorted, (step,))
        texts = []
        for remark in self._sorted[first:]:
            if remark.step != step:
                break
            texts.append(remark.text)
        return texts

    def _update(self) -> None:
        run, events = self._run, self._run.events
        if self._generation != run.generation:
            self._generation = run.generation
            self._clear()
        if events is None:
            return
        new = [Remark(one.step, one.text) for one in events.annotations[self._annotations :] if one.step is not None]
        self._annotations = len(events.annotations)
        for column, series in events.series.items():
            if series.name == STAGE:
                new += self._stage_changes(column)
        if new:
            for remark in new:
                insort(self._sorted, remark)
            self._places = tuple(dict.fromkeys(remark.step for remark in self._sorted))

    def _stage_changes(self, column: str) -> list[Remark]:
        """Return where a series of the stage took another value since it was last looked at."""
        values, places = self._run.columns[column].values, self._run.columns[column].places
        begin, changes = max(self._stages.get(column, 0), 1), []
        self._stages[column] = len(values)
        for at in range(begin, len(values)):
            if values[at] != values[at - 1]:
                step = value_at(self._run, STEP, places[at])
                if step is not None:
                    changes.append(Remark(step, f"stage {values[at - 1]:g} to {values[at]:g}"))
        return changes
