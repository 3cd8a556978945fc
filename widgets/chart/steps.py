"""Round steps of the 1-2-5 family, in exact arithmetic.

Fractions of whole numbers have neither rounding nor overflow, so an axis of 1e-320 or of -1e308 to 1e308 is worked
out as one of 0 to 10 is. Only a few numbers an axis go this way, never the points.
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
    """Ten to a whole exponent, exactly."""
    return Fraction(10**exponent) if exponent >= 0 else Fraction(1, 10**-exponent)


def to_float(number: Fraction) -> float:
    """The nearest double, which is the largest one for what is larger still."""
    return float(max(min(number, _LARGEST), -_LARGEST))


def exponent_of(number: Fraction) -> int:
    """The whole part of the decimal logarithm of a number above zero, exactly."""
    guess = math.floor(math.log10(number.numerator) - math.log10(number.denominator))
    if power(guess) > number:
        return guess - 1
    return guess + 1 if power(guess + 1) <= number else guess


@dataclass(frozen=True)
class Step:
    """The number `mantissa` times ten to `exponent`; the mantissa is 1, 2 or 5."""

    mantissa: int
    exponent: int

    @property
    def size(self) -> Fraction:
        """The step itself."""
        return self.mantissa * power(self.exponent)

    def floor(self, number: float | Fraction) -> int:
        """How many whole steps make the multiple at or below `number`."""
        return math.floor(Fraction(number) / self.size)

    def ceil(self, number: float | Fraction) -> int:
        """How many whole steps make the multiple at or above `number`."""
        return math.ceil(Fraction(number) / self.size)

    def value(self, count: int) -> float:
        """The double nearest to `count` steps."""
        return to_float(count * self.size)

    def coarser(self) -> Step:
        """The next larger step of the family."""
        if self.mantissa == 5:
            return Step(1, self.exponent + 1)
        return Step(2 if self.mantissa == 1 else 5, self.exponent)


def step_below(number: Fraction) -> Step:
    """The largest step that is not above a number above zero."""
    exponent = exponent_of(number)
    lead = number / power(exponent)
    return Step(5 if lead >= 5 else 2 if lead >= 2 else 1, exponent)


def steps_from(number: Fraction) -> Iterator[Step]:
    """The steps from the smallest that is not below `number` (above zero), each larger than the one before."""
    step = step_below(number)
    if step.size < number:
        step = step.coarser()
    while True:
        yield step
        step = step.coarser()
