"""What is private to Textual: this fails when a release has changed it, and without it div-tui goes on."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from div_tui.widgets import textual_private, wire
from support.chart_app import updates
from textual.app import App
from textual.screen import Screen


@pytest.fixture(autouse=True)
def truecolor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_textual_is_as_the_compositor_expects() -> None:
    # Where it is not, screens draw as Textual does, and send several times as much.
    assert textual_private.CHANGED == []
    assert textual_private.SUPPORTED


def test_a_screen_gets_the_compositor_that_sends_cells() -> None:
    assert isinstance(wire.CellScreen()._compositor, textual_private.CellCompositor)


def test_a_changed_signature_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(self: object, console: object, more: object) -> str:
        return ""

    monkeypatch.setattr(textual_private.ChopsUpdate, "render_segments", other)
    assert textual_private._changed() == ["ChopsUpdate.render_segments"]


def test_a_changed_value_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = textual_private.Compositor.__init__

    def init(self: Any) -> None:
        before(self)
        self._dirty_regions = []

    monkeypatch.setattr(textual_private.Compositor, "__init__", init)
    assert textual_private._changed() == ["Compositor._dirty_regions"]


async def test_where_textual_differs_its_own_compositor_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(textual_private, "SUPPORTED", False)
    ours, shown = await updates(wire.CellScreen, beside=True)
    textuals, expected = await updates(Screen, beside=True)
    assert shown == expected
    assert sum(map(len, ours)) == sum(map(len, textuals))


class Faulty(textual_private.PanicApp[None]):
    """An app with an error in it, which keeps what it is told of it."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def on_mount(self) -> None:
        raise ValueError("hunter2")

    def panic(self, *renderables: object) -> None:
        self.faults.append(type(sys.exc_info()[1]).__name__)
        super().panic()


async def test_textual_calls_what_ends_an_app_on_an_error() -> None:
    # Fails when Textual has another name for it: a traceback could then be printed.
    assert callable(getattr(App, "_fatal_error", None))
    app = Faulty()
    with pytest.raises(ValueError, match="hunter2"):
        async with app.run_test():
            pass
    assert app.faults == ["ValueError"]
