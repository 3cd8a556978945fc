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
    """Return whether another screen with an opaque background is above this one."""
    for above in reversed(screen.app.screen_stack):
        if above is screen:
            return False
        if above.styles.background.a == 1:
            return True
    return True


class Painted(Widget):
    """A widget that paints itself as `Cells`.

    A subclass defines `paint`, and calls `repaint` whenever its contents may have changed: the new face is compared
    with the last one, and only the difference is drawn. An invisible widget is not painted until it is visible.
    Text is never parsed as markup. A change of size or theme repaints without a call; style rules for `:hover` and
    `:focus` would redraw the whole widget, so let `paint` show those with a role.
    """

    ALLOW_SELECT = False

    # Set here because Textual may announce a style before `__init__` is done.
    _face: Cells | None = None
    _role_styles: palette.RoleStyles | None = None
    _through: npt.NDArray[np.bool_]
    _strips: list[Strip | None]

    def paint(self, width: int, height: int) -> Cells:
        """Return the face of the widget, exactly `width` by `height` cells; both are at least 1."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Paint again and draw the cells that changed; if the widget is invisible, once it is visible."""
        old = self._face
        if old is None:
            return  # It is painted when Textual first draws it.
        width, height = self.content_size
        if (old.width, old.height) != (width, height) or not self._is_visible():
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
        """Return a row of the face in the colours of the theme."""
        width, height = self.content_size
        if not (width and 0 <= y < height):
            return Strip.blank(width)
        face = self._face
        if face is None or (face.width, face.height) != (width, height):
            face = self._face = self._painted(width, height)
            self._strips = [None] * height
        if self._role_styles is None:
            self._role_styles, self._through = self._choose()
            self._strips = [None] * height
        strip = self._strips[y]
        if strip is None:
            segments = [Segment(text, style) for text, style in self.runs(y, 0, width)]
            strip = self._strips[y] = Strip(segments, width)
        return strip

    def is_painted(self, size: Size) -> bool:
        """Return whether there are a face of this size and its colours, so that `runs` is up to date."""
        face = self._face
        return face is not None and self._role_styles is not None and (face.width, face.height) == size

    def runs(self, y: int, x0: int, x1: int) -> Iterator[tuple[str, Style]]:
        """Yield the cells `x0` to `x1` (not included) of a row of the face, as texts and their styles.

        The widget must have been painted.
        """
        assert self._face is not None
        assert self._role_styles is not None
        for text, role in self._face.runs(y, x0, x1, through=self._through):
            if text:
                yield text, self._role_styles[role]

    def notify_style_update(self) -> None:
        """Choose the colours again: the theme or the background may have changed."""
        self._role_styles = None
        super().notify_style_update()

    def _painted(self, width: int, height: int) -> Cells:
        """Return the face; in an app with `ascii_only`, in ASCII."""
        face = self.paint(width, height)
        return face.ascii() if getattr(self.app, "ascii_only", False) else face

    def _choose(self) -> tuple[palette.RoleStyles, npt.NDArray[np.bool_]]:
        """Return the styles of the roles, filtered as Textual does, and for which of them a space looks the same."""
        background = self.background_colors[1]
        chosen = palette.role_styles(palette.base_colours(self.app, background))
        strip = Strip([Segment(" ", style) for style in chosen])
        for line_filter in self.get_line_filters():
            strip = strip.apply_filter(line_filter, background)
        look = tuple(style or Style.null() for _, style, _ in strip)
        return look, palette.same_background(look)

    def on_unmount(self) -> None:
        """Drop the strips: a memo of Textual keeps what rendered up to a thousand widgets, and its strips, alive."""
        self.refresh()  # drops the strips that Textual has rendered
        self._strips = []

    def _is_visible(self) -> bool:
        """Return whether any of the widget was visible at the last update: not hidden, covered or scrolled away."""
        try:
            return not covered(self.screen) and bool(self.screen.find_widget(self).visible_region)
        except NoWidget:
            return False
