"""The nearest of some names, for a person who misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, words: Iterable[str], count: int = 1) -> list[str]:
    """Return up to ``count`` of ``words`` that are most like ``word``, the nearest first."""
    # Imported here: only mistakes need it.
    from difflib import get_close_matches

    return get_close_matches(word, list(words), n=count, cutoff=0.6)
