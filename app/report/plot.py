"""The cards and panels of a run printed once as text, in the colours of the terminal."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from ...widgets import card_face, panel_face
from ...widgets.arrangement import arrange, slots
from ...widgets.card_face import CARD_HEIGHT, Card, card_columns
from ...widgets.cells import Cells, Role, faint_role, series_role
from ...widgets.colours import DARK_16, DARK_FAINT_16, DARK_SERIES, LIGHT_16, LIGHT_SERIES, RGB, Depth, eight_bit, mix
from ..runs.run import Run
from ..runs.run_set import RunSet
from ..view.cards import Cards
from ..view.hints import why_no_panel
from ..view.state import ChartStyle, ViewState
from .printing import run_printing
from .terminal import dumb

WIDTH = 80
"""The width in cells if there is no terminal."""
MAX_WIDTH = 1000
PANEL_HEIGHT = 12
EMPTY_HEIGHT = 3
"""The height of a row of panels without points."""

Colours = Mapping[Role, str]
"""The colour and weight of each role as SGR parameters (ECMA-48, 8.3.117); a role without them looks like text."""

DIM = (Role.DIM, Role.LABEL, Role.RULE, Role.MARK)
FAINT = (Role.FRAME, Role.GRID)

SPACES_ALIKE = np.ones(max(Role) + 1, np.bool_)
"""The roles in which a space looks like any other: all of them, as none has a background."""

# The colours of dim, faint and alert text on a dark and on a light background.
_DARK: tuple[RGB, RGB, RGB] = ((139, 148, 158), (88, 96, 105), (255, 123, 114))
_LIGHT: tuple[RGB, RGB, RGB] = ((101, 109, 118), (175, 181, 188), (179, 38, 30))


def run_plot(options: argparse.Namespace) -> int:
    """Print the panels of a run once; return the exit status.

    Raises:
        NotFoundError, LayoutError, SecretsError, OSError: the run cannot be opened.
        OutputError, BrokenPipeError: standard output cannot be written.
    """
    depth = colour_depth(os.environ) if sys.stdout.isatty() else Depth.NONE
    width = min(shutil.get_terminal_size((WIDTH, 24)).columns, MAX_WIDTH)
    style = ChartStyle(options.ascii, depth is Depth.NONE, options.smoothing)

    def picture(run: Run) -> Iterator[str]:
        runs = RunSet([run])
        x = None if options.x is None else runs.masked(options.x)
        view = ViewState(runs, list(map(runs.masked, options.keys)), x, style)
        cards = Cards(runs, ascii_only=style.ascii).cards(view.panels.layout.stats, view.main_x())
        if run.history.points and (view.panels.items or cards):
            styles = colours(depth, dark=is_dark(os.environ))
            for cells in (*_cards(cards, width), *_panels(view, width)):
                yield from lines(cells.ascii() if style.ascii else cells, styles)
        else:
            yield runs.shown(why_no_panel(runs))

    return run_printing(options, picture)


def _cards(cards: Sequence[Card], width: int) -> Iterator[Cells]:
    """Yield the rows of cards, if there are any cards."""
    if cards:
        yield card_face.draw_cards(cards, width, CARD_HEIGHT * -(-len(cards) // card_columns(len(cards), width)))


def _panels(view: ViewState, width: int) -> Iterator[Cells]:
    """Yield each row of panels."""
    tiles = view.panels.tiles()
    if not tiles:
        return
    _, boxes = arrange(tiles, 0, 0, width, PANEL_HEIGHT * (slots(tiles, width)[-1].row + 1))
    for _, row in groupby(boxes.items(), key=lambda placed: placed[1].y):
        drawn = [(tiles[index].title, view.shown(tiles[index]), box) for index, box in row]
        empty = not any(len(series.x) for _, shown, _ in drawn for series in shown.series)
        cells = Cells.blank(width, EMPTY_HEIGHT if empty else PANEL_HEIGHT)
        for title, shown, box in drawn:
            cells.paste(panel_face.draw_panel(title, shown.series, shown.view, box.width, cells.height).cells, box.x, 0)
        yield cells


def lines(cells: Cells, styles: Colours) -> Iterator[str]:
    """Yield each row as text with SGR sequences, without trailing spaces."""
    for y in range(cells.height):
        written = np.flatnonzero(cells.codes[y] != 32)
        end = int(written[-1]) + 1 if len(written) else 0
        line, current = "", ""
        for text, role in cells.runs(y, 0, end, through=SPACES_ALIKE):
            style = styles.get(role, "")
            if style != current:
                line += f"\x1b[0;{style}m" if style else "\x1b[0m"
                current = style
            line += text
        yield line + ("\x1b[0m" if current else "")


def colour_depth(env: Mapping[str, str]) -> Depth:
    """Return how many colours the terminal has, according to the environment."""
    term = env.get("TERM", "")
    if "NO_COLOR" in env or not term or dumb(env):
        return Depth.NONE
    if env.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in term:
        return Depth.TRUECOLOR
    return Depth.EIGHT_BIT if "256" in term else Depth.NAMED


def is_dark(env: Mapping[str, str]) -> bool:
    """Return whether the background is dark: unless ``$COLORFGBG`` (foreground;background) ends with a white."""
    return env.get("COLORFGBG", "").rpartition(";")[2] not in ("7", "15")


def colours(depth: Depth, *, dark: bool) -> Colours:
    """Return the colours of the roles on a dark or a light background."""
    if depth is Depth.NONE:
        return {}
    if depth is Depth.NAMED:
        return _named(dark)
    foreground = _true_colour if depth is Depth.TRUECOLOR else _indexed_colour
    dim, faint, alert = map(foreground, _DARK if dark else _LIGHT)
    styles = _greys(dim, faint, alert)
    background: RGB = (0, 0, 0) if dark else (255, 255, 255)
    for index, hue in enumerate(DARK_SERIES if dark else LIGHT_SERIES):
        styles[series_role(index)] = foreground(hue)
        styles[faint_role(index)] = foreground(mix(background, hue, 0.5))
    return styles


def _named(dark: bool) -> dict[Role, str]:
    """Return colours from the 16 of the terminal, with its own dim text for dim roles."""
    styles = _greys("2", "2", "91" if dark else "31")
    for index, ((bright, _), (faint, _)) in enumerate(zip(DARK_16 if dark else LIGHT_16, DARK_FAINT_16, strict=True)):
        styles[series_role(index)] = _named_colour(bright)
        styles[faint_role(index)] = _named_colour(faint) if dark else f"2;{_named_colour(faint)}"
    return styles


def _greys(dim: str, faint: str, alert: str) -> dict[Role, str]:
    return {**dict.fromkeys(DIM, dim), **dict.fromkeys(FAINT, faint), Role.VALUE: "1", Role.ALERT: f"1;{alert}"}


def _true_colour(colour: RGB) -> str:
    return "38;2;{};{};{}".format(*colour)


def _indexed_colour(colour: RGB) -> str:
    return f"38;5;{eight_bit(colour)}"


def _named_colour(number: int) -> str:
    return str(30 + number if number < 8 else 82 + number)
