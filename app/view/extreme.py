"""The lowest or the highest value of a key."""

from __future__ import annotations

from ..runs.history import History
from .arrays import tail


class Extreme:
    """The lowest or the highest value of a key and where it was reached, kept up to date as the run grows."""

    def __init__(self, key: str, *, lowest: bool, along: bool = False) -> None:
        """Start with no points.

        Args:
            key: the key.
            lowest: whether its lowest value is wanted, else the highest.
            along: whether the key is what points are drawn along.
        """
        self._key = key
        self._along = along
        self._lowest = lowest
        self._generation = -1
        self._taken = 0
        self.value = 0.0
        self.place = 0

    def update(self, history: History) -> bool:
        """Take in what came since the last call; return whether there is any value."""
        if self._generation != history.generation:
            self._generation, self._taken = history.generation, 0
        column = history.x_column(self._key) if self._along else history.columns.get(self._key)
        if column is None:
            return False
        if len(column.values) == self._taken:
            return True
        new = tail(column.values, self._taken)
        if len(new):
            at = int(new.argmin() if self._lowest else new.argmax())
            value = float(new[at])
            if not self._taken or (value < self.value if self._lowest else value > self.value):
                self.value, self.place = value, column.places[self._taken + at]
            self._taken += len(new)
        return True
