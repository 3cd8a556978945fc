"""Where panels go: columns filled in order, from left to right and then down."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slot:
    """Where the panel at ``index`` goes: the row and column it begins in, from 0, and how many columns it spans."""

    index: int
    row: int
    column: int
    span: int


def place(wide: Sequence[bool], columns: int) -> list[Slot]:
    """Give each panel its slot, in order, where ``wide`` says which span all columns.

    A wide panel begins a row of its own, so the row before it may end early. A narrow screen has one column.
    Raises `ValueError` for fewer than one.
    """
    if columns < 1:
        raise ValueError("panels need at least one column")
    slots: list[Slot] = []
    row = column = 0
    for index, spans in enumerate(wide):
        span = columns if spans else 1
        if column + span > columns:
            row, column = row + 1, 0
        slots.append(Slot(index, row, column, span))
        column += span
    return slots
