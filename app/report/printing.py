"""Printing a run instead of opening the dashboard: a table, columns, JSON; once or as points arrive."""

from __future__ import annotations

import argparse
import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterable

from ...layouts.text import escape
from ..ingest.batch import Batch
from ..ingest.drops import Reason, first_message, not_finite_messages
from ..runs.open_run import open_run
from ..runs.options import run_options
from ..runs.run import Run
from .asked_keys import AskedKeys
from .command_line import command_for
from .event_json import event_json
from .event_rows import EventRows
from .output import OutputError, print_error, reader_gone, write_lines
from .rows import Rows, json_rows
from .table import table

KEYS_NOT_FOUND = 1
INTERRUPTED = 130

Picture = Callable[[Run], Iterable[str]]
"""Returns a run, once it is read, as lines of text."""


def run_printing(options: argparse.Namespace, picture: Picture | None = None) -> int:
    """Print a run as the options request, or draw it once as a picture; return the exit status.

    Raises:
        NotFoundError, LayoutError, SecretsError, OSError: the run cannot be opened.
        OutputError, BrokenPipeError: standard output cannot be written.
    """
    stop = threading.Event()
    run = open_run(run_options(options), stop, follow=options.follow)
    for warning in run.warnings:
        print_error(f"div-tui: {warning}")
    printing = Printing(options, run, picture)
    try:
        printing.follow() if options.follow else printing.once()
    except KeyboardInterrupt:
        if options.follow:
            with contextlib.suppress(BrokenPipeError, OutputError):
                printing.print_remaining()
            printing.end()
        return INTERRUPTED
    finally:
        stop.set()
        run.reader.close()
    return printing.end()


class Printing:
    """A run that is printed."""

    def __init__(self, options: argparse.Namespace, run: Run, picture: Picture | None = None) -> None:
        """Take the options, the run, and how it is drawn if it is not printed as a table or rows."""
        self._options = options
        self._run = run
        self._history = run.history
        self._picture = picture
        self._asked = AskedKeys(run, options, drawn=picture is not None)
        self._rows: Rows | EventRows | None = None
        self._header_pending = False
        self._json_place = 0
        self._bytes_read = 0
        self._missing = False
        self._known: set[str] = set()
        self._known_columns = 0
        self._reported: set[Reason] = set()

    def once(self) -> None:
        """Print the run once, as it is now."""
        for batch in self._run.reader.batches(follow=False):
            self._run.take(batch, time.monotonic())
        if self._picture:
            write_lines(self._picture(self._run))
        elif not self._asked.keys and not self._options.csv and not self._options.json:
            write_lines(table(self._history))
        else:
            self._print_new()

    def follow(self) -> None:
        """Print points as they arrive, until the run or its process ends, or nothing arrives for long enough."""
        last_news = time.monotonic()
        for batch in self._run.reader.batches(follow=True):
            if self._take(batch):
                last_news = time.monotonic()
            if reader_gone():
                raise BrokenPipeError
            # More may come through a pipe after the end of the run: it is read until it is closed.
            ended = self._history.ended and batch.size is not None
            if batch.caught_up and (ended or self._is_over(time.monotonic() - last_news)):
                break
        # Read what was written since the last batch, including a last line without a line end.
        for batch in self._run.reader.remaining():
            self._take(batch)
        self._print_new(final=True)
        self.print_remaining()

    def _take(self, batch: Batch) -> bool:
        """Take in and print a batch; return whether anything came, including lines that are dropped."""
        if batch.restarted:
            print_error(f"div-tui: {batch.restarted}; reading it again from its start")
            self._json_place = 0
            self._known_columns = 0
            self.print_remaining()
            if self._rows:
                self._rows.restart()
        if batch.missing and not self._missing:
            path = self._run.shown(str(self._run.location.lines))
            print_error(f"div-tui: {path} does not exist; waiting for it")
        self._missing = batch.missing
        self._run.take(batch, time.monotonic())
        # The first rows fix the columns, so they wait until everything that exists is read; a pipe has no such point.
        if (batch.caught_up or batch.size is None or self._rows) and self._asked.has_rows():
            self._print_new()
            self._name_later_keys()
        self._report_first_drops()
        has_news = batch.restarted is not None or batch.done != self._bytes_read
        self._bytes_read = batch.done
        return has_news

    def end(self) -> int:
        """Report which keys were not found and what was dropped; return the exit status."""
        for message in self._asked.missing():
            print_error(f"div-tui: {message}")
        if not self._options.quiet:
            not_finite = {
                key: (len(column.places), column.places[-1]) for key, column in self._history.not_finite.items()
            }
            for message in self._history.drops.messages() + not_finite_messages(not_finite):
                print_error(message)
        return KEYS_NOT_FOUND if self._asked.none_exists() else 0

    def _print_new(self, *, final: bool = False) -> None:
        """Print the points that came since the last call, under a header the first time.

        When following events, the header waits until the first row is complete, so that it has all series of a step. A
        ``final`` call does not wait.
        """
        history = self._history
        if self._options.json:
            columns = self._asked.columns() if self._asked.keys else None
            as_json = event_json if history.events else json_rows
            write_lines(as_json(history, columns, self._json_place))
            self._json_place = history.points
            return
        if history.points > 0 and isinstance(self._rows, EventRows) is not bool(history.events):
            self._rows = None
        if self._rows is None:
            rows = self._new_rows()
            waits = self._options.follow and not final
            self._header_pending = waits and isinstance(rows, EventRows) and not rows.has_first_row()
            if self._header_pending:
                return
            self._rows = rows
            self._known = set(self._asked.columns()).intersection(history.columns)
            write_lines([self._rows.header()])
        if isinstance(self._rows, EventRows):
            self._assign_series(self._rows)
        write_lines(self._rows.new())

    def _assign_series(self, rows: EventRows) -> None:
        """Assign new series to columns without one, and report each."""
        for column, series in rows.assign_series():
            self._known.add(series)
            if series != column:
                print_error(f'div-tui: the column "{escape(column)}" is the series "{escape(series)}"')

    def _new_rows(self) -> Rows | EventRows:
        x, columns, csv = self._asked.x, self._asked.columns(), self._options.csv
        if self._history.events:
            return EventRows(self._history, x, columns, csv=csv, following=self._options.follow)
        return Rows(self._history, x, columns, csv=csv)

    def print_remaining(self) -> None:
        """Print the row that is not complete, even if it is the first."""
        if self._header_pending:
            self._print_new(final=True)
        if self._rows:
            write_lines(self._rows.remaining())

    def _name_later_keys(self) -> None:
        """Report each key that came after the columns were fixed, and the command that prints it."""
        count = len(self._history.columns)
        if self._rows is None or (self._asked.keys and not self._history.events) or count == self._known_columns:
            return
        self._known_columns = count
        for key in self._asked.columns():
            if key in self._history.columns and key not in self._known:
                self._known.add(key)
                command = command_for(self._run, self._options, key)
                fix = f"; to print it: {command}" if command else ""
                print_error(f'div-tui: the key "{escape(key)}" came later{fix}')

    def _report_first_drops(self) -> None:
        for reason, drop in sorted(self._history.drops.by_reason.items()):
            if reason not in self._reported:
                self._reported.add(reason)
                if not self._options.quiet:
                    print_error(first_message(reason, drop, self._history.max_points))

    def _is_over(self, quiet: float) -> bool:
        pid, until_quiet = self._options.pid, self._options.until_quiet
        return (pid is not None and not _alive(pid)) or (until_quiet is not None and quiet >= until_quiet)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # a process of another user
        return True
    return True
