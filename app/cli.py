"""The command line: ``div-tui RUN``, ``div-tui check``, ``div-tui demo``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from .output import OutputError, say, write_lines
from .version import VERSION

REFUSED = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process by default); return its exit status."""
    if sys.stderr is None:  # closed: messages would go to standard output
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - for as long as the process lives
    if sys.stdout is None:
        return refuse("standard output is closed")
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        from ..layouts.model import LayoutError
        from .find import NotFoundError
        from .ingest.secrets import SecretsError

        command = COMMANDS.get(arguments[0], _run) if arguments else _run
        return command(arguments if command is _run else arguments[1:])
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as leave:  # the parser has said why
        return leave.code if isinstance(leave.code, int) else REFUSED
    except (NotFoundError, LayoutError, SecretsError, OutputError) as error:
        return refuse(str(error))
    except BrokenPipeError:
        return 0
    except OSError as error:
        from ..layouts.text import escape

        return refuse(f"{escape(str(error.filename or 'the run'))} cannot be read: {error.strerror or error}")


def refuse(message: str) -> int:
    """Say why a run is refused, in one line; return the exit status."""
    say(f"div-tui: {message}")
    return REFUSED


def prints(options: argparse.Namespace) -> bool:
    """Tell whether a run is printed rather than opened: where that is asked for, or there is no terminal."""
    return bool(options.print or options.csv or options.json or options.follow) or not sys.stdout.isatty()


def open_or_print(options: argparse.Namespace) -> int:
    """Open the dashboard on a terminal; print where there is none or where printing is asked for."""
    if prints(options):
        from .headless import run_headless

        return run_headless(options)
    from .dashboard import run_dashboard

    return run_dashboard(options)


def _run(arguments: Sequence[str]) -> int:
    if arguments == ["--version"]:  # what a script asks first
        return _version()
    from .options import read_run_options

    options = read_run_options(arguments)
    return _version() if options.version else open_or_print(options)


def _version() -> int:
    write_lines([f"div-tui {VERSION}"])
    return 0


def _check(arguments: Sequence[str]) -> int:
    from ..layouts.model import summary
    from ..layouts.read import read
    from .options import check_parser

    options = check_parser().parse_args(arguments)
    path = os.path.join(options.file, "telemetry.toml") if os.path.isdir(options.file) else options.file
    write_lines([summary(read(path))])
    return 0


def _demo(arguments: Sequence[str]) -> int:
    import tempfile
    from pathlib import Path

    from . import demo
    from .options import demo_parser, read_options

    options = read_options(demo_parser(), arguments)
    with tempfile.TemporaryDirectory(prefix="div-tui-") as folder:
        directory = Path(folder) / "demo"
        directory.mkdir()
        options.run = str(directory)
        if prints(options) and not options.follow:
            demo.make(directory, options.seed, options.points)
            return open_or_print(options)
        writer = demo.start(directory, options.seed, options.points)
        try:
            return open_or_print(options)
        finally:
            writer.terminate()
            writer.wait()


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {"check": _check, "demo": _demo}
