"""The themes of div-tui."""

from __future__ import annotations

from textual.theme import BUILTIN_THEMES, Theme


def _theme(
    name: str,
    *,
    accent: str,
    secondary: str,
    warning: str,
    error: str,
    foreground: str,
    background: str,
    surface: str,
    panel: str,
    blurred: str,
    dark: bool,
) -> Theme:
    """Return a theme with one accent colour; `blurred` is the colour of borders without focus."""
    return Theme(
        name=name,
        primary=accent,
        secondary=secondary,
        accent=accent,
        warning=warning,
        error=error,
        success=accent,
        foreground=foreground,
        background=background,
        surface=surface,
        panel=panel,
        dark=dark,
        variables={"footer-key-foreground": accent, "border": accent, "border-blurred": blurred},
    )


DIV_DARK = _theme(
    "div-dark",
    accent="#9db8d6",
    blurred="#3a424a",
    dark=True,
    secondary="#7d8b99",
    warning="#e5b567",
    error="#ff7b72",
    foreground="#d0d5da",
    background="#101418",
    surface="#161b20",
    panel="#1d2329",
)
DIV_LIGHT = _theme(
    "div-light",
    accent="#2f5d8c",
    blurred="#c4c8cc",
    dark=False,
    secondary="#66717c",
    warning="#8a5a00",
    error="#b3261e",
    foreground="#24292e",
    background="#fafaf8",
    surface="#f1f1ee",
    panel="#e8e8e4",
)


def theme_names() -> set[str]:
    """Return the names of all themes: those of div-tui and those of Textual."""
    return {*BUILTIN_THEMES, DIV_DARK.name, DIV_LIGHT.name}
