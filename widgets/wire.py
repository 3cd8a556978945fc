"""Send only the cells that changed.

Textual draws a partial update from the left edge of each widget it touches, with every run of one style between its
own escape sequences. Over a slow line that is nearly all of the traffic: one new digit at the end of a legend sends the
row before it. The compositor here crops each row on both sides, moves the cursor along a row rather than anew, and
sends a colour only where it differs from the one before.

It stands on classes that are Textual's own affair, so it steps aside where those are not what they were: `SUPPORTED`
is then false, and screens draw as Textual does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from inspect import signature
from typing import Any

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App
from textual.geometry import Size
from textual.screen import Screen, ScreenResultType
from textual.strip import Strip

from .painted import covered

Spans = Sequence[tuple[int, int, int]]
"""Changed cells: a row, its first column and the one after the last; sorted, and apart from one another."""

Rows = dict[int, Strip]
"""The rows that the terminal has as they are, by their place."""

MERGE_GAP = 3
"""Spans this near on a row are sent as one: moving along a row takes four to six bytes."""

_RESET = "\x1b[0m"


def encode(
    chops: Sequence[Mapping[int, Strip | None]], ends: Sequence[Sequence[int]], spans: Spans, system: ColorSystem
) -> str:
    """The escape sequences that draw the cells of `spans`, and nothing else.

    Args:
        chops: For each row of the screen, its pieces by their first column; a piece may be None where nothing is drawn.
        ends: For each row, the column after each of its pieces.
        spans: What to draw.
        system: The colours that the terminal has.
    """
    pen = _Pen(system)
    for y, x0, x1 in _merged(spans):
        for (left, strip), right in zip(chops[y].items(), ends[y], strict=False):
            start, end = max(x0, left), min(x1, right)
            if strip is None or start >= end:
                continue
            pen.move(start, y)
            pen.write(strip.crop(start - left, end - left), end)
    return pen.lift()


class _Pen:
    """Escape sequences as they grow: where the cursor is by now, and in which colours it writes."""

    def __init__(self, system: ColorSystem) -> None:
        self._system = system
        self._out: list[str] = []
        self._at = (-1, -1)
        self._colours = _PLAIN

    def move(self, x: int, y: int) -> None:
        if (x, y) != self._at:
            self._out.append(f"\x1b[{x + 1}G" if y == self._at[1] else f"\x1b[{y + 1};{x + 1}H")
            self._at = (x, y)

    def write(self, segments: Iterable[Segment], end: int) -> None:
        """Write up to the column `end`."""
        for text, style, _ in segments:
            if style is not None and style.link:
                self._change(_PLAIN)
                self._out.append(Strip.render_style(style, text, self._system))
            else:
                self._change(_PLAIN if style is None else _sequences(style, self._system), blank=text.isspace())
                self._out.append(text)
        self._at = (end, self._at[1])

    def lift(self) -> str:
        """Everything written, with the colours put back."""
        self._change(_PLAIN)
        return "".join(self._out)

    def _change(self, new: tuple[str, str, str], *, blank: bool = False) -> None:
        """Write in these colours from now on; for a ``blank``, which shows its ground alone, the ground is enough."""
        old = self._colours
        if old == new or (blank and old[2] == new[2] and not (old[0] or new[0])):
            return
        self._colours = new
        if new == _PLAIN:
            self._out.append(_RESET)
            return
        # A weight, or a colour of the terminal's own, is only taken back by a reset.
        taken_back = old[0] != new[0] or (old[1] and not new[1]) or (old[2] and not new[2])
        codes = ("0" if old != _PLAIN else "", *new) if taken_back else _differing(old, new)
        self._out.append(f"\x1b[{';'.join(filter(None, codes))}m")


_PLAIN = ("", "", "")


def _differing(old: tuple[str, str, str], new: tuple[str, str, str]) -> tuple[str, ...]:
    return tuple(code for code, before in zip(new, old, strict=True) if code != before)


@lru_cache(maxsize=4096)
def _sequences(style: Style, system: ColorSystem) -> tuple[str, str, str]:
    """The SGR codes of a style's weight, colour and background, each "" where it has none."""
    weight = Strip.render_ansi(style.without_color, system)
    colour = Strip.render_ansi(Style(color=style.color), system) if style.color else ""
    background = Strip.render_ansi(Style(bgcolor=style.bgcolor), system) if style.bgcolor else ""
    return weight, colour, background


def _merged(spans: Spans) -> list[tuple[int, int, int]]:
    merged: list[tuple[int, int, int]] = []
    for y, x0, x1 in sorted(spans):
        if merged and merged[-1][0] == y and x0 - merged[-1][2] <= MERGE_GAP:
            merged[-1] = (y, merged[-1][1], max(x1, merged[-1][2]))
        else:
            merged.append((y, x0, x1))
    return merged


def _takes(function: object, *names: str) -> bool:
    return callable(function) and tuple(signature(function).parameters) == names


try:
    from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
except ImportError:
    SUPPORTED = False
