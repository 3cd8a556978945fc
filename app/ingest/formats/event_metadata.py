"""Metadata as text: strings as they are, anything else as its JSON, in which numbers stand as they do in the line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..fields import json_of

_ALIKE = {str, int, bool, type(None)}
"""The types of values that are written in one way alone; other numbers are written in many."""

_STRING_OR_INDEX = re.compile(r'"(?:[^"\\]|\\.)*"|\d+')


def texts_of(metadata: Mapping[str, Any], line: bytes) -> dict[str, str]:
    """Return the metadata of an event, whose line that is, as text by key; not yet masked."""
    if _ALIKE.issuperset(map(type, metadata.values())):
        return {key: value if isinstance(value, str) else json_of(value) for key, value in metadata.items()}
    # All numbers are read as indexes of what is written: so they come through JSON again as themselves.
    written: list[str] = []

    def number(text: str) -> int:
        written.append("0" if text == "-0" else text)  # a whole number that has two spellings
        return len(written) - 1

    def put_back(found: re.Match[str]) -> str:
        part = found.group()
        return part if part.startswith('"') else written[int(part)]

    metadata = json.JSONDecoder(parse_int=number, parse_float=number).decode(line.decode("utf-8"))["metadata"]
    return {
        key: value if isinstance(value, str) else _STRING_OR_INDEX.sub(put_back, json_of(value))
        for key, value in metadata.items()
    }
