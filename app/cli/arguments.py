"""A parser whose errors are one line and which lists its arguments, and the types of arguments."""

from __future__ import annotations

import argparse
import math
from typing import Any, NoReturn

from ...layouts.text import escape
from .config import SETTINGS


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line.

    Attributes:
        actions: the arguments added so far, in order, those of groups included; argparse keeps no public list.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        """Take what ``argparse.ArgumentParser`` takes."""
        self.actions: list[argparse.Action] = []  # first, since argparse itself adds --help
        super().__init__(*args, **settings)

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument as argparse does, and list it."""
        action = super().add_argument(*names, **settings)
        self.actions.append(action)
        return action

    def group(self, title: str) -> Group:
        """Return a new group of arguments, which has a heading of its own in the help."""
        return Group(self, title)

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line that describes the error."""
        self.exit(2, f"div-tui: {escape(message)}; see {self.prog} --help\n")


class Group:
    """A group of arguments of a parser, listed by the parser."""

    def __init__(self, parser: Parser, title: str) -> None:
        """Add the group to the parser."""
        self._listed = parser.actions
        self._add = parser.add_argument_group(title).add_argument

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument as argparse does, and list it."""
        action = self._add(*names, **settings)
        self._listed.append(action)
        return action


def whole(text: str) -> int:
    """Parse a whole number that is not negative."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0")
    return number


def positive(text: str) -> int:
    """Parse a whole number above zero."""
    number = whole(text)
    if not number:
        raise argparse.ArgumentTypeError("0 is too few")
    return number


def seconds(text: str) -> float:
    """Parse a number of seconds above zero."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def frames(text: str) -> float:
    """Parse a number of frames per second."""
    return _setting("fps", text)


def weight(text: str) -> float:
    """Parse an EMA weight."""
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
