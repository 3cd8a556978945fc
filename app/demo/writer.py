"""Writing a made-up run, at once or live from a separate process.

``python -m div_tui.app.demo FILE`` writes a run live to a file, ``python -m div_tui.app.demo -`` to standard output;
``--events`` writes events, one for each number.
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

from .events import START_MS, Report, reports
from .points import LAYOUT, points

SEED = 7
POINTS = 2000
RATE = 5.0
"""How many times per second a live run is written to."""

STDOUT = "-"

_WRITTEN_AT_ONCE = 0.5  # the fraction of a live run that exists at the start


def make(directory: Path, seed: int = SEED, count: int = POINTS, *, events: bool = False) -> None:
    """Write a whole run to a directory: ``telemetry.jsonl`` and its layout, or ``events.jsonl`` and its status file."""
    path = _create(directory, events)
    all_reports = list(_reports(seed, count, events))
    path.write_bytes(b"".join(report.lines for report in all_reports))
    _write_status(path, all_reports[-1])


def start(directory: Path, seed: int = SEED, count: int = POINTS, *, events: bool = False) -> "subprocess.Popen[bytes]":
    """Start a process that writes a run live to a directory and ends when this process does.

    The file of lines and the layout exist when this returns. The caller terminates the process and waits for it.
    """
    path = _create(directory, events).absolute()
    arguments = [str(path), "--seed", str(seed), "--points", str(count), "--parent", str(os.getpid())]
    # Python imports from the current directory first; that of the run contains no modules.
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
    """Append a run to a file: the first half at once, the rest step by step, ``rate`` times per second.

    Return at the end of the run, or when ``parent`` is no longer the parent of this process.

    Args:
        path: the file, None for standard output, which has no status file.
        seed: the random seed.
        count: how many points or steps the run has.
        events: write events rather than points.
        parent: the process id of the parent.
        rate: steps per second.
        sleep: waits for some seconds.
    """
    all_reports = list(_reports(seed, count, events, end=time.time_ns() // 1_000_000))
    at_once = int(len(all_reports) * _WRITTEN_AT_ONCE)
    with _opened(path) as file:
        for done, report in enumerate(all_reports):
            if done >= at_once:
                sleep(1 / rate)
                if os.getppid() != parent:
                    return
            file.write(report.lines)
            if done + 1 >= at_once:
                file.flush()
                _write_status(path, report)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a run live to the file that the command line names."""
    parser = argparse.ArgumentParser(description="Write a made-up run live.")
    parser.add_argument("file", help="a file to append to, or - for standard output")
    parser.add_argument("--events", action="store_true", help="write events, one for each number")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--points", type=int, default=POINTS)
    parser.add_argument("--parent", type=int, default=os.getppid(), help="end with this parent process")
    options = parser.parse_args(arguments)
    path = None if options.file == STDOUT else Path(options.file)
    # The reader of the pipe may close it first, and Ctrl-C ends the run quietly.
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        write_live(path, options.seed, options.points, events=options.events, parent=options.parent)


def _create(directory: Path, events: bool) -> Path:
    """Create the layout and the empty file of lines; return the latter."""
    path = directory / ("events.jsonl" if events else "telemetry.jsonl")
    if not events:
        (directory / "telemetry.toml").write_text(LAYOUT, encoding="utf-8")
    path.touch()
    return path


def _reports(seed: int, count: int, events: bool, end: int | None = None) -> Iterator[Report]:
    """Yield what a run writes at each step; ``end`` is when it ends, in milliseconds since 1970."""
    if not events:
        for line in points(seed, count):
            yield Report(line, {}, 0)
        return
    start_ms = START_MS
    if end is not None:
        *_, last = reports(seed, count, 0)
        start_ms = end - last.ts_ms
    yield from reports(seed, count, start_ms)


def _opened(path: Path | None) -> BinaryIO:
    return open(1, "wb", closefd=False) if path is None else open(path, "ab")


def _write_status(path: Path | None, report: Report) -> None:
    """Replace the status file beside the file of lines at once, so that it is never read half written."""
    if path is None or not report.status:
        return
    new = path.with_name(".status.json")
    status = {**report.status, "metrics": f"jsonl:{path}"}
    new.write_text(json.dumps(status, indent=1) + "\n", encoding="utf-8")
    new.replace(path.with_name("status.json"))
