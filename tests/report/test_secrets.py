"""What a person types holds a secret: nothing shows it, and it finds what the masked lines have instead."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest
from div_tui.app.cli.options import read_run_options
from div_tui.app.report.asked_keys import AskedKeys
from div_tui.app.runs.open_run import open_run
from div_tui.app.runs.options import run_options
from support.command import following, run
from support.event_hostile import plain

SECRET = "hunter2secret"
EVENTS = [
    plain(name=SECRET, value=1, step=1, metadata={"k": SECRET}),
    plain(name="b", value=2, step=1),
    plain(name="b", value=3, step=2, metadata={"k": SECRET}),
    plain("done", ts_ms=1),
]


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A directory with a run of events, one of points, and a secret."""
    (tmp_path / "events.jsonl").write_bytes(b"".join(EVENTS))
    (tmp_path / "points.jsonl").write_text('{"hunter2secret":1,"b":2}\n{"hunter2secret":3}\n')
    (tmp_path / "secrets.env").touch(mode=0o600)
    (tmp_path / "secrets.env").write_text(f"TOKEN={SECRET}\n")
    return tmp_path


@pytest.mark.parametrize("lines", ["events.jsonl", "points.jsonl"])
@pytest.mark.parametrize("more", [[], ["--csv"], ["--json"], ["--plot"], ["-f", "--until-quiet=.1"], ["--any-key"]])
@pytest.mark.parametrize("asked", [[SECRET, "b"], [f"b{{k={SECRET}}}", f"no/{SECRET}"], ["b", f"--x={SECRET}"]])
def test_a_key_or_x_with_a_secret_is_not_shown(here: Path, lines: str, more: list[str], asked: list[str]) -> None:
    ended = run(lines, *asked, "--secrets=secrets.env", *more, cwd=here)
    assert SECRET not in ended.out.decode() + ended.err
    assert ended.status in (0, 1)


def test_it_finds_what_is_masked(here: Path) -> None:
    keys = [SECRET, f"b{{k={SECRET}}}"]
    ended = run("events.jsonl", *keys, "--secrets=secrets.env", cwd=here)
    assert ended == (0, b"step\t***{k=***}\tb{k=***}\n1\t1\t\n2\t\t3\n", "")
    ended = run("points.jsonl", "b", f"--x={SECRET}", "--secrets=secrets.env", "--any-key", cwd=here)
    assert ended == (0, b"***\tb\n1\t2\n", "")
    ended = run("events.jsonl", f"x{SECRET}", "--secrets=secrets.env", cwd=here)
    assert ended == (1, b"step\tx***\n", 'div-tui: no point carries "x***"; the nearest key is "***"\n')


def test_keys_and_x_are_masked_as_they_are_in_the_lines(here: Path) -> None:
    arguments = [str(here / "events.jsonl"), SECRET, "b", f"--x=a{SECRET}", f"--secrets={here / 'secrets.env'}"]
    options = read_run_options(arguments)
    run = open_run(run_options(options), threading.Event(), follow=False)
    asked = AskedKeys(run, options, drawn=False)
    run.reader.close()
    assert (asked.keys, asked.x) == (["***", "b"], "a***")


def test_a_path_with_a_secret_is_not_shown(here: Path) -> None:
    path = here / f"{SECRET}.jsonl"
    ended = run(path.name, "--print", "--secrets=secrets.env", cwd=here)
    assert (ended.status, "***.jsonl" in ended.err, SECRET in ended.err) == (2, True, False)
    with following(path, "-f", "--secrets", here / "secrets.env") as follower:
        assert follower.err(1) == [f"div-tui: {here}/***.jsonl does not exist; waiting for it"]
        path.write_bytes(b"".join([*EVENTS[1:3], plain(name="c", value=3, step=2)]))
        follower.out(2)
        with path.open("ab") as file:
            file.write(plain(name="d", value=1, step=3))
        command = f"div-tui -f --secrets={here}/secrets.env '{here}/***.jsonl' d"
        assert follower.err(2)[1] == f'div-tui: the key "d" came later; to print it: {command}'


def test_a_path_that_cannot_be_read_is_masked(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here)
    with socket.socket(socket.AF_UNIX) as unread:
        unread.bind(f"{SECRET}.jsonl")
        ended = run(f"{SECRET}.jsonl", "--print", "--secrets=secrets.env", cwd=here)
    assert (ended.status, ended.err.startswith("div-tui: ***.jsonl cannot be read: ")) == (2, True)
