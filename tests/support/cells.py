"""What rectangles of cells contain."""

from __future__ import annotations

from div_tui.widgets.cells import Cells, Role


def role_of(cells: Cells, text: str, y: int = 0) -> Role:
    """Return the role of a text in row `y`, all of whose cells must have the same one."""
    x = cells.text(y).index(text)
    (role,) = set(cells.styles[y, x : x + len(text)].tolist())
    return Role(role)


def line(cells: Cells) -> str:
    """Return the text of cells with one row."""
    (row,) = cells.rows()
    return row
