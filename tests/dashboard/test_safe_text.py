"""Text from a run is shown as it is: no markup, no control of the terminal, measured in cells."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from rich.cells import cell_len
from support.dashboard import Watched, watching
from support.runs import lines, made_run

HOSTILE = "[red]x[/]\x1b[2J\u202egpj.\u2066損失é\u0301\x07[@click=app.quit]"
SHOWN = "[red]x[/]\\u001b[2J\\u202egpj.\\u2066損失"


def check(watched: Watched) -> None:
    """Each line is as wide as the screen, and holds nothing that a terminal acts on."""
    for row in watched.rows:
        assert cell_len(row) == watched.app.size.width
        for sign in row:
            assert unicodedata.category(sign) not in ("Cc", "Cs", "Zl", "Zp"), row
            assert sign not in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", row


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    directory = tmp_path / f"run {HOSTILE}".replace("/", "_")
    directory.mkdir()
    path = directory / "telemetry.jsonl"
    path.write_bytes(lines([{"step": at, HOSTILE: at, f"b.{HOSTILE}": float("nan")} for at in range(9)]))
    with path.open("ab") as file:
        file.write(HOSTILE.encode() + b"\n")
    return path


async def test_the_name_and_the_keys_of_a_run(hostile: Path) -> None:
    async with watching(hostile, "--any-key") as watched:
        assert "run [red]x[_]\\u001b[2J\\u202e" in watched.header
        assert f"╭ {SHOWN}" in watched.text
        check(watched)
        await watched.press("tab", "c", "v")
        assert SHOWN in watched.text
        check(watched)
        await watched.press("escape", "d")
        assert SHOWN in watched.text
        check(watched)
        await watched.press("escape", "escape", "home", "y")
        check(watched)
        assert "copied [red]x[/]\\u001b" in watched.header
        await watched.press("f")
        check(watched)
        for _ in range(4):
            await watched.press("x")
            check(watched)


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 8), (7, 5)])
async def test_at_smaller_sizes(hostile: Path, size: tuple[int, int]) -> None:
    async with watching(hostile, "--any-key", size=size) as watched:
        for key in ("c", "enter", "v", "escape", "d", "escape", "e", "escape", "slash", "escape"):
            check(watched)
            await watched.press(key)


async def test_the_titles_of_a_layout(tmp_path: Path) -> None:
    title = '"[red]x[/]\\u001b[2J\\u202egpj.\\u2066損失"'
    panels = f'[[panel]]\ntitle = {title}\ny = ["loss", {title}]\n[[panel]]\ny = "lr"\n'
    layout = f'{panels}[[stat]]\ntitle = {title}\ny = "loss"\n'
    async with watching(made_run(tmp_path / "run", layout=layout)) as watched:
        assert watched.text.count(SHOWN) >= 2
        check(watched)
        await watched.press("e")
        await watched.shows("write points")
        check(watched)


async def test_a_layout_that_is_wrong(tmp_path: Path) -> None:
    path = made_run(tmp_path / "run")
    async with watching(path) as watched:
        path.with_name("telemetry.toml").write_text('[[panel]]\ny = "loss"\n"[red]\\u001b[2J\\u202e" = 1\n')
        await watched.shows('has "[red]\\u001b[2J\\u202e"')
        check(watched)


async def test_what_is_typed(tmp_path: Path) -> None:
    async with watching(made_run(tmp_path / "run")) as watched:
        await watched.press("slash", *"[red]損")
        await watched.shows("no panel matches [red]損", "filter: [red]損")
        check(watched)
        await watched.press("escape", "g", *"[b]", "enter")
        await watched.shows('"[b]" is not a number')


async def test_a_long_name_loses_its_middle(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    key = ".".join(f"layer_{at}" for at in range(40))
    path.write_bytes(lines([{key: 1}, {key: 2}]))
    async with watching(path, size=(80, 24)) as watched:
        assert "╭ layer_0.layer_1." in watched.text
        assert ".layer_39 ─" in watched.text
        check(watched)


SLASHED = "".join(f'{{"step": {at}, "train/loss": 1, "val/損": 2}}\n' for at in range(9))


async def test_a_run_whose_keys_are_all_skipped_says_how_to_read_them(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(SLASHED)
    async with watching(path) as watched:
        await watched.shows('every key was skipped, as "train/loss"; open the run with --any-key')


async def test_with_ascii_alone_nothing_else_is_sent(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(SLASHED)
    async with watching(path, "--any-key", "--ascii") as watched:
        await watched.shows("+ val/?? ")
        for key in ("v", "d", "question_mark"):
            await watched.press(key)
            assert watched.text.isascii()
            await watched.press("escape")
        assert watched.text.isascii()
