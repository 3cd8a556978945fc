"""Printing a run instead of opening the dashboard: a table, columns, JSON; once or as points arrive."""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import threading
import time
from collections.abc import Callable, Iterable

from ...layouts.text import escape
from ..ingest.batch import Batch
from ..ingest.drops import Reason, first_message, not_finite_messages
from ..ingest.events import STEP, TIME
from ..ingest.formats.telemetry_points import RUN_POINTS
from ..runs.history import PLACE, Run
from ..runs.open_run import Opened, open_run
from ..runs.selectors import expanded, not_there, selected
from .event_rows import EventRows, event_json
from .output import OutputError, reader_gone, say, write_lines
from .rows import Rows, json_rows
from .table import table

KEYS_NOT_FOUND = 1
INTERRUPTED = 130


Picture = Callable[[Run, Opened], Iterable[str]]
"""Draws a run that is read, as lines of text."""


def run_headless(options: argparse.Namespace, picture: Picture | None = None) -> int:
    """Print a run as the options ask, or once as a picture of it; return the exit status.

    Raises:
        NotFoundError, LayoutError, SecretsError, OSError: the run is refused.
        OutputError, BrokenPipeError: standard output cannot be written.
    """
    stop = threading.Event()
    opened = open_run(options, stop, follow=options.follow)
    for warning in opened.warnings:
        say(f"div-tui: {warning}")
    printing = Printing(options, opened, picture)
    try:
        printing.follow() if options.follow else printing.once()
    except KeyboardInterrupt:
        if options.follow:
            with contextlib.suppress(BrokenPipeError, OutputError):
                printing.print_rest()
            printing.end()
        return INTERRUPTED
    finally:
        stop.set()
        opened.reader.close()
    return printing.end()


