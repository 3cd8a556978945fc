"""The command that prints another key of a run with the same options."""

from __future__ import annotations

import argparse
import shlex

from ...layouts.text import escape
from ..ingest.decoder import RUN_POINTS
from ..runs.run import Run


def command_for(run: Run, options: argparse.Namespace, key: str) -> str | None:
    """Return the shell command that follows a key of a run; None if the run cannot be read again."""
    if run.location.lines is None:
        return None
    words = ["div-tui", options.run or str(run.location.lines), key]
    if words[1].startswith("-") or key.startswith("-"):
        words.insert(1, "--")
    words[1:1] = _repeated(options)
    return " ".join(map(_quoted, map(run.masker.text, words)))


def _repeated(options: argparse.Namespace) -> list[str]:
    """Return the options that change what is read or printed."""
    words = ["-f", *(["--csv"] if options.csv else []), *(["--any-key"] if options.any_key else [])]
    if options.max_points != RUN_POINTS:
        words.append(f"--max-points={options.max_points}")
    for name in ("root", "telemetry", "secrets", "format", "x"):
        value = getattr(options, name)
        if value is not None:
            words.append(f"--{name}={value}")
    return words


def _quoted(word: str) -> str:
    """Return a word quoted for a shell; one with control characters as ``$'…'``, which bash and zsh understand."""
    if escape(word) == word:
        return shlex.quote(word)
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"$'{escape(escaped)}'"
