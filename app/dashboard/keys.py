"""The keys of the dashboard, in one table: bindings, footer, help and README are all made of it."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """One entry of the table.

    Attributes:
        keys: Textual's names of the keys, separated by commas.
        shown: how a person reads them.
        action: the action they start.
        word: what they do in a word, for the footer; "" keeps them out of it.
        help: what they do, in a line.
    """

    keys: str
    shown: str
    action: str
    word: str
    help: str

    @property
    def names(self) -> list[str]:
        """What it goes by: the words of its action, of the footer, and those of `ALSO`."""
        action = self.action.partition("(")[0].removeprefix("app.").replace("_", " ")
        return f"{action} {self.word} {ALSO.get(self.shown, '')}".split()


KEYS = (
    Key("left", "←", "move('left')", "", "the panel to the left; with the crosshair, the point before"),
    Key("right", "→", "move('right')", "", "the panel to the right; with the crosshair, the next point"),
    Key("up", "↑", "move('up')", "", "the panel above"),
    Key("down", "↓", "move('down')", "", "the panel below"),
    Key("tab", "tab", "step(1)", "", "the next panel"),
    Key("shift+tab", "shift+tab", "step(-1)", "", "the panel before"),
    Key("pagedown", "pgdn", "page(1)", "", "a screen of panels down"),
    Key("pageup", "pgup", "page(-1)", "", "a screen of panels up"),
    Key("home", "home", "edge(0)", "", "the first panel; with the crosshair, the first point"),
    Key("end", "end", "edge(-1)", "", "the last panel; with the crosshair, the newest point"),
    Key("enter", "⏎", "open", "open", "the panel alone on the screen, and back"),
    Key("escape", "esc", "back", "", "back: close the panel, the crosshair, the filter"),
    Key("c", "c", "crosshair", "crosshair", "a crosshair, for exact values; left and right step it point by point"),
    Key("g", "g", "go_to", "", "put the crosshair on an x that you type, as 12000 or 12k"),
    Key(
        "plus,equals_sign",
        "+",
        "zoom(1)",
        "zoom",
        "zoom in on x, about the crosshair or the right edge; also the wheel",
    ),
    Key("minus", "-", "zoom(-1)", "", "zoom out; also the wheel"),
    Key("shift+left", "shift+←", "pan(-1)", "", "move the view to the left"),
    Key("shift+right", "shift+→", "pan(1)", "", "move the view to the right"),
    Key("0", "0", "reset", "", "all of x, following the newest point"),
    Key("s", "s", "smooth", "smooth", "smoothing: none, EMA 0.6, 0.9, 0.97"),
    Key("l", "l", "log", "log", "log or linear scale of the panel"),
    Key("o", "o", "clip", "", "clip the panel's outliers: the y axis from the 1st to the 99th percentile"),
    Key("x", "x", "x", "axis", "what x is: the layout's, step, the point's place, other keys that only rise"),
    Key("slash", "/", "filter", "filter", "show only panels with these words, or matching a regular expression"),
    Key("f", "f", "fold", "", "fold the panels of the panel's prefix, as eval., into one line, and back"),
    Key("v", "v", "table", "table", "the table of keys; sortable"),
    Key("d", "d", "drops", "dropped", "what was dropped: reason, count, first line, a sample"),
    Key("a", "a", "annotations", "", "what was remarked on the run: step, time, text"),
    Key("i", "i", "overview", "", "what the run says of itself: its states, summary and status file"),
    Key("p", "p", "pause", "", "hold the picture; points are read on"),
    Key("y", "y", "copy", "", "copy the panel's value, at the crosshair or the last, to the clipboard"),
    Key("e", "e", "export", "", "write the panel's points as TSV, or the screen as SVG, to a file"),
    Key("t", "t", "theme", "", "the next theme"),
    Key("ctrl+p", "ctrl+p", "command_palette", "", "every command, by name"),
    Key("ctrl+z", "ctrl+z", "suspend", "", "put it in the background; fg brings it back"),
    Key("question_mark", "?", "help", "help", "this list"),
    Key("q", "q", "app.quit", "quit", "leave"),
    Key("ctrl+c", "ctrl+c", "app.interrupt", "", "leave at once, with status 130"),
)

ALSO = {
    "tab": "next",
    "shift+tab": "previous",
    "home": "start oldest",
    "end": "latest newest",
    "⏎": "fullscreen maximize",
    "esc": "close cancel",
    "c": "cursor hover mouse",
    "g": "goto jump",
    "+": "wheel mouse",
    "-": "wheel mouse",
    "shift+←": "scroll",
    "shift+→": "scroll",
    "0": "fit",
    "s": "ema",
    "l": "logarithmic",
    "o": "outliers",
    "/": "search find",
    "f": "unfold collapse group",
    "v": "keys metrics",
    "d": "errors",
    "a": "remarks notes",
    "i": "info status",
    "p": "hold freeze resume",
    "y": "yank clipboard",
    "e": "save write tsv svg screenshot",
    "t": "colours colors dark light",
    "ctrl+z": "background",
    "?": "keys shortcuts",
    "q": "exit leave",
    "ctrl+c": "exit quit abort",
}
"""Other words that people look for a key by, where neither its action nor the footer has them."""


def found(words: str) -> list[Key]:
    """Return the keys that have each of some words in what is said of them; those that are called so come first."""
    typed = words.lower().split()
    there = [key for key in KEYS if all(word in _said(key) for word in typed)]
    return sorted(there, key=lambda key: _distance(key, typed))


def _said(key: Key) -> str:
    return " ".join((*key.names, key.shown, key.help)).lower()


def _distance(key: Key, typed: list[str]) -> int:
    """Return 0 for the key itself, 1 where each word begins one of its names, 2 where any word said of it, else 3."""
    if typed == [key.shown.lower()]:
        return 0
    for distance, there in enumerate((key.names, _said(key).split()), 1):
        if all(any(one.startswith(word) for one in there) for word in typed):
            return distance
    return 3


_PLAIN = {"←": "left", "→": "right", "↑": "up", "↓": "down", "⏎": "enter"}


END = ("?", "q")
"""The keys that a footer ends with."""


def spelled(shown: str, *, ascii_only: bool) -> str:
    """Return a key as a person reads it, its signs in words where only ASCII is to be had."""
    if ascii_only:
        for sign, word in _PLAIN.items():
            shown = shown.replace(sign, word)
    return shown


def footer(
    *, alone: bool, crosshair: bool, ascii_only: bool, zoomed: bool = False, annotated: bool = False
) -> list[tuple[str, str]]:
    """Return the keys that matter here and now, each with its word, the most important first.

    Args:
        alone: whether one panel has the screen to itself.
        crosshair: whether there is one.
        ascii_only: whether keys are to be read in ASCII alone.
        zoomed: whether a part of x is looked at.
        annotated: whether the run has annotations.
    """
    arrows = "arrows" if ascii_only else "←↑↓→"
    sideways = "left right" if ascii_only else "←→"
    first = [(sideways, "step")] if crosshair else [] if alone else [(arrows, "panel")]
    words = {key.shown: key.word for key in KEYS if key.word}
    if alone:
        words = {"esc": "back"} | words
        del words["⏎"]
    if crosshair:
        words["c"] = "close"
    if zoomed:
        words = {"0": "all of x"} | words
    if annotated:
        words = (
            {key: word for key, word in words.items() if key not in END} | {"a": "notes"} | {k: words[k] for k in END}
        )
    keys = first + list(words.items())
    return [(spelled(key, ascii_only=ascii_only), word) for key, word in keys]
