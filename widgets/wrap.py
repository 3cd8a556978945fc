"""Texts wrapped to lines of a width in cells."""

from __future__ import annotations

from collections.abc import Sequence

from ..layouts.text import cell_width, crop

GAP = 2
"""Cells between two texts on the same line."""


def wrap(texts: Sequence[str], width: int) -> list[str]:
    """Return texts as lines of at most ``width`` cells, as many texts per line as fit.

    A text is only broken if it does not fit on one line: at spaces, and inside a word that does not fit either.
    """
    width = max(width, 1)
    lines = [""]
    for text in texts:
        separator = " " * GAP if lines[-1] else ""
        if cell_width(lines[-1] + separator + text) > width >= cell_width(text):
            lines.append(text)
            continue
        for word in text.split(" "):
            _add_word(lines, separator, word, width)
            separator = " "
    return lines


def _add_word(lines: list[str], separator: str, word: str, width: int) -> None:
    """Add a word to the last line, or to a new one; break a word that is longer than a line."""
    if cell_width(lines[-1] + separator + word) <= width:
        lines[-1] += separator + word
        return
    room = width - cell_width(lines[-1] + separator)
    if cell_width(word) <= width or room < 1:
        lines.append("")
    else:
        lines[-1] += separator
    while word:
        # A wide character on a line of one cell does not fit, but has to go somewhere.
        part = crop(word, width - cell_width(lines[-1])) or ("" if lines[-1] else word[0])
        lines[-1] += part
        word = word[len(part) :]
        if word:
            lines.append("")
