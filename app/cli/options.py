"""What a person can ask of ``div-tui``: the arguments and their help."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from ..ingest.decoder import RUN_POINTS
from ..ingest.formats.registry import FORMATS
from ..view.smoothing import SMOOTHINGS
from .arguments import Parser, frames, positive, seconds, weight, whole
from .config import SETTINGS, fill

EXAMPLES = """\
examples:
  div-tui run-7                       open the dashboard of the run in ./runs/run-7
  div-tui                             open the newest run
  div-tui log.jsonl --any-key         a file of lines, with keys such as train/loss
  div-tui run-7 --print               a table of its keys
  div-tui run-7 --plot                its panels, drawn once as text
  div-tui run-7 loss eval.loss        the points as tab-separated columns (when piped, or with --print)
  div-tui run-7 loss -f | tail -1     keep printing as points arrive
  div-tui run-7 --csv > run-7.csv     every key, with commas
  producer | div-tui -                read a pipe; the keyboard still works
  div-tui ls                          the runs there are, the newest first
  div-tui check telemetry.toml        tell whether a layout is right
  div-tui layouts                     the layouts that come along, for --telemetry builtin:NAME
  div-tui config                      the settings in force, and their file
  div-tui completions bash            a script that completes options, runs and files
  div-tui demo                        a made-up run, live
"""

STATUSES = """\
exit status: 0 done; 1 none of the asked keys exists; 2 refused (no such run, a wrong layout or option,
secrets that cannot be read); 130 interrupted
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
        "run", nargs="?", metavar="RUN", help="a file, a directory, a run's name, or - (default: the newest run)"
    )
    parser.add_argument("keys", nargs="*", metavar="KEY", help="only these keys")
    add_reading(parser)
    add_printing(parser)
    add_screen(parser)
    parser.add_argument("--version", action="store_true", help="print the version")
    return parser


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is read."""
    group = parser.add_argument_group("reading")
    add_root(group)
    group.add_argument(
        "--telemetry",
        metavar="FILE",
        help="another layout than the run's telemetry.toml; builtin:NAME for one that div-tui layouts lists; "
        "none for no layout",
    )
    group.add_argument("--status", metavar="FILE", help="the run's status file (default: status.json beside the lines)")
    group.add_argument(
        "--secrets", metavar="FILE", help="mask the values in this file of NAME=value (default: $DIV_TUI_SECRETS)"
    )
    group.add_argument(
        "--format",
        choices=FORMATS,
        metavar="NAME",
        help="what the lines are, telemetry (points) or events (default: as the first object tells)",
    )
    group.add_argument("--any-key", action="store_true", help="keep keys such as train/loss, too")
    group.add_argument(
        "--max-points",
        type=whole,
        default=RUN_POINTS,
        metavar="N",
        help="keep at most N points, 0 for no cap (default: %(default)s)",
    )
    group.add_argument(
        "--x", metavar="KEY", help="what x is (default: step when the run writes one, else seq, the point's place)"
    )


def add_root(parser: argparse._ActionsContainer) -> None:
    """Add the option that says where runs are."""
    parser.add_argument(
        "--root",
        metavar="DIR",
        help="where runs are (default: $DIV_TUI_ROOT, else the config's, else ./runs, else here)",
    )


def add_printing(parser: argparse.ArgumentParser) -> None:
    """Add the options that print instead of opening the dashboard."""
    group = parser.add_argument_group("printing (also when standard output is not a terminal)")
    group.add_argument("--print", action="store_true", help="a table of the keys; with KEYs, their points")
    group.add_argument("--csv", action="store_true", help="points with commas; without KEYs, every key")
    group.add_argument("--json", action="store_true", help="points as JSON objects, one a line")
    group.add_argument("--plot", action="store_true", help="the panels, drawn once as text")
    group.add_argument("-f", "--follow", action="store_true", help="keep printing as points arrive")
    group.add_argument("--pid", type=positive, metavar="PID", help="with -f: until this process is gone")
    group.add_argument("--until-quiet", type=seconds, metavar="SECS", help="with -f: until nothing came for so long")
    group.add_argument("-q", "--quiet", action="store_true", help="do not say what was dropped")


def add_screen(parser: argparse.ArgumentParser) -> None:
    """Add the options of the dashboard."""
    group = parser.add_argument_group("dashboard")
    group.add_argument("--total", type=whole, metavar="N", help="where x ends: shows progress and the time left")
    group.add_argument(
        "--bell", action="store_true", help="ring when the run ends, goes quiet, or a key stops being finite"
    )
    add_settings(group)


def add_settings(parser: argparse._ActionsContainer) -> None:
    """Add the options that say for once what the file of settings can say for good."""
    parser.add_argument("--fps", type=frames, metavar="N", help="at most so many frames a second (default: 4)")
    parser.add_argument(
        "--smoothing",
        type=weight,
        choices=SMOOTHINGS,
        metavar="W",
        help=f"begin with this weight of the EMA: {SETTINGS['smoothing'].meant} (default: 0)",
    )
    parser.add_argument("--theme", metavar="NAME", help="start in this theme (default: div-dark)")
    parser.add_argument(
        "--ascii",
        action=argparse.BooleanOptionalAction,
        help="draw with ASCII alone (by itself where the locale is not UTF-8)",
    )
    parser.add_argument(
        "--mouse",
        action=argparse.BooleanOptionalAction,
        help="--no-mouse leaves the mouse to the terminal, for its own selection",
    )


def read_options(parser: Parser, arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of a run or the demo, and the settings that last; status 2 ends the process where it is wrong.

    Raises:
        ConfigError: the file of settings is wrong.
    """
    options = parser.parse_intermixed_args(arguments)
    formats = [name for name in ("csv", "json", "plot") if getattr(options, name)]
    if len(formats) > 1:
        parser.error(f"--{formats[0]} and --{formats[1]} are two formats; ask for one")
    if options.plot and options.follow:
        parser.error("--plot draws once, -f goes on; ask for one")
    if (options.pid is not None or options.until_quiet is not None) and not options.follow:
        parser.error("--pid and --until-quiet need -f")
    fill(options, os.environ)
    return options


def read_run_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of ``div-tui RUN [KEY …]``; ends the process with status 2 when they are wrong."""
    # Not left to the parser: among mixed arguments it takes what follows "--" for options all the same.
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = read_options(run_parser(), arguments[:end])
    names = [*([] if options.run is None else [options.run]), *options.keys, *arguments[end + 1 :]]
    options.run, options.keys = (names[0], list(map(in_utf8, names[1:]))) if names else (None, [])
    options.x = None if options.x is None else in_utf8(options.x)
    return options


def in_utf8(argument: str) -> str:
    """Return an argument as UTF-8 has it, as a run's lines are, whatever the locale took it for."""
    if sys.getfilesystemencoding() == "utf-8":
        return argument
    return os.fsencode(argument).decode("utf-8", "surrogateescape")
