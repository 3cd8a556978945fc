"""The dashboard's lists: what they show on narrow terminals, the mouse, and what enter does."""

from __future__ import annotations

from pathlib import Path

import pytest
from div_tui.app.dashboard.keys import KEYS, SYNONYMS, search
from div_tui.app.dashboard.screens.prompt import shorten
from support.dashboard import Watched, watching
from support.runs import NAN, lines, made_run, many_keys
from textual import events


def inside(watched: Watched) -> list[str]:
    """The lines of a list without its borders."""
    return [row[1:-1].strip() for row in watched.rows if row[0] == "│"]


@pytest.fixture
def dropping(tmp_path: Path) -> Path:
    """A run with drops of several reasons."""
    path = tmp_path / "telemetry.jsonl"
    path.write_bytes(
        lines([{"step": 1, "loss": 2}])
        + b"WARNING: worker 3 is slow, and so is worker 4\n"
        + lines([{"step": 2, "debug/ratio": 1, "loss": 1}])
    )
    return path


async def test_what_was_dropped_is_told_in_full_on_a_narrow_terminal(dropping: Path) -> None:
    async with watching(dropping, size=(60, 20)) as watched:
        await watched.press("d")
        await watched.shows("╭ Dropped ")
        rows = inside(watched)
        assert rows[0].split() == ["reason", "count", "sample"]
        assert rows[1].split("  ")[0] == "not JSON"
        assert rows[2].startswith("key not letters, digit…  ")
        told = " ".join(" ".join(rows).split())
        assert "first line: 2" in told
        assert "sample: WARNING: worker 3 is slow, and so is worker 4" in told
        assert "how to fix: write one JSON object per line" in told
        await watched.press("down", "enter")
        await watched.shows("key not letters, digits, _ and -", "debug/ratio", "--any-key, or use letters")


async def test_a_sample_is_told_whole_in_ascii_too(tmp_path: Path) -> None:
    path = tmp_path / "telemetry.jsonl"
    path.write_bytes(b"WARNING: " + b"worker is slow, " * 11 + b"so it is\n")
    async with watching(path, "--ascii", size=(80, 24)) as watched:
        await watched.press("d")
        await watched.shows("+ Dropped ", "so it is")
        assert watched.text.isascii()
        await watched.press("enter")
        told = " ".join(" ".join(row.strip("| ") for row in watched.rows).split())
        assert f"sample {'worker is slow, ' * 11}so it is" in told.replace("WARNING: ", "")


@pytest.mark.parametrize(
    ("width", "titles"),
    [
        (80, ["key", "count", "last", "min", "max", "last point", "not finite"]),
        (60, ["key", "count", "last", "min", "max", "not finite"]),
        (50, ["key", "last", "min", "not finite"]),
        (40, ["key", "last", "not finite"]),
        (24, ["key", "last"]),
    ],
)
async def test_numbers_of_the_key_table_are_whole_or_not_there(tmp_path: Path, width: int, titles: list[str]) -> None:
    path = tmp_path / "telemetry.jsonl"
    made = [{"step": at, "train.loss": 0.123456 + at, "lr": 1.5e-06} for at in range(1, 1300)]
    path.write_bytes(lines([*made, {"train.loss": NAN}]))
    async with watching(path, size=(width, 24)) as watched:
        await watched.drawn(1300)
        await watched.press("v")
        await watched.shows("╭ Keys of ")
        numbers = {"count": "1 299", "last": "1299.12", "min": "1.12346", "max": "1299.12", "last point": "1 299"}
        row = {"key": "train.loss", **numbers, "not finite": "1, now"}
        rows = [" ".join(row.split()) for row in inside(watched)]
        assert rows[0] == " ".join(titles)
        assert rows[2] == " ".join(row[title] for title in titles)
        if width < 80:
            await watched.press("down")
            told = " ".join(" ".join(inside(watched)[-6:]).split())
            left_out = [f"{title}: {text}" for title, text in row.items() if title not in titles]
            assert [one for one in left_out if one not in told] == ([] if width > 24 else ["last point: 1 299"])


async def test_the_column_that_is_sorted_by_is_there(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=(40, 12)) as watched:
        await watched.press("v", "left", "left")
        assert inside(watched)[0].split() == ["key", "last", "last", "point", "↓"]


async def test_the_help_loses_the_ends_of_its_texts_and_tells_the_selected_one(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=(60, 24)) as watched:
        await watched.press("question_mark")
        assert inside(watched)[1].endswith("go to the panel on the left; with the crossh…")
        assert inside(watched)[-1] == "the crosshair, to the previous point"
        before = watched.rows[1:19]
        await watched.press("down", "down")
        assert watched.rows[1:19] == before
        assert inside(watched)[-1] == ""


async def test_a_page_of_the_help(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=(80, 24)) as watched:
        await watched.press("question_mark")
        first = inside(watched)[1:18]
        assert " 21 below " in watched.text
        await watched.press("pagedown")
        assert f" 17 above, {len(KEYS) - 34} below " in watched.text
        assert not set(first) & set(inside(watched)[1:18])
        await watched.press("pageup")
        assert inside(watched)[1:18] == first


