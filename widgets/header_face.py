"""The one line that says which run this is, how it does, how far it is and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..layouts.text import cell_width, elide_middle, escape
from .cells import Cells, Role
from .chart.digits import grouped

State = Literal["waiting", "live", "quiet", "ended", "interrupted", "failed", "lost"]

_MARKS: dict[State, tuple[str, str, Role]] = {
    "waiting": ("○", "o", Role.DIM),
    "live": ("●", "*", Role.LIVE),
    "quiet": ("◌", "~", Role.ALERT),
    "ended": ("■", "=", Role.TEXT),
    "interrupted": ("✗", "x", Role.ALERT),
    "failed": ("✗", "x", Role.ALERT),
    "lost": ("?", "?", Role.ALERT),
}
"""The sign of each state, its ASCII form, and how loud it is."""


@dataclass(frozen=True)
class HeaderState:
    """What the header shows."""

    name: str
    """The run's name."""
    state: State = "waiting"
    exit_status: int | None = None
    """The status a failed run ended with."""
    x_name: str = ""
    x: str = ""
    """The largest x, as text, and the name of its key; "" while there is none."""
    points: int = 0
    rate: float | None = None
    """Points a second as they arrive; None where none have arrived yet."""
    age: float | None = None
    """Seconds since the file last changed."""
    full: bool = False
    """Whether the run's cap of points is reached."""
    progress: float | None = None
    """How much of the run is done, 0 to 1, and how many seconds are left; None where the total is not known."""
    left: float | None = None
    loading: float | None = None
    """How much of the file is read, 0 to 1; None once all of it is."""
    message: str = ""
    """What has just happened."""
    dropped: int = 0
    not_finite: int = 0
    """How many keys are not finite by now."""
    paused: bool = False
    ascii_only: bool = False
    said: str = ""
    """What the run says of its state itself."""


def age_text(seconds: float) -> str:
    """How long ago, in steps that change seldom: nothing below 10 s, then each 10 s, then each minute."""
    if seconds < 10:
        return ""
    return f"{int(seconds) // 10 * 10} s" if seconds < 60 else duration_text(seconds)


def duration_text(seconds: float) -> str:
    """A length of time in one or two units: `40 s`, `12 min`, `3 h 05 min`, `2 d 4 h`."""
    whole = max(int(seconds), 0)
    if whole < 60:
        return f"{whole} s"
    minutes, hours, days = whole // 60, whole // 3600, whole // 86400
    if not hours:
        return f"{minutes} min"
    return f"{grouped(days)} d {hours % 24} h" if days else f"{hours} h {minutes % 60:02d} min"


def face(state: HeaderState, width: int) -> Cells:
    """The header as one row of `width` cells.

    Where it does not fit, what matters least goes first and the name loses its middle; the state and what is wrong
    stay the longest.
    """
    cells = Cells.blank(width, 1)
    parts = _parts(state)
    margin = 1 if width >= _MARGIN_FROM else 0
    room = width - 2 * margin
    gap = 3
    for key in _SHED:
        over = _needed(parts, gap) - room
        if over <= 0:
            break
        if key == "gap":
            gap -= 1
        elif key == "message" and (fits := cell_width(parts[key].text) - over) >= _MESSAGE:
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
    """A part of the header: its forms from the longest to the shortest, of which the first is shown."""

    forms: list[str]
    role: Role

    @property
    def text(self) -> str:
        return self.forms[0]


_LEFT = ("name", "state", "said", "paused", "loading", "full", "x", "progress", "points", "rate", "age", "message")
"""The parts from left to right."""

_RIGHT = ("not_finite", "dropped")
"""What is wrong, at the right end."""

_SHED = (
    *("gap", "name", "said", "rate", "age", "progress", "points", "message", "not_finite", "name", "not_finite", "x"),
    *("message", "gap", "progress", "state", "name", "x", "loading", "paused", "message", "name", "not_finite"),
    *("message", "dropped", "full", "paused", "dropped", "loading", "state", "dropped"),
)
"""What goes first where there is no room: each takes a part to its next form, or the parts nearer together."""

