"""The status of a run: its state, the rate and the age of its points, and when to ring the bell."""

from __future__ import annotations

from collections import deque
from typing import Literal

from ..ingest.batch import Batch

State = Literal["waiting", "live", "quiet", "ended", "interrupted", "failed", "lost"]

QUIET = 40.0
"""Seconds without a change after which a run is quiet."""

RATE_SECONDS = 20.0
"""The time span, in seconds, that a rate is measured over if enough points arrive in it."""

SHOWN_AGE = 10.0
"""Seconds after which the header shows the age."""

LEAST_ARRIVALS = 3
"""A slow run's rate is measured over this many arrivals, however long ago the first of them was."""


class Rate:
    """How fast a value rises, over the last arrivals."""

    def __init__(self, silence: float = RATE_SECONDS) -> None:
        """Start without arrivals; there is no rate after ``silence`` seconds without one, or longer for a slow run."""
        self._seen: deque[tuple[float, float]] = deque()
        self._silence = silence

    def note(self, now: float, value: float) -> None:
        """Note a value at a time in seconds."""
        seen = self._seen
        if seen and (value < seen[-1][1] or self._silent(now)):
            seen.clear()
        while len(seen) >= LEAST_ARRIVALS and now - seen[0][0] > RATE_SECONDS:
            seen.popleft()
        seen.append((now, value))

    def clear(self) -> None:
        """Start again."""
        self._seen.clear()

    def get(self, now: float) -> float | None:
        """Return the rise per second; None if nothing has arrived lately."""
        if len(self._seen) < 2 or self._silent(now):
            return None
        (start, low), (end, high) = self._seen[0], self._seen[-1]
        return (high - low) / (end - start) if end > start else None

    def _silent(self, now: float) -> bool:
        """Return whether nothing has come for longer than the run's own pace explains."""
        start, end = self._seen[0][0], self._seen[-1][0]
        between = (end - start) / (len(self._seen) - 1) if len(self._seen) > 1 else now - end
        return now - end > max(self._silence, 2 * between)


class Status:
    """How far a run is read, and when it last changed."""

    def __init__(self) -> None:
        """Start before anything is read."""
        self.loading = True
        self.ended = False
        self.missing = False
        self.done = 0
        self.size: int | None = None
        self.changed: float | None = None
        # As soon as the age is shown, the rate is out of date.
        self.points = Rate(SHOWN_AGE)

    def note(self, batch: Batch) -> None:
        """Note how far the run is read after a batch."""
        self.done, self.size = batch.done, batch.size
        self.missing, self.ended = batch.missing, batch.ended
        if batch.changed is not None:
            self.changed = batch.changed
        if batch.caught_up:
            self.loading = False

    def note_points(self, now: float, points: int) -> None:
        """Note how many points there are at a time in seconds.

        Points that exist before the end of the file is first reached did not arrive: they have no rate.
        """
        if not self.loading:
            self.points.note(now, points)

    def age(self, wall: float) -> float | None:
        """Return the seconds since the run last changed, at a time since 1970; None before its first change."""
        return None if self.changed is None else max(wall - self.changed, 0.0)

    def state(self, wall: float, points: int) -> State:
        """Return the state, at a time since 1970, of a run with so many points."""
        if self.ended:
            return "ended"
        if not points:
            return "waiting"
        age = self.age(wall)
        return "quiet" if age is not None and age >= QUIET else "live"

    def loaded(self) -> float | None:
        """Return how much of the file is read, from 0 to 1; None once all of it is, or if its size is unknown."""
        return self.done / self.size if self.loading and self.size else None


class Alarm:
    """When the bell rings: the run ends, goes quiet, or a key stops being finite."""

    def __init__(self) -> None:
        """Start before anything is known; the first state does not ring."""
        self._state: State | None = None
        self._not_finite: frozenset[str] = frozenset()

    def due(self, state: State, not_finite: frozenset[str]) -> bool:
        """Return whether to ring now.

        Args:
            state: the run's state.
            not_finite: the keys whose latest value is not finite.
        """
        changed = state != self._state and state in ("quiet", "ended", "interrupted", "failed", "lost")
        ring = self._state is not None and (changed or not not_finite <= self._not_finite)
        self._state, self._not_finite = state, not_finite
        return ring