else:
    SUPPORTED = (
        _takes(ChopsUpdate.__init__, "self", "chops", "spans", "chop_ends")
        and vars(ChopsUpdate([], [], [])).keys() >= {"chops", "spans", "chop_ends"}
        and _takes(ChopsUpdate.render_segments, "self", "console")
        and _takes(LayoutUpdate.__init__, "self", "strips", "region")
        and _takes(LayoutUpdate.render_segments, "self", "console")
        and _takes(Compositor.__init__, "self")
        and _takes(Compositor.render_full_update, "self", "simplify")
        and _takes(Compositor.render_partial_update, "self")
        and _takes(Screen._compositor_refresh, "self")
        and hasattr(Compositor(), "_dirty_regions")
        and _takes(Strip.crop, "self", "start", "end")
        and _takes(Strip.render_ansi, "style", "color_system")
        and _takes(Strip.render_style, "style", "text", "color_system")
    )

    class CellUpdate(ChopsUpdate):
        """A partial update that sends the changed cells alone."""

        rows: Rows

        def render_segments(self, console: Console) -> str:
            """The escape sequences of the update, for the terminal that `console` knows."""
            system = COLOR_SYSTEMS[console.color_system or "truecolor"]
            spans = [span for span in self.spans if not self._is_there(*span)]
            return encode(self.chops, self.chop_ends, spans, system)

        def _is_there(self, y: int, x0: int, x1: int) -> bool:
            """Tell whether the terminal has a row as it is to be; of a part of a row nobody knows."""
            strips = [strip for strip in self.chops[y].values() if strip is not None]
            if x0 or x1 < self.chop_ends[y][-1] or len(strips) < len(self.chops[y]):
                self.rows.pop(y, None)
                return False
            row = Strip.join(strips)
            there, self.rows[y] = self.rows.get(y) == row, row
            return there

    class WholeUpdate(LayoutUpdate):
        """A full update that sends the rows that differ, and a colour only where it differs from the one before."""

        rows: Rows

        def render_segments(self, console: Console) -> str:
            """The escape sequences of the update, for the terminal that `console` knows."""
            region, system = self.region, COLOR_SYSTEMS[console.color_system or "truecolor"]
            rows = [Strip.join(strips) for strips in self.strips]
            chops = [{region.x: row} for row in rows]
            ends = [[region.x + row.cell_length] for row in rows]
            spans = [(y, region.x, ends[y][0]) for y, row in enumerate(rows) if self.rows.get(y) != row]
            self.rows.update(enumerate(rows))
            return encode(chops, ends, spans, system)

    class CellCompositor(Compositor):
        """Textual's compositor, but for what its updates send.

        Textual draws a whole screen up to three times when it is shown or its parts move: a row that the terminal has
        is not sent again.
        """

        def __init__(self) -> None:
            """Begin with a terminal that has nothing."""
            super().__init__()
            self.rows: Rows = {}

        def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
            """All of the screen; `simplify` is for exports, which want Textual's own."""
            update = super().render_full_update(simplify)
            if simplify or type(update) is not LayoutUpdate or update.region.y:
                return update
            whole = WholeUpdate(update.strips, update.region)
            whole.rows = self.rows
            return whole

        def render_partial_update(self) -> ChopsUpdate | None:
            """What changed since the last update, or None."""
            update = super().render_partial_update()
            if type(update) is not ChopsUpdate:
                return update
            partial = CellUpdate(update.chops, update.spans, update.chop_ends)
            partial.rows = self.rows
            return partial


class CellScreen(Screen[ScreenResultType]):
    """A screen that sends only the cells that changed, where Textual allows it.

    A modal one is `class Help(ModalScreen[None], CellScreen[None])`, in that order: Textual takes a widget's style
    from its first base.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what `Screen` takes."""
        super().__init__(*args, **kwargs)
        self._sized: Size | None = None
        if SUPPORTED and type(getattr(self, "_compositor", None)) is Compositor:
            self._compositor = CellCompositor()

    def on_mount(self) -> None:
        """Send all of it again to a terminal that others wrote to meanwhile."""
        self.app.app_resume_signal.subscribe(self, lambda _: self._forget())

    def on_screen_suspend(self) -> None:
        """Forget what the terminal has: another screen is about to be drawn."""
        self._forget()

    def on_screen_resume(self) -> None:
        """Forget what the terminal has: another screen was drawn."""
        self._forget()

    def on_resize(self, event: events.Resize) -> None:
        """Forget what the terminal has, where it is of another size: it may have moved what it had."""
        if self._sized not in (None, event.size):
            self._forget()
        self._sized = event.size

    def _forget(self) -> None:
        if SUPPORTED and isinstance(self._compositor, CellCompositor):
            self._compositor.rows.clear()

    def _compositor_refresh(self) -> None:
        """Send what changed; nothing where another screen covers it, of which Textual would send all each time."""
        if SUPPORTED and covered(self):
            self._compositor._dirty_regions.clear()
            self._dirty_widgets.clear()
        else:
            super()._compositor_refresh()


def backlog(app: App[object]) -> int:
    """Count the writes that the terminal has not taken yet; 0 where Textual does not tell.

    A frame is better skipped than queued behind others that a slow line has yet to carry.
    """
    writer = getattr(getattr(app, "_driver", None), "_writer_thread", None)
    queue = getattr(writer, "_queue", None)
    return int(queue.qsize()) if queue is not None and hasattr(queue, "qsize") else 0
