"""What the terminal can do, according to the environment."""

from __future__ import annotations

import locale
from collections.abc import Mapping


def utf8() -> bool:
    """Return whether the encoding of the locale is UTF-8.

    The C library knows the encoding of the locale; Python reports UTF-8 for any locale in its UTF-8 mode, which
    ``LC_ALL=C`` turns on.
    """
    return locale.nl_langinfo(locale.CODESET).lower().replace("-", "") == "utf8"


def dumb(env: Mapping[str, str]) -> bool:
    """Return whether the terminal can only print lines, without moving the cursor."""
    return env.get("TERM", "").lower() in ("dumb", "unknown")
