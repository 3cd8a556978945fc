"""A run's cards and panels printed once as text, with the terminal's colours where it has some."""

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
"""Cells of a line, where there is no terminal to ask."""
MOST_WIDTH = 1000
PANEL_HEIGHT = 12
EMPTY_HEIGHT = 3
"""Rows of a panel, where none beside it has points either."""

Colours = Mapping[Role, str]
"""The colour and weight of each role, as parameters of SGR (ECMA-48, 8.3.117); one that has none looks like text."""

DIM = (Role.DIM, Role.LABEL, Role.RULE, Role.MARK)
FAINT = (Role.FRAME, Role.GRID)

ALIKE = np.ones(max(Role) + 1, np.bool_)
"""In which roles a space looks like any other: in all of them, as none has a background of its own."""

# What is dim, what is faint and what is wrong, on a dark and on a light background.
_DARK: tuple[RGB, RGB, RGB] = ((139, 148, 158), (88, 96, 105), (255, 123, 114))
_LIGHT: tuple[RGB, RGB, RGB] = ((101, 109, 118), (175, 181, 188), (179, 38, 30))


def run_plot(options: argparse.Namespace) -> int:
    """Print a run's panels once; return the exit status.

    Raises:
        NotFoundError, LayoutError, SecretsError, OSError: the run is refused.
        OutputError, BrokenPipeError: standard output cannot be written.
    """
    depth = colour_depth(os.environ) if sys.stdout.isatty() else Depth.NONE
    width = min(shutil.get_terminal_size((WIDTH, 24)).columns, MOST_WIDTH)
    style = ChartStyle(options.ascii, depth is Depth.NONE, options.smoothing)

    def picture(run: Run) -> Iterator[str]:
        runs = RunSet([run])
        x = None if options.x is None else runs.masked(options.x)
        view = ViewState(runs, list(map(runs.masked, options.keys)), x, style)
        cards = Cards(runs, ascii_only=style.ascii).cards(view.panels.layout.stats, view.main_x())
        if run.history.points and (view.panels.items or cards):
            inks = colours(depth, dark=is_dark(os.environ))
            for part in (*_cards(cards, width), *_panels(view, width)):
                yield from lines(part.ascii() if style.ascii else part, inks)
        else:
            yield runs.shown(why_no_panel(runs))

    return run_printing(options, picture)


def _cards(cards: Sequence[Card], width: int) -> Iterator[Cells]:
    """Yield the cards, if there are any, in as many rows as they need."""
    if cards:
        yield card_face.draw_cards(cards, width, CARD_HEIGHT * -(-len(cards) // card_columns(len(cards), width)))


def _panels(view: ViewState, width: int) -> Iterator[Cells]:
    """Yield each row of the panels' grid."""
    tiles = view.panels.tiles()
    if not tiles:
        return
    _, boxes = arrange(tiles, 0, 0, width, PANEL_HEIGHT * (slots(tiles, width)[-1].row + 1))
    for _, row in groupby(boxes.items(), key=lambda placed: placed[1].y):
        drawn = [(tiles[index].title, view.shown(tiles[index]), box) for index, box in row]
        empty = not any(len(one.x) for _, shown, _ in drawn for one in shown.series)
        cells = Cells.blank(width, EMPTY_HEIGHT if empty else PANEL_HEIGHT)
        for title, shown, box in drawn:
            cells.paste(panel_face.draw_panel(title, shown.series, shown.view, box.width, cells.height).cells, box.x, 0)
        yield cells


def lines(cells: Cells, inks: Colours) -> Iterator[str]:
    """Yield each row as text in its colours, without the spaces at its end."""
    for y in range(cells.height):
        written = np.flatnonzero(cells.codes[y] != 32)
        end = int(written[-1]) + 1 if len(written) else 0
        line, now = "", ""
        for text, role in cells.runs(y, 0, end, through=ALIKE):
            ink = inks.get(role, "")
            if ink != now:
                line += f"\x1b[0;{ink}m" if ink else "\x1b[0m"
                now = ink
            line += text
        yield line + ("\x1b[0m" if now else "")


def colour_depth(env: Mapping[str, str]) -> Depth:
    """Return how many colours the terminal has, as its environment tells."""
    term = env.get("TERM", "")
    if "NO_COLOR" in env or not term or dumb(env):
        return Depth.NONE
    if env.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in term:
        return Depth.TRUECOLOR
    return Depth.EIGHT_BIT if "256" in term else Depth.NAMED


def is_dark(env: Mapping[str, str]) -> bool:
    """Tell whether the terminal's background is dark; so it is unless ``$COLORFGBG`` (text;background) names white."""
    return env.get("COLORFGBG", "").rpartition(";")[2] not in ("7", "15")


def colours(depth: Depth, *, dark: bool) -> Colours:
    """Return the colours of every role on a terminal with a dark or a light background."""
    if depth is Depth.NONE:
        return {}
    if depth is Depth.NAMED:
        return _named(dark)
    foreground = _true if depth is Depth.TRUECOLOR else _indexed
    dim, faint, alert = map(foreground, _DARK if dark else _LIGHT)
    inks = _greys(dim, faint, alert)
    behind: RGB = (0, 0, 0) if dark else (255, 255, 255)
    for index, hue in enumerate(DARK_SERIES if dark else LIGHT_SERIES):
        inks[series_role(index)] = foreground(hue)
        inks[faint_role(index)] = foreground(mix(behind, hue, 0.5))
    return inks


def _named(dark: bool) -> dict[Role, str]:
    """Return the colours that the terminal itself names, with what is dim left to it too."""
    inks = _greys("2", "2", "91" if dark else "31")
    for index, ((bright, _), (faint, _)) in enumerate(zip(DARK_16 if dark else LIGHT_16, DARK_FAINT_16, strict=True)):
        inks[series_role(index)] = _number(bright)
        inks[faint_role(index)] = _number(faint) if dark else f"2;{_number(faint)}"
    return inks


def _greys(dim: str, faint: str, alert: str) -> dict[Role, str]:
    return {**dict.fromkeys(DIM, dim), **dict.fromkeys(FAINT, faint), Role.VALUE: "1", Role.ALERT: f"1;{alert}"}


def _true(colour: RGB) -> str:
    return "38;2;{};{};{}".format(*colour)


def _indexed(colour: RGB) -> str:
    return f"38;5;{eight_bit(colour)}"


def _number(number: int) -> str:
    return str(30 + number if number < 8 else 82 + number)
