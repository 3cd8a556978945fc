"""A run's bytes to the events its lines hold."""

from __future__ import annotations

from typing import Any

from ..decoder import RUN_POINTS
from ..drops import Reason
from ..json_line import DEEPEST, too_deep
from ..line_decoder import LineDecoder
from ..mask import Masker
from .event_points import EventPoints

LINE_BYTES = 1 << 20


class EventDecoder(LineDecoder):
    """Takes the bytes of a run of events: lines of at most 1 MiB, by the rules of `EventPoints`."""

    def __init__(self, masker: Masker, *, max_points: int = RUN_POINTS) -> None:
        """Begin at a run's start; ``max_points`` is for each series, 0 for no cap."""

        def points() -> EventPoints:
            return EventPoints(masker, max_points=max_points)

        super().__init__(masker, points, longest=LINE_BYTES, too_long=Reason.LONG_EVENT, whole=True)

    def _plain_rows(self, lines: list[bytes]) -> list[dict[str, Any]] | None:
        # Metadata is nested in every event, and is taken without a look at how deep; it takes two brackets a level.
        if 2 * DEEPEST < max(map(len, lines)) <= LINE_BYTES and any(map(too_deep, lines)):
            return None
        return super()._plain_rows(lines)
