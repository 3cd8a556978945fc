"""The kinds of sources, and choosing the one that reads an address."""

from __future__ import annotations

from collections.abc import Callable

from . import file, pipe
from .address import Address
from .source import Source

SOURCES: tuple[Callable[[Address], Source | None], ...] = (pipe.source, file.source)
"""Each returns the source of an address, or None if it is of another kind; the first that returns one is used."""


def source_of(address: Address) -> Source:
    """Return the source that reads the bytes at an address.

    Raises:
        OSError: a named pipe cannot be opened.
        LookupError: no kind of source reads it.
    """
    for make in SOURCES:
        if source := make(address):
            return source
    raise LookupError(f"no source reads {address.path}")
