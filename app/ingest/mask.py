"""Masking: every secret value becomes ``***`` before anything else reads a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import AnyStr

MASK = "***"
_MASK = MASK.encode()

_ESCAPE = re.compile(rb"""\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|["\\/bfnrt])""")
_LONGEST_ESCAPE = 6
"""How many bytes a UTF-16 unit takes that is spelled ``\\u0061``."""

Spans = list[tuple[int, int]]


class Masker:
    """Replaces secret values in bytes and text.

    Overlapping and touching occurrences together become one mask.
    """

    def __init__(self, values: Iterable[str] = ()) -> None:
        """Take the secret values; empty ones are passed over."""
        values = [value for value in values if value]
        spelled = {form for value in values for form in _spellings(value)}
        self._spelled = tuple(sorted(spelled, key=len, reverse=True))
        self._texts = tuple(form.decode("utf-8", "surrogateescape") for form in self._spelled)
        # Lines are looked at one at a time: what spans a line's end is never in one.
        self._forms = tuple(form for form in self._spelled if b"\n" not in form)
        self.longest = max(
            (_LONGEST_ESCAPE * len(text.encode("utf-16-le", "surrogatepass")) // 2 for text in values), default=0
        )

    def __bool__(self) -> bool:
        """Tell whether there is anything to mask."""
        return bool(self._texts)

    def found(self, data: bytes) -> bool:
        """Tell whether any secret is in ``data``, which may hold many lines."""
        return any(form in data for form in self._forms)

    def line(self, line: bytes) -> bytes:
        """Return one line with its secrets masked."""
        spans = _merged(_occurrences(line, self._forms))
        return _replace(line, spans, _MASK) if spans else line

    def beginning(self, line: bytes, size: int) -> bytes:
        """Return the first ``size`` bytes of a line to show them as they stand; nothing is shown of a secret in them.

        That is so for one that begins in them, and one that is spelled with escapes it need not have, as well. What the
        line holds past its first ``size + longest`` bytes makes no difference.
        """
        if not self:
            return line[:size]
        part = line[: size + self.longest]
        spans = _occurrences(part, self._forms) + self._behind_escapes(part)
        spans = [span for span in _merged(spans) if span[0] < size]
        end = max(size, spans[-1][1]) if spans else size
        return _replace(line[:end], spans, _MASK)

    def text(self, text: str) -> str:
        """Return decoded text with its secrets masked.

        A secret can hide from the bytes of a line behind escapes it need not have (``\\u0061`` for ``a``): what is
        decoded from a line is masked again before it is shown.
        """
        spans = _merged(_occurrences(text, self._texts))
        return _replace(text, spans, MASK) if spans else text

    def _behind_escapes(self, line: bytes) -> Spans:
        """Return where a line has secrets once its escapes are decoded."""
        decoded, at = bytearray(), 0
        starts: list[int] = []
        for found in [*_ESCAPE.finditer(line), None]:
            start, end = found.span() if found else (len(line), len(line))
            decoded += line[at:start]
            starts += range(at, start)
            if found:
                character = json.loads(b'"%b"' % found.group()).encode("utf-8", "surrogatepass")
                decoded += character
                starts += [start] * len(character)
            at = end
        starts.append(len(line))
        return [(starts[start], starts[end]) for start, end in _occurrences(bytes(decoded), self._spelled)]


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


def _occurrences(data: AnyStr, forms: Sequence[AnyStr]) -> Spans:
    """Return the spans of all occurrences, overlapping ones of the same form included."""
    spans = []
    for form in forms:
        at = data.find(form)
        while at >= 0:
            spans.append((at, at + len(form)))
            at = data.find(form, at + 1)
    return spans


def _merged(spans: Spans) -> Spans:
    """Return spans in order, those that overlap or touch as one."""
    merged: Spans = []
    for start, end in sorted(spans):
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
