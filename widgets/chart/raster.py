"""Strokes to dots, and dots to characters.

A cell of braille is two dots wide and four high; a cell of ASCII one wide and two high. Dots are kept as booleans
(columns, rows), row 0 at the top, since everything is drawn as vertical spans of dots.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .decimate import Runs
from .model import Indices
from .scale import Scale

Dots = npt.NDArray[np.bool_]

BRAILLE = 0x2800
BITS = np.array([[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]], np.uint8)
"""The bit of each dot of a cell (column, row) in its braille pattern."""

ASCII_MARKS = ("", "*", "o", "x")
"""The mark of each series in ASCII; the first is drawn as a line of full stops, apostrophes and colons."""

CROWD = 16
"""So many strokes from one column to one other are drawn as the outermost two and what lies between."""

_ASCII_LINE = np.array([32, ord("'"), ord("."), ord(":")], np.uint32)


@dataclass(frozen=True, eq=False)
class Spans:
    """Vertical runs of dots: from row `top` to row `bottom`, both included, in dot column `column`."""

    column: Indices
    top: Indices
    bottom: Indices


@dataclass(frozen=True, eq=False)
class RunRows:
    """The dot row of each run's first, last, lowest, highest and mean value, 0 at the top."""

    first: Indices
    last: Indices
    low: Indices
    high: Indices
    mean: Indices


