"""Rasterization: strokes to dots, and dots to characters.

A braille cell is two dots wide and four high; an ASCII cell is one dot wide and two high. Dots are booleans of shape
(columns, rows) with row 0 at the top, since everything is drawn as vertical spans of dots.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .decimate import Buckets
from .model import Indices
from .scale import Scale

Dots = npt.NDArray[np.bool_]

BRAILLE = 0x2800
BITS = np.array([[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]], np.uint8)
"""The bit of each dot in the braille pattern of a cell, shape (2 columns, 4 rows)."""

ASCII_MARKERS = ("", "*", "o", "x")
"""The character of each series in ASCII; the first series is drawn with full stops, apostrophes and colons."""

CROWD_SIZE = 16
"""From this many strokes between the same two columns on, the area between the outermost two is filled."""

_ASCII_LINE = np.array([32, ord("'"), ord("."), ord(":")], np.uint32)


@dataclass(frozen=True, eq=False)
class Spans:
    """Vertical spans of dots: from row `top` to row `bottom`, both included, in dot column `column`; shape (spans,)."""

    column: Indices
    top: Indices
    bottom: Indices


@dataclass(frozen=True, eq=False)
class BucketRows:
    """The dot rows of the values of each bucket, 0 at the top; each of shape (buckets,)."""

    first: Indices
    last: Indices
    low: Indices
    high: Indices
    mean: Indices


def line_spans(column: Indices, row: Indices, to_column: Indices, to_row: Indices, columns: int) -> Spans:
    """Return the dots of straight lines, each from one dot to another one further right, clipped to `columns`.

    In a steep line, each column gets the rows up to halfway to the next column, so that there are neither gaps nor
    double dots. The arrays have shape (lines,).
    """
    start, end = np.maximum(column, 0), np.minimum(to_column, columns - 1)
    visible = start <= end
    if not visible.all():
        column, row, to_column, to_row = column[visible], row[visible], to_column[visible], to_row[visible]
        start, end = start[visible], end[visible]
    lengths = end - start + 1
    climbs = to_row - row
    strokes = np.array((start - lengths.cumsum() + lengths, column, to_column - column, climbs, row))
    offset, column, run, climb, origin = strokes.repeat(lengths, axis=1)
    at = np.arange(len(offset)) + offset
    down, climb = climb > 0, np.abs(climb)
    # In integers, in units of half a column: twice the climb at the start of the column, and at its end.
    done, twice = 2 * (at - column) * climb, 2 * run
    lower = np.maximum((done - climb) // twice + 1, 0)
    upper = np.minimum((done + climb) // twice, climb)
    flat = climb < run
    if flat.any():
        middle = (done + run) // twice
        lower, upper = np.where(flat, middle, lower), np.where(flat, middle, upper)
    return Spans(at, np.where(down, origin + lower, origin - upper), np.where(down, origin + upper, origin - lower))


def bucket_rows(buckets: Buckets, scale: Scale, rows: int) -> BucketRows:
    """Return the dot rows of the values of each bucket, of `rows` dot rows."""
    if buckets.low is buckets.high:
        row = scale.rows(buckets.low, rows)
        return BucketRows(row, row, row, row, row)
    values = np.array((buckets.first, buckets.last, buckets.low, buckets.high, buckets.mean))
    return BucketRows(*scale.rows(values, rows))


def stroke_spans(buckets: Buckets, rows: BucketRows, columns: int) -> list[Spans]:
    """Return all dots of a series: each bucket from its lowest to its highest value, and the lines between buckets."""
    return [_vertical(buckets, rows.high, rows.low, columns), *_connections(buckets, rows.last, rows.first, columns)]


def mean_spans(buckets: Buckets, rows: BucketRows, columns: int) -> list[Spans]:
    """Return the dots of the line through the mean of each bucket."""
    return [_vertical(buckets, rows.mean, rows.mean, columns), *_connections(buckets, rows.mean, rows.mean, columns)]


def _vertical(buckets: Buckets, top: Indices, bottom: Indices, columns: int) -> Spans:
    """Return a span in the column of each bucket inside the plot."""
    column = buckets.column
    inside = (column >= 0) & (column < columns)
    return Spans(column, top, bottom) if inside.all() else Spans(column[inside], top[inside], bottom[inside])


def _connections(buckets: Buckets, last_row: Indices, first_row: Indices, columns: int) -> list[Spans]:
    """Return the lines from the last row of each bucket to the first row of the next one that is joined to it."""
    (after,) = buckets.joined.nonzero()
    if not len(after):
        return []
    before = after - 1
    ends = buckets.last_column[before], last_row[before], buckets.first_column[after], first_row[after]
    return [line_spans(*ends, columns)] if len(after) <= CROWD_SIZE * columns else _crowded(*ends, columns)


def _crowded(column: Indices, row: Indices, to_column: Indices, to_row: Indices, columns: int) -> list[Spans]:
    """Return the dots of many lines between the same pairs of columns, as two writers at different x produce.

    A crowd of lines covers practically all dots between its outermost two, so these and the area between them are
    drawn. The work is then bounded by the number of pairs of columns, and not by the number of points.
    """
    order = np.lexsort((to_column, column))
    column, row, to_column, to_row = column[order], row[order], to_column[order], to_row[order]
    starts_pair = np.ones(len(order), np.bool_)
    starts_pair[1:] = (column[1:] != column[:-1]) | (to_column[1:] != to_column[:-1])
    starts = np.flatnonzero(starts_pair)
    counts = np.diff(np.append(starts, len(order)))
    single = np.repeat(counts < CROWD_SIZE, counts)
    crowds = counts >= CROWD_SIZE
    crowd_starts = starts[crowds]
    edges = [
        line_spans(
            column[crowd_starts],
            limit.reduceat(row, starts)[crowds],
            to_column[crowd_starts],
            limit.reduceat(to_row, starts)[crowds],
            columns,
        )
        for limit in (np.minimum, np.maximum)
    ]
    between = Spans(
        edges[0].column, np.minimum(edges[0].top, edges[1].top), np.maximum(edges[0].bottom, edges[1].bottom)
    )
    return [between, line_spans(column[single], row[single], to_column[single], to_row[single], columns)]


def fill(spans: list[Spans], columns: int, rows: int) -> Dots:
    """Return the dots that spans cover, clipped to the plot, shape (columns, rows)."""
    if not spans:
        return np.zeros((columns, rows), np.bool_)
    column = np.concatenate([span.column for span in spans])
    top = np.concatenate([span.top for span in spans])
    bottom = np.concatenate([span.bottom for span in spans])
    visible = (bottom >= 0) & (top < rows)
    if not visible.all():
        column, top, bottom = column[visible], top[visible], bottom[visible]
    base = column * (rows + 1)
    starts = np.bincount(base + np.maximum(top, 0), minlength=columns * (rows + 1))
    ends = np.bincount(base + np.minimum(bottom, rows - 1) + 1, minlength=columns * (rows + 1))
    dots: Dots = ((starts - ends).reshape(columns, rows + 1).cumsum(axis=1) > 0)[:, :rows]
    return dots


def braille_bits(dots: Dots) -> npt.NDArray[np.uint8]:
    """Return the bits of the braille pattern of each cell, shape (height, width)."""
    columns, rows = dots.shape
    cells = dots.reshape(columns // 2, 2, rows // 4, 4)
    bits: npt.NDArray[np.uint8] = np.einsum("ciwr,ir->wc", cells, BITS, dtype=np.uint8, casting="unsafe")
    return bits


def ascii_codes(dots: Dots, series: int) -> npt.NDArray[np.uint32]:
    """Return the character of each cell for the series at index `series`, shape (height, width)."""
    columns, rows = dots.shape
    cells = dots.reshape(columns, rows // 2, 2)
    codes: npt.NDArray[np.uint32] = _ASCII_LINE[cells[:, :, 0] + 2 * cells[:, :, 1]].T
    marker = ASCII_MARKERS[series % len(ASCII_MARKERS)]
    return np.where(codes != 32, np.uint32(ord(marker)), codes) if marker else codes
