"""Suggestions for a misspelled name."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, words: Iterable[str], count: int = 1) -> list[str]:
    """Return up to ``count`` of ``words`` that are similar to ``word``, the most similar first."""
    # Imported here because only mistakes need it.
    from difflib import get_close_matches

    return get_close_matches(word, list(words), n=count, cutoff=0.6)