async def test_the_wheel_scrolls_a_list(tmp_path: Path) -> None:
    async with watching(many_keys(tmp_path, 40), size=(80, 24)) as watched:
        await watched.press("v")
        assert [inside(watched)[at].split()[0] for at in (1, 2)] == ["eval.k0", "train.k1"]
        await watched.mouse(events.MouseScrollDown, 30, 10)
        assert inside(watched)[1].split()[0] == "train.k3"
        assert " 3 above, 17 below " in watched.text
        await watched.mouse(events.MouseScrollUp, 30, 10)
        await watched.mouse(events.MouseScrollUp, 30, 10)
        assert inside(watched)[1].split()[0] == "eval.k0"


async def test_a_click_selects_a_row_and_another_does_what_enter_does(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=(80, 24)) as watched:
        await watched.press("v")
        row = next(y for y, line in enumerate(watched.rows) if line.startswith("│ speed "))
        await watched.pilot.click(offset=(9, row))
        await watched.settle()
        assert inside(watched)[watched.app.screen.listing.selected + 1].startswith("speed")
        await watched.pilot.click(offset=(9, row), times=2)
        await watched.shows("╭ By hour ")
        assert watched.focused == "By hour"
        await watched.press("question_mark")
        await watched.pilot.click(offset=(9, 5), times=2)
        await watched.pilot.click(offset=(9, 0), times=2)
        await watched.shows("╭ Keys ")
        await watched.press("escape", "ctrl+p")
        await watched.press(*"help")
        await watched.pilot.click(offset=(9, 2), times=2)
        await watched.shows("╭ Keys ", "what it does")


async def test_a_panel_that_a_filter_or_a_fold_hides_is_gone_to(tmp_path: Path) -> None:
    async with watching(many_keys(tmp_path, 8)) as watched:
        await watched.press("slash", *"train", "enter", "v", "enter")
        assert (watched.view.panels.words, watched.focused) == ("", "eval.k0")
        await watched.press("f", "slash", *"k3", "enter", "v", *["down"] * 4, "enter")
        assert (watched.view.panels.words, watched.view.panels.folded, watched.focused) == ("", set(), "eval.k4")
        await watched.press("slash", *"eval", "enter", "v", "enter")
        assert (watched.view.panels.words, watched.focused) == ("eval", "eval.k0")
        await watched.press("f", "v", "enter")
        assert (watched.view.panels.words, watched.view.panels.folded, watched.focused) == ("eval", set(), "eval.k0")


async def test_a_key_without_a_panel_is_told_so(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=(80, 24)) as watched:
        await watched.press("down", "slash", *"acc", "enter", "v", "enter")
        await watched.shows("╭ Keys of the run ", "no panel draws step")
        assert watched.view.panels.words == "acc"
        watched.app.screen.show_notice("")
        await watched.until(lambda: "no panel" not in watched.text)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("quit", "q"),
        ("exit", "q"),
        ("help", "?"),
        ("export", "e"),
        ("pause", "p"),
        ("fullscreen", "⏎"),
        ("drops", "d"),
        ("mouse", "c"),
        ("filter", "/"),
        ("theme", "t"),
        ("zoom", "+"),
        ("Zoom OUT", "-"),
        ("go to", "g"),
        ("q", "q"),
        ("sortable", "v"),
        ("", "←"),
    ],
)
def test_a_command_is_found_by_its_usual_names(words: str, first: str) -> None:
    assert search(words)[0].shown == first


def test_other_words_are_of_keys_and_find_them() -> None:
    assert set(SYNONYMS) <= {key.shown for key in KEYS}
    for shown, words in SYNONYMS.items():
        for word in words.split():
            assert shown in [key.shown for key in search(word)]
    assert search("no such thing") == []


async def test_an_unknown_command_is_not_taken(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=(80, 24)) as watched:
        await watched.press("ctrl+p", *"zzz")
        await watched.shows("no such command")
        await watched.press("enter")
        assert "no such command" in watched.text
        await watched.press("ctrl+u", *"pau", "enter")
        await watched.shows("paused")


async def test_the_palette_has_all_of_its_border(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=(80, 24)) as watched:
        await watched.press("ctrl+p")
        await watched.shows("╭ Commands ")
        assert watched.rows[-2].startswith("╰")
        assert " below " in watched.rows[-2]
        assert watched.footer.startswith(" command:")


LONG = "write points to (or the screen, to a name in .svg):"


@pytest.mark.parametrize(
    ("question", "short", "width", "shown"),
    [
        ("filter:", "", 31, "filter:"),
        (LONG, "write to:", 75, LONG),
        (LONG, "write to:", 74, "write to:"),
        (LONG, "write to:", 12, "write "),
        (LONG, "", 74, "write points to (or the screen, to a name in:"),
        (LONG, "", 38, "write points:"),
        (LONG, "", 12, "write:"),
        ("損失損失損失:", "", 10, "損失"),
    ],
)
def test_a_question_gives_way_to_the_answer(question: str, short: str, width: int, shown: str) -> None:
    assert shorten(question, short, width) == shown


async def test_a_question_is_asked_anew_when_the_width_changes(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run-7"), size=(120, 24)) as watched:
        await watched.press("g")
        assert watched.footer.startswith(" go to x: ")
        await watched.resize(24, 12)
        await watched.until(lambda: watched.footer.startswith(" go: "))
        await watched.resize(120, 24)
        await watched.until(lambda: watched.footer.startswith(" go to x: "))
