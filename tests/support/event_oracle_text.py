"""What the oracle of events makes text of: what tells series apart, and what is shown besides numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from .oracle_line import mask_text

# --- what tells series apart ---


class Written(str):
    """A number as it stands in a line."""


def as_written(line: bytes) -> Any:
    """The same value, its numbers as they are written; a whole zero has no sign."""
    return json.loads(line, parse_int=lambda text: Written("0" if text == "-0" else text), parse_float=Written)


def json_as_written(value: Any) -> str:
    """The JSON of a value, its numbers as they are written."""
    if isinstance(value, Written):
        return value
    parts = []
    if isinstance(value, dict):
        for key in sorted(value):
            parts.append(json.dumps(key, ensure_ascii=False) + ":" + json_as_written(value[key]))  # noqa: PERF401
        return "{" + ",".join(parts) + "}"
    if isinstance(value, list):
        for one in value:
            parts.append(json_as_written(one))  # noqa: PERF401
        return "[" + ",".join(parts) + "]"
    return json.dumps(value, ensure_ascii=False)


def series_text(value: Any) -> str:
    """A string as it is, all else as its JSON, with numbers as they are written."""
    return value if isinstance(value, str) and not isinstance(value, Written) else json_as_written(value)


# --- what is shown ---


def text_of(value: Any, forms: Iterable[bytes]) -> str:
    """A string as it is, all else as the JSON with the fewest characters and its keys in order; masked."""
    if isinstance(value, str):
        return mask_text(value, forms)
    return mask_text(json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")), forms)


def cut(text: str, size: int) -> str:
    return text if len(text) <= size else text[: size - 1] + "…"


def leaves(data: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """The members of an object, those of the objects in it under dotted keys."""
    out: list[tuple[str, Any]] = []
    for key, value in data.items():
        if isinstance(value, dict) and value:
            out += leaves(value, f"{prefix}{key}.")
        else:
            out.append((prefix + key, value))
    return out


def fields(data: Any, forms: Iterable[bytes]) -> dict[str, str]:
    """At most 64 members of 512 characters, and 4096 characters together."""
    out: dict[str, str] = {}
    size = 0
    for key, value in leaves(data) if isinstance(data, dict) else []:
        shown, text = cut(mask_text(key, forms), 512), cut(text_of(value, forms), 512)
        size += len(shown) + len(text)
        if size > 4096 or len(out) == 64:
            break
        out[shown] = text
    return out
