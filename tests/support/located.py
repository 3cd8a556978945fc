"""Locating runs among files made for a test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from div_tui.app.runs.locate import NotFoundError, locate


def make(path: str, changed: int = 1000) -> Path:
    """Make a file, and its directories, that last changed so many seconds after 1970."""
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    os.utime(file, (changed, changed))
    return file


def lines_of(run: str | None, root: str | None = None, *, wait: bool = False, **env: str) -> str:
    """The path of the run's lines."""
    return str(locate(run, root, env, wait=wait).lines)


def not_found(run: str | None, root: str | None = None, *, wait: bool = False, **env: str) -> str:
    """The message about a run that there is not."""
    with pytest.raises(NotFoundError) as refused:
        locate(run, root, env, wait=wait)
    message = str(refused.value)
    assert message.isprintable()
    return message
