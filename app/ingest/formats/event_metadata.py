"""Metadata as text: strings unchanged, anything else as its JSON, with numbers as they are spelled in the line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..fields import json_of

_ONE_SPELLING = {str, int, bool, type(None)}
"""The types whose JSON has only one spelling; a number that is not an integer has many."""

_STRING_OR_INDEX = re.compile(r'"(?:[^"\\]|\\.)*"|\d+')


def texts_of(metadata: Mapping[str, Any], line: bytes) -> dict[str, str]:
    """Return the metadata of the event on a line as text by key, not masked."""
    if _ONE_SPELLING.issuperset(map(type, metadata.values())):
        return {key: value if isinstance(value, str) else json_of(value) for key, value in metadata.items()}
    # The line is parsed again with each number as an index into its spellings, which are put back afterwards.
    spellings: list[str] = []

    def to_index(spelling: str) -> int:
        spellings.append("0" if spelling == "-0" else spelling)  # the only integer with two spellings
        return len(spellings) - 1

    def to_spelling(part: re.Match[str]) -> str:
        text = part.group()
        return text if text.startswith('"') else spellings[int(text)]

    decoder = json.JSONDecoder(parse_int=to_index, parse_float=to_index)
    metadata = decoder.decode(line.decode("utf-8"))["metadata"]
    return {
        key: value if isinstance(value, str) else _STRING_OR_INDEX.sub(to_spelling, json_of(value))
        for key, value in metadata.items()
    }
