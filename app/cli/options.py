"""The arguments of ``div-tui RUN`` and their help."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from ..ingest.decoder import RUN_POINTS
from ..ingest.formats.registry import FORMATS
from ..view.smoothing import SMOOTHINGS
from .arguments import Group, Parser, frames, positive, seconds, weight, whole
from .config import SETTINGS, apply_settings

EXAMPLES = """\
examples:
  div-tui run-7                       open the dashboard of the run in ./runs/run-7
  div-tui                             open the newest run
  div-tui log.jsonl --any-key         open a file, with keys such as train/loss
  div-tui run-7 --print               print a table of its keys
  div-tui run-7 --plot                print its panels, drawn once as text
  div-tui run-7 loss eval.loss        print tab-separated points (when piped, or with --print)
  div-tui run-7 loss -f | tail -1     keep printing as points arrive
  div-tui run-7 --csv > run-7.csv     print every key, separated by commas
  producer | div-tui -                read a pipe; the keyboard still works
  div-tui ls                          list the runs, the last changed first
  div-tui check telemetry.toml        check a layout
  div-tui layouts                     list the bundled layouts, for --telemetry builtin:NAME
  div-tui config                      print the settings and the path of their file
  div-tui completions bash            print a script that completes options, runs and files
  div-tui demo                        open a made-up run that is written live
"""

STATUSES = """\
exit status: 0 success; 1 none of the given keys exists; 2 error (no such run, a wrong layout or option,
unreadable secrets); 130 interrupted
"""


def run_parser() -> Parser:
    """Return the parser of ``div-tui RUN [KEY …]``."""
    parser = Parser(
        prog="div-tui",
        usage="div-tui [RUN] [KEY ...] [options]\n       div-tui ls [--names]\n       div-tui check [FILE]\n"
        "       div-tui layouts [NAME]\n       div-tui config\n       div-tui completions bash|zsh|fish\n"
        "       div-tui demo [options]",
        description="Watch a training run from a terminal: a live dashboard of the numbers it writes, or a table.",
        epilog=EXAMPLES + "\n" + STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "run",
        nargs="?",
        metavar="RUN",
        help="a file, a directory, the name of a run, or - for standard input (default: the newest run)",
    )
    parser.add_argument("keys", nargs="*", metavar="KEY", help="show or print only these keys")
    add_reading(parser)
    add_printing(parser)
    add_screen(parser)
    parser.add_argument("--version", action="store_true", help="print the version")
    return parser


def add_reading(parser: Parser) -> None:
    """Add the options that determine what is read."""
    group = parser.group("reading")
    add_root(group)
    group.add_argument(
        "--telemetry",
        metavar="FILE",
        help="use this layout instead of the run's telemetry.toml; builtin:NAME for one that div-tui layouts lists; "
        "none for no layout",
    )
    group.add_argument("--status", metavar="FILE", help="the run's status file (default: status.json beside the lines)")
    group.add_argument(
        "--secrets", metavar="FILE", help="mask the values in this file of NAME=value lines (default: $DIV_TUI_SECRETS)"
    )
    group.add_argument(
        "--format",
        choices=FORMATS,
        metavar="NAME",
        help="the format of the lines, telemetry (points) or events (default: detected from the first object)",
    )
    group.add_argument("--any-key", action="store_true", help="also keep keys such as train/loss")
    group.add_argument(
        "--max-points",
        type=whole,
        default=RUN_POINTS,
        metavar="N",
        help="keep at most N points, 0 for no limit (default: %(default)s)",
    )
    group.add_argument(
        "--x",
        metavar="KEY",
        help="the key to use as x (default: step if the run writes it, else seq, the point's place in the run)",
    )


def add_root(parser: Parser | Group) -> None:
    """Add the option for the directory of runs."""
    parser.add_argument(
        "--root",
        metavar="DIR",
        help="the directory of runs (default: $DIV_TUI_ROOT, else the config, else ./runs, else the current directory)",
    )


def add_printing(parser: Parser) -> None:
    """Add the options that print the run instead of opening the dashboard."""
    group = parser.group("printing (also when standard output is not a terminal)")
    group.add_argument("--print", action="store_true", help="print a table of the keys; with KEYs, their points")
    group.add_argument("--csv", action="store_true", help="print points separated by commas; without KEYs, every key")
    group.add_argument("--json", action="store_true", help="print points as JSON objects, one per line")
    group.add_argument("--plot", action="store_true", help="print the panels, drawn once as text")
    group.add_argument("-f", "--follow", action="store_true", help="keep printing as points arrive")
    group.add_argument("--pid", type=positive, metavar="PID", help="with -f: stop when this process has ended")
    group.add_argument(
        "--until-quiet", type=seconds, metavar="SECS", help="with -f: stop when nothing has arrived for this long"
    )
    group.add_argument("-q", "--quiet", action="store_true", help="do not report what was dropped")


def add_screen(parser: Parser) -> None:
    """Add the options of the dashboard."""
    group = parser.group("dashboard")
    group.add_argument(
        "--total", type=whole, metavar="N", help="the last x of the run: show progress and the time left"
    )
    group.add_argument(
        "--bell", action="store_true", help="ring when the run ends, goes quiet, or a key stops being finite"
    )
    add_settings(group)


def add_settings(parser: Parser | Group) -> None:
    """Add the options that override settings."""
    parser.add_argument("--fps", type=frames, metavar="N", help="draw at most N frames per second (default: 4)")
    parser.add_argument(
        "--smoothing",
        type=weight,
        choices=SMOOTHINGS,
        metavar="W",
        help=f"start with this EMA weight: {SETTINGS['smoothing'].expected} (default: 0)",
    )
    parser.add_argument("--theme", metavar="NAME", help="start in this theme (default: div-dark)")
    parser.add_argument(
        "--ascii",
        action=argparse.BooleanOptionalAction,
        help="draw with ASCII only (default if the locale is not UTF-8)",
    )
    parser.add_argument(
        "--mouse",
        action=argparse.BooleanOptionalAction,
        help="--no-mouse leaves the mouse to the terminal, to select text with",
    )


def read_options(parser: Parser, arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments of a run or the demo and apply the settings; wrong arguments end the process with status 2.

    Raises:
        ConfigError: the config file is wrong.
    """
    options = parser.parse_intermixed_args(arguments)
    formats = [name for name in ("csv", "json", "plot") if getattr(options, name)]
    if len(formats) > 1:
        parser.error(f"--{formats[0]} and --{formats[1]} cannot be combined; choose one")
    if options.plot and options.follow:
        parser.error("--plot prints once and cannot be combined with -f")
    if (options.pid is not None or options.until_quiet is not None) and not options.follow:
        parser.error("--pid and --until-quiet need -f")
    apply_settings(options, os.environ)
    return options


def read_run_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments of ``div-tui RUN [KEY …]``; wrong arguments end the process with status 2."""
    # Split at "--" here, as parse_intermixed_args still parses what follows it as options.
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = read_options(run_parser(), arguments[:end])
    names = [*([] if options.run is None else [options.run]), *options.keys, *arguments[end + 1 :]]
    options.run, options.keys = (names[0], list(map(in_utf8, names[1:]))) if names else (None, [])
    options.x = None if options.x is None else in_utf8(options.x)
    return options


def in_utf8(argument: str) -> str:
    """Return an argument decoded as UTF-8, like the lines of a run, whatever the encoding of the locale is."""
    if sys.getfilesystemencoding() == "utf-8":
        return argument
    return os.fsencode(argument).decode("utf-8", "surrogateescape")
