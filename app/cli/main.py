"""The command line: ``div-tui RUN`` and the other commands."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence

from ..report.output import OutputError, print_error, write_lines
from ..report.terminal import dumb
from .version import VERSION

ERROR = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with some arguments (by default those of the process); return its exit status."""
    if sys.stderr is None:  # closed: print(file=None) would write to standard output
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - stays open until the process ends
    if sys.stdout is None:
        return fail("standard output is closed")
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        from ...layouts.model import LayoutError
        from ..ingest.secrets import SecretsError
        from ..runs.locate import NotFoundError
        from .config import ConfigError

        command = COMMANDS.get(arguments[0], _run) if arguments else _run
        return command(arguments if command is _run else arguments[1:])
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as end:  # the parser has printed the reason
        return end.code if isinstance(end.code, int) else ERROR
    except (NotFoundError, ConfigError, LayoutError, SecretsError, OutputError) as error:
        return fail(str(error))
    except BrokenPipeError:
        return 0
    except OSError as error:
        from ...layouts.text import escape

        return fail(f"{escape(str(error.filename or 'the run'))} cannot be read: {error.strerror or error}")


def fail(message: str) -> int:
    """Print an error message of one line; return the exit status."""
    print_error(f"div-tui: {message}")
    return ERROR


def asks_to_print(options: argparse.Namespace) -> bool:
    """Return whether an option asks for the run to be printed."""
    return bool(options.print or options.plot or options.csv or options.json or options.follow)


def prints(options: argparse.Namespace) -> bool:
    """Return whether the run is printed: if an option asks for it, or the terminal cannot show the dashboard."""
    return asks_to_print(options) or not sys.stdout.isatty() or dumb(os.environ)


def open_or_print(options: argparse.Namespace) -> int:
    """Open the dashboard, or print the run if an option asks for it or there is no terminal; return the exit status."""
    if options.plot:
        from ..report.plot import run_plot

        return run_plot(options)
    if prints(options):
        from ..report.printing import run_printing

        if sys.stdout.isatty() and not asks_to_print(options):
            print_error("div-tui: the terminal is dumb, so the run is printed instead; --plot draws its panels")
        return run_printing(options)
    # Objects created during startup live as long as the app: collecting them would only delay the first paint.
    gc.disable()
    from ...widgets.themes import theme_names
    from ..dashboard.start import run_dashboard
    from .config import check_theme

    check_theme(options.theme, theme_names())
    return run_dashboard(options)


def _run(arguments: Sequence[str]) -> int:
    if arguments == ["--version"]:  # answered without loading the parser
        return _version()
    from .options import read_run_options

    options = read_run_options(arguments)
    return _version() if options.version else open_or_print(options)


def _version() -> int:
    write_lines([f"div-tui {VERSION}"])
    return 0


def _check(arguments: Sequence[str]) -> int:
    from ...layouts.model import summary
    from ...layouts.read import read
    from .parsers import check_parser

    options = check_parser().parse_args(arguments)
    path = os.path.join(options.file, "telemetry.toml") if os.path.isdir(options.file) else options.file
    write_lines([summary(read(path))])
    return 0


def _demo(arguments: Sequence[str]) -> int:
    import tempfile
    from pathlib import Path

    from ..demo import writer as demo
    from .options import read_options
    from .parsers import demo_parser

    options = read_options(demo_parser(), arguments)
    with tempfile.TemporaryDirectory(prefix="div-tui-") as folder:
        directory = Path(folder) / "demo"
        directory.mkdir()
        options.run = str(directory)
        if prints(options) and not options.follow:
            demo.make(directory, options.seed, options.points, events=options.events)
            return open_or_print(options)
        writer = demo.start(directory, options.seed, options.points, events=options.events)
        try:
            return open_or_print(options)
        finally:
            writer.terminate()
            writer.wait()


def _config(arguments: Sequence[str]) -> int:
    from .listing import settings_table
    from .parsers import config_parser

    def themes() -> set[str]:
        from ...widgets.themes import theme_names

        return theme_names()

    write_lines(settings_table(config_parser().parse_args(arguments), os.environ, themes))
    return 0


def _completions(arguments: Sequence[str]) -> int:
    from .completions import script
    from .parsers import PARSERS, completions_parser

    shell = completions_parser().parse_args(arguments).shell
    write_lines([script(shell, {name: parser() for name, parser in PARSERS.items()})])
    return 0


def _layouts(arguments: Sequence[str]) -> int:
    from ...layouts.bundled import path_of
    from .listing import layouts_table
    from .parsers import layouts_parser

    name = layouts_parser().parse_args(arguments).name
    write_lines(path_of(name).read_text(encoding="utf-8").splitlines() if name else layouts_table())
    return 0


def _ls(arguments: Sequence[str]) -> int:
    from ..runs.locate import root_of
    from .config import apply_settings
    from .listing import run_names, runs_table
    from .parsers import ls_parser

    options = ls_parser().parse_args(arguments)
    apply_settings(options, os.environ)
    listed = run_names if options.names else runs_table
    write_lines(listed(root_of(options.root, os.environ), COMMANDS))
    return 0


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "check": _check,
    "completions": _completions,
    "config": _config,
    "demo": _demo,
    "layouts": _layouts,
    "ls": _ls,
}
