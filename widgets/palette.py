"""The style of each `Role`, for the current theme and the colours of the terminal.

A theme provides the background, the text colour, the accent and the colour of errors. Everything else is derived from
these four. The series have four hues that colour-blind people can distinguish (after Okabe and Ito), moved away from
the background until they have the contrast ratio of 4.5 that WCAG 2 requires for text. All other colours are between
the text colour and the background.

Textual replaces theme colours by the nearest of 256 or 16 colours, which may make two of them equal, so the colours are
chosen with that in mind. Without colours (`NO_COLOR`), only bold, dim and reverse are used. Textual itself would then
send shades of grey, which a terminal treats as colours, unless the app is created with `ansi_color=True`: do so if
`NO_COLOR` is set.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.color import Color as RichColor
from rich.style import Style
from textual.app import App
from textual.color import Color

from .cells import Role
from .colours import (
    DARK_16,
    DARK_FAINT_16,
    DARK_SERIES,
    LIGHT_16,
    LIGHT_FAINT_16,
    LIGHT_SERIES,
    RGB,
    Depth,
    mix,
)
from .contrast import contrast, displayed, luminance, standard_colour

RoleStyles = tuple[Style, ...]
"""The style of each role, indexed by role."""

TEXT_RATIO = 4.5
"""The minimum contrast of text (WCAG 2, level AA)."""
FAINT_RATIO = 2.0
"""The contrast of things in the background: axes, and the raw line behind a smoothed one."""
FRAME_RATIO = 1.8
"""The contrast of borders."""
_MARGIN = 0.1
"""Colours are rounded to integers, so aim slightly above each ratio."""


@dataclass(frozen=True)
class BaseColours:
    """The colours of a theme from which all styles are derived, and the colour depth of the terminal."""

    background: RGB
    foreground: RGB
    accent: RGB
    alert: RGB
    dark: bool
    depth: Depth


def base_colours(app: App[Any], background: Color) -> BaseColours:
    """Return the base colours of the current theme of an app, for a widget with its own background."""
    variables = app.theme_variables
    dark = app.current_theme.dark
    depth = _depth(app)
    if depth in (Depth.NONE, Depth.NAMED):
        black: RGB = (0, 0, 0)
        return BaseColours(black, black, black, black, dark, depth)

    def rgb(name: str) -> RGB:
        return background.blend(parsed := Color.parse(variables[name]), parsed.a, alpha=1.0).rgb

    return BaseColours(background.rgb, rgb("foreground"), rgb("accent"), rgb("error"), dark, depth)


@lru_cache(maxsize=32)
def role_styles(base: BaseColours) -> RoleStyles:
    """Return the style of each role."""
    if base.depth is Depth.NONE:
        styles = _colourless()
    elif base.depth is Depth.NAMED:
        styles = _named(base.dark)
    elif base.depth is Depth.STANDARD:
        styles = _sixteen(base)
    else:
        styles = _shaded(base)
    table = [styles[Role.TEXT]] * (max(Role) + 1)
    for role, style in styles.items():
        table[role] = style
    return tuple(table)


@lru_cache(maxsize=32)
def same_background(styles: RoleStyles) -> npt.NDArray[np.bool_]:
    """Return for each role whether a space looks the same in it as in `Role.TEXT`; shape (roles,)."""
    text = styles[Role.TEXT]
    return np.array([style.bgcolor == text.bgcolor and not (style.reverse or style.underline) for style in styles])


def _depth(app: App[Any]) -> Depth:
    if app.no_color:
        return Depth.NONE
    if app.native_ansi_color:
        return Depth.NAMED
    system = app.console.color_system
    if system == "standard":
        return Depth.STANDARD
    return Depth.EIGHT_BIT if system == "256" else Depth.TRUECOLOR


def _ratio(colour: RGB, base: BaseColours) -> float:
    """Return the contrast of a colour with the background, both as displayed."""
    return contrast(displayed(colour, base.depth), displayed(base.background, base.depth))


def _readable(colour: RGB, base: BaseColours) -> RGB:
    """Return a colour moved toward white or black, just far enough to be readable as text."""
    away: RGB = max((255, 255, 255), (0, 0, 0), key=lambda end: _ratio(end, base))
    steps = (mix(colour, away, step / 40) for step in range(41))
    return next((step for step in steps if _ratio(step, base) >= TEXT_RATIO + _MARGIN), away)


def _fade(colour: RGB, base: BaseColours, ratio: float) -> RGB:
    """Return a colour moved toward the background, as far as it keeps the contrast `ratio`."""
    steps = (mix(base.background, colour, step / 60) for step in range(61))
    return next((step for step in steps if _ratio(step, base) >= ratio + _MARGIN), colour)


def _shaded(base: BaseColours) -> dict[Role, Style]:
    """Return the styles for a terminal with 256 colours or more."""
    fade = partial(_fade, base=base)
    text, accent, alert = (_readable(colour, base) for colour in (base.foreground, base.accent, base.alert))
    dim, axis = fade(text, ratio=TEXT_RATIO), fade(text, ratio=FAINT_RATIO)
    frame = fade(text, ratio=FRAME_RATIO)
    colours = {
        **dict.fromkeys((Role.TEXT, Role.TITLE, Role.VALUE), text),
        **dict.fromkeys((Role.DIM, Role.LABEL, Role.RULE, Role.MARK), dim),
        **dict.fromkeys((Role.FRAME_FOCUS, Role.ACCENT, Role.LIVE, Role.KEY, Role.CROSSHAIR), accent),
        Role.FRAME: frame,
        Role.GRID: axis,
        Role.ALERT: alert,
    }
    for index, hue in enumerate(DARK_SERIES if base.dark else LIGHT_SERIES):
        colours[Role(Role.S1 + index)] = bright = _readable(hue, base)
        colours[Role(Role.F1 + index)] = fade(bright, ratio=FAINT_RATIO)
    styles = {role: _style(colour, base.background) for role, colour in colours.items()}
    return _with_bold(styles | {Role.SELECTED: _style(base.background, accent)})


def _style(colour: RGB, background: RGB) -> Style:
    return Style(color=RichColor.from_rgb(*colour), bgcolor=RichColor.from_rgb(*background))


def _sixteen(base: BaseColours) -> dict[Role, Style]:
    """Return the styles for a terminal with 16 colours, in exactly the colours of Rich's table of 16 colours."""
    background = displayed(base.background, Depth.STANDARD)

    def first(numbers: tuple[int, ...], ratio: float) -> Style:
        """Return the first of these colours that has the contrast `ratio`, or else the one with the most contrast."""
        ratios = {number: contrast(standard_colour(number), background) for number in numbers}
        number = next((number for number in numbers if ratios[number] >= ratio), max(numbers, key=ratios.__getitem__))
        return _style(standard_colour(number), base.background)

    dark = luminance(background) < 0.18
    text = first((15,) if dark else (0,), TEXT_RATIO)
    dim = first((7, 15) if dark else (8, 0), TEXT_RATIO)
    faint = first((8, 7, 15) if dark else (7, 8, 0), FRAME_RATIO)
    alert = first((9, 15) if dark else (1, 0), TEXT_RATIO)
    styles = _greys(text, dim, faint, text) | {Role.ALERT: alert}
    for index in range(4):
        bright, faint_series = (DARK_16, DARK_FAINT_16) if dark else (LIGHT_16, LIGHT_FAINT_16)
        # WCAG requires a ratio of 3 for graphics, and on white the 16 colours do not offer more for the legend either.
        styles[Role(Role.S1 + index)] = first(bright[index], 3.0)
        styles[Role(Role.F1 + index)] = first(faint_series[index], FAINT_RATIO)
    return _with_bold(styles | {Role.SELECTED: text + Style(reverse=True)})


