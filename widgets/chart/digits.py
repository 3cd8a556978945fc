"""Numbers as text: the labels of an axis, the values of a legend, the counts of a header."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .steps import Step

_UNITS = ((12, "T"), (9, "G"), (6, "M"), (3, "k"))
_PLAIN_DIGITS = 15
"""A whole number of more digits than this is written with an exponent: a double no longer holds it exactly."""


def tick_labels(counts: Sequence[int], step: Step) -> list[str]:
    """The labels of the ticks at `counts` times `step`, all with the same decimals and the same unit.

    The decimals are those of the step, so that different ticks never share a label. Large numbers are in thousands
    (k, M, G, T) where up to four digits and one decimal say them; very large and very small ones share one exponent.
    """
    numbers = [count * step.mantissa for count in counts]
    largest = max(map(abs, numbers), default=0)
    top = len(str(largest)) - 1 + step.exponent
    unit, suffix = 0, ""
    if top < -4 or top >= _PLAIN_DIGITS:
        unit, suffix = top, f"e{top}"
    elif top >= 4:
        unit, suffix = next((u for u in _UNITS if top - 3 <= u[0] <= top and u[0] - step.exponent <= 1), (0, ""))
    return [_decimal(number, step.exponent - unit) + suffix if number else "0" for number in numbers]


def _decimal(number: int, exponent: int) -> str:
    """A whole number times ten to `exponent`, written out."""
    if exponent >= 0:
        return str(number * 10**exponent)
    digits = str(abs(number)).rjust(1 - exponent, "0")
    return f"{'-' if number < 0 else ''}{digits[:exponent]}.{digits[exponent:]}"


def log_label(mantissa: int, exponent: int) -> str:
    """The label of a tick of a log axis, `mantissa` (1, 2 or 5) times ten to `exponent`."""
    if exponent < -4 or exponent >= _PLAIN_DIGITS:
        return f"{mantissa}e{exponent}"
    if exponent < 0:
        return _decimal(mantissa, exponent)
    suffix = next((suffix for unit, suffix in _UNITS if unit <= exponent and exponent >= 4), "")
    return str(mantissa * 10 ** (exponent % 3 if suffix else exponent)) + suffix


def grouped(number: int) -> str:
    """A whole number with its thousands apart: `41 200`."""
    return f"{number:,}".replace(",", " ")


def value(number: float, resolution: float = 0.0) -> str:
    """A finite number for a legend: four significant digits, and as many more as show a change of `resolution`.

    No number that is not zero is written as zero. Below 1e-4 an exponent says how large it is, and from 1e9 on where
    that is shorter; whole numbers below 1e9 are whole. Zeros at the end are dropped only where the number has no other
    digits.
    """
    if number == 0:
        return "0"
    size = abs(number)
    if size < 1e9 and number == int(number):
        return grouped(int(number))
    top = math.floor(math.log10(size))
    digits = _digits(top, 4, size, resolution)
    plain = 1e-4 <= size < (10**_PLAIN_DIGITS if digits > top else 1e9)
    if plain and len(shortest := f"{number:.15g}") <= len(f"{number:.{digits}g}"):
        return _compact(shortest)
    if not plain:
        return _compact(min((f"{number:.15g}", f"{number:.{digits - 1}e}"), key=len))
    decimals = max(digits - 1 - top, 0)
    if not decimals:
        return grouped(round(number))
    whole, _, rest = f"{number:.{decimals}f}".partition(".")
    return f"{_grouped_text(whole)}.{rest}"


def exact(number: float, resolution: float = 0.0) -> str:
    """A finite number for a crosshair: up to seven significant digits, without zeros at the end.

    More of them where a change of `resolution`, that to the points beside it, would not be seen.
    """
    if number == int(number) and abs(number) < 10**_PLAIN_DIGITS:
        return grouped(int(number))
    size = abs(number)
    digits = _digits(math.floor(math.log10(size)), 7, size, resolution)
    return _compact(f"{number:.{digits}g}")


def _digits(top: int, least: int, size: float, resolution: float) -> int:
    """How many significant digits show a change of `resolution` in a number of that size, 10 to `top` and more."""
    if not 0 < resolution < size:
        return least
    return max(least, min(top - math.floor(math.log10(resolution)) + 1, _PLAIN_DIGITS))


def _compact(text: str) -> str:
    """`%g` or `%e` notation with its thousands apart and its exponent without padding: `1.5e-9`, `1e300`."""
    mantissa, _, exponent = text.partition("e")
    whole, dot, rest = mantissa.partition(".")
    return _grouped_text(whole) + dot + rest + (f"e{int(exponent)}" if exponent else "")


def _grouped_text(whole: str) -> str:
    return whole if len(whole) < 4 else f"{'-' if whole[0] == '-' else ''}{grouped(abs(int(whole)))}"
