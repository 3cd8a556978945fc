"""Untrusted text made safe to show, measured in terminal cells and shortened to fit.

Titles, keys and names come from files that anyone may have written. Escaped, they cannot move the cursor, change the
writing direction or break a line.
"""

import re
import unicodedata
from functools import lru_cache

# Control characters (Cc), the bidirectional controls, the line and paragraph separators, and lone surrogates.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_SHORT_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def escape(text: str) -> str:
    r"""Return the text with every character that a terminal would act on written out.

    Control characters, bidirectional controls, line and paragraph separators and lone surrogates become
    ``\n``, ``\t``, ``\r``, ``\b``, ``\f``, or ``\u`` and four lower-case hex digits. Backslashes are unchanged.
    """
    return _UNSAFE.sub(_escape_match, text)


def _escape_match(match: re.Match[str]) -> str:
    character = match.group()
    return _SHORT_ESCAPES.get(character) or f"\\u{ord(character):04x}"


def cell_width(text: str) -> int:
    """Return the width of a text in terminal cells: two for a wide East Asian character, none for a combining one."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_character_width, text))


@lru_cache(maxsize=4096)
def _character_width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def crop(text: str, width: int) -> str:
    """Return the longest start of a text that fits in ``width`` cells."""
    for index, character in enumerate(text):
        width -= _character_width(character)
        if width < 0:
            return text[:index]
    return text


def elide_middle(text: str, width: int, ellipsis: str = "…") -> str:
    """Shorten a text to at most ``width`` cells by removing its middle, since names differ most at their ends.

    A text that fits is returned unchanged. If not even the ellipsis fits, the start of the ellipsis is returned.
    """
    if cell_width(text) <= width:
        return text
    room = width - cell_width(ellipsis)
    if room <= 0:
        return crop(ellipsis, width)
    head = crop(text, (room + 1) // 2)
    return head + ellipsis + _crop_start(text, room - cell_width(head))


def truncate_end(text: str, width: int, ellipsis: str = "…") -> str:
    """Shorten a text to at most ``width`` cells by removing its end.

    A text that fits is returned unchanged. If not even the ellipsis fits, the start of the ellipsis is returned.
    """
    if cell_width(text) <= width:
        return text
    room = width - cell_width(ellipsis)
    return crop(text, room).rstrip(f" {ellipsis}") + ellipsis if room > 0 else crop(ellipsis, width)


def _crop_start(text: str, width: int) -> str:
    """Return the longest end of a text that fits in ``width`` cells and does not start with a combining character."""
    start = len(text)
    for index in range(len(text) - 1, -1, -1):
        character_width = _character_width(text[index])
        width -= character_width
        if width < 0:
            break
        if character_width:
            start = index
    return text[start:]