def _named(dark: bool) -> dict[Role, Style]:
    """Return the styles in the terminal's own 16 colours."""
    plain = Style(color="default", bgcolor="default")
    dim = plain + Style(dim=True)
    styles = _greys(plain, dim, dim, plain)
    styles[Role.ALERT] = _number(9 if dark else 1)
    for index in range(4):
        styles[Role(Role.S1 + index)] = _number((DARK_16 if dark else LIGHT_16)[index][0])
        faint = _number(DARK_FAINT_16[index][0])
        styles[Role(Role.F1 + index)] = faint if dark else faint + Style(dim=True)
    return _with_bold(styles | {Role.SELECTED: Style(reverse=True)})


def _number(number: int) -> Style:
    return Style(color=RichColor.from_ansi(number), bgcolor="default")


def _colourless() -> dict[Role, Style]:
    """Return the styles without colours."""
    plain, dim = Style(), Style(dim=True)
    styles = _greys(plain, dim, dim, Style(bold=True))
    styles[Role.ALERT] = Style(reverse=True)
    for index in range(4):
        styles[Role(Role.F1 + index)] = dim
    return _with_bold(styles | {Role.SELECTED: Style(reverse=True)})


def _greys(text: Style, dim: Style, faint: Style, accent: Style) -> dict[Role, Style]:
    """Return the styles of all roles but `ALERT`, `SELECTED` and those of series."""
    bold = accent + Style(bold=True)
    return {
        **dict.fromkeys((Role.TEXT, Role.TITLE, Role.VALUE), text),
        **dict.fromkeys((Role.DIM, Role.LABEL, Role.RULE, Role.MARK), dim),
        **dict.fromkeys((Role.FRAME, Role.GRID), faint),
        **dict.fromkeys((Role.FRAME_FOCUS, Role.ACCENT, Role.LIVE, Role.KEY, Role.CROSSHAIR), bold),
    }


def _with_bold(styles: dict[Role, Style]) -> dict[Role, Style]:
    """Return the styles with the most important roles in bold."""
    bold = Style(bold=True)
    return styles | {role: styles[role] + bold for role in (Role.VALUE, Role.ALERT)}
