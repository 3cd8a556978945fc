"""Everything private to Textual that the dashboard relies on: no other module uses such a name.

A release of Textual may change any of it. Each use is therefore checked first, and without it the dashboard behaves as
plain Textual does. `tests/widgets/test_textual_private.py` fails if a name or a signature has changed.

What is used, and why there is no public way:

- `textual._compositor`: `Compositor`, `ChopsUpdate` and `LayoutUpdate` turn a screen into the bytes sent to the
  terminal. `Screen` has no option for another compositor, and a driver only sees the finished bytes.
- `Screen._compositor`: the only place where a screen takes its compositor from.
- `Compositor._dirty_regions`: which regions changed. The public `render_partial_update` renders strips for all of the
  rows first, which takes most of the time of a frame.
- `App._fatal_error`: called for an unhandled exception; it prints a traceback with the values of local variables, which
  may be data and secrets. The public `App.panic` is called only for exceptions that render themselves.
"""

from __future__ import annotations

from inspect import signature
from typing import Any

from rich.console import COLOR_SYSTEMS, Console
from textual.app import App, ReturnType
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from .painted import Painted
from .pen import Piece, by_style, encode
from .spans import Span, face_pieces, rows_of, strip_pieces

Rows = dict[int, Strip]
"""The rows that the terminal already shows, by their place."""


def _takes(owner: type, name: str, *parameters: str) -> bool:
    """Return whether a class has a method with exactly these parameters."""
    method = getattr(owner, name, None)
    return callable(method) and tuple(signature(method).parameters) == parameters


try:
    from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
except ImportError:
    CHANGED = ["textual._compositor"]
