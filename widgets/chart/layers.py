"""Layers: the dots of each series, drawn over each other. Bright dots cover faint ones, later series earlier ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..cells import Cells, faint_role, series_role
from .decimate import Buckets, DotColumns, decimate
from .model import Series
from .raster import (
    ASCII_MARKERS,
    BITS,
    BRAILLE,
    BucketRows,
    Dots,
    Spans,
    ascii_codes,
    braille_bits,
    bucket_rows,
    fill,
    mean_spans,
    stroke_spans,
)
from .scale import Scale

DENSE = 4
"""From this many points per dot column on, a series is drawn as a faint envelope with the line of its means."""

MARKERS = ("●", "■", "▲", "◆")
"""The markers of the series, which distinguish them without colours."""

MARKER_DISTANCE = 24
"""The distance of markers along a line, in cells."""


def marker(series: int, *, ascii_only: bool) -> str:
    """Return the marker of the series at index `series` of a panel."""
    return (ASCII_MARKERS[series % 4] or ".") if ascii_only else MARKERS[series % 4]


Dot = tuple[int, int]
"""The column and row of a dot."""


@dataclass(frozen=True, eq=False)
class Layer:
    """The dots of one series.

    Attributes:
        index: the index of the series in the chart.
        bright: the dots of the line, shape (columns, rows).
        faint: the dots of the envelope, or of the line before smoothing, shape (columns, rows); None for none.
        extremes: the highest and the lowest dot of an envelope.
    """

    index: int
    bright: Dots
    faint: Dots | None
    extremes: tuple[Dot, ...]


@dataclass(frozen=True, eq=False)
class Canvas:
    """The coordinates of a chart: dot columns over x, and a scale over `rows` dot rows."""

    columns: DotColumns
    scale: Scale
    rows: int

    def layer(self, index: int, raw: Series, smooth: Series | None) -> Layer:
        """Return the layer of a series; `smooth` is the smoothed series, None without smoothing."""
        buckets = decimate(raw, self.columns)
        rows = bucket_rows(buckets, self.scale, self.rows)
        count = self.columns.count
        strokes = self._fill(stroke_spans(buckets, rows, count))
        if smooth is not None:
            means = decimate(smooth, self.columns)
            spans = mean_spans if _dense(means) else stroke_spans
            return Layer(index, self._fill(spans(means, bucket_rows(means, self.scale, self.rows), count)), strokes, ())
        if not _dense(buckets):
            return Layer(index, strokes, None, ())
        return Layer(index, self._fill(mean_spans(buckets, rows, count)), strokes, self._extremes(buckets, rows))

    def _fill(self, spans: list[Spans]) -> Dots:
        return fill(spans, self.columns.count, self.rows)

    def _extremes(self, buckets: Buckets, rows: BucketRows) -> tuple[Dot, ...]:
        """Return the highest and the lowest dot, which stay visible even if a line crosses their cell."""
        column = buckets.column
        (inside,) = ((column >= 0) & (column < self.columns.count)).nonzero()
        if not len(inside):
            return ()
        highest, lowest = int(inside[buckets.high[inside].argmax()]), int(inside[buckets.low[inside].argmin()])
        dots = (int(column[highest]), int(rows.high[highest])), (int(column[lowest]), int(rows.low[lowest]))
        return tuple(dot for dot in dots if 0 <= dot[1] < self.rows)


def _dense(buckets: Buckets) -> bool:
    return len(buckets.count) > 0 and int(buckets.count.sum()) >= DENSE * len(buckets.count)


def draw_layers(layers: list[Layer], cells: Cells, *, ascii_only: bool, marked: bool) -> bool:
    """Draw layers over the plot `cells`, with markers if `marked`; return whether there were any dots."""
    if ascii_only:
        _draw_ascii(layers, cells)
    else:
        _draw_braille(layers, cells)
        if marked:
            _draw_markers(layers, cells)
    return any(bool(layer.bright.any() or (layer.faint is not None and layer.faint.any())) for layer in layers)


def _draw_braille(layers: list[Layer], cells: Cells) -> None:
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
    # Faint dots in the same cell as a line would get its colour and blur it.
    bits = np.where(bright > 0, bright, faint)
    for layer in layers:
        for column, row in layer.extremes:
            bits[row // 4, column // 2] |= BITS[column % 2, row % 4]
    drawn = bits > 0
    cells.codes[drawn] = BRAILLE + bits[drawn].astype(np.uint32)


def _draw_ascii(layers: list[Layer], cells: Cells) -> None:
    faint = [(layer.faint, 0, faint_role(layer.index)) for layer in layers if layer.faint is not None]
    for dots, series, role in [*faint, *((layer.bright, layer.index, series_role(layer.index)) for layer in layers)]:
        codes = ascii_codes(dots, series)
        drawn = codes != 32
        cells.codes[drawn] = codes[drawn]
        cells.styles[drawn] = role


def _draw_markers(layers: list[Layer], cells: Cells) -> None:
    for layer in layers:
        bits = braille_bits(layer.bright)
        columns = np.flatnonzero(bits.any(axis=0))
        if not len(columns):
            continue
        first = MARKER_DISTANCE * layer.index // 4
        for column in {*columns[first::MARKER_DISTANCE].tolist(), int(columns[-1])}:
            row = int(bits[:, column].argmax())
            cells.put(column, row, MARKERS[layer.index % 4], series_role(layer.index))
