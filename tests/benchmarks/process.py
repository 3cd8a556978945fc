"""Whole processes: how long they take and how much memory they have at most."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

DIV_TUI = str(Path(sys.executable).with_name("div-tui"))
NOTHING = [sys.executable, "-c", ""]
BARE_LOOP = "import orjson, sys\nfor line in open(sys.argv[1], 'rb'): orjson.loads(line)"


def bare_loop(path: Path) -> list[str]:
    """The command that does the least a reader of a file can do."""
    return [sys.executable, "-c", BARE_LOOP, str(path)]


class Took(NamedTuple):
    seconds: float
    megabytes: float


def once(command: list[str]) -> Took:
    """Run a command, its output thrown away."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with status {process.returncode}")
    return Took(seconds, usage.ru_maxrss / 1024)


def beside(command: list[str], reference: list[str], times: int) -> tuple[Took, Took]:
    """Run a command and a reference in turns; return the best time of each, and the command's most memory.

    In turns, so that whatever else the machine does slows both.
    """
    took, least = [], []
    for _ in range(times):
        least.append(once(reference))
        took.append(once(command))
    return Took(min(took).seconds, max(each.megabytes for each in took)), min(least)
