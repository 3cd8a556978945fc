"""The installed command on a terminal: what a person sees, and what is left when it ends, however it ends."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from support.privilege import needs_permissions
from support.runs import NAN, lines, made_run, point
from support.terminal import ALTERNATE, DEADLINE, MOUSE, OnTerminal, dashboard, interactive, patched, shell

# A process on a busy machine may be late once; what is wrong is wrong each time.
pytestmark = pytest.mark.flaky(reruns=2)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return made_run(tmp_path / "run-7")


def write(path: Path, *points: object) -> None:
    with path.open("ab") as file:
        file.write(lines(points))


def check_left(terminal: OnTerminal, status: int, printed: str = "") -> None:
    """The command ends with a status, prints no more than it should, and leaves the terminal as it was."""
    assert terminal.end() == status
    assert terminal.after == printed
    assert terminal.is_clean(), (terminal.modes, terminal.sent[-300:])


def test_a_run_is_opened_followed_and_left(run: Path) -> None:
    with dashboard(run) as terminal:
        terminal.shows("run-7", "● live", "100 points", "╭ Losses ", "╭ Learning rate ", "q quit")
        assert terminal.modes >= MOUSE | {ALTERNATE}
        write(run, point(101))
        terminal.shows("step 1 010", "101 points")
        terminal.press("q")
        check_left(terminal, 0)


def test_a_run_is_opened_by_its_name(run: Path) -> None:
    with dashboard("run-7", "--root", run.parent.parent) as terminal:
        terminal.shows("run-7", "100 points")
        terminal.press("\x03")
        check_left(terminal, 130)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("keys", ["", "?"])
def test_a_signal_leaves_the_terminal_as_it_was(run: Path, number: signal.Signals, keys: str) -> None:
    with dashboard(run) as terminal:
        terminal.shows("Losses")
        if keys:
            terminal.press(keys)
            terminal.shows("what it does")
        terminal.kill(number)
        check_left(terminal, 128 + number)


def test_a_terminal_that_goes_away_ends_it(run: Path) -> None:
    with dashboard(run) as terminal:
        terminal.shows("Losses")
        terminal.hang_up()
        assert terminal.process.wait(DEADLINE) == 128 + signal.SIGHUP


IN_DRAWING = """
from div_tui.widgets import header_face
def draw_header(*_): raise RuntimeError("hunter2")
header_face.draw_header = draw_header
"""
AT_A_KEY = """
from div_tui.app.view.scales import Scales
def next_smoothing(_): raise ValueError("hunter2")
Scales.next_smoothing = next_smoothing
"""
IN_READING = """
from div_tui.app.ingest.formats.telemetry import TelemetryDecoder
feed, calls = TelemetryDecoder.feed, []
def feed_once(self, data):
    calls.append(data)
    if len(calls) > 1: raise KeyError("hunter2")
    feed(self, data)
