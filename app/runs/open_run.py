"""Opening a run: where its bytes come from, and the rules they go through."""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ...layouts.model import Layout, LayoutError
from ...layouts.text import elide_middle, escape
from .find import LONGEST_SHOWN, Found, NotFoundError, find
from ..sources.follow import Wait, wait_for_file, wait_for_pipe
from ..ingest.formats.registry import FormatFeed
from ..ingest.mask import Masker
from ..ingest.reader import Reader
from ..ingest.secrets import read_secrets
from ..sources.source import File, Pipe, Source, is_pipe
from ...layouts.nearest import nearest

NO_LAYOUT = "none"
BUNDLED_LAYOUT = "builtin:"
"""What the name of a layout that comes with the project begins with."""
STATUS = "status.json"


class Opened(NamedTuple):
    """A run that is ready to be read.

    Attributes:
        found: where it is.
        layout: its layout, empty when it has none; layout_path: the file it is from.
        status_path: where its status file is, or will be; None where nobody can tell.
        masker: of its secrets; warnings: what to say about them.
        reader: reads it; wait: waits for more of it, or None for a file that is read once.
    """

    found: Found
    layout: Layout
    layout_path: Path | None
    status_path: Path | None
    masker: Masker
    warnings: list[str]
    reader: Reader
    wait: Wait | None


def open_run(options: argparse.Namespace, stop: threading.Event, *, follow: bool, stdin: int = 0) -> Opened:
    """Find a run and make it ready to be read.

    Args:
        options: the command's arguments; the keys and x among them are masked, as they are in the run's lines.
        stop: ends the waiting for more.
        follow: whether it is read on after the end of what is there.
        stdin: the descriptor that standard input is read from.

    Raises:
        NotFoundError: there is no such run.
        LayoutError: its layout is wrong.
        SecretsError: its secrets cannot be read.
        OSError: its lines cannot be read.
    """
    masker, warnings = _secrets(options.secrets)
    options.keys = [masker.text(key) for key in options.keys]
    options.x = None if options.x is None else masker.text(options.x)
    with _masked_errors(masker):
        found = find(options.run, options.root, os.environ, wait=follow)
        layout_path = _layout_path(options.telemetry, found)
        layout = read_layout(layout_path, masker)
        source, wait = _source(found, stop, follow, stdin)
    feed = FormatFeed(masker, any_key=options.any_key, max_points=options.max_points, name=options.format)
    status_path = _status_path(options.status, found)
    return Opened(found, layout, layout_path, status_path, masker, warnings, Reader(source, feed), wait)


@contextmanager
def _masked_errors(masker: Masker) -> Iterator[None]:
    """Mask what errors say of the paths that were asked for."""
    try:
        yield
    except NotFoundError as error:
        raise NotFoundError(masker.text(str(error))) from None
    except OSError as error:
        if error.filename is not None:
            error.filename = masker.text(os.fsdecode(error.filename))
        raise


def read_layout(path: Path | None, masker: Masker) -> Layout:
    """Return the layout in a file, its titles masked; an empty one without a file.

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
    """Return a layout with the secrets masked in its titles and keys, as they are in the run's lines."""

    def text(one: str | None) -> str | None:
        return None if one is None else masker.text(one)

    panels = tuple(
        replace(panel, title=text(panel.title), x=text(panel.x), y=tuple(map(masker.text, panel.y)))
        for panel in layout.panels
    )
    stats = tuple(replace(stat, title=text(stat.title), y=tuple(map(masker.text, stat.y))) for stat in layout.stats)
    return Layout(text(layout.x), panels, stats)


def _secrets(named: str | None) -> tuple[Masker, list[str]]:
    if named is None:
        named = os.environ.get("DIV_TUI_SECRETS") or None
    # An empty --secrets is no file either: a variable that is not set must not show what was to be masked.
    return (Masker(), []) if named is None else read_secrets(Path(named))


def _layout_path(named: str | None, found: Found) -> Path | None:
    if named is None:
        return found.layout
    if named.startswith(BUNDLED_LAYOUT):
        return _bundled(named.removeprefix(BUNDLED_LAYOUT))
    return None if named == NO_LAYOUT else Path(named)


def _bundled(name: str) -> Path:
    from ...layouts.bundled import BUNDLED, path_of

    if name in BUNDLED:
        return path_of(name)
    near = nearest(name, BUNDLED)
    there = f"the nearest is {BUNDLED_LAYOUT}{near[0]}" if near else f"there are {', '.join(BUNDLED)}"
    raise LayoutError(
        f"no layout {BUNDLED_LAYOUT}{elide_middle(escape(name), LONGEST_SHOWN)} comes with div-tui; {there}"
    )


def _status_path(named: str | None, found: Found) -> Path | None:
    if named is not None:
        return Path(named)
    return None if found.lines is None else found.lines.parent / STATUS


def _source(found: Found, stop: threading.Event, follow: bool, stdin: int) -> tuple[Source, Wait | None]:
    if found.lines is None:
        pipe = Pipe(stdin)
        return pipe, wait_for_pipe(pipe)
    if is_pipe(found.lines):
        # Without waiting for a writer here: that is left to the reading.
        pipe = Pipe(os.open(found.lines, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK))
        return pipe, wait_for_pipe(pipe)
    if not follow:
        found.lines.open("rb").close()
    return File(found.lines), wait_for_file(found.lines, stop) if follow else None
