"""The installed command following a run: what it prints as points come, and as files come, go and change."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import following, shell
from support.followed import NOT_JSON, Writer, point, started

# A process on a busy machine may be late once; what is wrong is wrong each time.
pytestmark = pytest.mark.flaky(reruns=2)


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Writes to the lines of a run that has one point."""
    return started(tmp_path)


# --- rows as points come ---


def test_rows_are_printed_as_points_come(write: Writer) -> None:
    with following(write.path, "-f") as follower:
        assert follower.out(2) == ["step\tloss", "1\t0.5"]
        for step in range(2, 30):
            write(point(step=step, loss=1 / step))
            assert follower.out(step + 1)[-1] == f"{step}\t{1 / step!r}"
        write(*[point(step=step) for step in range(30, 1000)], point(step=1000, loss=0.25))
        assert follower.out(31)[-1] == "1000\t0.25"
        follower.interrupt()
        assert follower.end()[::2] == (130, [])


@pytest.mark.parametrize(
    ("arguments", "first", "then"),
    [
        (["loss"], ["step\tloss", "1\t0.5"], "2\t0.25"),
        (["loss", "--csv"], ["step,loss", "1,0.5"], "2,0.25"),
        (["--csv"], ["step,loss", "1,0.5"], "2,0.25"),
        (["loss", "--x=seq"], ["seq\tloss", "1\t0.5"], "2\t0.25"),
        (["--json"], ['{"seq": 1, "data": {"step": 1, "loss": 0.5}}'], '{"seq": 2, "data": {"step": 2, "loss": 0.25}}'),
        (["--json", "loss"], ['{"seq": 1, "data": {"loss": 0.5}}'], '{"seq": 2, "data": {"loss": 0.25}}'),
        (["--print"], ["step\tloss", "1\t0.5"], "2\t0.25"),
    ],
)
def test_every_format(write: Writer, arguments: list[str], first: list[str], then: str) -> None:
    with following(write.path, "-f", *arguments) as follower:
        assert follower.out(len(first)) == first
        write(point(step=2, loss=0.25))
        assert follower.out(len(first) + 1) == [*first, then]


def test_lines_in_halves_and_a_last_one_without_its_end(write: Writer) -> None:
    with following(write.path, "-f", "loss") as follower:
        follower.out(2)
        write('{"step": 2, "lo', end="")
        write('ss": 2}', end="")
        assert follower.out(3)[-1] == "2\t2"  # though its end never came
        write('{"step": 3, "loss": 3}')
        assert follower.out(4)[-1] == "3\t3"


def test_points_without_a_number_do_not_fix_the_columns(write: Writer) -> None:
    write.path.write_text('{}\n{"note": "begin"}\nnope\n')
    with following(write.path, "-f") as follower:
        assert follower.err(1) == [NOT_JSON]  # they are read
        write(point(step=1, loss=2))
        assert follower.out(2) == ["step\tloss", "1\t2"]


def test_x_is_fixed_when_the_first_row_is_printed(write: Writer) -> None:
    write.path.write_text(point(epoch=1) + "\nnope\n")
    with following(write.path, "-f", "loss") as follower:
        assert follower.err(1) == [NOT_JSON]
        write(point(step=5, loss=2))
        assert follower.out(2) == ["step\tloss", "5\t2"]


def test_a_reader_that_goes_away_ends_it(write: Writer) -> None:
    assert (
        shell("div-tui telemetry.jsonl -f | head -1; echo ${PIPESTATUS[0]}", write.path.parent).out
        == b"step\tloss\n0\n"
    )


# --- files that come, go and change ---


def test_a_file_that_does_not_exist_yet(tmp_path: Path) -> None:
    path = tmp_path / "run" / "telemetry.jsonl"
    path.parent.mkdir()
    with following("run", "-f", "loss", cwd=tmp_path) as follower:
        assert follower.err(1) == ["div-tui: run/telemetry.jsonl does not exist; waiting for it"]
        path.write_text(point(loss=1) + "\n")
        assert follower.out(2) == ["seq\tloss", "1\t1"]


def test_a_file_that_disappears_and_returns(write: Writer) -> None:
    with following(write.path, "-f", "loss") as follower:
        follower.out(2)
        write.path.unlink()
        assert follower.err(1) == [f"div-tui: {write.path} does not exist; waiting for it"]
        write(point(step=7, loss=7))
        assert follower.out(3) == ["step\tloss", "1\t0.5", "7\t7"]
        assert follower.err(2)[1] == "div-tui: the file was replaced; reading it again from its start"


def test_a_directory_that_disappears_and_returns(tmp_path: Path) -> None:
    directory = tmp_path / "run"
    directory.mkdir()
    write = Writer(directory / "telemetry.jsonl")
    write(point(loss=1))
    with following(directory, "-f", "loss") as follower:
        follower.out(2)
        directory.rename(tmp_path / "old")
        follower.err(1)
        directory.mkdir()
        write(point(loss=2))
        assert follower.out(3)[-1] == "1\t2"


@pytest.mark.parametrize("how", ["truncated", "replaced"])
def test_a_run_that_begins_again(write: Writer, how: str) -> None:
    write(point(step=2, loss=0.25), "nope")
    with following(write.path, "-f", "--json") as follower:
        follower.out(2)
        if how == "truncated":
            write.path.write_text(point(loss=9) + "\n")
        else:
            new = write.path.with_name("new")
            new.write_text(point(loss=9) + "\n")
            new.replace(write.path)
        message = {
            "truncated": "div-tui: the file was truncated; reading it again from its start",
            "replaced": "div-tui: the file was replaced; reading it again from its start",
        }
        assert follower.err(2) == [NOT_JSON, message[how]]
        assert follower.out(3)[-1] == '{"seq": 1, "data": {"loss": 9}}'
        write(point(loss=10))
        assert follower.out(4)[-1] == '{"seq": 2, "data": {"loss": 10}}'
        follower.interrupt()
        assert follower.end()[2] == [NOT_JSON, message[how]]  # nothing of the new file was dropped


def test_a_run_that_is_opened_through_a_link(tmp_path: Path, write: Writer) -> None:
    other = Writer(tmp_path / "other.jsonl")
    other(point(step=8, loss=8))
    link = tmp_path / "links" / "latest.jsonl"
    link.parent.mkdir()
    link.symlink_to(write.path)
    with following(link, "-f", "loss") as follower:
        follower.out(2)
        write(point(step=2, loss=2))
        assert follower.out(3)[-1] == "2\t2"
        new = tmp_path / "new"
        new.symlink_to(other.path)
        new.replace(link)
        assert follower.out(4)[-1] == "8\t8"
        other(point(step=9, loss=9))
        assert follower.out(5)[-1] == "9\t9"


def test_a_file_that_becomes_a_directory_is_refused(write: Writer) -> None:
    with following(write.path, "-f") as follower:
        follower.out(2)
        write.path.unlink()
        write.path.mkdir()
        status, _, messages = follower.end()
        assert status == 2
        assert messages[-1] == f"div-tui: {write.path} cannot be read: Is a directory"