def lines(column: Indices, row: Indices, to_column: Indices, to_row: Indices, columns: int) -> Spans:
    """Straight strokes from one dot to another further right, as the dots within `columns` that they pass through.

    Where a stroke climbs more than it runs, each column takes the rows up to halfway to the next, so that it has
    neither gaps nor double dots.
    """
    begin, end = np.maximum(column, 0), np.minimum(to_column, columns - 1)
    seen = begin <= end
    if not seen.all():
        column, row, to_column, to_row = column[seen], row[seen], to_column[seen], to_row[seen]
        begin, end = begin[seen], end[seen]
    lengths = end - begin + 1
    climbs = to_row - row
    strokes = np.array((begin - lengths.cumsum() + lengths, column, to_column - column, climbs, row))
    offset, column, run, climb, origin = strokes.repeat(lengths, axis=1)
    at = np.arange(len(offset)) + offset
    down, climb = climb > 0, np.abs(climb)
    # All in halves of a column and whole numbers: twice the climb done where the column begins, and where it ends.
    done, twice = 2 * (at - column) * climb, 2 * run
    lower = np.maximum((done - climb) // twice + 1, 0)
    upper = np.minimum((done + climb) // twice, climb)
    flat = climb < run
    if flat.any():
        middle = (done + run) // twice
        lower, upper = np.where(flat, middle, lower), np.where(flat, middle, upper)
    return Spans(at, np.where(down, origin + lower, origin - upper), np.where(down, origin + upper, origin - lower))


def run_rows(runs: Runs, scale: Scale, rows: int) -> RunRows:
    """Where each run's values lie among `rows`."""
    if runs.low is runs.high:
        at = scale.rows(runs.low, rows)
        return RunRows(at, at, at, at, at)
    values = np.array((runs.first, runs.last, runs.low, runs.high, runs.mean))
    return RunRows(*scale.rows(values, rows))


def stroke_spans(runs: Runs, at: RunRows, columns: int) -> list[Spans]:
    """All the dots of a series: each run from its lowest to its highest value, and the strokes between runs."""
    return [_upright(runs, at.high, at.low, columns), *_strokes(runs, at.last, at.first, columns)]


def mean_spans(runs: Runs, at: RunRows, columns: int) -> list[Spans]:
    """The line through the mean of each run."""
    return [_upright(runs, at.mean, at.mean, columns), *_strokes(runs, at.mean, at.mean, columns)]


def _upright(runs: Runs, top: Indices, bottom: Indices, columns: int) -> Spans:
    """A span in the column of each run that is inside the plot."""
    inside = (runs.column >= 0) & (runs.column < columns)
    return Spans(runs.column, top, bottom) if inside.all() else Spans(runs.column[inside], top[inside], bottom[inside])


def _strokes(runs: Runs, leave: Indices, enter: Indices, columns: int) -> list[Spans]:
    """The strokes from the row where a run is left to the row where the next, joined to it, is entered."""
    (after,) = runs.joined.nonzero()
    if not len(after):
        return []
    ends = runs.leave[after - 1], leave[after - 1], runs.enter[after], enter[after]
    return [lines(*ends, columns)] if len(after) <= CROWD * columns else _crowded(*ends, columns)


def _crowded(column: Indices, row: Indices, to_column: Indices, to_row: Indices, columns: int) -> list[Spans]:
    """Strokes of which many go from one column to one other, as those of two writers far apart do.

    A crowd of them covers all the dots between its outermost two, to the eye, and is drawn as those and what they
    enclose: the work is then bounded by the pairs of columns and not by the points.
    """
    order = np.lexsort((to_column, column))
    column, row, to_column, to_row = column[order], row[order], to_column[order], to_row[order]
    begins = np.ones(len(order), np.bool_)
    begins[1:] = (column[1:] != column[:-1]) | (to_column[1:] != to_column[:-1])
    starts = np.flatnonzero(begins)
    counts = np.diff(np.append(starts, len(order)))
    alone = np.repeat(counts < CROWD, counts)
    crowds = counts >= CROWD
    some = starts[crowds]
    edges = [
        lines(
            column[some],
            limit.reduceat(row, starts)[crowds],
            to_column[some],
            limit.reduceat(to_row, starts)[crowds],
            columns,
        )
        for limit in (np.minimum, np.maximum)
    ]
    between = Spans(
        edges[0].column, np.minimum(edges[0].top, edges[1].top), np.maximum(edges[0].bottom, edges[1].bottom)
    )
    return [between, lines(column[alone], row[alone], to_column[alone], to_row[alone], columns)]


def fill(spans: list[Spans], columns: int, rows: int) -> Dots:
    """The dots (columns, rows) that spans cover, clipped to the plot."""
    if not spans:
        return np.zeros((columns, rows), np.bool_)
    column = np.concatenate([span.column for span in spans])
    top = np.concatenate([span.top for span in spans])
    bottom = np.concatenate([span.bottom for span in spans])
    seen = (bottom >= 0) & (top < rows)
    if not seen.all():
        column, top, bottom = column[seen], top[seen], bottom[seen]
    base = column * (rows + 1)
    begins = np.bincount(base + np.maximum(top, 0), minlength=columns * (rows + 1))
    ends = np.bincount(base + np.minimum(bottom, rows - 1) + 1, minlength=columns * (rows + 1))
    dots: Dots = ((begins - ends).reshape(columns, rows + 1).cumsum(axis=1) > 0)[:, :rows]
    return dots


def braille_bits(dots: Dots) -> npt.NDArray[np.uint8]:
    """The dots of each cell (height, width) as the bits of its braille pattern."""
    columns, rows = dots.shape
    cells = dots.reshape(columns // 2, 2, rows // 4, 4)
    bits: npt.NDArray[np.uint8] = np.einsum("ciwr,ir->wc", cells, BITS, dtype=np.uint8, casting="unsafe")
    return bits


def ascii_codes(dots: Dots, series: int) -> npt.NDArray[np.uint32]:
    """The character of each cell (height, width) for a series; a space where it has no dot."""
    columns, rows = dots.shape
    cells = dots.reshape(columns, rows // 2, 2)
    codes: npt.NDArray[np.uint32] = _ASCII_LINE[cells[:, :, 0] + 2 * cells[:, :, 1]].T
    mark = ASCII_MARKS[series % len(ASCII_MARKS)]
    return np.where(codes != 32, np.uint32(ord(mark)), codes) if mark else codes
