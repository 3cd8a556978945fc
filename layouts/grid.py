"""The slots of panels in a grid, filled from left to right and then down."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of the panel at ``index``: its row and first column, both from 0, and how many columns it spans."""

    index: int
    row: int
    column: int
    span: int


def place(wide: Sequence[bool], columns: int) -> list[Slot]:
    """Return the slot of each panel, in order; ``wide`` tells for each panel whether it spans all columns.

    A wide panel starts a new row, so the row before it may end early.

    Raises:
        ValueError: ``columns`` is less than 1.
    """
    if columns < 1:
        raise ValueError("panels need at least one column")
    slots: list[Slot] = []
    row = column = 0
    for index, spans_all in enumerate(wide):
        span = columns if spans_all else 1
        if column + span > columns:
            row, column = row + 1, 0
        slots.append(Slot(index, row, column, span))
        column += span
    return slots
