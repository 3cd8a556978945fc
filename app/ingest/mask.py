"""Masking: every secret value becomes ``***`` before anything else reads a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import AnyStr

MASK = "***"
_MASK = MASK.encode()


class Masker:
    """Replaces secret values in bytes and text.

    Overlapping and touching occurrences together become one mask.
    """

    def __init__(self, values: Iterable[str] = ()) -> None:
        """Take the secret values; empty ones are passed over."""
        values = [value for value in values if value]
        spelled = {form for value in values for form in _spellings(value)}
        self._texts = tuple(
            sorted((form.decode("utf-8", "surrogateescape") for form in spelled), key=len, reverse=True)
        )
        # Lines are looked at one at a time: what spans a line's end is never in one.
        self._forms = tuple(sorted((form for form in spelled if b"\n" not in form), key=len, reverse=True))
        self.longest = max(map(len, self._forms), default=0)

    def __bool__(self) -> bool:
        """Tell whether there is anything to mask."""
        return bool(self._texts)

    def found(self, data: bytes) -> bool:
        """Tell whether any secret is in ``data``, which may hold many lines."""
        return any(form in data for form in self._forms)

    def line(self, line: bytes) -> bytes:
        """Return one line with its secrets masked."""
        spans = _occurrences(line, self._forms)
        return _replace(line, spans, _MASK) if spans else line

    def beginning(self, line: bytes, size: int) -> bytes:
        """Return the first ``size`` bytes of a line, masked; nothing is shown of a secret that begins in them.

        What the line holds past its first ``size + longest`` bytes makes no difference.
        """
        spans = [span for span in _occurrences(line[: size + self.longest], self._forms) if span[0] < size]
        end = max(size, spans[-1][1]) if spans else size
        return _replace(line[:end], spans, _MASK)

    def text(self, text: str) -> str:
        """Return decoded text with its secrets masked.

        A secret can hide from the bytes of a line behind escapes it need not have (``\\u0061`` for ``a``): what is
        decoded from a line is masked again before it is shown.
        """
        spans = _occurrences(text, self._texts)
        return _replace(text, spans, MASK) if spans else text


def _spellings(value: str) -> Iterable[bytes]:
    """Return a value's spellings in a line: as it is, and as JSON writers escape it."""
    escaped = json.dumps(value)[1:-1]
    unescaped = json.dumps(value, ensure_ascii=False)[1:-1]
    for form in (value, escaped, unescaped):
        yield form.encode("utf-8", "surrogateescape")
        yield form.replace("/", "\\/").encode("utf-8", "surrogateescape")
    yield _upper_hex(escaped).encode()


def _upper_hex(escaped: str) -> str:
    head, *rest = escaped.split("\\u")
    return head + "".join("\\u" + part[:4].upper() + part[4:] for part in rest)


def _occurrences(data: AnyStr, forms: Sequence[AnyStr]) -> list[tuple[int, int]]:
    """Return the merged spans of all occurrences, overlapping ones of the same form included."""
    spans = []
    for form in forms:
        at = data.find(form)
        while at >= 0:
            spans.append((at, at + len(form)))
            at = data.find(form, at + 1)
    spans.sort()
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _replace(data: AnyStr, spans: Sequence[tuple[int, int]], mask: AnyStr) -> AnyStr:
    parts: list[AnyStr] = []
    at = 0
    for start, end in spans:
        parts += [data[at:start], mask]
        at = end
    parts.append(data[at:])
    return data[:0].join(parts)
