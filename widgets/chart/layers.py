"""The series of a plot laid over one another: faint dots below, bright ones above, later series over earlier."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..cells import Cells, faint_role, series_role
from .decimate import Columns, Runs, decimate
from .model import Series
from .raster import (
    ASCII_MARKS,
    BITS,
    BRAILLE,
    Dots,
    RunRows,
    Spans,
    ascii_codes,
    braille_bits,
    fill,
    mean_spans,
    run_rows,
    stroke_spans,
)
from .scale import Scale

DENSE = 4
"""With this many points a dot column a series is drawn as a faint envelope with the line of its means in front."""

MARKS = ("●", "■", "▲", "◆")
"""What tells series apart where there is no colour."""

MARK_EVERY = 24
"""Cells between the marks along a line."""


def mark(series: int, *, plain: bool) -> str:
    """The character that stands for a series in the legend; `plain` is ASCII."""
    return (ASCII_MARKS[series % 4] or ".") if plain else MARKS[series % 4]


Dot = tuple[int, int]
"""A dot's column and row."""


@dataclass(frozen=True, eq=False)
class Layer:
    """The dots of one series; `index` is its place in the chart."""

    index: int
    bright: Dots
    faint: Dots | None
    extremes: tuple[Dot, ...]


@dataclass(frozen=True, eq=False)
class Canvas:
    """What the dots of a chart are placed by: dot columns over x, a scale over `rows` dot rows."""

    columns: Columns
    scale: Scale
    rows: int

    def layer(self, index: int, raw: Series, smooth: Series | None) -> Layer:
        """The dots of a series, and of its smoothed form where it has one."""
        runs = decimate(raw, self.columns)
        at = run_rows(runs, self.scale, self.rows)
        count = self.columns.count
        strokes = self._fill(stroke_spans(runs, at, count))
        if smooth is not None:
            means = decimate(smooth, self.columns)
            spans = mean_spans if _dense(means) else stroke_spans
            return Layer(index, self._fill(spans(means, run_rows(means, self.scale, self.rows), count)), strokes, ())
        if not _dense(runs):
            return Layer(index, strokes, None, ())
        return Layer(index, self._fill(mean_spans(runs, at, count)), strokes, self._extremes(runs, at))

    def _fill(self, spans: list[Spans]) -> Dots:
        return fill(spans, self.columns.count, self.rows)

    def _extremes(self, runs: Runs, at: RunRows) -> tuple[Dot, ...]:
        """The highest and the lowest dot, which stay to be seen even where a line crosses their cell."""
        (inside,) = ((runs.column >= 0) & (runs.column < self.columns.count)).nonzero()
        if not len(inside):
            return ()
        highest, lowest = int(inside[runs.high[inside].argmax()]), int(inside[runs.low[inside].argmin()])
        dots = (int(runs.column[highest]), int(at.high[highest])), (int(runs.column[lowest]), int(at.low[lowest]))
        return tuple(dot for dot in dots if 0 <= dot[1] < self.rows)


def _dense(runs: Runs) -> bool:
    return len(runs.count) > 0 and int(runs.count.sum()) >= DENSE * len(runs.count)


def lay(layers: list[Layer], cells: Cells, *, plain: bool, marked: bool) -> bool:
    """Draw layers over what `cells` (the plot's area) holds, and say whether there was a dot to draw."""
    if plain:
        _lay_ascii(layers, cells)
    else:
        _lay_braille(layers, cells)
        if marked:
            _lay_marks(layers, cells)
    return any(bool(layer.bright.any() or (layer.faint is not None and layer.faint.any())) for layer in layers)


def _lay_braille(layers: list[Layer], cells: Cells) -> None:
    shape = cells.codes.shape
    bright, faint = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    styles = cells.styles
    for layer in layers:
        if layer.faint is not None:
            bits = braille_bits(layer.faint)
            styles[bits > 0] = faint_role(layer.index)
            faint |= bits
    for layer in layers:
        bits = braille_bits(layer.bright)
        styles[bits > 0] = series_role(layer.index)
        bright |= bits
    # Faint dots beside a line in the same cell would take its colour and blur it.
    bits = np.where(bright > 0, bright, faint)
    for layer in layers:
        for column, row in layer.extremes:
            bits[row // 4, column // 2] |= BITS[column % 2, row % 4]
    drawn = bits > 0
    cells.codes[drawn] = BRAILLE + bits[drawn].astype(np.uint32)


def _lay_ascii(layers: list[Layer], cells: Cells) -> None:
    faint = [(layer.faint, 0, faint_role(layer.index)) for layer in layers if layer.faint is not None]
    for dots, series, role in [*faint, *((layer.bright, layer.index, series_role(layer.index)) for layer in layers)]:
        codes = ascii_codes(dots, series)
        drawn = codes != 32
        cells.codes[drawn] = codes[drawn]
        cells.styles[drawn] = role


def _lay_marks(layers: list[Layer], cells: Cells) -> None:
    for layer in layers:
        bits = braille_bits(layer.bright)
        columns = np.flatnonzero(bits.any(axis=0))
        if not len(columns):
            continue
        first = MARK_EVERY * layer.index // 4
        for column in {*columns[first::MARK_EVERY].tolist(), int(columns[-1])}:
            row = int(bits[:, column].argmax())
            cells.put(column, row, MARKS[layer.index % 4], series_role(layer.index))
