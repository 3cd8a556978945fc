"""The cells of the header: the name of the run, its state, its progress and its problems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..layouts.text import cell_width, elide_middle, escape
from .cells import Cells, Role
from .chart.digits import grouped

State = Literal["waiting", "live", "quiet", "ended", "interrupted", "failed", "lost"]

_SYMBOLS: dict[State, tuple[str, str, Role]] = {
    "waiting": ("○", "o", Role.DIM),
    "live": ("●", "*", Role.LIVE),
    "quiet": ("◌", "~", Role.ALERT),
    "ended": ("■", "=", Role.TEXT),
    "interrupted": ("✗", "x", Role.ALERT),
    "failed": ("✗", "x", Role.ALERT),
    "lost": ("?", "?", Role.ALERT),
}
"""The symbol of each state, the symbol in ASCII, and the role of both."""


@dataclass(frozen=True)
class HeaderState:
    """The content of the header."""

    name: str
    """The name of the run. Not escaped."""
    state: State = "waiting"
    exit_status: int | None = None
    """The exit status of a failed run; None if unknown."""
    x_name: str = ""
    x: str = ""
    """The largest x as text, and the name of its key; "" if there is none yet."""
    points: int = 0
    rate: float | None = None
    """New points per second; None if none have arrived yet."""
    age: float | None = None
    """Seconds since the last change of the file; None if unknown."""
    full: bool = False
    """Whether the run has reached the maximum number of points."""
    progress: float | None = None
    """The share of the run that is done, 0 to 1; None if the total is unknown."""
    seconds_left: float | None = None
    """The estimated time until the run is done, in seconds; None if unknown."""
    loading: float | None = None
    """The share of the file that has been read, 0 to 1; None once all of it has."""
    message: str = ""
    """A message about a recent event."""
    dropped: int = 0
    """The number of drops."""
    not_finite: int = 0
    """The number of keys whose last value is NaN or infinite."""
    paused: bool = False
    ascii_only: bool = False
    reported_state: str = ""
    """The state that the run itself has reported."""
    infinite: int = 0
    """How many of the keys counted by `not_finite` are infinite rather than NaN."""


def age_text(seconds: float) -> str:
    """Return an age in steps that seldom change: "" below 10 s, then multiples of 10 s, then minutes and longer."""
    if seconds < 10:
        return ""
    return f"{int(seconds) // 10 * 10} s" if seconds < 60 else duration_text(seconds)


def duration_text(seconds: float) -> str:
    """Return a duration in one or two units: `40 s`, `12 min`, `3 h 05 min`, `2 d 4 h`."""
    whole = max(int(seconds), 0)
    if whole < 60:
        return f"{whole} s"
    minutes, hours, days = whole // 60, whole // 3600, whole // 86400
    if not hours:
        return f"{minutes} min"
    return f"{grouped(days)} d {hours % 24} h" if days else f"{hours} h {minutes % 60:02d} min"


def draw_header(state: HeaderState, width: int) -> Cells:
    """Return the header as one row of `width` cells.

    If not everything fits, the least important parts are shortened and dropped first, in the order of `_SHORTEN`. The
    state and the problems stay longest.
    """
    cells = Cells.blank(width, 1)
    parts = _parts(state)
    margin = 1 if width >= _MIN_WIDTH_WITH_MARGIN else 0
    room = width - 2 * margin
    gap = 3
    for key in _SHORTEN:
        excess = _width(parts, gap) - room
        if excess <= 0:
            break
        if key == "gap":
            gap -= 1
        elif key == "message" and (fits := cell_width(parts[key].text) - excess) >= _MIN_MESSAGE_WIDTH:
            parts[key].forms[0] = elide_middle(parts[key].text, fits, "..." if state.ascii_only else "…")
        else:
            del parts[key].forms[0]
    x = margin
    for key in _LEFT:
        if text := parts[key].text:
            x = cells.put(x, 0, text, parts[key].role) + (min(gap, 2) if key == "name" else gap)
    end = width - margin
    for key in reversed(_RIGHT):
        if text := parts[key].text:
            cells.put(end - cell_width(text), 0, text, parts[key].role)
            if text.endswith(_KEYS[key]):
                cells.put(end - 1, 0, text[-1], Role.KEY)
            end -= cell_width(text) + gap
    return cells


@dataclass
class _Part:
    """A part of the header, in several forms from the longest to the shortest. The first one is shown."""

    forms: list[str]
    role: Role

    @property
    def text(self) -> str:
        return self.forms[0]


_LEFT = (
    *("name", "state", "reported_state", "paused", "loading", "full", "x", "progress", "points", "rate", "age"),
    "message",
)
"""The parts at the left end, from left to right."""

_RIGHT = ("not_finite", "dropped")
"""The problems, at the right end."""

_SHORTEN = (
    *("gap", "name", "reported_state", "rate", "age", "progress", "points", "message", "not_finite", "name"),
    *("not_finite", "x", "message", "gap", "progress", "state", "name", "x", "loading", "paused", "message", "name"),
    *("not_finite", "message", "dropped", "full", "paused", "dropped", "loading", "state", "dropped"),
)
"""What to shorten if there is too little room, in this order: a part to its next form, or the gap between parts."""

_MIN_MESSAGE_WIDTH = 36
"""Down to this width, a message is shortened to exactly the room that there is."""

_MESSAGE_WIDTHS = (_MIN_MESSAGE_WIDTH, 24, 12)
"""The widths of the shortened forms of a message."""

_MIN_WIDTH_WITH_MARGIN = 40
"""From this width on, the header leaves a cell free at both ends."""

_KEYS = {"not_finite": "  v", "dropped": "  d"}
"""The keys that show the details of a problem, with the gap before them."""


def _parts(state: HeaderState) -> dict[str, _Part]:
    dots = "..." if state.ascii_only else "…"
    name, message = escape(state.name), escape(state.message)
    x_name, x = escape(state.x_name), escape(state.x)
    percent = "" if state.progress is None else f"{_percent(state.progress)}%"
    left = "" if state.seconds_left is None or not percent else f"{percent}  {duration_text(state.seconds_left)} left"
    points = f"{grouped(state.points)} point{'' if state.points == 1 else 's'}"
    loading = "" if state.loading is None else f"reading {_percent(state.loading)}%"
    dropped = f"{grouped(state.dropped)} dropped" if state.dropped else ""
    not_finite = f"{grouped(state.not_finite)} not finite" if state.not_finite else ""
    kind = "NaN" if not state.infinite else "inf" if state.infinite == state.not_finite else "NaN/inf"
    return {
        "name": _Part([name, *(elide_middle(name, room, dots) for room in (24, 14, 8)), ""], Role.TITLE),
        "state": _Part(_state_forms(state), _SYMBOLS[state.state][2]),
        "reported_state": _Part([elide_middle(escape(state.reported_state), 24, dots), ""], Role.DIM),
        "paused": _Part(["paused", "||", ""] if state.paused else [""] * 3, Role.ACCENT),
        "loading": _Part([loading, loading.removeprefix("reading "), ""], Role.ACCENT),
        "full": _Part(["full" if state.full else "", ""], Role.ALERT),
        "x": _Part([f"{x_name} {x}".strip() if x else "", x, ""], Role.TEXT),
        "progress": _Part([left or percent, percent, ""], Role.TEXT),
        "points": _Part([points if state.points else "", ""], Role.TEXT),
        "rate": _Part(["" if state.rate is None else _rate_text(state.rate), ""], Role.DIM),
        "age": _Part([_age(state), ""], Role.DIM),
        "message": _Part([message, *(elide_middle(message, room, dots) for room in _MESSAGE_WIDTHS), ""], Role.ACCENT),
        "not_finite": _Part(
            [
                not_finite and not_finite + _KEYS["not_finite"],
                not_finite,
                not_finite and f"{state.not_finite} {kind}",
                "",
            ],
            Role.ALERT,
        ),
        "dropped": _Part(
            [dropped and dropped + _KEYS["dropped"], dropped, f"{state.dropped}!" if dropped else "", ""], Role.ALERT
        ),
    }


def _state_forms(state: HeaderState) -> list[str]:
    """Return the forms of the state: with details, without, and the symbol alone, which is always shown."""
    unicode_symbol, ascii_symbol, _ = _SYMBOLS[state.state]
    symbol = ascii_symbol if state.ascii_only else unicode_symbol
    plain = f"{symbol} {state.state}"
    if state.state == "failed" and state.exit_status is not None:
        return [f"{plain} with status {state.exit_status}", plain, symbol]
    if state.state == "quiet" and state.age is not None:
        return [f"{plain} {age_text(state.age)}".rstrip(), plain, symbol]
    return [plain, plain, symbol]


def _age(state: HeaderState) -> str:
    age = "" if state.age is None or state.state == "quiet" else age_text(state.age)
    return f"last change {age} ago" if age else ""


def _percent(share: float) -> int:
    """Return a share as whole percent, rounded down, from 0 to 100."""
    return max(0, min(int(share * 100), 100))


def _rate_text(rate: float) -> str:
    """Return a rate with two significant digits below ten and as an integer above: `0.25/s`, `4.1/s`, `120/s`."""
    if rate >= 9.95:
        return f"{grouped(round(rate))}/s"
    return f"{rate:.1f}/s" if rate >= 0.95 else f"{rate:.2g}/s"


def _width(parts: dict[str, _Part], gap: int) -> int:
    """Return the width of the header in cells."""
    widths = [cell_width(part.text) for part in parts.values() if part.text]
    after_name = gap - min(gap, 2) if parts["name"].text and len(widths) > 1 else 0
    return sum(widths) + gap * (len(widths) - 1) - after_name
