"""Text from outside made safe to show, and measured in terminal cells.

Titles, keys and names come from files that anyone may have written. Here they become text that cannot
move the cursor, turn the writing direction or break a line, and that fits the cells it is given.
"""

import re
import unicodedata
from functools import lru_cache

# Control characters (Cc), the bidirectional controls, the line and paragraph separators, and lone surrogates.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def escape(text: str) -> str:
    r"""Show what a terminal would act on as plain text, and leave all else as it is.

    Control characters, bidirectional controls, line and paragraph separators and lone surrogates become
    ``\n``, ``\t``, ``\r``, ``\b``, ``\f``, or ``\u`` and four lower-case hex digits. A backslash stays as it is.
    """
    return _UNSAFE.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    return _SHORT.get(character) or f"\\u{ord(character):04x}"


def cell_width(text: str) -> int:
    """Count the terminal cells that a text takes: two for wide East Asian characters, none for combining ones."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_character_width, text))


@lru_cache(maxsize=4096)
def _character_width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def elide_middle(text: str, width: int, ellipsis: str = "…") -> str:
    """Shorten a text to at most ``width`` cells by taking out its middle, where names differ least.

    A text that fits is returned as it is. Where not even the ellipsis fits, its beginning is all that is left.
    """
    if cell_width(text) <= width:
        return text
    room = width - cell_width(ellipsis)
    if room <= 0:
        return _beginning(ellipsis, width)
    head = _beginning(text, (room + 1) // 2)
    return head + ellipsis + _end(text, room - cell_width(head))


def _beginning(text: str, width: int) -> str:
    for place, character in enumerate(text):
        width -= _character_width(character)
        if width < 0:
            return text[:place]
    return text


def _end(text: str, width: int) -> str:
    # A combining character belongs to the one before it, so the end never begins with one.
    begin = len(text)
    for place in range(len(text) - 1, -1, -1):
        taken = _character_width(text[place])
        width -= taken
        if width < 0:
            break
        if taken:
            begin = place
    return text[begin:]
