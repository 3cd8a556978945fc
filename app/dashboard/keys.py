"""The keys of the dashboard, in one table: bindings, footer, help and README are all made of it."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """One entry of the table.

    Attributes:
        keys: Textual's names of the keys, separated by commas.
        shown: the key as it is displayed.
        action: the action it runs.
        word: what it does in one word, for the footer; "" if it is not in the footer.
        help: what it does, in one line.
    """

    keys: str
    shown: str
    action: str
    word: str
    help: str

    @property
    def names(self) -> list[str]:
        """The words that match first in a search: those of its action and of the footer, and its synonyms."""
        action = self.action.partition("(")[0].removeprefix("app.").replace("_", " ")
        return f"{action} {self.word} {SYNONYMS.get(self.shown, '')}".split()


KEYS = (
    Key("left", "←", "move('left')", "", "go to the panel on the left; with the crosshair, to the previous point"),
    Key("right", "→", "move('right')", "", "go to the panel on the right; with the crosshair, to the next point"),
    Key("up", "↑", "move('up')", "", "go to the panel above"),
    Key("down", "↓", "move('down')", "", "go to the panel below"),
    Key("tab", "tab", "step(1)", "", "go to the next panel"),
    Key("shift+tab", "shift+tab", "step(-1)", "", "go to the previous panel"),
    Key("pagedown", "pgdn", "page(1)", "", "go a page of panels down"),
    Key("pageup", "pgup", "page(-1)", "", "go a page of panels up"),
    Key("home", "home", "edge(0)", "", "go to the first panel; with the crosshair, to the first point"),
    Key("end", "end", "edge(-1)", "", "go to the last panel; with the crosshair, to the newest point"),
    Key("enter", "⏎", "open", "open", "open the panel full screen, or close it"),
    Key("escape", "esc", "back", "", "go back: close the crosshair, the full screen, the filter"),
    Key(
        "c", "c", "crosshair", "crosshair", "show a crosshair with exact values; left and right move it point by point"
    ),
    Key("g", "g", "go_to", "", "move the crosshair to an x that you type, such as 12000 or 12k"),
    Key(
        "plus,equals_sign",
        "+",
        "zoom(1)",
        "zoom",
        "zoom in on x, around the crosshair or the right edge; also the wheel",
    ),
    Key("minus", "-", "zoom(-1)", "", "zoom out; also the wheel"),
    Key("shift+left", "shift+←", "pan(-1)", "", "pan to the left"),
    Key("shift+right", "shift+→", "pan(1)", "", "pan to the right"),
    Key("0", "0", "reset", "", "show all of x and follow the newest point"),
    Key("s", "s", "smooth", "smooth", "change the smoothing: none, EMA 0.6, 0.9, 0.97"),
    Key("l", "l", "log", "log", "switch the panel between a log and a linear scale"),
    Key("o", "o", "clip", "", "clip the panel's outliers: y from the 1st to the 99th percentile"),
    Key("x", "x", "x", "axis", "change x: the layout's, step, seq, other keys that only rise"),
    Key("slash", "/", "filter", "filter", "filter the panels by words or a regular expression"),
    Key("f", "f", "fold", "", "fold the panels with the same prefix, such as eval., into one line, or unfold them"),
    Key("v", "v", "table", "table", "show the table of keys, which can be sorted"),
    Key("d", "d", "drops", "dropped", "show what was dropped: reason, count, first line, a sample"),
    Key("a", "a", "annotations", "", "show the annotations and changes of stage: step, time, text"),
    Key("i", "i", "overview", "", "show the overview: files, states, summary and status file of the run"),
    Key("p", "p", "pause", "", "pause the charts; points are still read"),
    Key("y", "y", "copy", "", "copy the panel's value at the crosshair, or its last, to the clipboard"),
    Key("e", "e", "export", "", "export the panel's points as TSV, or the screen as SVG, to a file"),
    Key("t", "t", "theme", "", "change the theme"),
    Key("ctrl+p", "ctrl+p", "command_palette", "", "find a command by name"),
    Key("ctrl+z", "ctrl+z", "suspend", "", "suspend div-tui; fg brings it back"),
    Key("question_mark", "?", "help", "help", "show the keys"),
    Key("q", "q", "app.quit", "quit", "quit"),
    Key("ctrl+c", "ctrl+c", "app.interrupt", "", "quit at once, with status 130"),
)

SYNONYMS = {
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
    "v": "keys metrics sortable",
    "d": "errors",
    "a": "remarks notes stages",
    "i": "info status about",
    "p": "hold freeze resume",
    "y": "yank clipboard",
    "e": "save write tsv svg screenshot",
    "t": "colours colors dark light",
    "ctrl+z": "background",
    "?": "keys shortcuts",
    "q": "exit leave close",
    "ctrl+c": "exit quit abort",
}
"""More words to find a key by, besides those of its action and the footer."""


def search(words: str) -> list[Key]:
    """Return the keys whose description contains each of some words, the best matches first."""
    typed = words.lower().split()
    matches = [key for key in KEYS if all(word in _description(key) for word in typed)]
    return sorted(matches, key=lambda key: _distance(key, typed))


def _description(key: Key) -> str:
    return " ".join((*key.names, key.shown, key.help)).lower()


def _distance(key: Key, typed: list[str]) -> int:
    """Return 0 for the key itself, 1 if each word starts one of its names, 2 if any word of its description, else 3."""
    if typed == [key.shown.lower()]:
        return 0
    for distance, known in enumerate((key.names, _description(key).split()), 1):
        if all(any(one.startswith(word) for one in known) for word in typed):
            return distance
    return 3


_PLAIN = {"←": "left", "→": "right", "↑": "up", "↓": "down", "⏎": "enter"}


END = ("?", "q")
"""The keys at the end of the footer."""


def spelled(shown: str, *, ascii_only: bool) -> str:
    """Return a key as it is displayed, with symbols as words if only ASCII can be shown."""
    if ascii_only:
        for sign, word in _PLAIN.items():
            shown = shown.replace(sign, word)
    return shown


def footer(
    *, maximized: bool, crosshair: bool, ascii_only: bool, zoomed: bool = False, annotated: bool = False
) -> list[tuple[str, str]]:
    """Return the keys that matter in this situation, each with its word, the most important first.

    Args:
        maximized: whether one panel is shown full screen.
        crosshair: whether there is a crosshair.
        ascii_only: whether only ASCII can be shown.
        zoomed: whether only a part of x is visible.
        annotated: whether the run has annotations.
    """
    arrows = "arrows" if ascii_only else "←↑↓→"
    sideways = "left right" if ascii_only else "←→"
    first = [(sideways, "step")] if crosshair else [] if maximized else [(arrows, "panel")]
    words = {key.shown: key.word for key in KEYS if key.word}
    if maximized:
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
