"""Round steps (1, 2 or 5 times a power of ten), in exact arithmetic.

Fractions neither round nor overflow, so that an axis around 1e-320 or from -1e308 to 1e308 is computed like any other.
They are only used for a few numbers per axis, never for points.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

_LARGEST = Fraction(sys.float_info.max)


@lru_cache(maxsize=1024)
def power(exponent: int) -> Fraction:
    """Return ten to the power of an integer, exactly."""
    return Fraction(10**exponent) if exponent >= 0 else Fraction(1, 10**-exponent)


def to_float(number: Fraction) -> float:
    """Return the nearest finite double."""
    return float(max(min(number, _LARGEST), -_LARGEST))


def exponent_of(number: Fraction) -> int:
    """Return the decimal logarithm of a number above zero, rounded down, exactly."""
    guess = math.floor(math.log10(number.numerator) - math.log10(number.denominator))
    if power(guess) > number:
        return guess - 1
    return guess + 1 if power(guess + 1) <= number else guess


@dataclass(frozen=True)
class Step:
    """A step of `mantissa` (1, 2 or 5) times ten to the power of `exponent`."""

    mantissa: int
    exponent: int

    @property
    def size(self) -> Fraction:
        """The size of the step."""
        return self.mantissa * power(self.exponent)

    def floor(self, number: float | Fraction) -> int:
        """Return the largest n for which n steps are at most `number`."""
        return math.floor(Fraction(number) / self.size)

    def ceil(self, number: float | Fraction) -> int:
        """Return the smallest n for which n steps are at least `number`."""
        return math.ceil(Fraction(number) / self.size)

    def value(self, count: int) -> float:
        """Return the double nearest to `count` steps."""
        return to_float(count * self.size)

    def coarser(self) -> Step:
        """Return the next larger step."""
        if self.mantissa == 5:
            return Step(1, self.exponent + 1)
        return Step(2 if self.mantissa == 1 else 5, self.exponent)


def step_below(number: Fraction) -> Step:
    """Return the largest step that is at most `number` (above zero)."""
    exponent = exponent_of(number)
    lead = number / power(exponent)
    return Step(5 if lead >= 5 else 2 if lead >= 2 else 1, exponent)


def steps_from(number: Fraction) -> Iterator[Step]:
    """Yield steps in ascending order, from the smallest one that is at least `number` (above zero)."""
    step = step_below(number)
    if step.size < number:
        step = step.coarser()
    while True:
        yield step
        step = step.coarser()
