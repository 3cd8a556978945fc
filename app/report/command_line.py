"""The command that would print another key of a run in the same way."""

from __future__ import annotations

import argparse
import shlex

from ...layouts.text import escape
from ..ingest.decoder import RUN_POINTS
from ..runs.run import Run


def command_for(run: Run, options: argparse.Namespace, key: str) -> str | None:
    """Return the command that follows a run's key, as a shell takes it; None if the run cannot be read again."""
    if run.location.lines is None:
        return None
    words = ["div-tui", options.run or str(run.location.lines), key]
    if words[1].startswith("-") or key.startswith("-"):
        words.insert(1, "--")
    words[1:1] = _repeated(options)
    return " ".join(map(_quoted, map(run.masker.text, words)))


def _repeated(options: argparse.Namespace) -> list[str]:
    """Return the options without which the command would read or print the run in another way."""
    words = ["-f", *(["--csv"] if options.csv else []), *(["--any-key"] if options.any_key else [])]
    if options.max_points != RUN_POINTS:
        words.append(f"--max-points={options.max_points}")
    for name in ("root", "telemetry", "secrets", "format", "x"):
        value = getattr(options, name)
        if value is not None:
            words.append(f"--{name}={value}")
    return words


def _quoted(word: str) -> str:
    """Return a word as a shell takes it; one that a terminal would act on as bash and zsh spell it."""
    if escape(word) == word:
        return shlex.quote(word)
    spelled = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"$'{escape(spelled)}'"
