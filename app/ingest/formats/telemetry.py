"""The format of points: one JSON object of numbers a line."""

from __future__ import annotations

from ..decoder import RUN_POINTS
from ..drops import Reason
from ..line_decoder import LineDecoder
from ..mask import Masker
from .telemetry_points import TelemetryPoints

LINE_BYTES = 4096


class TelemetryDecoder(LineDecoder):
    """Decodes a run of points: lines of at most 4096 bytes, by the rules of `TelemetryPoints`."""

    def __init__(self, masker: Masker, *, any_key: bool = False, max_points: int = RUN_POINTS) -> None:
        """Start at the start of a run; ``max_points`` is the cap on points, 0 for none."""

        def builder() -> TelemetryPoints:
            return TelemetryPoints(masker, any_key=any_key, max_points=max_points)

        super().__init__(masker, builder, longest=LINE_BYTES, too_long=Reason.TOO_LONG, integers=False)