else:

    def _changed() -> list[str]:
        """Return the names of which the signature, or the type of the value, is not as the classes below expect."""
        methods = (
            (ChopsUpdate, "__init__", "self", "chops", "spans", "chop_ends"),
            (ChopsUpdate, "render_segments", "self", "console"),
            (LayoutUpdate, "__init__", "self", "strips", "region"),
            (LayoutUpdate, "render_segments", "self", "console"),
            (Compositor, "__init__", "self"),
            (Compositor, "render_full_update", "self", "simplify"),
            (Compositor, "render_partial_update", "self"),
            (Compositor, "update_widgets", "self", "widgets"),
            (Strip, "crop", "self", "start", "end"),
            (Strip, "render_ansi", "style", "color_system"),
            (Strip, "render_style", "style", "text", "color_system"),
        )
        names = [
            f"{owner.__name__}.{name}" for owner, name, *parameters in methods if not _takes(owner, name, *parameters)
        ]
        if names:
            return names  # The objects below may not be made in this way.
        values: tuple[tuple[object, str, type], ...] = (
            *((ChopsUpdate([], [], []), name, list) for name in ("chops", "spans", "chop_ends")),
            (LayoutUpdate([], Region()), "strips", list),
            (LayoutUpdate([], Region()), "region", Region),
            (Compositor(), "_dirty_regions", set),
            (Compositor, "visible_widgets", property),
        )
        return [
            f"{getattr(owner, '__name__', type(owner).__name__)}.{name}"
            for owner, name, kind in values
            if type(getattr(owner, name, None)) is not kind
        ]

    CHANGED = _changed()

    class CellUpdate(ChopsUpdate):
        """A partial update that sends only the changed cells."""

        rows: Rows

        def render_segments(self, console: Console) -> str:
            """Return the escape sequences of the update, for the terminal of ``console``."""
            system = COLOR_SYSTEMS[console.color_system or "truecolor"]
            spans = [span for span in self.spans if not self._is_shown(*span)]
            return encode(strip_pieces(self.chops, self.chop_ends, spans), system)

        def _is_shown(self, y: int, x0: int, x1: int) -> bool:
            """Return whether the terminal already shows this row; False if it is a part of a row."""
            strips = [strip for strip in self.chops[y].values() if strip is not None]
            if x0 or x1 < self.chop_ends[y][-1] or len(strips) < len(self.chops[y]):
                self.rows.pop(y, None)
                return False
            row = Strip.join(strips)
            shown, self.rows[y] = self.rows.get(y) == row, row
            return shown

    class FaceUpdate(ChopsUpdate):
        """A partial update of painted widgets alone, made directly from their cells."""

        pieces: list[Piece]
        rows: Rows

        def render_segments(self, console: Console) -> str:
            """Return the escape sequences of the update, for the terminal of ``console``."""
            for piece in self.pieces:
                self.rows.pop(piece.y, None)
            return encode(by_style(self.pieces), COLOR_SYSTEMS[console.color_system or "truecolor"])

    class WholeUpdate(LayoutUpdate):
        """A full update that sends only the rows that differ, and a colour only where it changes."""

        rows: Rows

        def render_segments(self, console: Console) -> str:
            """Return the escape sequences of the update, for the terminal of ``console``."""
            region, system = self.region, COLOR_SYSTEMS[console.color_system or "truecolor"]
            rows = [Strip.join(strips) for strips in self.strips]
            chops = [{region.x: row} for row in rows]
            ends = [[region.x + row.cell_length] for row in rows]
            spans = [(y, region.x, ends[y][0]) for y, row in enumerate(rows) if self.rows.get(y) != row]
            self.rows.update(enumerate(rows))
            return encode(strip_pieces(chops, ends, spans), system)

    class CellCompositor(Compositor):
        """Textual's compositor with other updates.

        Textual draws a whole screen up to three times when it is shown or its parts move; a row that the terminal
        already shows is not sent again.
        """

        def __init__(self) -> None:
            """Start with a terminal of unknown contents."""
            super().__init__()
            self.rows: Rows = {}

        def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
            """Return an update of all of the screen; with ``simplify``, which exports use, Textual's own."""
            if not simplify:
                self.update_widgets(set(self.visible_widgets))  # What they have yet to draw is drawn now.
            update = super().render_full_update(simplify)
            if simplify or type(update) is not LayoutUpdate or update.region.y:
                return update
            whole = WholeUpdate(update.strips, update.region)
            whole.rows = self.rows
            return whole

        def render_partial_update(self) -> ChopsUpdate | None:
            """Return an update of what changed since the last one, or None."""
            update = self._face_update() or super().render_partial_update()
            if type(update) is not ChopsUpdate:
                return update
            partial = CellUpdate(update.chops, update.spans, update.chop_ends)
            partial.rows = self.rows
            return partial

        def _face_update(self) -> FaceUpdate | None:
            """Return an update without strips; None if something other than parts of painted widgets changed."""
            faces = self._faces()
            spans: list[Span] = list(rows_of(self._dirty_regions))
            if not faces or any(x1 - x0 == self.size.width for _, x0, x1 in spans):
                return None  # The terminal may already show a whole row.
            pieces = face_pieces(faces, spans)
            if not pieces:
                return None
            self._dirty_regions.clear()
            update = FaceUpdate([], [], [])
            update.pieces, update.rows = pieces, self.rows
            return update

        def _faces(self) -> dict[Painted, Region]:
            """Return the painted widgets and their regions; empty if one is not painted yet or there are others."""
            faces: dict[Painted, Region] = {}
            for widget, (region, clip) in self.visible_widgets.items():
                if isinstance(widget, Screen):
                    continue
                if not (isinstance(widget, Painted) and widget.is_painted(region.size)):
                    return {}
                visible = region.intersection(clip)
                if visible != region or any(visible.overlaps(other) for other in faces.values()):
                    return {}
                faces[widget] = region
            return faces


SUPPORTED = not CHANGED
"""Whether screens can send only the cells that changed; if not, they draw as Textual does."""


def send_cells(screen: Screen[Any]) -> None:
    """Let a screen send only the cells that changed, if this Textual allows it."""
    if SUPPORTED and type(getattr(screen, "_compositor", None)) is Compositor:
        screen._compositor = CellCompositor()


def forget_rows(screen: Screen[Any]) -> None:
    """Let a screen send all of its rows again: what the terminal shows is unknown."""
    compositor = getattr(screen, "_compositor", None)
    if SUPPORTED and isinstance(compositor, CellCompositor):
        compositor.rows.clear()


class PanicApp(App[ReturnType]):
    """An app that calls `panic` for every unhandled exception, and lets it decide what is printed.

    If Textual has another name for this, it renders its traceback and prints it to `error_console`.
    """

    def _fatal_error(self) -> None:
        """Close the app in place of Textual, without its traceback."""
        self.panic()
