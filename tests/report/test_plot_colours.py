"""The colours that panels are printed in: how many there are, on which background, and whether each can be seen."""

from __future__ import annotations

import pytest
from div_tui.app.report.plot import colour_depth, colours, is_dark, lines
from div_tui.widgets.cells import Cells, Role
from div_tui.widgets.colours import Depth, eight_bit
from div_tui.widgets.contrast import contrast
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("env", "depth"),
    [
        ({}, Depth.NONE),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, Depth.NONE),
        ({"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": ""}, Depth.NONE),
        ({"TERM": "linux"}, Depth.NAMED),
        ({"TERM": "screen-256color"}, Depth.EIGHT_BIT),
        ({"TERM": "screen", "COLORTERM": "24bit"}, Depth.TRUECOLOR),
        ({"TERM": "xterm-direct"}, Depth.TRUECOLOR),
    ],
)
def test_the_depth_of_a_terminal(env: dict[str, str], depth: Depth) -> None:
    assert colour_depth(env) is depth


@pytest.mark.parametrize(
    ("value", "dark"), [("", True), ("15;0", True), ("0;15", False), ("0;default;15", False), ("12;8", True)]
)
def test_the_background_of_a_terminal(value: str, dark: bool) -> None:
    assert is_dark({"COLORFGBG": value}) is dark


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("depth", [Depth.TRUECOLOR, Depth.EIGHT_BIT, Depth.NAMED])
def test_every_series_has_its_own_colour(depth: Depth, dark: bool) -> None:
    inks = colours(depth, dark=dark)
    series = [inks[role] for role in (*range(Role.S1, Role.S4 + 1), *range(Role.F1, Role.F4 + 1))]
    assert len(set(series)) == 8


@pytest.mark.parametrize("dark", [True, False])
def test_every_colour_can_be_seen(dark: bool) -> None:
    behind = (0, 0, 0) if dark else (255, 255, 255)
    inks = colours(Depth.TRUECOLOR, dark=dark)
    least = {Role.FRAME: 1.8, Role.GRID: 1.8} | dict.fromkeys(range(Role.F1, Role.F4 + 1), 1.8)
    for role, ink in inks.items():
        if "38;2;" in ink:
            red, green, blue = map(int, ink.split(";")[-3:])
            assert contrast((red, green, blue), behind) >= least.get(role, 4.5), role


def test_colours_of_a_line() -> None:
    cells = Cells.blank(8, 2)
    cells.put(0, 0, "a", Role.TEXT)
    cells.put(2, 0, "b", Role.S1)
    cells.put(4, 0, "c", Role.DIM)
    assert list(lines(cells, {Role.S1: "36", Role.DIM: "2"})) == ["a \x1b[0;36mb \x1b[0;2mc\x1b[0m", ""]
    assert list(lines(cells, {Role.S1: "36"})) == ["a \x1b[0;36mb \x1b[0mc", ""]
    assert list(lines(cells, {})) == ["a b c", ""]


CUBE = [0, *range(95, 256, 40)]
PALETTE = {16 + 36 * r + 6 * g + b: (CUBE[r], CUBE[g], CUBE[b]) for r in range(6) for g in range(6) for b in range(6)}
PALETTE |= {232 + at: (8 + 10 * at,) * 3 for at in range(24)}


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_the_nearest_of_256_colours(colour: tuple[int, int, int]) -> None:
    def distance(number: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(colour, PALETTE[number], strict=True))

    assert distance(eight_bit(colour)) == min(map(distance, PALETTE))
