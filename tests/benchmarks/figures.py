"""Figures beside their bounds."""

from typing import NamedTuple


class Figure(NamedTuple):
    """A measured value and the most it may be."""

    what: str
    value: float
    bound: float
    unit: str

    @property
    def kept(self) -> bool:
        return self.value <= self.bound

    def __str__(self) -> str:
        share = f"{self.value / self.bound:.2f} of it" if self.bound else "must be none"
        kept = "" if self.kept else "  OVER"
        return f"{self.what:<62} {amount(self.value):>7} {self.unit:<6} bound {amount(self.bound):>6}  {share}{kept}"


def amount(value: float) -> str:
    """A value to three digits."""
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def median(values: list[float]) -> float:
    """The middle one of some values, the upper of two."""
    return sorted(values)[len(values) // 2]
