"""Opening a run: finding it, its layout and its secrets, and choosing what reads it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..ingest.decoder import Rules
from ..ingest.formats.registry import FormatDecoder
from ..ingest.mask import Masker
from ..ingest.reader import Reader
from ..ingest.secrets import read_secrets
from ..sources.address import STDIN, Address
from ..sources.registry import source_of
from .history import History
from .layout_file import layout_file
from .locate import Location, NotFoundError, locate
from .options import RunOptions
from .run import Run
from .status_file import StatusFile

STATUS = "status.json"


def open_run(options: RunOptions, stop: threading.Event, *, follow: bool, stdin: int = STDIN) -> Run:
    """Find a run and make it ready to be read.

    Args:
        options: what was asked for.
        stop: ends the wait for more when set.
        follow: whether it is read on after the end of what is there.
        stdin: the descriptor that standard input is read from.

    Raises:
        NotFoundError: there is no such run.
        LayoutError: its layout is wrong.
        SecretsError: its secrets cannot be read.
        OSError: its lines cannot be read.
    """
    masker, warnings = _secrets(options.secrets)
    with _masked_errors(masker):
        location = locate(options.run, options.root, os.environ, wait=follow)
        layout = layout_file(options.telemetry, location, masker)
        source = source_of(Address(location.lines, follow, stop, stdin))
        source.open()
    rules = Rules(masker, any_key=options.any_key, max_points=options.max_points)
    status_path = _status_path(options.status, location)
    return Run(
        location,
        Reader(source, FormatDecoder(rules, options.format)),
        History(options.max_points),
        layout,
        masker,
        status_file=StatusFile(status_path, masker) if status_path else None,
        warnings=warnings,
    )


@contextmanager
def _masked_errors(masker: Masker) -> Iterator[None]:
    """Mask the paths in error messages."""
    try:
        yield
    except NotFoundError as error:
        raise NotFoundError(masker.text(str(error))) from None
    except OSError as error:
        if error.filename is not None:
            error.filename = masker.text(os.fsdecode(error.filename))
        raise


def _secrets(named: str | None) -> tuple[Masker, list[str]]:
    if named is None:
        named = os.environ.get("DIV_TUI_SECRETS") or None
    # An empty --secrets is refused as a file that cannot be read: a variable that is not set must not show secrets.
    return (Masker(), []) if named is None else read_secrets(Path(named))


def _status_path(named: str | None, location: Location) -> Path | None:
    if named is not None:
        return Path(named)
    return None if location.lines is None else location.lines.parent / STATUS
