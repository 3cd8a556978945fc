"""Measure div-tui and print each figure beside its bound: ``python tests/benchmarks/run.py [PART ...]``.

It measures the div-tui of the environment that runs it. The parts are those of `PARTS`; all of them take some minutes
and 500 MB below the temporary directory. A loaded machine measures itself: close what else runs. The exit status is 1
where a bound is not kept.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

import screen
from figures import Figure
from files import write_curves, write_events, write_wide
from process import DIV_TUI, NOTHING, bare_loop, beside


class Files:
    """The files that are measured with, each made when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def small(self) -> Path:
        return write_curves(self.folder / "small.jsonl", 100, 10)

    @cached_property
    def big(self) -> Path:
        """The 63 MB file: 200,000 lines of 10 keys."""
        return write_curves(self.folder / "big.jsonl", 200_000, 10)

    @cached_property
    def huge(self) -> Path:
        """The 425 MB file: 200,000 lines of 64 numbers, 256 keys."""
        return write_wide(self.folder / "huge.jsonl", 200_000)

    @cached_property
    def events(self) -> Path:
        """The 155 MB file: a million events of 40 series."""
        return write_events(self.folder / "events.jsonl", 1_000_000)


def printing(files: Files) -> Iterator[Figure]:
    """Print the table of the 63 MB file, beside a loop that does nothing but parse its lines."""
    took, loop = beside([DIV_TUI, str(files.big), "--print"], bare_loop(files.big), 5)
    yield Figure("--print of 63 MB, to the bare loop's time", took.seconds / loop.seconds, 4, "times")
    yield Figure("--print of 63 MB: memory", took.megabytes, 90, "MB")


def printing_events(files: Files) -> Iterator[Figure]:
    """Print the table of a million events, beside a loop that does nothing but parse their lines."""
    took, loop = beside([DIV_TUI, str(files.events), "--print"], bare_loop(files.events), 3)
    yield Figure("--print of a million events, to the bare loop's time", took.seconds / loop.seconds, 5, "times")
    yield Figure("--print of a million events: memory", took.megabytes, 150, "MB")


def starting(files: Files) -> Iterator[Figure]:
    """Start, beside a Python that does nothing."""
    for what, command, bound in [
        ("--version", [DIV_TUI, "--version"], 4),
        ("--print of 100 lines", [DIV_TUI, str(files.small), "--print"], 8),
    ]:
        took, nothing = beside(command, NOTHING, 20)
        yield Figure(f"{what}, to python -c ''", took.seconds / nothing.seconds, bound, "times")


PARTS: dict[str, Callable[[Files], Iterator[Figure]]] = {
    "print": printing,
    "events": printing_events,
    "start": starting,
    "open": lambda files: screen.opening(files.big),
    "latency": lambda files: screen.latency(files.folder),
    "follow": lambda files: screen.following(files.folder),
    "follow-new": lambda files: screen.following_new(files.folder),
    "follow-events": lambda files: screen.following_events(files.folder),
    "quiet": lambda files: screen.quiet(files.folder),
    "ended": lambda files: screen.ended(files.folder),
    "slow": lambda files: screen.slow_link(files.folder),
    "follow-big": lambda files: screen.following_big(files.big),
    "large": lambda files: screen.large(files.huge),
}


def main() -> int:
    """Measure the parts that the command line names, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)} (default: all)")
    names = parser.parse_args().parts or list(PARTS)
    if unknown := set(names) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}; the parts are {', '.join(PARTS)}")
    kept = True
    with tempfile.TemporaryDirectory(prefix="div-tui-benchmarks-") as folder:
        files = Files(Path(folder))
        for name in names:
            for figure in PARTS[name](files):
                print(figure, flush=True)
                kept = kept and figure.kept
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
