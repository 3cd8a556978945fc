"""Opening the dashboard on a run, and restoring the terminal when it is closed."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import sys
import threading
from collections.abc import Iterator

from ..runs.open_run import open_run
from ..runs.options import run_options
from ..runs.run_set import RunSet
from ..view.state import ChartStyle, ViewState
from .app import Dashboard, fault_text

CRASHED = 70
"""The exit status after an error in div-tui itself (EX_SOFTWARE of sysexits.h)."""


def dashboard(options: argparse.Namespace, stop: threading.Event, stdin: int) -> Dashboard:
    """Return the app for a run, with its first batch read.

    Args:
        options: the parsed options; their keys and x are masked in place, like the lines of the run.
        stop: stops the reading when set.
        stdin: the file descriptor of standard input.

    Raises:
        NotFoundError, LayoutError, SecretsError, OSError: the run cannot be opened.
    """
    runs = RunSet([open_run(run_options(options), stop, follow=True, stdin=stdin)])
    options.keys = list(map(runs.masked, options.keys))
    options.x = None if options.x is None else runs.masked(options.x)
    style = ChartStyle(options.ascii, "NO_COLOR" in os.environ, options.smoothing)
    app = Dashboard(ViewState(runs, options.keys, options.x, style, options.total), options, stop)
    app.read_first()
    return app


def run_dashboard(options: argparse.Namespace) -> int:
    """Open the dashboard; return the exit status when it is closed.

    Raises:
        NotFoundError, LayoutError, SecretsError, OSError: the run cannot be opened.
    """
    stop = threading.Event()
    app = dashboard(options, stop, _keyboard_from_terminal())
    for run in app.view.runs:
        for warning in run.warnings:
            print(f"div-tui: {warning}", file=sys.stderr)
    with _drawing_to_terminal():
        try:
            status = app.run(mouse=options.mouse)
        except Exception as error:  # noqa: BLE001 - the message of any error may contain data or secrets
            status, app.fault = None, fault_text(error)
        finally:
            app.stop_reading()
            # Python collects garbage at exit, which takes a second for many objects.
            gc.freeze()
    if app.fault:
        print(f"div-tui: {app.fault}", file=sys.stderr)
        return CRASHED
    return status or 0


@contextlib.contextmanager
def _drawing_to_terminal() -> Iterator[None]:
    """Redirect standard error to the terminal while the dashboard is open, as Textual draws to it."""
    if os.isatty(2):
        yield
        return
    saved = os.dup(2)
    os.dup2(1, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


def _keyboard_from_terminal() -> int:
    """Make file descriptor 0 the terminal, to read keys from; return a descriptor of standard input as it was."""
    if os.isatty(0):
        return 0
    pipe = os.dup(0)
    terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    os.dup2(terminal, 0)
    os.close(terminal)
    return pipe
