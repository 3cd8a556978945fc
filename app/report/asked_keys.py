"""The requested keys and x, and what they select in a run."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from ...layouts.text import escape
from ..ingest.events import STEP, TIME
from ..runs.history import PLACE
from ..runs.run import Run
from ..runs.selectors import expanded, not_there, selected


class AskedKeys:
    """The requested keys and x, masked like the lines of the run.

    Attributes:
        keys: the requested keys, each once; empty for all.
    """

    def __init__(self, run: Run, options: argparse.Namespace, *, drawn: bool) -> None:
        """Take the run and the options; ``drawn`` if the run is drawn rather than printed as rows."""
        self._history = run.history
        self._json = options.json
        self._x = None if options.x is None else run.masker.text(options.x)
        self.keys = list(dict.fromkeys(map(run.masker.text, options.keys)))
        as_rows = (self.keys or options.csv or options.follow) and not options.json
        self._has_x = self._x is not None and bool(as_rows or drawn)

    @property
    def x(self) -> str:
        """The key of the first column: the requested one, else step if the run has it, else the place."""
        return self._x if self._x is not None else (STEP if self._history.x_column(STEP) else PLACE)

    def columns(self) -> list[str]:
        """Return the columns of the requested keys, or all columns of the run."""
        return expanded(self._history, self.keys) if self.keys else list(self._history.columns)

    def has_rows(self) -> bool:
        """Return whether the run has rows to print."""
        if self._json:
            return True
        return any(map(self.exists, self.keys)) if self.keys else bool(self._history.columns)

    def exists(self, key: str) -> bool:
        """Return whether any point has a key."""
        # The place and the x of events are in every JSON object: as keys they select nothing.
        return (not self._json and self._is_x(key)) or bool(selected(self._history, key))

    def none_exists(self) -> bool:
        """Return whether keys were requested and no point has any of them."""
        return bool(self.keys) and not any(map(self.exists, self.keys))

    def missing(self) -> Iterable[str]:
        """Yield a message for each key, and the x, that no point carries."""
        requested = dict.fromkeys(([self._x] if self._has_x and self._x is not None else []) + self.keys)
        for key in requested:
            if key == self._x and self._history.events and not self._is_x(key):
                yield f'no point carries "{escape(key)}" as x; x is {STEP}, {TIME} or {PLACE}'
            elif not self.exists(key):
                yield not_there(self._history, key)

    def _is_x(self, key: str) -> bool:
        return self._history.x_column(key) is not None or (key == PLACE and self.x == PLACE)
