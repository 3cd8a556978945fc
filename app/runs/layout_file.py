"""A run's layout: the file it is read from, and reading it again when that changes."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from ...layouts.model import Layout, LayoutError
from ...layouts.nearest import nearest
from ...layouts.text import elide_middle, escape
from ..ingest.mask import Masker
from .locate import LAYOUT, LONGEST_SHOWN, Location

NO_LAYOUT = "none"
BUNDLED_LAYOUT = "builtin:"
"""What the name of a layout that comes with div-tui begins with."""


class LayoutFile:
    """A layout and the file it is read from, masked.

    Attributes:
        layout: the last valid layout; empty if there was none.
        chosen: whether it was named on the command line.
        error: what is wrong with the file now, masked and escaped; "" if nothing is.
    """

    def __init__(
        self, path: Path | None, masker: Masker, *, fallback: Path | None = None, chosen: bool = False
    ) -> None:
        """Read a layout.

        Args:
            path: the file; None if the run has none.
            masker: masks its titles and keys.
            fallback: where a layout may be written later, if the run has none.
            chosen: whether it was named on the command line.

        Raises:
            LayoutError: the layout is wrong.
        """
        self._masker = masker
        self.chosen = chosen
        self._path = path or fallback
        # A fallback that is written meanwhile is not read here, but by `reread`.
        self._stamp = _stamp(path)
        self.layout = read_layout(path, masker)
        self.error = ""

    @property
    def path(self) -> Path | None:
        """The file of the layout in force, None without one."""
        return self._path if self._stamp else None

    def reread(self) -> str:
        """Read the file again if it changed; return a message about it, or "".

        A wrong layout sets `error`, and the last valid one stays in force.
        """
        stamp = _stamp(self._path)
        if stamp == self._stamp:
            return ""
        self._stamp = stamp
        self.error = ""
        if stamp is None or self._path is None:
            return f"{LAYOUT} was removed; the last layout stays"
        try:
            self.layout = read_layout(self._path, self._masker)
        except LayoutError as error:
            self.error = escape(self._masker.text(str(error)))
            return ""
        return f"{LAYOUT} was read again"


def layout_file(named: str | None, location: Location, masker: Masker) -> LayoutFile:
    """Return the layout of a run: the one named on the command line, else the one beside its lines.

    Raises:
        LayoutError: it is wrong, or there is no such layout.
    """
    if named is None:
        beside = location.lines.parent / LAYOUT if location.lines is not None else None
        return LayoutFile(location.layout, masker, fallback=beside)
    if named == NO_LAYOUT:
        return LayoutFile(None, masker, chosen=True)
    if named.startswith(BUNDLED_LAYOUT):
        return LayoutFile(_bundled(named.removeprefix(BUNDLED_LAYOUT)), masker, chosen=True)
    return LayoutFile(Path(named), masker, chosen=True)


def read_layout(path: Path | None, masker: Masker) -> Layout:
    """Return the layout in a file, its titles and keys masked; an empty one without a file.

    Raises:
        LayoutError: it is wrong.
    """
    if path is None:
        return Layout()
    # Imported here: a run without a layout need not pay for it.
    from ...layouts.read import read

    try:
        layout = read(path)
    except LayoutError as error:
        raise LayoutError(masker.text(str(error))) from None
    return masked(layout, masker) if masker else layout


def masked(layout: Layout, masker: Masker) -> Layout:
    """Return a layout with the secrets in its titles and keys masked, as they are in the run's lines."""

    def text(plain: str | None) -> str | None:
        return None if plain is None else masker.text(plain)

    panels = tuple(
        replace(panel, title=text(panel.title), x=text(panel.x), y=tuple(map(masker.text, panel.y)))
        for panel in layout.panels
    )
    stats = tuple(replace(stat, title=text(stat.title), y=tuple(map(masker.text, stat.y))) for stat in layout.stats)
    return Layout(text(layout.x), panels, stats)


def _bundled(name: str) -> Path:
    from ...layouts.bundled import BUNDLED, path_of

    if name in BUNDLED:
        return path_of(name)
    near = nearest(name, BUNDLED)
    instead = f"the nearest is {BUNDLED_LAYOUT}{near[0]}" if near else f"there are {', '.join(BUNDLED)}"
    raise LayoutError(
        f"no layout {BUNDLED_LAYOUT}{elide_middle(escape(name), LONGEST_SHOWN)} comes with div-tui; {instead}"
    )


def _stamp(path: Path | None) -> tuple[int, int, int] | None:
    """Return what differs when a file has changed, None if it does not exist."""
    if path is None:
        return None
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
