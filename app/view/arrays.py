"""A run's columns as numpy arrays."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.uint32]


def tail(values: array[float], start: int = 0) -> Floats:
    """Return a copy of an array of doubles from an index on; unlike a view, it lets the array grow."""
    copied: Floats = np.frombuffer(values, np.float64)[start:].copy()
    return copied


def tail_places(places: array[int], start: int = 0) -> Places:
    """Return a copy of an array of places from an index on."""
    copied: Places = np.frombuffer(places, np.uint32)[start:].copy()
    return copied


def with_capacity(values: npt.NDArray[Any], capacity: int) -> npt.NDArray[Any]:
    """Return a copy of an array with room for ``capacity`` values."""
    copied = np.empty(capacity, values.dtype)
    copied[: len(values)] = values
    return copied
