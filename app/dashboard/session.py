"""One run being watched: its points, how its reading stands, how it is looked at; no screen."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

from ...layouts.automatic import STEP
from ...layouts.model import LayoutError
from ...layouts.text import escape
from ...widgets.chart import digits
from ...widgets.header_face import HeaderState, State
from ..ingest.batch import Batch
from ..ingest.formats.event_members import ENDS, INTERRUPTED, state_of
from ..runs.backlog import Held
from ..runs.find import LAYOUT
from ..runs.history import PLACE, Run
from ..runs.open_run import NO_LAYOUT, Opened, read_layout
from ..runs.status import Alarm, Status
from ..runs.status_file import StatusFile
from ..view.hints import fitting_layout, mistaken_key, mistaken_x
from ..view.series import x_text
from ..view.state import Look, Looking

GOES_ON = ("waiting", "live", "quiet")
"""The states of a run that may still write more."""

LATE = 10.0
"""Seconds by which a run's last lines may be written later than the status file that says it is over."""

REMARKS_TOLD = 8
"""How many remarks of one place are told in the header; there may be ten thousand."""

_ENDED: dict[str, State] = {"done": "ended", INTERRUPTED: "interrupted", "failed": "failed"}
"""What the header calls the ends that a run tells of."""


class Session:
    """A run being watched.

    Attributes:
        run: its points so far; looking: how it is looked at; look: how anything is drawn.
        opened: what is read, and through which rules; status: how the reading stands.
        paused: whether the picture is held; status_file: what the run's status file says.
    """

    def __init__(self, options: argparse.Namespace, opened: Opened, look: Look) -> None:
        """Take what was asked for and the run."""
        self.options = options
        self.opened = opened
        self.look = look
        self.run = Run(options.max_points)
        self.status = Status()
        self.looking = Looking(self.run, opened.layout, options.keys, options.x, look)
        self.looking.total = options.total
        self.looking.ranges.grows = self._grows
        self._settled = False
        self._offered = False
        self._names = 0
        self.paused = False
        self._held = Held()
        self._alarm = Alarm()
        self.error = ""
        self.layout_error = ""
        self.status_file = StatusFile(opened.status_path, opened.masker) if opened.status_path else None
        if self.status_file:
            self.status_file.look()
        self._layout_path = opened.layout_path or self._layout_to_come()
        self._layout_seen = _stamp(self._layout_path)

    @property
    def name(self) -> str:
        """What the run is called, safe to show."""
        return self.shown(self.opened.found.name)

    def shown(self, text: str) -> str:
        """Return text from outside, masked and escaped."""
        return escape(self.opened.masker.text(text))

    def apply(self, batch: Batch, now: float) -> str:
        """Take in a batch that came at ``now`` (monotonic seconds); return what there is to say of it, or "".

        While the picture is held, what the batch adds waits until it goes on.
        """
        missing, loading = self.status.missing, self.status.loading
        self.status.note(batch)
        if self.paused:
            self._held.add(batch)
        else:
            self._take_in(batch, now)
        offer = self._new_offer()
        read = loading and not self.status.loading
        if read and (mistaken := mistaken_x(self.looking) or mistaken_key(self.run, self.options.keys)):
            return self.shown(mistaken)
        if batch.restarted:
            return f"{batch.restarted}: read again from its start"
        if batch.missing and not missing and self.run.points:
            return "the file is gone: waiting for it to come back"
        self._offered = self._offered or bool(offer)
        return f"{offer} fits this run" if offer else ""

    def hold(self, now: float) -> None:
        """Hold the picture, or let it go on at ``now`` (monotonic seconds) with all that came meanwhile."""
        self.paused = not self.paused
        batch = self._held.take()
        if batch:
            self._take_in(batch, now)

    def _take_in(self, batch: Batch, now: float) -> None:
        self.run.apply(batch)
        # Read anew, it is loaded as it was at first.
        self._settled = batch.caught_up or (self._settled and not batch.restarted)
        if batch.restarted:
            self.status.points.clear()
            self.status.progress.clear()
            self.looking.begin_again()
        if batch.points or batch.caught_up:
            extent = self.looking.extent(self.looking.main_x())
            if batch.points or batch.restarted:
                self.status.note_points(now, self.run.points, extent.greatest if extent else None)
        if self.looking.new_keys():
            self.looking.update()

    def _grows(self) -> bool:
        """Tell whether more points may come: not while the run is loaded, nor once it is over or its cap reached."""
        full = self.run.full and self.run.events is None  # of events, other series go on
        return self._settled and not full and self.state(clock()[1]) in GOES_ON

    def offer(self) -> str:
        """Return the option for the bundled layout that fits the run; "" where it has one, or one is chosen."""
        return "" if self.options.telemetry is not None else fitting_layout(self.looking)

    def _new_offer(self) -> str:
        """Return `offer` where names have come since it was last asked for, and nothing was offered yet; else ""."""
        names = len(self.run.names or self.run.columns)
        if self._offered or self.status.loading or names == self._names:
            return ""
        self._names = names
        return self.offer()

    def alarm(self, wall: float) -> bool:
        """Tell whether a bell may ring, at a time since 1970."""
        if self.status.loading:
            return False
        return self._alarm.due(self.state(wall), self._not_finite())

    def _not_finite(self) -> frozenset[str]:
        """Return the keys whose latest value is not finite."""
        return frozenset(filter(self.run.is_not_finite, self.run.not_finite))

    def state(self, wall: float) -> State:
        """Return the run's state, at a time since 1970."""
        if self.error:
            return "failed"
        events = self.run.events
        if events and events.ended:
            kinds = [kind for one in events.states.values() if (kind := state_of(one.kind))]
            return _ENDED.get(kinds[-1], "ended") if kinds else "ended"
        return self._ended_by_file() or self.status.state(wall, self.run.points)

    def _ended_by_file(self) -> State | None:
        """Return the state that the status file ends the run with, unless the run has gone on since then."""
        file, changed = self.status_file, self.status.changed
        if file is None or (changed is not None and changed > file.changed + LATE):
            return None
        return _ENDED.get(state_of(file.state) or file.state.lower())

    def _said(self, state: State) -> str:
        """Return what the run says besides its state: in its status file, else with its last state event."""
        said = self.status_file.state if self.status_file else ""
        last = self.run.events.state if self.run.events else None
        if not said and last and not self.run.ended and state_of(last.kind) not in ENDS:
            said = last.kind
        return "" if said == state else said

    @property
    def layout_path(self) -> Path | None:
        """Where the layout in force is from; None without one."""
        return self._layout_path if self._layout_seen else None

    def reread_layout(self) -> str:
        """Read the layout again if its file changed; return what there is to say of it, or "".

        A wrong one is told, and the last good one stays.
        """
        stamp = _stamp(self._layout_path)
        if stamp == self._layout_seen:
            return ""
        self._layout_seen = stamp
        if stamp is None or self._layout_path is None:
            self.layout_error = ""
            return f"{LAYOUT} is gone: the last one stays"
        try:
            layout = read_layout(self._layout_path, self.opened.masker)
        except LayoutError as error:
            self.layout_error = self.shown(str(error))
            return ""
        self.layout_error = ""
        self.looking.own_layout = layout
        self.looking.update()
        return f"{LAYOUT} was read again"

    def header(self, now: float, wall: float, notice: str) -> HeaderState:
        """Return what the header shows, at a monotonic time and one since 1970."""
        status, run, state = self.status, self.run, self.state(wall)
        x = self.looking.main_x()
        extent = self.looking.extent(x)
        progress, left = self._progress(now, extent.greatest if extent else None)
        return HeaderState(
            name=self.name,
            state=state,
            said=self._said(state),
            x_name=self.shown(x or PLACE) if extent and x else "",
            x=x_text(run, x, extent.greatest) if extent and x else "",
            points=run.points,
            rate=status.points.get(now),
            age=status.age(wall) if state in GOES_ON else None,
            full=run.full,
            progress=progress,
            left=left,
            loading=status.loaded(),
            message=self.error or notice or self._remark() or self._away(state),
            dropped=run.drops.total,
            not_finite=len(self._not_finite()),
            paused=self.paused,
            ascii_only=self.look.ascii,
        )

    def _remark(self) -> str:
        """Return what was remarked where the crosshair is, with the step where that is another."""
        found, cross = self.looking.remarked(), self.looking.cross
        told = [
            remark.text if remark.step == cross else f"at {x_text(self.run, STEP, remark.step)}: {remark.text}"
            for remark in found[:REMARKS_TOLD]
        ]
        more = len(found) - len(told)
        return "; ".join(told) + (f" and {more} more" if more else "")

    def _away(self, state: State) -> str:
        new = self.looking.new_points()
        if new:
            return f"{digits.grouped(new)} new, 0 to follow"
        if new is not None and state in GOES_ON:
            return "not at the newest point, 0 to follow"
        return f"filter: {self.shown(self.looking.words)}" if self.looking.words else ""

    def _progress(self, now: float, x: float | None) -> tuple[float | None, float | None]:
        total = self.options.total
        if not total or x is None:
            return None, None
        speed = self.status.progress.get(now)
        left = (total - x) / speed if speed and total > x else None
        return min(max(x / total, 0.0), 1.0), left

    def _layout_to_come(self) -> Path | None:
        """Return where a layout may be written later, beside the run."""
        lines = self.opened.found.lines
        return lines.parent / LAYOUT if lines is not None and self.options.telemetry != NO_LAYOUT else None


def _stamp(path: Path | None) -> tuple[int, int, int] | None:
    if path is None:
        return None
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def clock() -> tuple[float, float]:
    """Return the monotonic time and the time since 1970."""
    return time.monotonic(), time.time()
