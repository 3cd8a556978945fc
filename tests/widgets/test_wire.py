"""Only changed cells are sent, and the screen is the same for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from div_tui.widgets import pen, themes, wire
from div_tui.widgets.cells import Cells, Role, series_role
from div_tui.widgets.painted import Painted
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from support.recorder import Recorder, Terminal, record
from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static

CHARTS = 10
UPDATES = 8


def encoded(
    chops: Sequence[Mapping[int, Strip | None]], ends: Sequence[Sequence[int]], spans: Sequence[tuple[int, int, int]]
) -> str:
    return pen.encode(wire.cropped(chops, ends, spans), ColorSystem.TRUECOLOR)


def draw(row: Sequence[tuple[str, Style | None]], *spans: tuple[int, int, int], y: int = 0) -> str:
    strip = Strip([Segment(text, style) for text, style in row])
    chops = [{0: strip} for _ in range(y + 1)]
    return encoded(chops, [[strip.cell_length]] * (y + 1), spans)


RED = Style(color="#ff0000", bgcolor="#000000")
BLUE = Style(color="#0000ff", bgcolor="#000000")


def test_textual_is_as_the_compositor_expects() -> None:
    # Fails when Textual's classes have changed: screens then draw as Textual does, sending several times as much.
    assert wire.SUPPORTED


def test_a_row_is_cropped_on_both_sides() -> None:
    assert draw([("abcdefgh", None)], (0, 3, 5)) == "\x1b[1;4Hde"


def test_the_cursor_moves_along_a_row_by_column_alone() -> None:
    assert draw([("abcdefghijklmnop", None)], (0, 1, 2), (0, 12, 13)) == "\x1b[1;2Hb\x1b[13Gm"


@pytest.mark.parametrize(
    ("gap", "sent"), [(pen.MERGE_GAP, "\x1b[1;1Habcde"), (pen.MERGE_GAP + 1, "\x1b[1;1Ha\x1b[6Gf")]
)
def test_near_spans_are_sent_as_one(gap: int, sent: str) -> None:
    assert draw([("abcdefghij", None)], (0, 0, 1), (0, 1 + gap, 2 + gap)) == sent


def test_a_colour_is_sent_only_where_it_differs() -> None:
    row = [("aa", RED), ("bb", RED), ("cc", BLUE), ("dd", None)]
    assert draw(row, (0, 1, 7)) == ("\x1b[1;2H\x1b[38;2;255;0;0;48;2;0;0;0mabb\x1b[38;2;0;0;255mcc\x1b[0md")


def test_a_weight_is_taken_back_by_a_reset() -> None:
    row = [("a", RED + Style(bold=True)), ("b", RED), ("c", Style(color="#ff0000"))]
    assert draw(row, (0, 0, 3)) == (
        "\x1b[1;1H\x1b[1;38;2;255;0;0;48;2;0;0;0ma\x1b[0;38;2;255;0;0;48;2;0;0;0mb\x1b[0;38;2;255;0;0mc\x1b[0m"
    )


def test_a_link_is_kept_whole() -> None:
    sent = draw([("ab", RED), ("link", Style(link="https://example.org")), ("cd", RED)], (0, 0, 8))
    assert "link\x1b]8;;\x1b\\" in sent.replace("\x1b[0m", "")
    assert sent.endswith("cd\x1b[0m")


def test_runs_of_one_look_are_sent_together() -> None:
    pieces = [pen.Piece(y, 0, 2, [("a", RED), ("b", BLUE)]) for y in range(2)]
    assert pen.encode(pen.by_style(pieces), ColorSystem.TRUECOLOR) == (
        "\x1b[1;1H\x1b[38;2;255;0;0;48;2;0;0;0ma\x1b[2;1Ha\x1b[1;2H\x1b[38;2;0;0;255mb\x1b[2;2Hb\x1b[0m"
    )


def test_runs_keep_to_the_cells_they_were_laid_out_in_whatever_other_tables_say() -> None:
    # A vowel of Hangul, a cell wide here, that has no width of its own to others.
    cells = Cells.blank(4, 1)
    cells.put(0, 0, "a\u1160", Role.S1)
    cells.put(2, 0, "bc", Role.S2)
    styles = {Role.S1: RED, Role.S2: BLUE}
    runs = [(text, styles[role]) for text, role in cells.runs(0)]
    assert [(one.x0, one.x1) for one in pen.by_style([pen.Piece(0, 0, 4, runs)])] == [(0, 2), (2, 4)]


def test_pieces_that_nothing_is_drawn_in_are_passed_over() -> None:
    chops = [{0: Strip([Segment("ab")]), 2: None, 4: Strip([Segment("ef")])}]
    assert encoded(chops, [[2, 4, 6]], [(0, 1, 5)]) == "\x1b[1;2Hb\x1b[5Ge"


STYLES = [None, RED, BLUE, RED + Style(bold=True), BLUE + Style(dim=True), Style(reverse=True), Style(color="green")]
PIECES = st.lists(
    st.tuples(st.sampled_from(["ab", "日", "⠤⠤⠤", "x", "longer text"]), st.sampled_from(STYLES)), max_size=8
)


@given(
    st.lists(PIECES, min_size=3, max_size=3),
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 39), st.integers(1, 6)), max_size=8),
    st.integers(1, 39),
)
def test_the_cells_of_the_spans_are_drawn_and_no_others(
    rows: list[list[tuple[str, Style | None]]], regions: list[tuple[int, int, int]], cut: int
) -> None:
    size = (40, 3)
    strips = [Strip([Segment(*piece) for piece in row]).adjust_cell_length(40) for row in rows]
    chops = [dict(zip((0, cut), strip.divide([cut, 40]), strict=True)) for strip in strips]
    ends = [[cut, 40]] * 3
    whole, part = Terminal(size), Terminal(size)
    whole.feed(encoded(chops, ends, [(y, 0, 40) for y in range(3)]))
    blank = part.cells()
    spans = list(Compositor._regions_to_spans({Region(x, y, min(width, 40 - x), 1) for y, x, width in regions}))
    spans = [(y, *whole_characters(whole, y, x0, x1)) for y, x0, x1 in spans]
    part.feed(encoded(chops, ends, spans))
    by_style = Terminal(size)
    by_style.feed(pen.encode(pen.by_style(wire.cropped(chops, ends, spans)), ColorSystem.TRUECOLOR))
    assert [[look_of(cell) for cell in row] for row in by_style.cells()] == [
        [look_of(cell) for cell in row] for row in part.cells()
    ]
    drawn = {(y, x) for y, x0, x1 in pen.merged(spans) for x in range(x0, x1)}
    expected, shown = whole.cells(), part.cells()
    for y in range(3):
        for x in range(40):
            if any(row == y and x0 <= x < x1 for row, x0, x1 in spans):
                assert look_of(shown[y][x]) == look_of(expected[y][x])
            elif (y, x) not in drawn:
                assert shown[y][x] == blank[y][x]


def look_of(cell: tuple[Any, ...]) -> tuple[Any, ...]:
    """A cell without the colour of a letter that is not there: a space, but for one underlined or turned around."""
    data, _, background, *weights = cell
    return (data, "default", background, *weights) if data == " " and not any(weights) else cell


def whole_characters(terminal: Terminal, y: int, x0: int, x1: int) -> tuple[int, int]:
    """A span that begins and ends with whole characters: a terminal keeps the right half of a wide one empty."""
    row = terminal.screen.buffer[y]
    while x0 > 0 and not row[x0].data:
        x0 -= 1
    while x1 < 40 and not row[x1].data:
        x1 += 1
    return x0, x1


class Chart(Painted):
    """A border, a legend value and a line that grows by a cell: what changes in a chart from one update to the next."""

    step = 0

    def paint(self, width: int, height: int) -> Cells:
        cells = Cells.blank(width, height)
        cells.box(Role.FRAME)
        cells.put(2, 0, " Loss ", Role.TITLE)
        cells.put(width - 16, 0, f" loss {0.04 + self.step / 7919:.5f} ", Role.S1)
        for series in range(2):
            for x in range(3, min(width - 2, 23 + self.step)):
                cells.put(x, 2 + (x * (series + 2) // 7 + series) % (height - 4), "⠤", series_role(series))
        return cells

    def advance(self) -> None:
        self.step += 1
        self.repaint()


class Charts(App[None]):
    CSS = "Screen { layout: grid; grid-size: 2; } Chart { width: 1fr; height: 1fr; }"

    def __init__(self, screen: type[Screen[Any]], *, beside: bool) -> None:
        super().__init__()
        self._screen = screen
        self._beside = beside
        self.register_theme(themes.DIV_DARK)
        self.theme = "div-dark"

    def get_default_screen(self) -> Screen[Any]:
        return self._screen(id="_default")

    def compose(self) -> ComposeResult:
        for _ in range(CHARTS - self._beside):
            yield Chart()
        if self._beside:
            yield Static("no painted widget")


async def updates(screen: type[Screen[Any]], *, beside: bool) -> tuple[list[str], list[Any]]:
    """What each update of ten charts sends, and what the terminal then shows."""
    sent: list[str] = []
    shown: list[Any] = []
    terminal = Terminal()

    async def steps(pilot: Pilot[Any], driver: Recorder) -> None:
        terminal.feed(driver.take())
        for _ in range(UPDATES):
            for chart in pilot.app.query(Chart):
                chart.advance()
            await pilot.pause()
            sent.append(driver.take())
            terminal.feed(sent[-1])
            shown.append([[look_of(cell) for cell in row] for row in terminal.cells()])

    await record(Charts(screen, beside=beside), steps)
    return sent, shown


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


async def test_where_textual_differs_its_own_compositor_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "SUPPORTED", False)
    ours, shown = await updates(wire.CellScreen, beside=True)
    textuals, expected = await updates(Screen, beside=True)
    assert (ours, shown) == (textuals, expected)


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
