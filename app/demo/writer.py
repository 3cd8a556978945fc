"""Writing a training run that never was, to show the dashboard on: at once, or live from a process of its own.

``python -m div_tui.app.demo FILE`` writes one live to a file, ``python -m div_tui.app.demo -`` to standard output;
``--events`` writes it as events, one for each number.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from .events import BEGUN, Report, reports
from .points import LAYOUT, points

SEED = 7
POINTS = 2000
RATE = 5.0
"""How many times a second a run is written to while it is live."""

STDOUT = "-"

_WRITTEN_AT_ONCE = 0.5  # of a live run: its mishaps are still to come


def make(directory: Path, seed: int = SEED, count: int = POINTS, *, events: bool = False) -> None:
    """Write a whole run into a directory: ``telemetry.jsonl`` and its layout, or ``events.jsonl`` and its status."""
    path = _begin(directory, events)
    written = list(_reports(seed, count, events))
    path.write_bytes(b"".join(report.lines for report in written))
    _tell(path, written[-1])


def start(directory: Path, seed: int = SEED, count: int = POINTS, *, events: bool = False) -> "subprocess.Popen[bytes]":
    """Write a run live into a directory from a process of its own, which ends when this one does.

    The run's lines and its layout are there when this returns. The caller ends the process, and waits for it, when the
    dashboard closes.
    """
    path = _begin(directory, events).absolute()
    arguments = [str(path), "--seed", str(seed), "--points", str(count), "--parent", str(os.getpid())]
    # From the run's directory, where no file can be taken for a module: Python looks there first.
    return subprocess.Popen(
        [sys.executable, "-m", __package__, *arguments, *(["--events"] if events else [])],
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def write_live(
    path: Path | None,
    seed: int = SEED,
    count: int = POINTS,
    *,
    events: bool = False,
    parent: int,
    rate: float = RATE,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Append a run to a file: half of it at once, so that there is something to see, the rest ``rate`` times a second.

    Without a file, write it to standard output, and no status. Returns at the end of the run, or when the process
    ``parent`` is no longer this one's parent.
    """
    written = list(_reports(seed, count, events, end=time.time_ns() // 1_000_000))
    at_once = int(len(written) * _WRITTEN_AT_ONCE)
    with _opened(path) as file:
        for done, report in enumerate(written):
            if done >= at_once:
                sleep(1 / rate)
                if os.getppid() != parent:
                    return
            file.write(report.lines)
            if done + 1 >= at_once:
                file.flush()
                _tell(path, report)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a run live to where the command line says."""
    parser = argparse.ArgumentParser(description="Write a demo run live.")
    parser.add_argument("file", help="a file to append to, or - for standard output")
    parser.add_argument("--events", action="store_true", help="as events, one for each number")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--points", type=int, default=POINTS)
    parser.add_argument("--parent", type=int, default=os.getppid(), help="the process to end with")
    given = parser.parse_args(arguments)
    path = None if given.file == STDOUT else Path(given.file)
    # Whoever reads it may leave first, and whoever writes it may have seen enough.
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        write_live(path, given.seed, given.points, events=given.events, parent=given.parent)


def _begin(directory: Path, events: bool) -> Path:
    """Make the files that a run begins with; return that of its lines."""
    path = directory / ("events.jsonl" if events else "telemetry.jsonl")
    if not events:
        (directory / "telemetry.toml").write_text(LAYOUT, encoding="utf-8")
    path.touch()
    return path


def _reports(seed: int, count: int, events: bool, end: int | None = None) -> Iterator[Report]:
    """Yield what a run writes, piece by piece; ``end`` is when it ends, in milliseconds since 1970."""
    if not events:
        for line in points(seed, count):
            yield Report(line, {}, 0)
        return
    begun = BEGUN
    if end is not None:
        *_, last = reports(seed, count, 0)
        begun = end - last.ts_ms
    yield from reports(seed, count, begun)


def _opened(path: Path | None) -> BinaryIO:
    return open(1, "wb", closefd=False) if path is None else open(path, "ab")


def _tell(path: Path | None, report: Report) -> None:
    """Rewrite the status file beside a run's lines, so that whoever reads it finds it whole."""
    if path is None or not report.status:
        return
    new = path.with_name(".status.json")
    status = {**report.status, "metrics": f"jsonl:{path}"}
    new.write_text(json.dumps(status, indent=1) + "\n", encoding="utf-8")
    new.replace(path.with_name("status.json"))
