"""What a decoder is: something that takes a run's bytes and makes batches of points of them."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from .batch import Batch
from .mask import Masker

RUN_POINTS = 200_000
"""How many points a run keeps unless another cap is set; of events, how many points each series keeps."""


class Rules(NamedTuple):
    """What a decoder masks and keeps.

    Attributes:
        masker: masks secrets.
        any_key: whether keys with characters other than letters, digits, ``_``, ``-`` and dots are kept.
        max_points: the cap on points, 0 for none.
    """

    masker: Masker
    any_key: bool = False
    max_points: int = RUN_POINTS


class Decoder(Protocol):
    """Takes a run's bytes in pieces of any size and gathers what they add into a `Batch`."""

    def restart(self) -> None:
        """Forget everything: the run is read again from its start."""
        ...

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the run."""
        ...

    def take(self) -> Batch:
        """Return what was added since the last call."""
        ...

    def take_partial(self) -> bool:
        """Read the last line, which has no end yet, if it is whole; return whether it was."""
        ...
