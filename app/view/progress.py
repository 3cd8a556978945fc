"""How much of a run is done and how long the rest takes, where it is known where x ends."""

from __future__ import annotations

from ..runs.status import Rate


class Progress:
    """How fast x rises."""

    def __init__(self) -> None:
        """Start without points."""
        self._rate = Rate()

    def note(self, now: float, x: float | None) -> None:
        """Note the greatest x at a time in seconds, None if there is none."""
        if x is not None:
            self._rate.note(now, x)

    def clear(self) -> None:
        """Start again."""
        self._rate.clear()

    def of(self, total: float | None, x: float | None, now: float) -> tuple[float | None, float | None]:
        """Return how much is done, from 0 to 1, and the seconds that are left; None for what is unknown."""
        if not total or x is None:
            return None, None
        speed = self._rate.get(now)
        left = (total - x) / speed if speed and total > x else None
        return min(max(x / total, 0.0), 1.0), left
