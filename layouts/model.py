"""A layout as immutable values: the panels and stats to show."""

from dataclasses import dataclass
from typing import Annotated, Literal

Scale = Literal["linear", "log"]
Reduce = Literal["last", "min", "max"]
Key = Annotated[str, "a key"]
"""The dotted name of a number in the points of a run, not empty."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A chart of up to four keys.

    A ``[[panel]]`` table has these attributes; their types determine how they are read.

    Attributes:
        y: the keys.
        title: the title, None for the keys.
        x: the key on the x axis, None for the layout's ``x``; if that is None too, the index of each point.
        scale: the scale of the y axis.
        min: the lower limit of the y axis, finite; None to fit it to the points.
        max: the upper limit of the y axis, finite and not below ``min``; None to fit it to the points.
        rule: the y of a horizontal line, finite; None for no line.
        wide: whether the panel spans all columns.
    """

    y: tuple[Key, ...]
    title: str | None = None
    x: Key | None = None
    scale: Scale = "linear"
    min: float | None = None
    max: float | None = None
    rule: float | None = None
    wide: bool = False

    @property
    def name(self) -> str:
        """The title, or else the keys. Not escaped."""
        return self.title or ", ".join(self.y)


@dataclass(frozen=True, slots=True)
class Stat:
    """A card for each of its keys, with the last, lowest or highest value.

    A ``[[stat]]`` table has these attributes; their types determine how they are read.

    Attributes:
        y: the keys.
        title: the title, None for the keys.
        reduce: which value to show.
    """

    y: tuple[Key, ...]
    title: str | None = None
    reduce: Reduce = "last"

    @property
    def name(self) -> str:
        """The title, or else the keys. Not escaped."""
        return self.title or ", ".join(self.y)


@dataclass(frozen=True, slots=True)
class Layout:
    """The contents of a ``telemetry.toml``.

    Attributes:
        x: the key on the x axis of panels that name none; None for the index of each point.
        panels: the panels, in order.
        stats: the stats, in order.
    """

    x: str | None = None
    panels: tuple[Panel, ...] = ()
    stats: tuple[Stat, ...] = ()


def summary(layout: Layout) -> str:
    """Return one line that confirms a valid layout and counts its parts: ``ok: 4 panels, 1 stat``."""
    return f"ok: {_count(len(layout.panels), 'panel')}, {_count(len(layout.stats), 'stat')}"


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


class LayoutError(Exception):
    """An invalid layout. The message is one line, safe to print, that names the place and how to fix it."""
