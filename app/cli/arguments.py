"""A parser whose errors are one line, and the kinds of values that arguments have."""

from __future__ import annotations

import argparse
import math
from typing import NoReturn

from ...layouts.text import escape
from .config import SETTINGS


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """End with status 2 and one line that says what is wrong."""
        self.exit(2, f"div-tui: {escape(message)}; see {self.prog} --help\n")


def whole(text: str) -> int:
    """Read a whole number that is not negative."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0")
    return number


def positive(text: str) -> int:
    """Read a whole number above zero."""
    number = whole(text)
    if not number:
        raise argparse.ArgumentTypeError("0 is too few")
    return number


def seconds(text: str) -> float:
    """Read a number of seconds above zero."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def frames(text: str) -> float:
    """Read a number of frames a second."""
    return _setting("fps", text)


def weight(text: str) -> float:
    """Read a weight of the smoothing."""
    return _setting("smoothing", text)


def _setting(key: str, text: str) -> float:
    kind = SETTINGS[key]
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not kind.accepts(number):
        raise argparse.ArgumentTypeError(f"{text!r} is not {kind.expected}")
    return number
