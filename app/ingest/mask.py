"""Masking: every secret value is replaced by ``***`` before anything else reads a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import AnyStr

MASK = "***"
_MASK = MASK.encode()

_ESCAPE = re.compile(rb"""\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|["\\/bfnrt])""")
_LONGEST_ESCAPE = 6
"""How many bytes an escaped UTF-16 unit takes, as in ``\\u0061``."""

Spans = list[tuple[int, int]]
"""The start and the end of each of some parts of a text or line."""


class Masker:
    """Replaces secret values in bytes and text. Overlapping and touching occurrences become one mask.

    Attributes:
        longest: how many bytes the longest secret can take in a line.
    """

    def __init__(self, values: Iterable[str] = ()) -> None:
        """Take the secret values; empty ones are ignored."""
        values = [value for value in values if value]
        spellings = {spelling for value in values for spelling in _spellings(value)}
        self._spellings = tuple(sorted(spellings, key=len, reverse=True))
        self._texts = tuple(spelling.decode("utf-8", "surrogateescape") for spelling in self._spellings)
        # Lines are masked one at a time: a spelling with a line end is in none of them.
        self._in_lines = tuple(spelling for spelling in self._spellings if b"\n" not in spelling)
        self.longest = max(
            (_LONGEST_ESCAPE * len(text.encode("utf-16-le", "surrogatepass")) // 2 for text in values), default=0
        )

    def __bool__(self) -> bool:
        """Return whether there is anything to mask."""
        return bool(self._texts)

    def occurs_in(self, data: bytes) -> bool:
        """Return whether any secret occurs in ``data``, which may hold several lines."""
        return any(spelling in data for spelling in self._in_lines)

    def line(self, line: bytes) -> bytes:
        """Return one line with its secrets masked."""
        spans = _merged(_occurrences(line, self._in_lines))
        return _replace(line, spans, _MASK) if spans else line

    def excerpt(self, line: bytes, size: int) -> bytes:
        """Return the first ``size`` bytes of a line or a few more, with every secret masked that starts in them.

        Secrets that are hidden behind needless escapes are masked too, as the excerpt is shown without being decoded.
        Only the first ``size + longest`` bytes of the line are read.
        """
        if not self:
            return line[:size]
        part = line[: size + self.longest]
        spans = _occurrences(part, self._in_lines) + self._escaped_occurrences(part)
        spans = [span for span in _merged(spans) if span[0] < size]
        end = max(size, spans[-1][1]) if spans else size
        return _replace(line[:end], spans, _MASK)

    def text(self, text: str) -> str:
        """Return decoded text with its secrets masked.

        Text from a masked line has to be masked again: in the line, a secret can be hidden behind needless escapes,
        such as ``\\u0061`` for ``a``.
        """
        spans = _merged(self.text_occurrences(text))
        return _replace(text, spans, MASK) if spans else text

    def text_occurrences(self, text: str) -> Spans:
        """Return where decoded text has secrets."""
        return _occurrences(text, self._texts)

    def _escaped_occurrences(self, line: bytes) -> Spans:
        """Return where a line has secrets once its escapes are decoded."""
        decoded, at = bytearray(), 0
        starts: list[int] = []  # where each decoded byte starts in the line
        for escape in [*_ESCAPE.finditer(line), None]:
            start, end = escape.span() if escape else (len(line), len(line))
            decoded += line[at:start]
            starts += range(at, start)
            if escape:
                character = json.loads(b'"%b"' % escape.group()).encode("utf-8", "surrogatepass")
                decoded += character
                starts += [start] * len(character)
            at = end
        starts.append(len(line))
        return [(starts[start], starts[end]) for start, end in _occurrences(bytes(decoded), self._spellings)]


def mask_text(text: str, maskers: Iterable[Masker]) -> str:
    """Return decoded text with the secrets of all maskers masked, also where those of two maskers overlap."""
    spans = _merged([span for masker in maskers for span in masker.text_occurrences(text)])
    return _replace(text, spans, MASK) if spans else text


def _spellings(value: str) -> Iterable[bytes]:
    """Yield how a line can spell a value: unchanged, and as JSON writers escape it."""
    escaped = json.dumps(value)[1:-1]
    unescaped = json.dumps(value, ensure_ascii=False)[1:-1]
    for spelling in (value, escaped, unescaped):
        yield spelling.encode("utf-8", "surrogateescape")
        yield spelling.replace("/", "\\/").encode("utf-8", "surrogateescape")
    yield _upper_hex(escaped).encode()


def _upper_hex(escaped: str) -> str:
    head, *rest = escaped.split("\\u")
    return head + "".join("\\u" + part[:4].upper() + part[4:] for part in rest)


def _occurrences(data: AnyStr, spellings: Sequence[AnyStr]) -> Spans:
    """Return the spans of all occurrences, including those of one spelling that overlap."""
    spans = []
    for spelling in spellings:
        at = data.find(spelling)
        while at >= 0:
            spans.append((at, at + len(spelling)))
            at = data.find(spelling, at + 1)
    return spans


def _merged(spans: Spans) -> Spans:
    """Return the spans in order, with those merged that overlap or touch."""
    merged: Spans = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _replace(data: AnyStr, spans: Spans, mask: AnyStr) -> AnyStr:
    parts: list[AnyStr] = []
    at = 0
    for start, end in spans:
        parts += [data[at:start], mask]
        at = end
    parts.append(data[at:])
    return data[:0].join(parts)
