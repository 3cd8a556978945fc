"""What each `Role` looks like: a Rich style for the theme in use and the colours the terminal has.

A theme names a background, a text colour, an accent and a colour for errors; the rest follows from those four. The
colours of the series are four hues that differ to colour-blind eyes as well (after Okabe and Ito), moved away from the
background until text in them reads: 4.5 to 1 in the contrast ratio of WCAG 2. Everything else is the text colour, more
or less near to the background.

Textual turns theme colours into the nearest of 256 or 16 itself, which can bring two of them together, so that is
allowed for here. Without colour (`NO_COLOR`) bold, dim and reverse are all there is. Textual itself would then send
shades of grey, which are colours to a terminal, unless the app is made with `ansi_color=True`: do so when
`NO_COLOR` is set.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from textual.app import App
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

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

Look = tuple[Style, ...]
"""A style for each role: `look[role]`."""

DIV_DARK = Theme(
    name="div-dark",
    primary="#9db8d6",
    secondary="#7d8b99",
    accent="#9db8d6",
    warning="#e5b567",
    error="#ff7b72",
    success="#9db8d6",
    foreground="#d0d5da",
    background="#101418",
    surface="#161b20",
    panel="#1d2329",
    dark=True,
    variables={"footer-key-foreground": "#9db8d6", "border": "#9db8d6", "border-blurred": "#3a424a"},
)
DIV_LIGHT = Theme(
    name="div-light",
    primary="#2f5d8c",
    secondary="#66717c",
    accent="#2f5d8c",
    warning="#8a5a00",
    error="#b3261e",
    success="#2f5d8c",
    foreground="#24292e",
    background="#fafaf8",
    surface="#f1f1ee",
    panel="#e8e8e4",
    dark=False,
    variables={"footer-key-foreground": "#2f5d8c", "border": "#2f5d8c", "border-blurred": "#c4c8cc"},
)

TEXT_RATIO = 4.5
"""The least contrast of anything read as text (WCAG 2, level AA)."""
FAINT_RATIO = 2.0
"""The contrast of what lies behind: the raw line under a smoothed one, an axis."""
FRAME_RATIO = 1.8
_MARGIN = 0.1  # hex digits round a colour, so aim a little above each ratio


@dataclass(frozen=True)
class Ground:
    """What the look of every role follows from: four colours of a theme, and how many can be shown."""

    background: RGB
    foreground: RGB
    accent: RGB
    alert: RGB
    dark: bool
    depth: Depth


def ground(app: App[Any], background: Color) -> Ground:
    """The `Ground` of an app's theme in use, on the background of a widget of its own."""
    variables = app.theme_variables
    dark = app.current_theme.dark
    depth = _depth(app)
    if depth in (Depth.NONE, Depth.NAMED):
        black: RGB = (0, 0, 0)
        return Ground(black, black, black, black, dark, depth)

    def rgb(name: str) -> RGB:
        return background.blend(parsed := Color.parse(variables[name]), parsed.a, alpha=1.0).rgb

    return Ground(background.rgb, rgb("foreground"), rgb("accent"), rgb("error"), dark, depth)


@lru_cache(maxsize=32)
def look(ground: Ground) -> Look:
    """The style of every role on a ground, indexed by role."""
    if ground.depth is Depth.NONE:
        styles = _colourless()
    elif ground.depth is Depth.NAMED:
        styles = _named(ground.dark)
    elif ground.depth is Depth.STANDARD:
        styles = _sixteen(ground)
    else:
        styles = _shaded(ground)
    table = [styles[Role.TEXT]] * (max(Role) + 1)
    for role, style in styles.items():
        table[role] = style
    return tuple(table)


@lru_cache(maxsize=32)
def same_ground(look: Look) -> npt.NDArray[np.bool_]:
    """For each role, whether a space looks the same in it as in that of text: it has no background of its own."""
    text = look[Role.TEXT]
    return np.array([style.bgcolor == text.bgcolor and not (style.reverse or style.underline) for style in look])


def theme_names() -> set[str]:
    """The names of all themes: ours and Textual's."""
    return {*BUILTIN_THEMES, DIV_DARK.name, DIV_LIGHT.name}


def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2: relative luminances, each plus 0.05)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def seen(colour: RGB, depth: Depth) -> RGB:
    """The colour that a terminal of this depth shows for one that was asked for."""
    if depth not in (Depth.EIGHT_BIT, Depth.STANDARD):
        return colour
    system = ColorSystem.EIGHT_BIT if depth is Depth.EIGHT_BIT else ColorSystem.STANDARD
    nearest = RichColor.from_rgb(*colour).downgrade(system)
    if system is ColorSystem.EIGHT_BIT:
        red, green, blue = nearest.get_truecolor(DEFAULT_TERMINAL_THEME)
        return red, green, blue
    return _standard(nearest.number or 0)


def _depth(app: App[Any]) -> Depth:
    if app.no_color:
        return Depth.NONE
    if app.native_ansi_color:
        return Depth.NAMED
    system = app.console.color_system
    if system == "standard":
        return Depth.STANDARD
    return Depth.EIGHT_BIT if system == "256" else Depth.TRUECOLOR


