"""The values of one key, or of one series of events."""

from __future__ import annotations

from array import array
from collections.abc import Mapping


class Column:
    """The values of one key, in the order of their points.

    Attributes:
        values: doubles, one for each point that has the key.
        places: the place (``seq``, from 1) of each of those points; of the same length.
    """

    __slots__ = ("places", "values")

    def __init__(self) -> None:
        """Start empty."""
        self.values = array("d")
        self.places = array("I")

    def append(self, value: float, place: int) -> None:
        """Append one point."""
        self.values.append(value)
        self.places.append(place)

    def extend(self, other: Column) -> None:
        """Append the points of another column."""
        self.values.extend(other.values)
        self.places.extend(other.places)


def extend(columns: dict[str, Column], added: Mapping[str, Column]) -> None:
    """Append the points of ``added`` to the columns of the same keys; for a new key, take the column itself."""
    for key, column in added.items():
        if key in columns:
            columns[key].extend(column)
        else:
            columns[key] = column