TelemetryDecoder.feed = feed_once
"""


@pytest.mark.parametrize(
    ("patch", "keys", "error"),
    [(IN_DRAWING, "", "RuntimeError"), (AT_A_KEY, "s", "ValueError"), (IN_READING, "write", "KeyError")],
    ids=["while drawing", "at a key", "while reading"],
)
def test_a_fault_is_one_line_without_what_it_was_about(run: Path, patch: str, keys: str, error: str) -> None:
    with patched(patch, run) as terminal:
        if keys == "write":
            terminal.shows("Losses")
            write(run, point(101))
        elif keys:
            terminal.shows("Losses")
            terminal.press(keys)
        assert terminal.end() == 70
        assert terminal.is_clean(), terminal.modes
        (line,) = terminal.after.splitlines()
        assert line.startswith(f"div-tui: an error in div-tui itself: {error} (")
        assert line.endswith("; please report it")
        assert b"hunter2" not in terminal.sent
        assert b"Traceback" not in terminal.sent


WITHOUT_THE_HOOK = """
from div_tui.widgets.textual_private import PanicApp
del PanicApp._fatal_error
"""


def test_a_fault_shows_nothing_more_if_textual_has_another_name_for_its_hook(run: Path) -> None:
    with patched(AT_A_KEY + WITHOUT_THE_HOOK, run) as terminal:
        terminal.shows("Losses")
        terminal.press("s")
        assert terminal.end() == 70
        assert terminal.is_clean(), terminal.modes
        assert terminal.after.splitlines() == ["div-tui: an error in div-tui itself: unknown; please report it"]
        assert b"hunter2" not in terminal.sent
        assert b"Traceback" not in terminal.sent


def test_it_goes_to_the_background_and_comes_back(run: Path) -> None:
    with interactive(cwd=run.parent) as terminal:
        terminal.shows("prompt>")
        terminal.press(f"div-tui {run}\n")
        terminal.shows("Losses", "q quit")
        seen = len(terminal.sent)
        terminal.press("\x1a")
        terminal.until(lambda: b"Stopped" in terminal.sent[seen:] and ALTERNATE not in terminal.modes)
        assert not terminal.modes & MOUSE
        write(run, point(101))
        seen = len(terminal.sent)
        terminal.press("fg\n")
        terminal.until(lambda: b"\x1b[?1049h" in terminal.sent[seen:] and ALTERNATE in terminal.modes)
        terminal.until(lambda: b"Losses" in terminal.sent[seen:] and b"Learning rate" in terminal.sent[seen:])
        terminal.shows("step 1 010", "q quit")
        terminal.press("s")
        terminal.shows("EMA 0.6")
        seen = len(terminal.sent)
        terminal.press("q")
        terminal.until(lambda: b"prompt>" in terminal.sent[seen:])
        assert not terminal.modes & (MOUSE | {ALTERNATE})
        terminal.press("exit 3\n")
        assert terminal.end() == 3


def test_a_pipe_is_followed_while_the_keys_still_work(run: Path, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with shell(f"cat {fifo} | div-tui - --telemetry {run.parent}/telemetry.toml") as terminal:
        with fifo.open("wb", buffering=0) as pipe:
            pipe.write(lines(map(point, range(1, 21))))
            terminal.shows("● live", "20 points", "Losses")
            terminal.press("c")
            terminal.shows(" 200 ")
            pipe.write(lines([point(21)]))
            terminal.shows("21 points")
        terminal.shows("■ ended")
        terminal.press("q")
        check_left(terminal, 0)


def test_messages_to_a_file_leave_the_screen_on_the_terminal(run: Path, tmp_path: Path) -> None:
    messages = tmp_path / "messages"
    messages.touch()
    with dashboard(run, stderr=messages) as terminal:
        terminal.shows("Losses", "q quit")
        terminal.press("q")
        check_left(terminal, 0)
    assert messages.read_text() == ""


def test_a_fault_is_reported_where_messages_go(run: Path, tmp_path: Path) -> None:
    messages = tmp_path / "messages"
    messages.touch()
    patch = "from div_tui.app.view.scales import Scales\nScales.next_smoothing = None"
    with patched(patch, run, stderr=messages) as terminal:
        terminal.shows("Losses")
        terminal.press("s")
        check_left(terminal, 70)
    assert messages.read_text().startswith("div-tui: an error in div-tui itself: TypeError (")


def test_a_bell_rings_where_it_is_asked_for(run: Path) -> None:
    with dashboard(run, "--bell") as terminal:
        terminal.shows("Losses", "quit")
        assert b"\a" not in terminal.plain
        write(run, {"step": 1010, "loss": NAN})
        terminal.shows("NaN at 1 010")
        terminal.until(lambda: b"\a" in terminal.plain)
        terminal.press("q")
        check_left(terminal, 0)


def test_a_wrong_layout_is_refused_before_the_screen_opens(run: Path) -> None:
    run.with_name("telemetry.toml").write_text('[[panel]]\ny = "loss"\nscael = "log"\n')
    with dashboard(run) as terminal:
        assert terminal.end() == 2
        assert terminal.sent.replace(b"\r", b"").decode() == (
            'div-tui: telemetry [[panel]] 1 has "scael", which is not one of title, x, y, scale, min, max, rule, wide\n'
        )


def test_a_run_that_does_not_exist_is_refused_before_the_screen_opens(run: Path) -> None:
    with dashboard("run-8", "--root", run.parent.parent) as terminal:
        assert terminal.end() == 2
        assert b"\x1b" not in terminal.sent
        assert b"run-7" in terminal.sent


@needs_permissions
def test_a_file_that_may_not_be_read_is_refused(run: Path) -> None:
    run.chmod(0)
    with dashboard(run) as terminal:
        assert terminal.end() == 2
        assert b"Permission denied" in terminal.sent
        assert b"\x1b" not in terminal.sent


CANNOT_READ_ON = """
import os
from div_tui.app.sources.file import File
read = File.read
def read_once(self):
    if self._offset and os.stat(self._path).st_size > self._offset: raise OSError(5, "Input/output error", "x")
    return read(self)
File.read = read_once
"""


def test_a_file_that_can_no_longer_be_read_is_reported(run: Path) -> None:
    with patched(CANNOT_READ_ON, run) as terminal:
        terminal.shows("Losses")
        write(run, point(101))
        terminal.shows("✗ failed", "cannot read the run: Input/output error", "Losses")
        terminal.press("q")
        check_left(terminal, 0)


def test_a_storm_of_sizes(run: Path) -> None:
    with dashboard(run) as terminal:
        terminal.shows("Losses")
        for width, height in [(1, 1), (200, 60), (2, 50), (80, 2), (40, 12), (500, 200), (3, 3), (160, 48)] * 3:
            terminal.resize(width, height)
            terminal.read(0.02)
        terminal.shows("Losses", "Recall", "q quit")
        terminal.resize(80, 24)
        terminal.until(lambda: "q quit" in terminal.screen.display[23])
        terminal.press("q")
        check_left(terminal, 0)


def test_what_is_written_before_the_newest_keys_is_not_waited_for(run: Path) -> None:
    with dashboard(run) as terminal:
        terminal.shows("q quit")
        terminal.press("s" * 30 + "?")
        terminal.shows("what it does")
        terminal.press("\x1b")
        terminal.shows("EMA 0.9")
        terminal.press("q")
        check_left(terminal, 0)
