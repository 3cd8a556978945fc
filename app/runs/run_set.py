"""The runs that are watched together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...layouts.text import escape
from ..ingest.batch import Batch
from ..ingest.mask import mask_text
from .run import Run

HUES = 16
"""How many runs can be told apart by hue; past that, hues repeat."""


class RunSet:
    """Runs in the order they are shown. One run is a set of one.

    A run keeps its hue for as long as it is in the set, whatever its place. Every change of a run's history or of the
    set itself has a revision, a number that only rises.
    """

    def __init__(self, runs: Iterable[Run] = ()) -> None:
        """Take the runs, in order."""
        self._runs: list[Run] = []
        self._hues: dict[Run, int] = {}
        self._changed: dict[Run, int] = {}
        self.revision = 0
        for run in runs:
            self.add(run)

    def __iter__(self) -> Iterator[Run]:
        """Iterate over the runs in order."""
        return iter(tuple(self._runs))

    def __len__(self) -> int:
        """Return how many runs there are."""
        return len(self._runs)

    @property
    def first(self) -> Run:
        """The run whose layout is in force, and that others are compared with.

        Raises:
            IndexError: the set is empty.
        """
        return self._runs[0]

    def add(self, run: Run) -> None:
        """Add a run at the end, with the lowest hue that no other run has."""
        if run not in self._hues:
            self._runs.append(run)
            taken = set(self._hues.values())
            self._hues[run] = next(hue for hue in range(len(taken) + 1) if hue not in taken)
            self._note(run)

    def remove(self, run: Run) -> None:
        """Remove a run; its hue is free again."""
        self._runs.remove(run)
        del self._hues[run], self._changed[run]
        self.revision += 1

    def move(self, run: Run, place: int) -> None:
        """Move a run to a place in the order, from 0."""
        self._runs.remove(run)
        self._runs.insert(place, run)
        self._note(run)

    def masked(self, text: str) -> str:
        """Return text with the secrets of every run masked."""
        return mask_text(text, (run.masker for run in self._runs))

    def shown(self, text: str) -> str:
        """Return text from outside, with the secrets of every run masked, and escaped."""
        return escape(self.masked(text))

    def label(self, run: Run, text: str) -> str:
        """Return a text about a run, with the run's name before it if there are several runs."""
        return text if len(self._runs) == 1 else f"{run.name} {text}"

    def hue(self, run: Run) -> int:
        """Return the hue of a run, from 0, one of `HUES`."""
        return self._hues[run] % HUES

    def take(self, run: Run, batch: Batch, now: float) -> None:
        """Take in a batch that was read of a run at ``now`` (monotonic seconds); nothing of a run that was removed."""
        if run in self._hues and run.take(batch, now):
            self._note(run)

    @property
    def paused(self) -> bool:
        """Whether the histories are kept as they are."""
        return any(run.paused for run in self._runs)

    def pause(self) -> None:
        """Keep the histories of all runs as they are from now on."""
        for run in self._runs:
            run.pause()

    def resume(self, now: float) -> list[tuple[Run, Batch]]:
        """Let all runs go on, at ``now`` (monotonic seconds); return what came of each since the pause."""
        resumed = []
        for run in self._runs:
            batch = run.resume(now)
            if batch:
                self._note(run)
                resumed.append((run, batch))
        return resumed

    def changed_since(self, revision: int) -> list[Run]:
        """Return the runs that changed after a revision, in order."""
        return [run for run in self._runs if self._changed[run] > revision]

    def _note(self, run: Run) -> None:
        self.revision += 1
        self._changed[run] = self.revision
