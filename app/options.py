"""What a person can ask of ``div-tui``: the arguments and their help."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from ..layouts.text import escape
from .ingest.points import RUN_POINTS

EXAMPLES = """\
examples:
  div-tui run-7                       open the dashboard of the run in ./runs/run-7
  div-tui                             open the newest run
  div-tui log.jsonl --any-key         a file of lines, with keys such as train/loss
  div-tui run-7 --print               a table of its keys
  div-tui run-7 loss eval.loss        the points as tab-separated columns (when piped, or with --print)
  div-tui run-7 loss -f | tail -1     keep printing as points arrive
  div-tui run-7 --csv > run-7.csv     every key, with commas
  producer | div-tui -                read a pipe; the keyboard still works
  div-tui check telemetry.toml        tell whether a layout is right
  div-tui demo                        a made-up run, live
"""

STATUSES = """\
exit status: 0 done; 1 none of the asked keys exists; 2 refused (no such run, a wrong layout or option,
secrets that cannot be read); 130 interrupted
"""


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
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.1 <= number <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of frames a second from 0.1 to 60")
    return number


def run_parser() -> Parser:
    """Return the parser of ``div-tui RUN [KEY …]``."""
    parser = Parser(
        prog="div-tui",
        usage="div-tui [RUN] [KEY ...] [options]\n       div-tui check [FILE]\n       div-tui demo [options]",
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
    group.add_argument("--root", metavar="DIR", help="where runs are (default: $DIV_TUI_ROOT, else ./runs, else here)")
    group.add_argument(
        "--telemetry", metavar="FILE", help="another layout than the run's telemetry.toml; none for no layout"
    )
    group.add_argument(
        "--secrets", metavar="FILE", help="mask the values in this file of NAME=value (default: $DIV_TUI_SECRETS)"
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


def add_printing(parser: argparse.ArgumentParser) -> None:
    """Add the options that print instead of opening the dashboard."""
    group = parser.add_argument_group("printing (also when standard output is not a terminal)")
    group.add_argument("--print", action="store_true", help="a table of the keys; with KEYs, their points")
    group.add_argument("--csv", action="store_true", help="points with commas; without KEYs, every key")
    group.add_argument("--json", action="store_true", help="points as JSON objects, one a line")
    group.add_argument("-f", "--follow", action="store_true", help="keep printing as points arrive")
    group.add_argument("--pid", type=positive, metavar="PID", help="with -f: until this process is gone")
    group.add_argument("--until-quiet", type=seconds, metavar="SECS", help="with -f: until nothing came for so long")
    group.add_argument("-q", "--quiet", action="store_true", help="do not say what was dropped")


def add_screen(parser: argparse.ArgumentParser) -> None:
    """Add the options of the dashboard."""
    group = parser.add_argument_group("dashboard")
    group.add_argument("--total", type=whole, metavar="N", help="where x ends: shows progress and the time left")
    group.add_argument(
        "--fps", type=frames, default=4.0, metavar="N", help="at most so many frames a second (default: 4)"
    )
    group.add_argument(
        "--ascii", action="store_true", help="draw with ASCII alone (by itself where the locale is not UTF-8)"
    )
    group.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal, for its own selection")
    group.add_argument("--theme", metavar="NAME", help="start in this theme")


def read_options(parser: Parser, arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of a run or the demo; ends the process with status 2 when they are wrong."""
    options = parser.parse_intermixed_args(arguments)
    if options.csv and options.json:
        parser.error("--csv and --json are two formats; ask for one")
    if (options.pid is not None or options.until_quiet is not None) and not options.follow:
        parser.error("--pid and --until-quiet need -f")
    return options


def read_run_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of ``div-tui RUN [KEY …]``; ends the process with status 2 when they are wrong."""
    # Not left to the parser: among mixed arguments it takes what follows "--" for options all the same.
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = read_options(run_parser(), arguments[:end])
    names = [*([] if options.run is None else [options.run]), *options.keys, *arguments[end + 1 :]]
    options.run, options.keys = (names[0], names[1:]) if names else (None, [])
    return options


def check_parser() -> Parser:
    """Return the parser of ``div-tui check``."""
    parser = Parser(
        prog="div-tui check",
        description="Tell whether a layout is right: count its panels and stats, or name what is wrong.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "file",
        nargs="?",
        default="telemetry.toml",
        metavar="FILE",
        help="a layout, or a directory with one (default: %(default)s)",
    )
    return parser


def demo_parser() -> Parser:
    """Return the parser of ``div-tui demo``."""
    parser = Parser(
        prog="div-tui demo",
        description="Make a training run in a temporary directory, live, and open the dashboard on it.",
        allow_abbrev=False,
    )
    parser.add_argument("--seed", type=whole, default=7, metavar="N", help="another run (default: %(default)s)")
    parser.add_argument(
        "--points", type=positive, default=2000, metavar="N", help="how long it is (default: %(default)s)"
    )
    add_reading(parser)
    add_printing(parser)
    add_screen(parser)
    parser.set_defaults(run=None, keys=[])
    return parser
