"""Numbers as text: tick labels, legend values and counts."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .steps import Step

_UNITS = ((12, "T"), (9, "G"), (6, "M"), (3, "k"))
_PLAIN_DIGITS = 15
"""Integers with more digits than this are written with an exponent, since a double does not hold them exactly."""


def tick_labels(counts: Sequence[int], step: Step) -> list[str]:
    """Return the labels of the ticks at `counts` times `step`, all with the same number of decimals and the same unit.

    The decimals are those of the step, so that different ticks never have the same label. Large numbers get a suffix
    (k, M, G, T) if four digits and one decimal are enough; very large and very small numbers share one exponent.
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
    """Return an integer times ten to the power of `exponent` in decimal notation."""
    if exponent >= 0:
        return str(number * 10**exponent)
    digits = str(abs(number)).rjust(1 - exponent, "0")
    return f"{'-' if number < 0 else ''}{digits[:exponent]}.{digits[exponent:]}"


def log_label(mantissa: int, exponent: int) -> str:
    """Return the label of a tick of a log axis: `mantissa` (1, 2 or 5) times ten to the power of `exponent`."""
    if exponent < -4 or exponent >= _PLAIN_DIGITS:
        return f"{mantissa}e{exponent}"
    if exponent < 0:
        return _decimal(mantissa, exponent)
    suffix = next((suffix for unit, suffix in _UNITS if unit <= exponent and exponent >= 4), "")
    return str(mantissa * 10 ** (exponent % 3 if suffix else exponent)) + suffix


def grouped(number: int) -> str:
    """Return an integer with spaces between groups of three digits: `41 200`."""
    return f"{number:,}".replace(",", " ")


def value(number: float, resolution: float = 0.0) -> str:
    """Return a finite number for a legend: four significant digits, and more to show a change of `resolution`.

    A nonzero number is never shown as zero. An exponent is used below 1e-4, and from 1e9 on if it is shorter. Integers
    below 1e9 are written in full. Trailing zeros are only dropped if no digits are lost by rounding.
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
    """Return a finite number for the crosshair: up to seven significant digits, without trailing zeros.

    There are more digits if needed to show a change of `resolution`, the distance to the neighbouring values.
    """
    if number == int(number) and abs(number) < 10**_PLAIN_DIGITS:
        return grouped(int(number))
    size = abs(number)
    digits = _digits(math.floor(math.log10(size)), 7, size, resolution)
    return _compact(f"{number:.{digits}g}")


def _digits(top: int, minimum: int, size: float, resolution: float) -> int:
    """Return how many significant digits show a change of `resolution` in a number of size 10 to the power of `top`."""
    if not 0 < resolution < size:
        return minimum
    return max(minimum, min(top - math.floor(math.log10(resolution)) + 1, _PLAIN_DIGITS))


def _compact(text: str) -> str:
    """Return `%g` or `%e` notation with grouped digits and without padding of the exponent: `1.5e-9`, `1e300`."""
    mantissa, _, exponent = text.partition("e")
    whole, dot, rest = mantissa.partition(".")
    return _grouped_text(whole) + dot + rest + (f"e{int(exponent)}" if exponent else "")


def _grouped_text(whole: str) -> str:
    return whole if len(whole) < 4 else f"{'-' if whole[0] == '-' else ''}{grouped(abs(int(whole)))}"
