"""All roles are readable and all series distinguishable, in every theme of Textual and at every colour depth."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from div_tui.widgets import palette, themes
from div_tui.widgets.cells import Role
from div_tui.widgets.colours import DARK_SERIES, LIGHT_SERIES, RGB, Depth
from div_tui.widgets.contrast import contrast, displayed, standard_colour
from rich.color import ColorSystem
from textual.app import App
from textual.color import Color

SYSTEMS = {
    Depth.TRUECOLOR: ColorSystem.TRUECOLOR,
    Depth.EIGHT_BIT: ColorSystem.EIGHT_BIT,
    Depth.STANDARD: ColorSystem.STANDARD,
}
SERIES = (Role.S1, Role.S2, Role.S3, Role.S4)
FAINT = (Role.F1, Role.F2, Role.F3, Role.F4)
READABLE = set(Role) - {*SERIES, *FAINT, Role.FRAME, Role.GRID}

# How colours look without red, green or blue cones (Machado, Oliveira and Fernandes 2009, severity 1, linear RGB).
EYES = {
    "all cones": np.eye(3),
    "no red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no blue": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])


def lab(colour: RGB, eye: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return a colour in CIELAB as an eye sees it; a distance of 2.3 is just noticeable."""
    share = np.array(colour) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(XYZ @ np.clip(eye @ linear, 0, 1) / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def smallest_distance(colours: list[RGB]) -> float:
    """Return the distance of the two colours that are hardest to distinguish, for any eye."""
    return min(
        float(np.linalg.norm(lab(one, eye) - lab(other, eye)))
        for eye in EYES.values()
        for one, other in combinations(colours, 2)
    )


def make_app(theme: str) -> App[None]:
    app: App[None] = App()
    for own in (themes.DIV_DARK, themes.DIV_LIGHT):
        app.register_theme(own)
    app.theme = theme
    app.get_css_variables()
    return app


@pytest.fixture(autouse=True)
def truecolor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


THEMES = [name for name, theme in make_app("div-dark").available_themes.items() if not theme.ansi]


def displayed_roles(theme: str, depth: Depth, surface: str = "background") -> tuple[dict[Role, RGB], dict[Role, float]]:
    """Return the colour that a terminal displays for each role, and its contrast with the background."""
    app = make_app(theme)
    app.console._color_system = SYSTEMS[depth]
    base = palette.base_colours(app, Color.parse(app.theme_variables[surface]))
    assert base.depth is depth
    colours: dict[Role, RGB] = {}
    ratios: dict[Role, float] = {}
    for role in Role:
        style = palette.role_styles(base)[role]
        assert style.color
        assert style.bgcolor
        pair = [displayed(colour.get_truecolor(), depth) for colour in (style.color, style.bgcolor)]
        colours[role] = pair[0]
        ratios[role] = contrast(*pair)
    return colours, ratios


@pytest.mark.parametrize("depth", SYSTEMS)
@pytest.mark.parametrize("theme", THEMES)
def test_all_roles_are_readable_in_every_theme(theme: str, depth: Depth) -> None:
    colours, ratios = displayed_roles(theme, depth)
    assert min(ratios[role] for role in READABLE) >= 4.5
    assert min(ratios[role] for role in (Role.FRAME, Role.GRID)) >= 1.8
    assert min(ratios[role] for role in SERIES) >= (3.0 if depth is Depth.STANDARD else 4.5)
    assert min(ratios[role] for role in FAINT) >= 2.0
    for bright, faint in zip(SERIES, FAINT, strict=True):
        assert ratios[faint] < ratios[bright]
    assert ratios[Role.GRID] <= ratios[Role.DIM] <= ratios[Role.TEXT]
    assert smallest_distance([colours[role] for role in SERIES]) >= (10 if depth is Depth.TRUECOLOR else 5)


@pytest.mark.parametrize("surface", ["surface", "panel"])
@pytest.mark.parametrize("theme", THEMES)
def test_roles_are_readable_on_the_background_of_a_widget(theme: str, surface: str) -> None:
    _, ratios = displayed_roles(theme, Depth.TRUECOLOR, surface)
    assert min(ratios[role] for role in READABLE | set(SERIES)) >= 4.5


@pytest.mark.parametrize("theme", ["div-dark", "div-light"])
def test_the_themes_of_div_tui_keep_the_hues_of_the_series(theme: str) -> None:
    app = make_app(theme)
    styles = palette.role_styles(palette.base_colours(app, Color.parse(app.theme_variables["background"])))
    hues = DARK_SERIES if theme == "div-dark" else LIGHT_SERIES
    assert tuple(color.get_truecolor() for role in SERIES if (color := styles[role].color)) == hues


def test_contrast_is_that_of_wcag() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.478, abs=0.001)
    assert contrast((5, 5, 5), (5, 5, 5)) == 1.0


def test_standard_colours_are_displayed_unchanged() -> None:
    for number in range(16):
        assert displayed(standard_colour(number), Depth.STANDARD) == standard_colour(number)


@pytest.mark.parametrize(("theme", "first"), [("ansi-dark", "color(14)"), ("ansi-light", "color(4)")])
def test_an_ansi_theme_only_uses_the_colours_of_the_terminal(theme: str, first: str) -> None:
    app = make_app(theme)
    base = palette.base_colours(app, Color.parse(app.theme_variables["background"]))
    assert base.depth is Depth.NAMED
    styles = palette.role_styles(base)
    color = styles[Role.S1].color
    assert color
    assert color.name == first
    for role in Role:
        for colour in (styles[role].color, styles[role].bgcolor):
            assert colour is None or colour.triplet is None
    assert len({str(styles[role]) for role in SERIES}) == 4
    assert styles[Role.DIM].dim


@pytest.mark.parametrize("theme", ["div-dark", "ansi-dark"])
def test_without_colours_only_weights_are_used(monkeypatch: pytest.MonkeyPatch, theme: str) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(theme)
    base = palette.base_colours(app, Color.parse(app.theme_variables["background"]))
    assert base.depth is Depth.NONE
    styles = palette.role_styles(base)
    assert all(style.color is None and style.bgcolor is None for style in styles)
    assert styles[Role.ALERT].reverse
    assert styles[Role.VALUE].bold
    assert styles[Role.FRAME].dim
    assert styles[Role.F1].dim
    assert not styles[Role.S1].dim
