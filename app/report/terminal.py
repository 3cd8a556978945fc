"""What the terminal can do, as its environment tells."""

from __future__ import annotations

import locale
from collections.abc import Mapping


def utf8() -> bool:
    """Tell whether the locale's characters are UTF-8.

    Asked of the system: Python answers UTF-8 whatever the locale is when it runs in its UTF-8 mode, as it does by
    itself under ``LC_ALL=C``.
    """
    return locale.nl_langinfo(locale.CODESET).lower().replace("-", "") == "utf8"


def dumb(env: Mapping[str, str]) -> bool:
    """Tell whether the terminal can only write one line after the other."""
    return env.get("TERM", "").lower() in ("dumb", "unknown")
