"""What an object says besides numbers, as text to show: masked, flat, and of bounded size."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from .mask import Masker

FIELDS = 64
"""How many members of an object are kept."""

FIELD_CHARACTERS = 512
"""How long a member's text may be; a longer one is cut."""

OBJECT_CHARACTERS = 4096
"""How long the keys and texts of an object may be together."""

CUT = "…"


def json_of(value: object) -> str:
    """Return a value as JSON, with the fewest characters and the keys of objects in order."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def text_of(value: object, masker: Masker) -> str:
    """Return a JSON value as text, masked: a string as it is, anything else as JSON with its keys in order."""
    if isinstance(value, str):
        return masker.text(value)
    text = json_of(value)
    # As a line is masked: in it a secret may be spelled as JSON escapes it.
    return masker.line(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass") if masker else text


def cut(text: str, size: int) -> str:
    """Return a text of at most ``size`` characters; one that lost its end says so."""
    return text if len(text) <= size else text[: size - len(CUT)] + CUT


def fields(data: Mapping[str, object], masker: Masker) -> dict[str, str]:
    """Return the members of an object as text by dotted key, in the order they are written, as far as they are kept."""
    found: dict[str, str] = {}
    left = OBJECT_CHARACTERS
    for written, value in _leaves(data):
        key, text = cut(masker.text(written), FIELD_CHARACTERS), cut(text_of(value, masker), FIELD_CHARACTERS)
        left -= len(key) + len(text)
        if left < 0 or len(found) == FIELDS:
            break
        found[key] = text
    return found


def _leaves(data: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield each member that is no object of others under its dotted key, without recursion."""
    inner = [("", iter(data.items()))]
    while inner:
        prefix, members = inner[-1]
        for key, value in members:
            if isinstance(value, dict) and value:
                inner.append((f"{prefix}{key}.", iter(value.items())))
                break
            yield prefix + key, value
        else:
            inner.pop()