def _luminance(colour: RGB) -> float:
    def linear(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _ratio(colour: RGB, ground: Ground) -> float:
    return contrast(seen(colour, ground.depth), seen(ground.background, ground.depth))


def _readable(colour: RGB, ground: Ground) -> RGB:
    """`colour`, moved toward white or black no further than it needs to read as text."""
    away: RGB = max((255, 255, 255), (0, 0, 0), key=lambda end: _ratio(end, ground))
    steps = (mix(colour, away, step / 40) for step in range(41))
    return next((step for step in steps if _ratio(step, ground) >= TEXT_RATIO + _MARGIN), away)


def _toward(colour: RGB, ground: Ground, ratio: float) -> RGB:
    """`colour`, moved toward the background as far as it keeps the contrast `ratio`."""
    steps = (mix(ground.background, colour, step / 60) for step in range(61))
    return next((step for step in steps if _ratio(step, ground) >= ratio + _MARGIN), colour)


def _shaded(ground: Ground) -> dict[Role, Style]:
    toward = partial(_toward, ground=ground)
    text, accent, alert = (_readable(colour, ground) for colour in (ground.foreground, ground.accent, ground.alert))
    dim, axis = toward(text, ratio=TEXT_RATIO), toward(text, ratio=FAINT_RATIO)
    frame = toward(text, ratio=FRAME_RATIO)
    colours = {
        **dict.fromkeys((Role.TEXT, Role.TITLE, Role.VALUE), text),
        **dict.fromkeys((Role.DIM, Role.LABEL, Role.RULE, Role.MARK), dim),
        **dict.fromkeys((Role.FRAME, Role.TRACK), frame),
        **dict.fromkeys((Role.FRAME_FOCUS, Role.ACCENT, Role.LIVE, Role.KEY, Role.BAR, Role.CROSSHAIR), accent),
        Role.GRID: axis,
        Role.ALERT: alert,
    }
    for index, hue in enumerate(DARK_SERIES if ground.dark else LIGHT_SERIES):
        colours[Role(Role.S1 + index)] = bright = _readable(hue, ground)
        colours[Role(Role.F1 + index)] = toward(bright, ratio=FAINT_RATIO)
    styles = {role: _style(colour, ground.background) for role, colour in colours.items()}
    return _weighted(styles | {Role.SELECTED: _style(ground.background, accent)})


def _style(colour: RGB, background: RGB) -> Style:
    return Style(color=RichColor.from_rgb(*colour), bgcolor=RichColor.from_rgb(*background))


def _sixteen(ground: Ground) -> dict[Role, Style]:
    """Colours that are exactly those of Rich's table of 16, so that its search for the nearest finds just them."""
    behind = seen(ground.background, Depth.STANDARD)

    def first(numbers: tuple[int, ...], ratio: float) -> Style:
        ratios = {number: contrast(_standard(number), behind) for number in numbers}
        number = next((number for number in numbers if ratios[number] >= ratio), max(numbers, key=ratios.__getitem__))
        return _style(_standard(number), ground.background)

    dark = _luminance(behind) < 0.18
    text = first((15,) if dark else (0,), TEXT_RATIO)
    dim = first((7, 15) if dark else (8, 0), TEXT_RATIO)
    faint = first((8, 7, 15) if dark else (7, 8, 0), FRAME_RATIO)
    alert = first((9, 15) if dark else (1, 0), TEXT_RATIO)
    styles = _greys(text, dim, faint, text) | {Role.ALERT: alert}
    for index in range(4):
        bright, behind_it = (DARK_16, DARK_FAINT_16) if dark else (LIGHT_16, LIGHT_FAINT_16)
        # Lines and legend alike: 3 to 1 is what WCAG asks of marks, and 16 colours have no more to give on white.
        styles[Role(Role.S1 + index)] = first(bright[index], 3.0)
        styles[Role(Role.F1 + index)] = first(behind_it[index], FAINT_RATIO)
    return _weighted(styles | {Role.SELECTED: text + Style(reverse=True)})


def _standard(number: int) -> RGB:
    # The table that Rich compares with: 0, 85, 170 and 255 by bit, but for a brown in place of dark yellow.
    if number == 3:
        return 170, 85, 0
    low, high = (85, 255) if number >= 8 else (0, 170)
    red, green, blue = (high if number >> bit & 1 else low for bit in range(3))
    return red, green, blue


def _named(dark: bool) -> dict[Role, Style]:
    plain = Style(color="default", bgcolor="default")
    dim = plain + Style(dim=True)
    styles = _greys(plain, dim, dim, plain)
    styles[Role.ALERT] = _number(9 if dark else 1)
    for index in range(4):
        styles[Role(Role.S1 + index)] = _number((DARK_16 if dark else LIGHT_16)[index][0])
        faint = _number(DARK_FAINT_16[index][0])
        styles[Role(Role.F1 + index)] = faint if dark else faint + Style(dim=True)
    return _weighted(styles | {Role.SELECTED: Style(reverse=True)})


def _number(number: int) -> Style:
    return Style(color=RichColor.from_ansi(number), bgcolor="default")


def _colourless() -> dict[Role, Style]:
    plain, dim = Style(), Style(dim=True)
    styles = _greys(plain, dim, dim, Style(bold=True))
    styles[Role.ALERT] = Style(reverse=True)
    for index in range(4):
        styles[Role(Role.F1 + index)] = dim
    return _weighted(styles | {Role.SELECTED: Style(reverse=True)})


def _greys(text: Style, dim: Style, faint: Style, accent: Style) -> dict[Role, Style]:
    bold = accent + Style(bold=True)
    return {
        **dict.fromkeys((Role.TEXT, Role.TITLE, Role.VALUE), text),
        **dict.fromkeys((Role.DIM, Role.LABEL, Role.RULE, Role.MARK), dim),
        **dict.fromkeys((Role.FRAME, Role.TRACK, Role.GRID), faint),
        **dict.fromkeys((Role.FRAME_FOCUS, Role.ACCENT, Role.LIVE, Role.KEY, Role.BAR, Role.CROSSHAIR), bold),
    }


def _weighted(styles: dict[Role, Style]) -> dict[Role, Style]:
    """Bold for the few things that are to be seen first."""
    bold = Style(bold=True)
    return styles | {role: styles[role] + bold for role in (Role.VALUE, Role.ALERT)}
