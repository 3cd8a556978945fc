"""The members of a JSON object as text to show: masked, flat, and of bounded size."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from .mask import Masker

FIELDS = 64
"""How many members of an object are kept."""

FIELD_CHARACTERS = 512
"""How long a key or a member's text may be; a longer one is cut."""

OBJECT_CHARACTERS = 4096
"""How long the keys and texts of an object may be together."""

CUT = "…"


def json_of(value: object) -> str:
    """Return a value as compact JSON, the keys of objects sorted."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def text_of(value: object, masker: Masker) -> str:
    """Return a JSON value as masked text: a string unchanged, anything else as compact JSON."""
    if isinstance(value, str):
        return masker.text(value)
    text = json_of(value)
    # Masked like a line, since a secret in it may be escaped as in JSON.
    return masker.line(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass") if masker else text


def cut(text: str, size: int) -> str:
    """Return a text cut to at most ``size`` characters; one that was cut ends with an ellipsis."""
    return text if len(text) <= size else text[: size - len(CUT)] + CUT


def fields(data: Mapping[str, object], masker: Masker) -> dict[str, str]:
    """Return an object's members as masked text by dotted key, in order, up to the limits of this module."""
    found: dict[str, str] = {}
    left = OBJECT_CHARACTERS
    for path, value in _leaves(data):
        key, text = cut(masker.text(path), FIELD_CHARACTERS), cut(text_of(value, masker), FIELD_CHARACTERS)
        left -= len(key) + len(text)
        if left < 0 or len(found) == FIELDS:
            break
        found[key] = text
    return found


def _leaves(data: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield each member that is not a nested object, with its dotted key. Not recursive: objects may nest deep."""
    stack = [("", iter(data.items()))]
    while stack:
        prefix, members = stack[-1]
        for key, value in members:
            if isinstance(value, dict) and value:
                stack.append((f"{prefix}{key}.", iter(value.items())))
                break
            yield prefix + key, value
        else:
            stack.pop()
