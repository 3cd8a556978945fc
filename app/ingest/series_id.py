"""How a series is written, ``name{key=value,key2=value2}``, and read again: its name and its metadata together."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

_SPECIAL = re.compile(r'[{},="\\\x00-\x1f\x7f-\x9f]')
_PART = re.compile(r'"(?:[^"\\]|\\.)*"|[^{},="\\]*', re.DOTALL)


class Series(NamedTuple):
    """What tells a series from others.

    Attributes:
        name: its name, which may hold ``/``.
        metadata: text by key, the keys in order.
    """

    name: str
    metadata: dict[str, str]


def written(name: str, metadata: Mapping[str, str]) -> str:
    """Return a series as it is written: the keys in order, and the name alone where there is no metadata.

    What holds one of ``{ } , = " \\`` or a control character is written as a JSON string, so that no two series are
    written alike.
    """
    if not metadata:
        return _part(name)
    return f"{_part(name)}{{{of_metadata(metadata)}}}"


def of_metadata(metadata: Mapping[str, str]) -> str:
    """Return metadata as it is written between the braces of a series."""
    return ",".join(f"{_part(key)}={_part(metadata[key])}" for key in sorted(metadata))


def parse(text: str) -> Series | None:
    """Read a series as `written` writes it; None where the text is not written so. White space counts."""
    name, at = _read(text, 0)
    metadata: dict[str, str] = {}
    if at < len(text):
        if text[at] != "{" or text[-1] != "}":
            return None
        while text[at] != "}":
            key, at = _read(text, at + 1)
            if text[at : at + 1] != "=":
                return None
            metadata[key], at = _read(text, at + 1)
            if text[at : at + 1] not in (",", "}"):
                return None
        if at != len(text) - 1:
            return None
    return Series(name, {key: metadata[key] for key in sorted(metadata)})


def _part(text: str) -> str:
    return json.dumps(text, ensure_ascii=False) if _SPECIAL.search(text) else text


def _read(text: str, at: int) -> tuple[str, int]:
    """Read a name, a key or a value; return it and where it ends."""
    found = _PART.match(text, at)
    end = found.end() if found else at
    part = text[at:end]
    if part.startswith('"'):
        try:
            part = json.loads(part, strict=False)
        except ValueError:
            return "", at
    return part, end
