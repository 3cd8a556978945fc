"""What some spans of cells show, taken from the strips of a screen or directly from painted widgets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from textual.geometry import Region
from textual.strip import Strip

from .painted import Painted
from .pen import Piece

Span = tuple[int, int, int]
"""A range of cells: its row, its first column, and the column after its last."""

MERGE_GAP = 3
"""Spans of a row with at most this many cells between them are sent as one: moving the cursor takes 4 to 6 bytes."""


def merged(spans: Iterable[Span], gap: int = MERGE_GAP) -> Iterator[Span]:
    """Yield spans in order, those of a row that overlap or have at most ``gap`` cells between them as one."""
    last: Span | None = None
    for y, x0, x1 in sorted(spans):
        if last is not None and last[0] == y and x0 - last[2] <= gap:
            last = (y, last[1], max(x1, last[2]))
            continue
        if last is not None:
            yield last
        last = (y, x0, x1)
    if last is not None:
        yield last


def rows_of(regions: Iterable[Region]) -> Iterator[Span]:
    """Yield the spans that cover ``regions``, in order and apart from one another."""
    return merged(((y, x, x + width) for x, top, width, height in regions for y in range(top, top + height)), gap=0)


def strip_pieces(
    chops: Sequence[Mapping[int, Strip | None]], ends: Sequence[Sequence[int]], spans: Iterable[Span]
) -> Iterator[Piece]:
    """Yield what ``spans`` show of a screen.

    Args:
        chops: for each row of the screen, its strips by their first column; None where nothing is drawn.
        ends: for each row, the column after each of its strips.
        spans: the cells to draw.
    """
    for y, x0, x1 in merged(spans):
        for (left, strip), right in zip(chops[y].items(), ends[y], strict=False):
            start, end = max(x0, left), min(x1, right)
            if strip is not None and start < end:
                yield Piece(y, start, end, ((text, style) for text, style, _ in strip.crop(start - left, end - left)))


def face_pieces(faces: Mapping[Painted, Region], spans: Iterable[Span]) -> list[Piece] | None:
    """Return what ``spans`` show of painted widgets; None if the widgets do not cover all of it.

    Args:
        faces: the widgets of the screen and their regions, which do not overlap.
        spans: the cells to draw.
    """
    pieces: list[Piece] = []
    for y, x0, x1 in merged(spans):
        width = x1 - x0
        for widget, region in faces.items():
            start, end = max(x0, region.x), min(x1, region.right)
            if region.y <= y < region.bottom and start < end:
                pieces.append(Piece(y, start, end, widget.runs(y - region.y, start - region.x, end - region.x)))
                width -= end - start
        if width:
            return None
    return pieces
