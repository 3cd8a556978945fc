"""A run's bytes to the points its lines hold."""

from __future__ import annotations

from ..decoder import RUN_POINTS
from ..drops import Reason
from ..line_decoder import LineDecoder
from ..mask import Masker
from .telemetry_points import Points

LINE_BYTES = 4096


class TelemetryDecoder(LineDecoder):
    """Takes the bytes of a run of points: lines of at most 4096 bytes, by the rules of `Points`."""

    def __init__(self, masker: Masker, *, any_key: bool = False, max_points: int = RUN_POINTS) -> None:
        """Begin at a run's start; ``max_points`` of 0 is no cap."""

        def points() -> Points:
            return Points(masker, any_key=any_key, max_points=max_points)

        super().__init__(masker, points, longest=LINE_BYTES, too_long=Reason.TOO_LONG, whole=False)
