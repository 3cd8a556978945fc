"""Textual has the private names that are relied on; without one of them, everything works as in plain Textual."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from inspect import signature
from types import ModuleType
from typing import Any

import pytest
from div_tui.widgets import textual_private, wire
from support.chart_app import Charts, updates
from support.recorder import Recorder, record
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip


def loaded() -> ModuleType:
    """Return the module as it would be with the names that Textual has now."""
    path = textual_private.__file__
    assert path
    spec = importlib.util.spec_from_file_location("div_tui.widgets.textual_private_again", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def truecolor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_textual_is_as_the_compositor_expects() -> None:
    # If this fails after an upgrade, screens draw as Textual does and send several times as much.
    assert textual_private.CHANGED == []


async def test_a_screen_takes_the_compositor() -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        assert type(pilot.app.screen._compositor) is textual_private.CellCompositor

    await record(Charts(wire.CellScreen, beside=False), steps)


def changed_attribute(self: Compositor) -> None:
    self._dirty = set()


CHANGES = [
    (ChopsUpdate, "render_segments", lambda self, console, full: "", "ChopsUpdate.render_segments"),
    (LayoutUpdate, "__init__", lambda self, strips, region, clip: None, "LayoutUpdate.__init__"),
    (Compositor, "__init__", changed_attribute, "Compositor._dirty_regions"),
    (Compositor, "__init__", lambda self, screen: None, "Compositor.__init__"),
    (Compositor, "render_full_update", None, "Compositor.render_full_update"),
    (Compositor, "render_partial_update", lambda self, clip: None, "Compositor.render_partial_update"),
    (Compositor, "update_widgets", None, "Compositor.update_widgets"),
    (Compositor, "visible_widgets", lambda self: {}, "Compositor.visible_widgets"),
    (Strip, "crop", lambda self, start: self, "Strip.crop"),
]


@pytest.mark.parametrize(("owner", "name", "value", "changed"), CHANGES, ids=[change[-1] for change in CHANGES])
async def test_with_another_textual_screens_draw_as_it_does(
    owner: type, name: str, value: object, changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, value)
        other = loaded()
    await check_plain(other, [changed], monkeypatch)


@pytest.mark.parametrize("missing", [["Compositor"], ["ChopsUpdate", "LayoutUpdate"], None])
async def test_without_the_classes_screens_draw_as_textual_does(
    missing: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if missing is None:
            patch.setitem(sys.modules, "textual._compositor", None)
        for name in missing or ():
            patch.delattr(f"textual._compositor.{name}")
        other = loaded()
    await check_plain(other, ["textual._compositor"], monkeypatch)


async def check_plain(other: ModuleType, changed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a version of the module has noticed the changes, and that screens then send what Textual's own do."""
    noticed: list[str] = other.CHANGED
    assert noticed == changed
    monkeypatch.setattr(wire, "textual_private", other)
    ours, shown = await updates(wire.CellScreen, beside=True)
    textuals, expected = await updates(Screen, beside=True)
    assert (ours, shown) == (textuals, expected)


async def test_a_screen_without_a_compositor_of_this_name_stays_as_it_is() -> None:
    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        screen = Screen[None]()
        del screen._compositor
        textual_private.send_cells(screen)
        textual_private.forget_rows(screen)
        assert not hasattr(screen, "_compositor")

    await record(Charts(wire.CellScreen, beside=False), steps)


class Panicking(textual_private.PanicApp[None]):
    """An app that fails right after its start and keeps the exceptions that `panic` was called for."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error_console.quiet = True
        self.error = error
        self.seen: list[BaseException | None] = []

    def on_ready(self) -> None:
        raise self.error

    def panic(self, *renderables: Any) -> None:
        self.seen.append(sys.exc_info()[1])
        super().panic()


class Rendering(Exception):  # noqa: N818
    def __rich__(self) -> str:
        return "secret"


def test_textual_calls_the_hook_for_a_fatal_error() -> None:
    # If this fails after an upgrade, an error in div-tui ends it without its type and place.
    assert list(signature(App._fatal_error).parameters) == ["self"]


@pytest.mark.parametrize("error", [ValueError("secret"), Rendering()])
def test_every_unhandled_exception_ends_in_panic(error: Exception, capfd: pytest.CaptureFixture[str]) -> None:
    app = Panicking(error)
    asyncio.run(asyncio.wait_for(app.run_async(headless=True), 10))
    assert app.seen == [error]
    assert app.return_code
    assert capfd.readouterr() == ("", "")


async def test_a_test_of_an_app_raises_what_ended_it() -> None:
    with pytest.raises(ValueError, match="secret"):
        async with Panicking(ValueError("secret")).run_test():
            pass


def test_without_the_hook_the_app_ends_and_prints_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(textual_private.PanicApp, "_fatal_error")
    app = Panicking(ValueError("secret"))
    asyncio.run(asyncio.wait_for(app.run_async(headless=True), 10))
    assert app.seen == []
    assert app.return_code
    assert capfd.readouterr() == ("", "")
