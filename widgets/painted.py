"""Widgets whose face is a rectangle of `Cells`, and which send the terminal only the cells that changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.segment import Segment
from rich.style import Style
from textual.errors import NoWidget
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from . import palette
from .cells import Cells


def covered(screen: Screen[Any]) -> bool:
    """Tell whether another screen lies over this one and does not let it shine through."""
    for above in reversed(screen.app.screen_stack):
        if above is screen:
            return False
        if above.styles.background.a == 1:
            return True
    return True


class Painted(Widget):
    """A widget that paints itself as `Cells`.

    A subclass gives `paint`, and calls `repaint` whenever what it shows may have changed: the new face is compared
    with the last, and only what differs is drawn again. A widget out of sight paints nothing until it is seen.
    Text never goes through markup. A change of size or theme repaints by itself; style rules for `:hover` and `:focus`
    would redraw the whole widget, so let `paint` show those with a role.
    """

    ALLOW_SELECT = False

    # Set here because Textual may announce a style before `__init__` is done.
    _face: Cells | None = None
    _look: palette.RoleStyles | None = None
    _through: npt.NDArray[np.bool_]
    _strips: list[Strip | None]

    def paint(self, width: int, height: int) -> Cells:
        """The widget's face, exactly `width` by `height` cells; both at least 1."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Paint anew and draw the cells that changed; out of sight, wait until the widget is seen."""
        old = self._face
        if old is None:
            return  # Textual draws all of it when it is first seen, and it is painted then.
        width, height = self.content_size
        if (old.width, old.height) != (width, height) or not self._in_sight():
            self._face = None
            self.refresh()
            return
        face = self._painted(width, height)
        spans = face.diff(old)
        if spans:
            self._face = face
            for span in spans:
                self._strips[span.y] = None
            self.refresh(*(Region(span.x0, span.y, span.x1 - span.x0, 1) for span in spans))

    def render_line(self, y: int) -> Strip:
        """A row of the face in the colours of the theme."""
        width, height = self.content_size
        if not (width and 0 <= y < height):
            return Strip.blank(width)
        face = self._face
        if face is None or (face.width, face.height) != (width, height):
            face = self._face = self._painted(width, height)
            self._strips = [None] * height
        if self._look is None:
            self._look, self._through = self._choose()
            self._strips = [None] * height
        strip = self._strips[y]
        if strip is None:
            segments = [Segment(text, style) for text, style in self.runs(y, 0, width)]
            strip = self._strips[y] = Strip(segments, width)
        return strip

    def is_painted(self, size: Size) -> bool:
        """Whether a face of this size, and its colours, are there: what `runs` gives is then what is to be seen."""
        face = self._face
        return face is not None and self._look is not None and (face.width, face.height) == size

    def runs(self, y: int, x0: int, x1: int) -> Iterator[tuple[str, Style]]:
        """The cells `x0` to `x1` (not included) of a row of the face, as texts and what they look like.

        The widget must have been painted.
        """
        assert self._face is not None
        assert self._look is not None
        for text, role in self._face.runs(y, x0, x1, through=self._through):
            if text:
                yield text, self._look[role]

    def notify_style_update(self) -> None:
        """Choose the colours again: the theme, or the background, may be another."""
        self._look = None
        super().notify_style_update()

    def _painted(self, width: int, height: int) -> Cells:
        """The face, without a character that an app with `ascii_only` cannot show."""
        face = self.paint(width, height)
        return face.ascii() if getattr(self.app, "ascii_only", False) else face

    def _choose(self) -> tuple[palette.RoleStyles, npt.NDArray[np.bool_]]:
        """The colours, with all that Textual does to those of any widget, and in which a space looks like any other."""
        background = self.background_colors[1]
        chosen = palette.role_styles(palette.base_colours(self.app, background))
        strip = Strip([Segment(" ", style) for style in chosen])
        for line_filter in self.get_line_filters():
            strip = strip.apply_filter(line_filter, background)
        look = tuple(style or Style.null() for _, style, _ in strip)
        return look, palette.same_background(look)

    def on_unmount(self) -> None:
        """Let the lines go: Textual remembers what drew them, up to a thousand of those, long after the widget."""
        self._styles_cache.clear()
        self._strips = []

    def _in_sight(self) -> bool:
        """Whether any of the widget was on the screen at the last update: not hidden, covered or scrolled away."""
        try:
            return not covered(self.screen) and bool(self.screen.find_widget(self).visible_region)
        except NoWidget:
            return False
