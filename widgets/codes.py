"""Text as arrays of one code point per cell, and back."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..layouts.text import cell_width

Codes = npt.NDArray[np.uint32]
"""Unicode code points, one per cell; 0 for the right half of a wide character."""


def encode(text: str) -> Codes:
    """Return the code points of a text, shape (width in cells,). Characters without a width are dropped."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8).astype(np.uint32)
    codes: list[int] = []
    for character in text:
        width = cell_width(character)
        if width:
            codes.append(ord(character))
        if width == 2:
            codes.append(0)
    return np.array(codes, np.uint32)


def decode(codes: Codes) -> str:
    """Return the text of a row of code points, shape (n,)."""
    return codes.astype("<u4").tobytes().decode("utf-32-le").replace("\0", "")
