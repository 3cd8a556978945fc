"""The values of one key, or of one series."""

from __future__ import annotations

from array import array
from collections.abc import Mapping


class Column:
    """The values of one key, in order of the points that carry it.

    Attributes:
        values: doubles, one a point that carries the key.
        places: the place (``seq``, from 1) of each of those points; the same length.
    """

    __slots__ = ("places", "values")

    def __init__(self) -> None:
        """Begin empty."""
        self.values = array("d")
        self.places = array("I")

    def append(self, value: float, place: int) -> None:
        """Append one point."""
        self.values.append(value)
        self.places.append(place)

    def extend(self, other: Column) -> None:
        """Append another column's points."""
        self.values.extend(other.values)
        self.places.extend(other.places)


def extend(columns: dict[str, Column], added: Mapping[str, Column]) -> None:
    """Append the points of some columns to those of the same keys; a key that is new takes the column itself."""
    for key, column in added.items():
        if key in columns:
            columns[key].extend(column)
        else:
            columns[key] = column
