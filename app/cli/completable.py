"""What a completion script needs of the parsers: commands, options, arguments and their values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .arguments import Parser

FILES, DIRECTORIES, WORDS, ANYTHING, NOTHING = range(5)
"""What kind of value an option or an argument takes."""

Parsers = Mapping[str, Parser]
"""The parser of each command, that of a run under an empty name."""


class Argument(NamedTuple):
    """An option, or a positional argument.

    Attributes:
        names: the names of an option; empty for a positional argument.
        help: its help in one line.
        kind: the kind of its value.
        words: the possible values if ``kind`` is WORDS.
    """

    names: tuple[str, ...]
    help: str
    kind: int
    words: tuple[str, ...] = ()


def arguments(parser: Parser) -> list[Argument]:
    """Return the options and arguments of a parser, in order."""
    found = []
    for action in parser.actions:
        text = (action.help or "") % vars(action)
        words = tuple(f"{choice:g}" if isinstance(choice, float) else choice for choice in action.choices or ())
        kinds = {"FILE": FILES, "DIR": DIRECTORIES}
        kind = NOTHING if action.nargs == 0 else WORDS if words else kinds.get(str(action.metavar), ANYTHING)
        found.append(Argument(tuple(action.option_strings), text, kind, words))
    return found


def command_names(parsers: Parsers) -> list[str]:
    """Return the names of the commands."""
    return [name for name in parsers if name]


def options_with_value(parsers: Parsers) -> dict[str, Argument]:
    """Return the options of all commands that take a value, by each of their names."""
    every = [one for parser in parsers.values() for one in arguments(parser) if one.kind != NOTHING]
    return {name: one for one in every for name in one.names}
