"""Series as text, ``name{key=value,key2=value2}``: writing and parsing them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

_SPECIAL = re.compile(r'[{},="\\\x00-\x1f\x7f-\x9f]')
_PART = re.compile(r'"(?:[^"\\]|\\.)*"|[^{},="\\]*', re.DOTALL)


class Series(NamedTuple):
    """What identifies a series: its name and its metadata together.

    Attributes:
        name: the name, which may hold ``/``.
        metadata: text by key, the keys sorted.
    """

    name: str
    metadata: dict[str, str]


def written(name: str, metadata: Mapping[str, str]) -> str:
    """Return a series as text, with sorted keys; without metadata, the name alone.

    A name, key or value with one of ``{ } , = " \\`` or a control character is written as a JSON string, so that
    different series have different texts.
    """
    if not metadata:
        return _quoted(name)
    return f"{_quoted(name)}{{{of_metadata(metadata)}}}"


def of_metadata(metadata: Mapping[str, str]) -> str:
    """Return metadata as text, as it stands between the braces of a series."""
    return ",".join(f"{_quoted(key)}={_quoted(metadata[key])}" for key in sorted(metadata))


def parse(text: str) -> Series | None:
    """Return the series of a text that `written` could return, None for any other text. White space is significant."""
    name, at = _next_part(text, 0)
    metadata: dict[str, str] = {}
    if at < len(text):
        if text[at] != "{" or text[-1] != "}":
            return None
        while text[at] != "}":
            key, at = _next_part(text, at + 1)
            if text[at : at + 1] != "=":
                return None
            metadata[key], at = _next_part(text, at + 1)
            if text[at : at + 1] not in (",", "}"):
                return None
        if at != len(text) - 1:
            return None
    return Series(name, {key: metadata[key] for key in sorted(metadata)})


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False) if _SPECIAL.search(text) else text


def _next_part(text: str, at: int) -> tuple[str, int]:
    """Return the name, key or value that starts at an index, and the index where it ends."""
    found = _PART.match(text, at)
    end = found.end() if found else at
    part = text[at:end]
    if part.startswith('"'):
        try:
            part = json.loads(part, strict=False)
        except ValueError:
            return "", at
    return part, end
