"""Send only the cells that changed.

Textual draws a partial update from the left edge of each widget it touches, with every run of one style between its
own escape sequences. Over a slow line that is nearly all of the traffic: one new digit at the end of a legend sends the
row before it. The compositor here crops each row on both sides, moves the cursor along a row rather than anew, and
sends a colour only where it differs from the one before.

It stands on classes that are Textual's own affair, so it steps aside where those are not what they were: `SUPPORTED`
is then false, and screens draw as Textual does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from inspect import signature
from typing import Any

from rich.console import COLOR_SYSTEMS, Console
from textual import events
from textual.app import App
from textual.geometry import Region, Size
from textual.screen import Screen, ScreenResultType
from textual.strip import Strip

from .painted import Painted, covered
from .pen import Piece, by_style, encode, merged

Spans = Sequence[tuple[int, int, int]]
"""Changed cells: a row, its first column and the one after the last; sorted, and apart from one another."""

Rows = dict[int, Strip]
"""The rows that the terminal has as they are, by their place."""


def cropped(
    chops: Sequence[Mapping[int, Strip | None]], ends: Sequence[Sequence[int]], spans: Spans
) -> Iterator[Piece]:
    """What `spans` show of a screen.

    Args:
        chops: For each row of the screen, its pieces by their first column; a piece may be None where nothing is drawn.
        ends: For each row, the column after each of its pieces.
        spans: What is wanted.
    """
    for y, x0, x1 in merged(spans):
        for (left, strip), right in zip(chops[y].items(), ends[y], strict=False):
            start, end = max(x0, left), min(x1, right)
            if strip is not None and start < end:
                yield Piece(y, start, end, ((text, style) for text, style, _ in strip.crop(start - left, end - left)))


def painted(faces: Mapping[Painted, Region], spans: Spans) -> list[Piece] | None:
    """What `spans` show of painted widgets, straight from their faces; None unless that is all there is to see.

    Args:
        faces: The widgets on the screen and their places, which do not overlap.
        spans: What is wanted.
    """
    pieces: list[Piece] = []
    for y, x0, x1 in merged(spans):
        width = x1 - x0
        for widget, region in faces.items():
            start, end = max(x0, region.x), min(x1, region.right)
            if region.y <= y < region.bottom and start < end:
                pieces.append(Piece(y, start, end, widget.runs(y - region.y, start - region.x, end - region.x)))
                width -= end - start
        if width:
            return None
    return pieces


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
            return encode(cropped(self.chops, self.chop_ends, spans), system)

        def _is_there(self, y: int, x0: int, x1: int) -> bool:
            """Tell whether the terminal has a row as it is to be; of a part of a row nobody knows."""
            strips = [strip for strip in self.chops[y].values() if strip is not None]
            if x0 or x1 < self.chop_ends[y][-1] or len(strips) < len(self.chops[y]):
                self.rows.pop(y, None)
                return False
            row = Strip.join(strips)
            there, self.rows[y] = self.rows.get(y) == row, row
            return there

    class FaceUpdate(ChopsUpdate):
        """A partial update of painted widgets alone, straight from their cells."""

        pieces: list[Piece]
        rows: Rows

        def render_segments(self, console: Console) -> str:
            """The escape sequences of the update, for the terminal that `console` knows."""
            for piece in self.pieces:
                self.rows.pop(piece.y, None)
            return encode(by_style(self.pieces), COLOR_SYSTEMS[console.color_system or "truecolor"])

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
            return encode(cropped(chops, ends, spans), system)

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
            update = self._straight() or super().render_partial_update()
            if type(update) is not ChopsUpdate:
                return update
            partial = CellUpdate(update.chops, update.spans, update.chop_ends)
            partial.rows = self.rows
            return partial

        def _straight(self) -> FaceUpdate | None:
            """What changed, where that is but cells of painted widgets: those need not become lines first."""
            faces, spans = self._faces(), list(self._regions_to_spans(self._dirty_regions))
            if not faces or any(x1 - x0 == self.size.width for _, x0, x1 in spans):
                return None  # The terminal may have a whole row already.
            pieces = painted(faces, spans)
            if not pieces:
                return None
            self._dirty_regions.clear()
            update = FaceUpdate([], [], [])
            update.pieces, update.rows = pieces, self.rows
            return update

        def _faces(self) -> dict[Painted, Region]:
            """The painted widgets and their places; none where one is yet to be painted, or anything else is there."""
            faces: dict[Painted, Region] = {}
            for widget, (region, clip) in self.visible_widgets.items():
                if isinstance(widget, Screen):
                    continue
                if not (isinstance(widget, Painted) and widget.is_painted(region.size)):
                    return {}
                seen = region.intersection(clip)
                if seen != region or any(seen.overlaps(other) for other in faces.values()):
                    return {}
                faces[widget] = region
            return faces


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

    def on_unmount(self) -> None:
        """Let go of the app: what it would call keeps the screen, and all it shows, for as long as the app is open."""
        self.app.app_resume_signal.unsubscribe(self)

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
