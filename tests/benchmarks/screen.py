"""The dashboard on a terminal: how soon it shows things, and what it costs while it is open."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pyte
from figures import Figure, median
from files import Writer, event_lines, point_lines, write_curves
from process import DIV_TUI, bare_loop, once
from terminal import Terminal

HELP = b"newest point"
"""Words that the help screen alone shows."""

KEYS = 11
"""How many numbers the lines of a run of ten panels have: step has no panel."""

BEGUN = 500
"""How many lines such a run has before it is followed."""


def opening(big: Path) -> Iterator[Figure]:
    """Open the 63 MB file: the first paint, and all of it drawn."""
    first, drawn, loops = [], [], []
    for _ in range(3):
        loops.append(once(bare_loop(big)).seconds)
        with Terminal([DIV_TUI, str(big)]) as terminal:
            drawn.append(terminal.settle(1.5) - terminal.begun)
            first.append(terminal.first_with(big.stem.encode()) - terminal.begun)
            memory = terminal.most_memory()
    yield Figure("open 63 MB: first paint", min(first), 0.5, "s")
    yield Figure("open 63 MB: all drawn, to the bare loop's time", min(drawn) / min(loops), 10, "times")
    yield Figure("open 63 MB: all drawn", min(drawn), 1.5, "s")
    yield Figure("open 63 MB: memory", memory, 400, "MB")


def following_big(big: Path) -> Iterator[Figure]:
    """Follow the 63 MB file at 5 rows a second."""
    with Terminal([DIV_TUI, str(big)]) as terminal:
        terminal.settle(1.5)
        cpu, _, _ = _follow(terminal, Writer(big, point_lines(10, 200_000), 5), 20)
    yield Figure("follow 63 MB, 5 rows/s: CPU", cpu, 5, "%")


def following(folder: Path) -> Iterator[Figure]:
    """Follow a run of ten panels at 5 rows a second."""
    path = write_curves(folder / "ten.jsonl", BEGUN, KEYS)
    with Terminal([DIV_TUI, str(path)]) as terminal:
        terminal.settle(1.0)
        cpu, bytes_a_second, ages = _follow(terminal, Writer(path, point_lines(KEYS, BEGUN), 5), 30)
    yield Figure("follow ten panels, 5 rows/s: CPU", cpu, 5, "%")
    yield Figure("follow ten panels, 5 rows/s: sent", bytes_a_second / 1000, 3, "kB/s")
    yield Figure("follow ten panels, 5 rows/s: row to bytes, median", median(ages) * 1000, 250, "ms")
    yield Figure("follow ten panels, 5 rows/s: row to bytes, 95th percentile", _percentile(ages, 95) * 1000, 300, "ms")


def following_new(folder: Path) -> Iterator[Figure]:
    """Follow a run of ten panels from its first row on, while its limits move most."""
    path = write_curves(folder / "new.jsonl", 1, KEYS)
    with Terminal([DIV_TUI, str(path)]) as terminal:
        terminal.settle(1.0)
        cpu, bytes_a_second, _ = _follow(terminal, Writer(path, point_lines(KEYS, 1), 5), 20)
    yield Figure("follow a new run of ten panels, 5 rows/s: CPU", cpu, 5, "%")
    yield Figure("follow a new run of ten panels, 5 rows/s: sent", bytes_a_second / 1000, 3, "kB/s")


def following_events(folder: Path) -> Iterator[Figure]:
    """Follow a new run of 40 series in 20 panels at 200 events a second."""
    path = folder / "events-live.jsonl"
    lines = event_lines(20, 2)
    path.write_text(next(lines)[1])
    with Terminal([DIV_TUI, str(path)]) as terminal:
        terminal.settle(1.0)
        cpu, _, _ = _follow(terminal, Writer(path, lines, 200), 20)
    yield Figure("follow 200 events/s of 40 series: CPU", cpu, 6, "%")


def _follow(terminal: Terminal, writer: Writer, seconds: float) -> tuple[float, float, list[float]]:
    """Write and read for so long; return percent of a core, bytes a second, and the seconds from each row to bytes."""
    terminal.idle = writer.write_due
    terminal.wait(3)
    start, cpu, rows = time.monotonic(), terminal.cpu(), len(writer.written)
    terminal.wait(seconds)
    end = time.monotonic()
    used = (terminal.cpu() - cpu) / (end - start) * 100
    sent = terminal.sent(start, end) / (end - start)
    terminal.idle = lambda: None
    terminal.wait(1)
    writer.close()
    waits = [(terminal.next_after(at), at) for at, _ in writer.written[rows:]]
    return used, sent, [(after or end) - at for after, at in waits]


def latency(folder: Path) -> Iterator[Figure]:
    """Write a row while the screen is still; see when the first bytes come."""
    path = write_curves(folder / "still.jsonl", BEGUN, KEYS)
    writer = Writer(path, point_lines(KEYS, BEGUN), 1)
    waits = []
    with Terminal([DIV_TUI, str(path)]) as terminal:
        terminal.settle(1.0)
        for at in range(25):
            terminal.settle(0.6 + 0.01 * at)
            written = writer.write()
            waits.append(terminal.wait_for_more(2.0) - written)
    writer.close()
    yield Figure("a row on a still screen: row to bytes, median", median(waits) * 1000, 250, "ms")


def quiet(folder: Path) -> Iterator[Figure]:
    """Leave a run open that nobody writes: the age is all that is sent."""
    path = write_curves(folder / "quiet.jsonl", BEGUN, KEYS)
    with Terminal([DIV_TUI, str(path)]) as terminal:
        terminal.settle(3.0)
        start, cpu = time.monotonic(), terminal.cpu()
        terminal.wait(30)
        used = (terminal.cpu() - cpu) / 30 * 100
        sent = terminal.sent(start, start + 30)
        changes = len({round(at, 1) for at, _ in terminal.received if at >= start})
    yield Figure("quiet for 30 s: CPU", used, 0.7, "%")
    yield Figure("quiet for 30 s: the header's age, each 10 s: changes", changes, 4, "")
    yield Figure("quiet for 30 s: sent", sent, 400, "bytes")


def ended(folder: Path) -> Iterator[Figure]:
    """Leave a run open that has ended: nothing is sent."""
    path = write_curves(folder / "ended.jsonl", 100, KEYS)
    reading, writing = os.pipe()
    with Terminal([DIV_TUI, "-"], stdin=reading) as terminal:
        os.close(reading)
        os.write(writing, path.read_bytes())
        os.close(writing)
        terminal.settle(3.0)
        start, cpu = time.monotonic(), terminal.cpu()
        terminal.wait(15)
        used = (terminal.cpu() - cpu) / 15 * 100
        sent = terminal.sent(start, start + 15)
    yield Figure("ended, for 15 s: CPU", used, 0.7, "%")
    yield Figure("ended, for 15 s: sent", sent, 0, "bytes")


def slow_link(folder: Path) -> Iterator[Figure]:
    """Read at 20 kB/s while 5 rows a second come: frames are skipped, never queued up."""
    path = write_curves(folder / "slow.jsonl", BEGUN, KEYS)
    writer = Writer(path, point_lines(KEYS, BEGUN), 5)
    with Terminal([DIV_TUI, str(path)]) as terminal:
        terminal.slow_down(20_000)
        terminal.idle = writer.write_due
        terminal.wait(10)
        pressed = terminal.send("?")
        terminal.wait(5, until=lambda: _has(terminal, HELP, pressed))
        key = terminal.first_with(HELP, pressed) - pressed
        terminal.send("\x1b")
        terminal.wait(5)
        age = _age_of_step(terminal, writer)
    writer.close()
    yield Figure("20 kB/s: a key's effect", key, 2, "s")
    yield Figure("20 kB/s: age of the step in the header", age, 2, "s")


def _has(terminal: Terminal, text: bytes, since: float) -> bool:
    return text in b"".join(data for at, data in terminal.received if at >= since)


def _age_of_step(terminal: Terminal, writer: Writer) -> float:
    """Return how long before the last bytes the step that the header shows was followed by another."""
    screen = pyte.Screen(160, 48)
    stream = pyte.ByteStream(screen)
    for _, data in terminal.received:
        stream.feed(data)
    found = re.search(r"step (\d{1,3}(?:\s\d{3})*)", screen.display[0])
    if not found:
        raise SystemExit(f"no step in the header: {screen.display[0]!r}")
    step = int(re.sub(r"\s", "", found[1]))
    later = [at for at, written in writer.written if written > step and at < terminal.last]
    return terminal.last - later[0] if later else 0.0


def large(huge: Path) -> Iterator[Figure]:
    """Open the 425 MB file of 256 keys: how soon it is all there, how it answers meanwhile, and its memory."""
    loop = once(bare_loop(huge)).seconds
    with Terminal([DIV_TUI, str(huge)]) as terminal:
        terminal.wait(1.5)
        pressed = terminal.send("?")
        terminal.wait(10, until=lambda: _has(terminal, HELP, pressed))
        loading = terminal.first_with(HELP, pressed) - pressed
        terminal.send("\x1b")
        drawn = terminal.settle(2.5) - terminal.begun
        first = terminal.first_with(huge.stem.encode()) - terminal.begun
        answers = []
        for key in ["\x1b[B", "\x1b[6~", "\x1b[6~", "\x1b[5~", "\x1b[B", "\x1b[B"]:
            pressed = terminal.send(key)
            answers.append(terminal.settle(0.4) - pressed)
        memory = terminal.most_memory()
    yield Figure("open 425 MB of 256 keys: first paint", first, 0.5, "s")
    yield Figure("open 425 MB of 256 keys: all drawn, to the bare loop's time", drawn / loop, 10, "times")
    yield Figure("open 425 MB of 256 keys: help while it loads", loading, 0.5, "s")
    yield Figure("open 425 MB of 256 keys: moving and paging, slowest", max(answers), 0.5, "s")
    yield Figure("open 425 MB of 256 keys: memory", memory, 400, "MB")


def _percentile(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) * percent // 100, len(values) - 1)]
