"""What a layout is: panels to draw and stats to show, as plain frozen values."""

from dataclasses import dataclass
from typing import Literal

Scale = Literal["linear", "log"]
Reduce = Literal["last", "min", "max"]


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart: up to four keys drawn against ``x``.

    ``x`` left None is the layout's ``x``; both None, the point's place in the run. ``min`` and ``max`` bound the
    y axis (None: fitted to the points; they may be equal), ``rule`` is one horizontal line. All three are finite.
    """

    y: tuple[str, ...]
    title: str | None = None
    x: str | None = None
    scale: Scale = "linear"
    min: float | None = None
    max: float | None = None
    rule: float | None = None
    wide: bool = False

    @property
    def name(self) -> str:
        """What the panel is called: its title, else its keys. Not escaped."""
        return self.title or ", ".join(self.y)


@dataclass(frozen=True, slots=True)
class Stat:
    """One card: the last, lowest or highest value of each of its keys."""

    y: tuple[str, ...]
    title: str | None = None
    reduce: Reduce = "last"

    @property
    def name(self) -> str:
        """What the stat is called: its title, else its keys. Not escaped."""
        return self.title or ", ".join(self.y)


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole ``telemetry.toml``: panels and stats in order, and what panels are drawn against (None: the place)."""

    x: str | None = None
    panels: tuple[Panel, ...] = ()
    stats: tuple[Stat, ...] = ()


def summary(layout: Layout) -> str:
    """Say in a line that a layout is right and what it holds, as ``ok: 4 panels, 1 stat``."""
    return f"ok: {_counted(len(layout.panels), 'panel')}, {_counted(len(layout.stats), 'stat')}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


class LayoutError(Exception):
    """A layout that cannot be used: one line of plain text, safe to print, that names the place and the mend."""
