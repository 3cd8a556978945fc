"""Events through a pipe, on a terminal: none is lost, keys are answered meanwhile, and what came stays for reading."""

from __future__ import annotations

import os
import re
import threading
from pathlib import Path

import pytest
from support.event_runs import note, number, run_events, state
from support.runs import lines
from support.terminal import OnTerminal, dashboard

# A process on a busy machine may be late once; what is wrong is wrong each time.
pytestmark = pytest.mark.flaky(reruns=2)

SERIES = 40


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


class Producer(threading.Thread):
    """Writes numbers of 40 series as fast as they are taken, until it is stopped; then that it is done.

    Attributes:
        steps: how many steps it has written.
    """

    def __init__(self, pipe: Path) -> None:
        super().__init__(daemon=True)
        self.steps = 0
        self._pipe = pipe
        self._stop_asked = threading.Event()

    def run(self) -> None:
        row = (
            b'{"kind":"metric","step":%d,"ts_ms":1760000000000,"name":"m/%d","value":%d,"metadata":{"split":"train"}}\n'
        )
        with self._pipe.open("wb", buffering=0) as pipe:
            while not self._stop_asked.is_set():
                self.steps += 1
                pipe.write(b"".join(row % (self.steps, at, self.steps * at) for at in range(SERIES)))
            pipe.write(lines([state("done", step=self.steps)]))

    def stop(self) -> None:
        """Let it come to its end."""
        self._stop_asked.set()
        self.join()


def grouped(count: int) -> str:
    return f"{count:,}".replace(",", " ")


def table_of(terminal: OnTerminal) -> list[list[str]]:
    """Each key in the table of keys with its count and last value, as far as they are in sight."""
    rows = [re.split(r"  +", row.strip("│ ")) for row in terminal.text.splitlines() if row.startswith("│ m/")]
    return [row[:3] for row in rows]


def leave(terminal: OnTerminal) -> None:
    """Leave the dashboard, and find the terminal as it was."""
    terminal.press("q")
    assert terminal.end() == 0
    assert terminal.after == ""
    assert terminal.is_clean()


def test_a_pipe_at_full_speed_loses_nothing_and_keys_are_answered_meanwhile(pipe: Path) -> None:
    producer = Producer(pipe)
    with dashboard("-", stdin=pipe, size=(100, 60)) as terminal:
        producer.start()
        terminal.shows(" points")
        for keys, shown in (("s", "EMA 0.6"), ("c", "←→ step"), ("v", "Keys of the run")):
            terminal.press(keys)
            terminal.shows(shown)
        producer.stop()
        steps = producer.steps
        expected = [[f"m/{at}{{split=train}}", grouped(steps), str(steps * at)] for at in range(SERIES)]
        terminal.until(lambda: table_of(terminal) == expected)
        terminal.press("q")
        terminal.shows("■ ended", f"step {grouped(steps)} ", f"{grouped(steps * SERIES)} points")
        assert "dropped  d" not in terminal.text
        leave(terminal)


def test_what_a_producer_writes_is_shown_as_it_comes_and_stays_when_it_ends(pipe: Path) -> None:
    with dashboard("-", stdin=pipe) as terminal:
        with pipe.open("wb", buffering=0) as producer:
            producer.write(lines(run_events()))
            terminal.shows("stdin", "● live   start   step 200   68 points", "╭ train/loss ")
            whole = lines([number("eval/loss", 0.125, 210, split="eval", **{"pass": "probe"}), note("the end", 200)])
            producer.write(whole[:30])
            producer.write(whole[30:])
            terminal.shows("step 210", "69 points", "pass=probe 0.125")
        terminal.shows("■ ended")
        terminal.press("a")
        terminal.shows("Annotations", "the end")
        terminal.press("q")
        terminal.shows("╭ train/loss ")
        leave(terminal)


def test_a_last_line_without_its_end_is_read_when_the_pipe_closes(pipe: Path) -> None:
    with dashboard("-", stdin=pipe) as terminal:
        with pipe.open("wb", buffering=0) as producer:
            producer.write(lines([number("loss", 1, 1), number("loss", 0.5, 2)])[:-1])
        terminal.shows("■ ended", "step 2", "2 points")
        leave(terminal)


def test_a_producer_is_not_held_up_by_keys_and_lists(pipe: Path) -> None:
    with dashboard("-", stdin=pipe) as terminal:
        with pipe.open("wb", buffering=0) as producer:
            producer.write(lines(run_events()))
            terminal.shows("68 points")
            terminal.press("p")
            terminal.shows("paused")
            # More than any pipe holds: it is read on while the picture is held.
            for step in range(300, 3300):
                producer.write(lines([number("train/loss", 1, step, split="train", stage="hard")]))
            terminal.press("p")
            terminal.shows("3 068 points", "step 3 299")
        leave(terminal)
