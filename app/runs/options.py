"""What can be asked for when a run is opened."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from ..ingest.decoder import RUN_POINTS


class RunOptions(NamedTuple):
    """How a run is found and read; each is None if nothing was asked for.

    Attributes:
        run: a path, a name under the root, or ``-`` for standard input; None for the newest run.
        root: the directory of runs.
        telemetry: the file of the layout, ``builtin:NAME``, or ``none``.
        status: the status file.
        secrets: the file of secrets.
        format: the name of the format of its lines.
        any_key: whether keys with other characters, such as ``train/loss``, are kept.
        max_points: the cap on points, 0 for none.
    """

    run: str | None = None
    root: str | None = None
    telemetry: str | None = None
    status: str | None = None
    secrets: str | None = None
    format: str | None = None
    any_key: bool = False
    max_points: int = RUN_POINTS


def run_options(arguments: argparse.Namespace) -> RunOptions:
    """Return the options of the run that the command line names."""
    return RunOptions(**{name: getattr(arguments, name) for name in RunOptions._fields})
