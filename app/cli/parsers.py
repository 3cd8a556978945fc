"""The parsers of the commands other than ``div-tui RUN``."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ...layouts.bundled import BUNDLED
from .arguments import Parser, positive, whole
from .options import add_printing, add_reading, add_root, add_screen, add_settings, run_parser

SHELLS = ("bash", "zsh", "fish")

COMPLETIONS = """\
to use it, add this to the startup file of the shell:
  bash, in ~/.bashrc:                     eval "$(div-tui completions bash)"
  zsh, in ~/.zshrc, after compinit:       eval "$(div-tui completions zsh)"
  fish, in ~/.config/fish/config.fish:    div-tui completions fish | source
"""


def check_parser() -> Parser:
    """Return the parser of ``div-tui check``."""
    parser = _parser_of("check", "Check a layout: count its panels and stats, or report what is wrong.")
    parser.add_argument(
        "file",
        nargs="?",
        default="telemetry.toml",
        metavar="FILE",
        help="a layout, or a directory that contains one (default: %(default)s)",
    )
    return parser


def demo_parser() -> Parser:
    """Return the parser of ``div-tui demo``."""
    parser = _parser_of("demo", "Write a made-up run live to a temporary directory and open the dashboard on it.")
    parser.add_argument(
        "--seed", type=whole, default=7, metavar="N", help="the random seed of the run (default: %(default)s)"
    )
    parser.add_argument(
        "--points", type=positive, default=2000, metavar="N", help="the number of points (default: %(default)s)"
    )
    parser.add_argument(
        "--events", action="store_true", help="write events, one JSON object for each number, and a status file"
    )
    add_reading(parser)
    add_printing(parser)
    add_screen(parser)
    parser.set_defaults(run=None, keys=[])
    return parser


def config_parser() -> Parser:
    """Return the parser of ``div-tui config``."""
    parser = _parser_of("config", "Print the settings, where each comes from, and the path of their file.")
    add_root(parser)
    add_settings(parser)
    return parser


def completions_parser() -> Parser:
    """Return the parser of ``div-tui completions``."""
    parser = _parser_of("completions", "Print a script that lets the shell complete options, commands, runs and files.")
    parser.epilog = COMPLETIONS
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("shell", choices=SHELLS, help="the shell")
    return parser


def layouts_parser() -> Parser:
    """Return the parser of ``div-tui layouts``."""
    parser = _parser_of("layouts", "List the bundled layouts, for --telemetry builtin:NAME, or print one of them.")
    parser.add_argument(
        "name", nargs="?", choices=tuple(BUNDLED), metavar="NAME", help="print this layout, as a start for your own"
    )
    return parser


def ls_parser() -> Parser:
    """Return the parser of ``div-tui ls``."""
    parser = _parser_of("ls", "List the runs under the root, the last changed first.")
    add_root(parser)
    parser.add_argument("--names", action="store_true", help="print only the names, one per line")
    return parser


def _parser_of(command: str, description: str) -> Parser:
    return Parser(prog=f"div-tui {command}", description=description, allow_abbrev=False)


PARSERS: dict[str, Callable[[], Parser]] = {
    "": run_parser,
    "check": check_parser,
    "completions": completions_parser,
    "config": config_parser,
    "demo": demo_parser,
    "layouts": layouts_parser,
    "ls": ls_parser,
}
"""The parser of each command by name; ``div-tui RUN`` has the name ``""``."""
