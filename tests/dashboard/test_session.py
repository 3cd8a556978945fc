"""One run being watched: what its batches do to how it is looked at, and what there is to say of them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from pathlib import Path

from div_tui.app.cli.options import read_run_options
from div_tui.app.dashboard.session import Session
from div_tui.app.ingest.decoder import Rules
from div_tui.app.ingest.formats.registry import FormatDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.open_run import open_run
from div_tui.app.view.state import Look
from support.event_runs import note, number, state
from support.runs import lines


class Read:
    """A session whose batches are made by hand; it is drawn after each of them."""

    def __init__(self, directory: Path, *arguments: str, cap: int = 0) -> None:
        path = directory / "run.jsonl"
        path.touch()
        options = read_run_options([str(path), "--no-ascii", "--max-points", str(cap), *arguments])
        self.session = Session(options, open_run(options, threading.Event(), follow=False), Look())
        self._feed = FormatDecoder(Rules(Masker(), max_points=cap))

    def read(self, *things: object, caught_up: bool = True, anew: bool = False) -> str:
        """Take in a batch; return what there is to say of it."""
        if anew:
            self._feed.restart()
        self._feed.feed(lines(things))
        batch = self._feed.take()
        batch.restarted = "the file was replaced" if anew else None
        batch.caught_up = caught_up
        said = self.session.apply(batch, 0.0)
        self.ends_at()
        return said

    def ends_at(self) -> float | None:
        """Where the x axis of the first panel ends, drawn now."""
        looking = self.session.looking
        return looking.shown(looking.tiles()[0]).view.x1 if looking.tiles() else None


def points(first: int, last: int) -> Iterable[object]:
    return ({"step": at, "loss": 1 / at} for at in range(first, last + 1))


def test_x_fits_a_run_that_is_read_in_pieces(tmp_path: Path) -> None:
    made = Read(tmp_path)
    for first in (1, 301, 601):
        made.read(*points(first, first + 299), caught_up=False)
    made.read(*points(901, 1000))
    assert made.ends_at() == 1000
    made.read(*points(1001, 1001))
    assert made.ends_at() == 1300


def test_x_fits_a_run_that_is_read_anew(tmp_path: Path) -> None:
    made = Read(tmp_path)
    made.read(*points(1, 100))
    made.read(*points(1, 500), caught_up=False, anew=True)
    made.read(*points(501, 900), caught_up=False)
    made.read(*points(901, 1000))
    assert made.ends_at() == 1000


def test_x_fits_a_run_that_was_held_while_it_was_loaded(tmp_path: Path) -> None:
    made = Read(tmp_path)
    made.read(*points(1, 300), caught_up=False)
    made.session.hold(0.0)
    made.read(*points(301, 900), caught_up=False)
    made.read(*points(901, 1000))
    assert made.ends_at() == 300
    made.session.hold(0.0)
    assert made.ends_at() == 1000


def test_a_run_gets_no_room_ahead_once_its_cap_is_reached(tmp_path: Path) -> None:
    made = Read(tmp_path, cap=1000)
    made.read(*points(1, 800))
    made.read(*points(801, 900))
    assert made.ends_at() == 1300
    made.read(*points(901, 1050))
    assert made.ends_at() == 1000


def test_a_series_at_its_cap_leaves_room_ahead_for_the_others(tmp_path: Path) -> None:
    made = Read(tmp_path, cap=1000)
    made.read(*(number("loss", 1 / at, at) for at in range(1, 1002)))
    assert (made.session.run.full, made.ends_at()) == (True, 1000)
    made.read(number("late", 1, 1200))
    assert made.ends_at() == 1700


def test_a_run_of_events_gets_no_room_ahead_once_it_is_over(tmp_path: Path) -> None:
    made = Read(tmp_path)
    made.read(*(number("loss", 1 / at, at) for at in range(1, 101)))
    made.read(number("loss", 1, 110))
    assert made.ends_at() == 190
    made.read(state("done"))
    assert made.ends_at() == 110
    made.read(number("loss", 1, 115))
    assert made.ends_at() == 120
    made.read(number("loss", 1, 130))
    assert made.ends_at() == 220


def test_a_run_gets_no_room_ahead_once_its_status_file_says_that_it_is_over(tmp_path: Path) -> None:
    made = Read(tmp_path)
    made.read(*points(1, 100))
    made.read(*points(101, 110))
    assert made.ends_at() == 190
    (tmp_path / "status.json").write_text(json.dumps({"state": "done"}))
    assert made.session.status_file
    made.session.status_file.look()
    assert made.ends_at() == 110


def test_the_crosshair_says_of_which_step_a_remark_is_where_that_is_another(tmp_path: Path) -> None:
    made = Read(tmp_path)
    made.read(*(number("loss", 1, step) for step in (1000, 2000)), note("on it", 2000), note("after", 2100))
    made.session.looking.place_cross(2000)
    assert made.session.header(0.0, 0.0, "").message == "on it; at 2 100: after"
    made.read(*(note(f"{at}", 1999) for at in range(20)))
    message = made.session.header(0.0, 0.0, "").message
    assert message.startswith("on it; at 1 999: 0; at 1 999: 1; ")
    assert message.endswith("; at 1 999: 6 and 14 more")


KERAS = {"epoch": 1, "loss": 1, "val_loss": 1, "accuracy": 1}
OFFER = "--telemetry builtin:keras fits this run"


def test_a_layout_is_offered_once_when_it_first_fits(tmp_path: Path) -> None:
    made = Read(tmp_path)
    assert made.read() == ""
    assert made.read({"epoch": 0}) == ""
    assert (made.read(KERAS), made.session.offer()) == (OFFER, "--telemetry builtin:keras")
    assert made.read(KERAS) == ""
    assert made.read({**KERAS, "lr": 1}) == ""
    assert made.read({"step": 1}) == ""
    assert made.session.offer() == ""


def test_a_layout_is_offered_when_all_that_is_there_is_read(tmp_path: Path) -> None:
    made = Read(tmp_path)
    assert made.read(KERAS, caught_up=False) == ""
    assert made.read(KERAS) == OFFER


def test_a_layout_is_offered_for_events_by_their_names(tmp_path: Path) -> None:
    made = Read(tmp_path)
    made.read(state("open"))
    names = ("train/objective", "runtime/step_seconds")
    assert made.read(*(number(name, 1, 1, split="train") for name in names)) == ""
    assert made.read(number("rate/tokens", 1, 1, split="train")) == "--telemetry builtin:sexpgpu fits this run"


def test_what_has_happened_is_told_before_an_offer(tmp_path: Path) -> None:
    made = Read(tmp_path)
    made.read({"epoch": 0})
    assert made.read(KERAS, anew=True) == "the file was replaced: read again from its start"
    assert made.read(KERAS) == ""
    assert made.read({"lr": 1}) == OFFER
    mistaken = Read(tmp_path, "los")
    assert mistaken.read(KERAS) == 'no point carries "los"; the nearest key is "loss"'
    assert mistaken.read(KERAS) == ""
    assert mistaken.session.offer() == "--telemetry builtin:keras"


def test_no_layout_is_offered_where_there_is_one_or_none_is_wanted(tmp_path: Path) -> None:
    made = Read(tmp_path, "--telemetry", "none")
    assert (made.read(KERAS), made.session.offer()) == ("", "")
    made = Read(tmp_path)
    made.read()
    (tmp_path / "telemetry.toml").write_text('[[panel]]\ny = "loss"\n')
    assert made.session.reread_layout() == "telemetry.toml was read again"
    assert (made.read(KERAS), made.session.offer()) == ("", "")