_MESSAGE = 36
"""A message that has less room than this is shorter at once."""

_MESSAGES = (_MESSAGE, 24, 12)
"""The cells that a message is shortened to."""

_MARGIN_FROM = 40
"""A header of this width leaves a cell free at both ends."""

_KEYS = {"not_finite": "  v", "dropped": "  d"}
"""The keys that show more of what is wrong."""


def _parts(state: HeaderState) -> dict[str, _Part]:
    dots = "..." if state.ascii_only else "…"
    name, message = escape(state.name), escape(state.message)
    x_name, x = escape(state.x_name), escape(state.x)
    percent = "" if state.progress is None else f"{_percent(state.progress)}%"
    left = "" if state.left is None or not percent else f"{percent}  {duration_text(state.left)} left"
    points = f"{grouped(state.points)} point{'' if state.points == 1 else 's'}"
    loading = "" if state.loading is None else f"reading {_percent(state.loading)}%"
    dropped = f"{grouped(state.dropped)} dropped" if state.dropped else ""
    not_finite = f"{grouped(state.not_finite)} not finite" if state.not_finite else ""
    return {
        "name": _Part([name, *(elide_middle(name, room, dots) for room in (24, 14, 8)), ""], Role.TITLE),
        "state": _Part(_state_forms(state), _MARKS[state.state][2]),
        "said": _Part([elide_middle(escape(state.said), 24, dots), ""], Role.DIM),
        "paused": _Part(["paused", "||", ""] if state.paused else [""] * 3, Role.ACCENT),
        "loading": _Part([loading, loading.removeprefix("reading "), ""], Role.ACCENT),
        "full": _Part(["full" if state.full else "", ""], Role.ALERT),
        "x": _Part([f"{x_name} {x}".strip() if x else "", x, ""], Role.TEXT),
        "progress": _Part([left or percent, percent, ""], Role.TEXT),
        "points": _Part([points if state.points else "", ""], Role.TEXT),
        "rate": _Part(["" if state.rate is None else _rate_text(state.rate), ""], Role.DIM),
        "age": _Part([_age(state), ""], Role.DIM),
        "message": _Part([message, *(elide_middle(message, room, dots) for room in _MESSAGES), ""], Role.ACCENT),
        "not_finite": _Part(
            [not_finite and not_finite + _KEYS["not_finite"], not_finite, not_finite and f"{state.not_finite} NaN", ""],
            Role.ALERT,
        ),
        "dropped": _Part(
            [dropped and dropped + _KEYS["dropped"], dropped, f"{state.dropped}!" if dropped else "", ""], Role.ALERT
        ),
    }


def _state_forms(state: HeaderState) -> list[str]:
    """With what is known of it, the word, and the sign alone: a state is never left out."""
    mark, plain, _ = _MARKS[state.state]
    if state.ascii_only:
        mark = plain
    word = f"{mark} {state.state}"
    if state.state == "failed" and state.exit_status is not None:
        return [f"{word} with status {state.exit_status}", word, mark]
    if state.state == "quiet" and state.age is not None:
        return [f"{word} {age_text(state.age)}".rstrip(), word, mark]
    return [word, word, mark]


def _age(state: HeaderState) -> str:
    age = "" if state.age is None or state.state == "quiet" else age_text(state.age)
    return f"last change {age} ago" if age else ""


def _percent(share: float) -> int:
    """Whole percent; 100 only when all of it is done."""
    return max(0, min(int(share * 100), 100))


def _rate_text(rate: float) -> str:
    """Two digits below ten, whole numbers above: `0.25/s`, `4.1/s`, `120/s`."""
    if rate >= 9.95:
        return f"{grouped(round(rate))}/s"
    return f"{rate:.1f}/s" if rate >= 0.95 else f"{rate:.2g}/s"


def _needed(parts: dict[str, _Part], gap: int) -> int:
    widths = [cell_width(part.text) for part in parts.values() if part.text]
    after_name = gap - min(gap, 2) if parts["name"].text and len(widths) > 1 else 0
    return sum(widths) + gap * (len(widths) - 1) - after_name
