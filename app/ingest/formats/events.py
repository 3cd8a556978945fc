"""The format of events: one JSON object with a ``kind`` a line."""

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
    """Decodes a run of events: lines of at most 1 MiB, by the rules of `EventPoints`."""

    def __init__(self, masker: Masker, *, max_points: int = RUN_POINTS) -> None:
        """Start at the start of a run; ``max_points`` is the cap on the points of each series, 0 for none."""

        def builder() -> EventPoints:
            return EventPoints(masker, max_points=max_points)

        super().__init__(masker, builder, longest=LINE_BYTES, too_long=Reason.LONG_EVENT, integers=True)

    def _plain_rows(self, lines: list[bytes]) -> list[dict[str, Any]] | None:
        # Unlike points, events are taken without checking each nested object, so depth is checked here. A line needs
        # two brackets for each level, so that a short one cannot be too deep.
        if 2 * DEEPEST < max(map(len, lines)) <= LINE_BYTES and any(map(too_deep, lines)):
            return None
        return super()._plain_rows(lines)
