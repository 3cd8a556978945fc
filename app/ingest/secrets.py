"""The secrets file: the values to mask, and what is wrong with the file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ...layouts.text import escape
from .mask import Masker

SHORTEST = 4
"""A value with fewer characters is masked with a warning."""


class SecretsError(Exception):
    """The secrets file cannot be read; the message is one line that says why."""


def read_secrets(path: Path) -> tuple[Masker, list[str]]:
    """Read a secrets file as python-dotenv does, without interpolation.

    Returns:
        The masker of its values, and the warnings, one line each.

    Raises:
        SecretsError: the file cannot be read.
    """
    # Imported here, so that a run without secrets does not pay for it.
    from dotenv.parser import parse_stream

    shown = escape(str(path))
    try:
        with path.open(encoding="utf-8") as file:
            mode = os.fstat(file.fileno()).st_mode
            bindings = list(parse_stream(file))
    except OSError as error:
        raise SecretsError(f"the secrets file {shown} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SecretsError(f"the secrets file {shown} is not UTF-8; save it as UTF-8") from error
    warnings = []
    if mode & (stat.S_IRGRP | stat.S_IROTH):
        warnings.append(f"the secrets file {shown} can be read by others; run: chmod 600 {shown}")
    values: dict[str, str | None] = {}
    for binding in bindings:
        if binding.error:
            warnings.append(f"the secrets file {shown} has a line {binding.original.line} that is not NAME=value")
        elif binding.key is not None:
            values[binding.key] = binding.value
    secrets = {name: value for name, value in values.items() if value}
    warnings += [
        f"the secret {escape(name)} is shorter than {SHORTEST} characters: masking it may hide other text too"
        for name, value in secrets.items()
        if len(value) < SHORTEST
    ]
    return Masker(secrets.values()), warnings