class Printing:
    """One run being printed."""

    def __init__(self, options: argparse.Namespace, opened: Opened, picture: Picture | None) -> None:
        """Take what was asked for, the run, and how it is drawn if it is not printed as a table or rows."""
        self._options = options
        self._opened = opened
        self._picture = picture
        self._run = Run(options.max_points)
        self._keys: list[str] = list(dict.fromkeys(options.keys))
        self._rows: Rows | EventRows | None = None
        self._waits = False
        self._json_from = 0
        self._done = 0
        self._missing = False
        self._known: set[str] = set()
        self._counted = 0
        self._said: set[Reason] = set()

    def once(self) -> None:
        """Print what is there now."""
        for batch in self._opened.reader.batches(self._opened.wait, follow=False):
            self._run.apply(batch)
        if self._picture:
            write_lines(self._picture(self._run, self._opened))
        elif not self._keys and not self._options.csv and not self._options.json:
            write_lines(table(self._run))
        else:
            self._print_new()

    def follow(self) -> None:
        """Print points as they arrive, until the run ends, its process is gone, or it is quiet for long enough."""
        last_news = time.monotonic()
        for batch in self._opened.reader.batches(self._opened.wait, follow=True):
            if self._take(batch):
                last_news = time.monotonic()
            if reader_gone():
                raise BrokenPipeError
            # A pipe may have more to say after the run's end; its own end comes.
            ended = self._run.ended and batch.size is not None
            if batch.caught_up and (ended or self._is_over(time.monotonic() - last_news)):
                break
        # What was written since the last look belongs to the run, and a last line without its end.
        for batch in self._opened.reader.batches(None, follow=False):
            self._take(batch)
        self._print_new(whole=True)
        self.print_rest()

    def _take(self, batch: Batch) -> bool:
        """Take in and print what a batch adds; tell whether anything came, were it lines that are dropped."""
        if batch.restarted:
            say(f"div-tui: {batch.restarted}; reading it again from its start")
            self._json_from = 0
            self._counted = 0
            self.print_rest()
            if self._rows:
                self._rows.restart()
        if batch.missing and not self._missing:
            path = escape(self._opened.masker.text(str(self._opened.found.lines)))
            say(f"div-tui: {path} is not there; waiting for it")
        self._missing = batch.missing
        self._run.apply(batch)
        # The first rows fix the columns: they wait for all that is there, where there is an end to that.
        if (batch.caught_up or batch.size is None or self._rows) and self._has_rows():
            self._print_new()
            self._name_later_keys()
        self._say_first_drops()
        came = batch.restarted is not None or batch.done != self._done
        self._done = batch.done
        return came

    def end(self) -> int:
        """Say what was not there and what was dropped; return the exit status."""
        for key in self._asked():
            if key == self._options.x and self._run.events and not self._is_along(key):
                say(f'div-tui: no point carries "{escape(key)}" as x; x is {STEP}, {TIME} or {PLACE}')
            elif not self._exists(key):
                say(f"div-tui: {not_there(self._run, key)}")
        if not self._options.quiet:
            not_finite = {key: (len(places), places[-1]) for key, places in self._run.not_finite.items()}
            for message in self._run.drops.messages() + not_finite_messages(not_finite):
                say(message)
        found = not self._keys or any(self._exists(key) for key in self._keys)
        return 0 if found else KEYS_NOT_FOUND

    def _x(self) -> str:
        return self._options.x if self._options.x is not None else (STEP if self._run.x_column(STEP) else PLACE)

    def _asked(self) -> Iterable[str]:
        """Return the keys asked for, that of ``x`` first where it is printed or drawn against."""
        as_rows = (self._keys or self._options.csv or self._options.follow) and not self._options.json
        has_x = self._options.x is not None and (as_rows or self._picture)
        return dict.fromkeys(([self._options.x] if has_x else []) + self._keys)

    def _exists(self, key: str) -> bool:
        # JSON has the place and what events stand along in every object: as keys they select nothing there.
        return (not self._options.json and self._is_along(key)) or bool(selected(self._run, key))

    def _is_along(self, key: str) -> bool:
        """Tell whether a key can be x."""
        return self._run.x_column(key) is not None or (key == PLACE and self._x() == PLACE)

    def _has_rows(self) -> bool:
        if self._options.json:
            return True
        return any(map(self._exists, self._keys)) if self._keys else bool(self._run.columns)

    def _print_new(self, *, whole: bool = False) -> None:
        """Print the points that came since the last call, under a header the first time.

        Following events, the header waits for the first row to be done, so that it has all series of a step; ``whole``
        tells that no more will come.
        """
        run = self._run
        if self._options.json:
            columns = self._columns() if self._keys else None
            as_json = event_json if run.events else json_rows
            write_lines(as_json(run, columns, self._json_from))
            self._json_from = run.points
            return
        if run.points > 0 and isinstance(self._rows, EventRows) is not bool(run.events):
            self._rows = None
        if self._rows is None:
            rows = self._new_rows()
            self._waits = self._options.follow and not whole and isinstance(rows, EventRows) and not rows.begun()
            if self._waits:
                return
            self._rows = rows
            self._known = set(self._columns()).intersection(run.columns)
            write_lines([self._rows.header()])
        if isinstance(self._rows, EventRows):
            self._fill(self._rows)
        write_lines(self._rows.new())

    def _fill(self, rows: EventRows) -> None:
        """Have columns that had nothing so far filled by the series that came, and name those."""
        for column, series in rows.fill():
            self._known.add(series)
            if series != column:
                say(f'div-tui: the column "{escape(column)}" is the series "{escape(series)}"')

    def _new_rows(self) -> Rows | EventRows:
        x, columns, csv = self._x(), self._columns(), self._options.csv
        if self._run.events:
            return EventRows(self._run, x, columns, csv=csv, following=self._options.follow)
        return Rows(self._run, x, columns, csv=csv)

    def _columns(self) -> list[str]:
        """Return the columns asked for, those of the whole run where none is."""
        return expanded(self._run, self._keys) if self._keys else list(self._run.columns)

    def print_rest(self) -> None:
        """Print the row that waits for more of its step, were it the first."""
        if self._waits:
            self._print_new(whole=True)
        if self._rows:
            write_lines(self._rows.rest())

    def _name_later_keys(self) -> None:
        """Name each key that came after the columns were fixed, and the command that would show it."""
        count = len(self._run.columns)
        if self._rows is None or (self._keys and not self._run.events) or count == self._counted:
            return
        self._counted = count
        for key in self._columns():
            if key in self._run.columns and key not in self._known:
                self._known.add(key)
                command = self._command(key)
                how = f"; to print it: {command}" if command else ""
                say(f'div-tui: the key "{escape(key)}" came later{how}')

    def _command(self, key: str) -> str | None:
        """Return the command that prints a key's points; None where the run cannot be read again."""
        options = self._options
        if self._opened.found.lines is None:
            return None
        words = ["div-tui", options.run or str(self._opened.found.lines), key]
        if words[1].startswith("-") or key.startswith("-"):
            words.insert(1, "--")
        words[1:1] = _repeated(options)
        return " ".join(map(_quoted, map(self._opened.masker.text, words)))

    def _say_first_drops(self) -> None:
        for reason, drop in sorted(self._run.drops.by_reason.items()):
            if reason not in self._said:
                self._said.add(reason)
                if not self._options.quiet:
                    say(first_message(reason, drop, self._options.max_points))

    def _is_over(self, quiet: float) -> bool:
        pid, until_quiet = self._options.pid, self._options.until_quiet
        return (pid is not None and not _alive(pid)) or (until_quiet is not None and quiet >= until_quiet)


def _repeated(options: argparse.Namespace) -> list[str]:
    """Return the options without which another command would not read and print the run in the same way."""
    words = ["-f", *(["--csv"] if options.csv else []), *(["--any-key"] if options.any_key else [])]
    if options.max_points != RUN_POINTS:
        words.append(f"--max-points={options.max_points}")
    for name in ("root", "telemetry", "secrets", "format", "x"):
        value = getattr(options, name)
        if value is not None:
            words.append(f"--{name}={value}")
    return words


def _quoted(word: str) -> str:
    """Return a word as a shell takes it; one that a terminal would act on as bash and zsh spell it."""
    if escape(word) == word:
        return shlex.quote(word)
    spelt = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"$'{escape(spelt)}'"


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # somebody else's
        return True
    return True
