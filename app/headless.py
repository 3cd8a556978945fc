"""Printing a run instead of opening the dashboard: a table, columns, JSON; once or as points arrive."""

from __future__ import annotations

import argparse
import os
import select
import shlex
import sys
import threading
import time
from collections.abc import Iterable

from ..layouts.text import escape
from .ingest.drops import Reason, first_message, not_finite_messages
from .nearest import nearest
from .opening import Opened, open_run
from .rows import PLACE, Rows, json_rows
from .run import Run
from .table import table

KEYS_NOT_FOUND = 1
INTERRUPTED = 130


def say(message: str) -> None:
    """Write a line to standard error."""
    print(message, file=sys.stderr, flush=True)


def run_headless(options: argparse.Namespace) -> int:
    """Print a run as the options ask; return the exit status.

    Raises:
        NotFoundError, LayoutError, SecretsError, OSError: the run is refused.
    """
    stop = threading.Event()
    opened = open_run(options, stop, follow=options.follow)
    for warning in opened.warnings:
        say(f"div-tui: {warning}")
    printing = Printing(options, opened)
    try:
        printing.follow() if options.follow else printing.once()
    except BrokenPipeError:
        _close_stdout()
        return 0
    except KeyboardInterrupt:
        if options.follow:
            printing.end()
        return INTERRUPTED
    finally:
        stop.set()
    return printing.end()


class Printing:
    """One run being printed."""

    def __init__(self, options: argparse.Namespace, opened: Opened) -> None:
        """Take what was asked for and the run."""
        self._options = options
        self._opened = opened
        self._run = Run(options.max_points)
        self._keys: list[str] = list(dict.fromkeys(options.keys))
        self._rows: Rows | None = None
        self._json_from = 0
        self._later: set[str] = set()
        self._said: set[Reason] = set()

    def once(self) -> None:
        """Print what is there now."""
        for batch in self._opened.reader.batches(self._opened.wait, follow=False):
            self._run.apply(batch)
        if not self._keys and not self._options.csv and not self._options.json:
            _write(table(self._run))
        else:
            self._print_new(end=True)
        sys.stdout.flush()

    def follow(self) -> None:
        """Print points as they arrive, until the run ends, its process is gone, or it is quiet for long enough."""
        last_news = time.monotonic()
        for batch in self._opened.reader.batches(self._opened.wait, follow=True):
            if batch.restarted:
                say(f"div-tui: {batch.restarted}; reading it again from its start")
                self._json_from = 0
                if self._rows:
                    self._rows.restart()
            self._run.apply(batch)
            self._say_first_drops()
            if batch.points or batch.restarted:
                last_news = time.monotonic()
            # The first rows wait for all that is there: they fix the columns.
            if self._run.points and (batch.caught_up or self._rows):
                self._print_new(end=False)
                sys.stdout.flush()
            if _reader_gone():
                raise BrokenPipeError
            if batch.caught_up and self._is_over(time.monotonic() - last_news):
                break
        self._print_new(end=True)
        sys.stdout.flush()

    def end(self) -> int:
        """Say what was not there and what was dropped; return the exit status."""
        missing = [key for key in self._asked() if not self._exists(key)]
        for key in missing:
            near = "".join(f'; the nearest key is "{escape(name)}"' for name in nearest(key, self._run.columns))
            say(f'div-tui: no point carries "{escape(key)}"{near}')
        if not self._options.quiet:
            not_finite = {key: (len(places), places[-1]) for key, places in self._run.not_finite.items()}
            for message in self._run.drops.messages() + not_finite_messages(not_finite):
                say(message)
        found = not self._keys or any(self._exists(key) for key in self._keys)
        return 0 if found else KEYS_NOT_FOUND

    def _x(self) -> str:
        return self._options.x or ("step" if "step" in self._run.columns else PLACE)

    def _asked(self) -> Iterable[str]:
        """Return the keys asked for, that of ``x`` first where it is printed."""
        as_rows = (self._keys or self._options.csv or self._options.follow) and not self._options.json
        return dict.fromkeys(([self._options.x] if self._options.x and as_rows else []) + self._keys)

    def _exists(self, key: str) -> bool:
        return key in self._run.columns or (key == PLACE and self._x() == PLACE)

    def _print_new(self, *, end: bool) -> None:
        """Print the points that came since the last call; at the ``end`` also a header that had none yet."""
        if self._options.json:
            _write_lines(json_rows(self._run, self._keys or None, self._json_from))
            self._json_from = self._run.points
            return
        if self._rows is None:
            keys = self._keys or list(self._run.columns)
            self._rows = Rows(self._run, self._x(), keys, csv=self._options.csv)
            self._later = set(self._run.columns)
            _write(self._rows.header() + "\n")
        _write_lines(self._rows.new())
        if not self._keys and not end:
            self._name_later_keys()

    def _name_later_keys(self) -> None:
        """Name each key that came after the columns were fixed, and the command that would show it."""
        for key in self._run.columns.keys() - self._later:
            self._later.add(key)
            run = shlex.quote(self._options.run or str(self._opened.found.lines))
            say(
                f'div-tui: the key "{escape(key)}" came later; to print it: div-tui {run} {shlex.quote(escape(key))} -f'
            )

    def _say_first_drops(self) -> None:
        for reason, drop in sorted(self._run.drops.by_reason.items()):
            if reason not in self._said:
                self._said.add(reason)
                if not self._options.quiet:
                    say(first_message(reason, drop, self._options.max_points))

    def _is_over(self, quiet: float) -> bool:
        pid, until_quiet = self._options.pid, self._options.until_quiet
        return (pid is not None and not _alive(pid)) or (until_quiet is not None and quiet >= until_quiet)


def _write(text: str) -> None:
    # A lone surrogate in a JSON key becomes the escape that JSON has for it.
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))


def _write_lines(lines: Iterable[str]) -> None:
    for line in lines:
        _write(line + "\n")


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _reader_gone() -> bool:
    """Tell whether nobody reads standard output any more, before the next row would find out."""
    poller = select.poll()
    try:
        poller.register(sys.stdout.fileno(), 0)
    except (OSError, ValueError):  # not a descriptor, as under a test
        return False
    return any(event & select.POLLERR for _, event in poller.poll(0))


def _close_stdout() -> None:
    # What is still buffered goes nowhere, without a complaint at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
