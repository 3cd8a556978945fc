"""A run that is watched."""

from __future__ import annotations

from collections.abc import Sequence

from ...layouts.model import Layout
from ...layouts.text import escape
from ..ingest.batch import Batch
from ..ingest.formats.event_members import ENDS, INTERRUPTED, state_of
from ..ingest.mask import Masker
from ..ingest.reader import Reader
from .backlog import Backlog
from .history import History
from .layout_file import LayoutFile
from .locate import Location
from .status import State, Status
from .status_file import StatusFile

ACTIVE: tuple[State, ...] = ("waiting", "live", "quiet")
"""The states of a run that may still write more."""

LATE = 10.0
"""Seconds by which a run's last lines may be written later than the status file that says it has ended."""

_ENDED: dict[str, State] = {"done": "ended", INTERRUPTED: "interrupted", "failed": "failed"}
"""The state of a run whose last state event, or status file, is one of `ENDS`."""


class Run:
    """A run that is watched: where it is, what reads it, its points so far and its status.

    Attributes:
        name: its name, safe to show; location: where it was found; reader: reads it, by one thread.
        history: its points so far; drops are part of it.
        layout_file: its own layout; masker: of its secrets; warnings: what to warn of when it is opened.
        status: how its reading is going; status_file: what its status file says, None if it can have none.
        error: why it can no longer be read, "" while it can.
        paused: whether its history is kept as it is; batches that come meanwhile wait.
    """

    def __init__(
        self,
        location: Location,
        reader: Reader,
        history: History,
        layout_file: LayoutFile,
        masker: Masker,
        *,
        status_file: StatusFile | None = None,
        warnings: Sequence[str] = (),
    ) -> None:
        """Take the parts of a run; nothing of it is read yet."""
        self.location = location
        self.name = escape(masker.text(location.name))
        self.reader = reader
        self.history = history
        self.layout_file = layout_file
        self.masker = masker
        self.status_file = status_file
        self.warnings = warnings
        self.status = Status()
        self.error = ""
        self.paused = False
        self._backlog = Backlog()
        self._settled = False
        if status_file:
            status_file.look()

    @property
    def layout(self) -> Layout:
        """Its own layout, empty if it has none."""
        return self.layout_file.layout

    def shown(self, text: str) -> str:
        """Return text from outside, masked and escaped."""
        return escape(self.masker.text(text))

    def take(self, batch: Batch, now: float) -> bool:
        """Take in a batch that was read at ``now`` (monotonic seconds); return whether the history changed.

        While the run is paused the batch waits until it is resumed.
        """
        self.status.note(batch)
        if self.paused:
            self._backlog.add(batch)
            return False
        self._apply(batch, now)
        return True

    def pause(self) -> None:
        """Keep the history as it is from now on."""
        self.paused = True

    def resume(self, now: float) -> Batch | None:
        """Go on, at ``now`` (monotonic seconds), with all that came since the pause; return that, None if nothing."""
        self.paused = False
        batch = self._backlog.take()
        if batch:
            self._apply(batch, now)
        return batch

    def _apply(self, batch: Batch, now: float) -> None:
        self.history.apply(batch)
        # A run that is read again is loaded as it was at first.
        self._settled = batch.caught_up or (self._settled and not batch.restarted)
        if batch.restarted:
            self.status.points.clear()
        if batch.points or batch.restarted:
            self.status.note_points(now, self.history.points)

    def may_grow(self, wall: float) -> bool:
        """Return whether more points may come, at a time since 1970: not while it loads, nor after its end or cap."""
        full = self.history.full and self.history.events is None  # of events, other series go on
        return self._settled and not full and self.state(wall) in ACTIVE

    def not_finite(self) -> frozenset[str]:
        """Return the keys whose latest value is not finite."""
        return frozenset(filter(self.history.is_not_finite, self.history.not_finite))

    def state(self, wall: float) -> State:
        """Return the run's state, at a time since 1970."""
        if self.error:
            return "failed"
        events = self.history.events
        if events and events.ended:
            kinds = [kind for state in events.states.values() if (kind := state_of(state.kind))]
            return _ENDED.get(kinds[-1], "ended") if kinds else "ended"
        return self._state_of_file() or self.status.state(wall, self.history.points)

    def _state_of_file(self) -> State | None:
        """Return the end that the status file reports, None if it reports none or the run has gone on since."""
        file, changed = self.status_file, self.status.changed
        if file is None or (changed is not None and changed > file.changed + LATE):
            return None
        return _ENDED.get(state_of(file.state) or file.state.lower())

    def reported(self, state: State) -> str:
        """Return what the run reports beside its ``state``: in its status file, else with its last state event."""
        reported = self.status_file.state if self.status_file else ""
        last = self.history.events.state if self.history.events else None
        if not reported and last and not self.history.ended and state_of(last.kind) not in ENDS:
            reported = last.kind
        return "" if reported == state else reported
