"""Only changed cells are sent, and the terminal shows the same as with plain Textual."""

from __future__ import annotations

import os
import sys
import threading
import tty
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from div_tui.widgets import wire
from support.chart_app import CHARTS, Chart, Charts, updates
from support.recorder import Recorder, record
from textual._compositor import Compositor
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen


@pytest.fixture(autouse=True)
def truecolor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.parametrize("beside", [False, True])
async def test_updates_send_far_less_than_textuals_and_show_the_same(beside: bool) -> None:
    ours, shown = await updates(wire.CellScreen, beside=beside)
    textuals, expected = await updates(Screen, beside=beside)
    ours_bytes, textuals_bytes = (np.mean([len(sent.encode()) for sent in way]) for way in (ours, textuals))
    assert shown == expected
    assert all(ours)
    # Measured: 470 bytes an update of ten charts, where Textual sends 9,300.
    assert ours_bytes < textuals_bytes / 12
    assert ours_bytes < 60 * CHARTS


async def test_nothing_is_sent_when_nothing_changed() -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        driver.take()
        for chart in pilot.app.query(Chart):
            chart.repaint()
        await pilot.pause()
        assert driver.take() == ""

    await record(Charts(wire.CellScreen, beside=False), steps)


async def test_painted_widgets_alone_are_drawn_straight_from_their_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_lines(*_: object) -> None:
        raise AssertionError("a partial update was made of lines")

    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        driver.take()
        monkeypatch.setattr(Compositor, "_render_chops", no_lines)
        chart = pilot.app.query(Chart).first()
        chart.advance()
        await pilot.pause()
        monkeypatch.undo()
        assert "loss" not in (sent := driver.take())
        assert "0.040" not in sent
        assert sent

    await record(Charts(wire.CellScreen, beside=False), steps)


async def test_textual_adds_no_widgets() -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        assert {type(widget) for widget in pilot.app.screen.query("*")} == {Chart}

    await record(Charts(wire.CellScreen, beside=False), steps)


class OnTerminal(App[None]):
    """An app that is not headless, but is not run either."""

    is_headless = False


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int]]:
    """Return both ends of a terminal that Textual would write to."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    with open(ours, "rb", buffering=0), open(theirs, "w") as stderr:
        monkeypatch.setattr(sys, "__stderr__", stderr)
        yield ours, theirs


def test_the_backlog_is_what_a_terminal_has_not_taken(terminal: tuple[int, int]) -> None:
    ours, theirs = terminal
    app, size = OnTerminal(), 300_000
    assert not wire.backlog(app)
    writer = threading.Thread(target=os.write, args=(theirs, b"x" * size), daemon=True)
    writer.start()
    while not wire.backlog(app):
        assert writer.is_alive()
    read = len(os.read(ours, 1000))
    assert wire.backlog(app)
    while read < size:
        read += len(os.read(ours, size))
    writer.join()
    assert not wire.backlog(app)


def test_there_is_no_backlog_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "__stderr__", None)
    assert not wire.backlog(OnTerminal())
    with open(os.devnull, "w") as closed:
        monkeypatch.setattr(sys, "__stderr__", closed)
    assert not wire.backlog(OnTerminal())
