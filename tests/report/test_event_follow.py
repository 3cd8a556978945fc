"""Following a run of events: rows as steps end, until the run ends."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from random import Random

import pytest
from div_tui.app.ingest.decoder import Rules
from div_tui.app.ingest.formats.registry import FormatDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.report.event_rows import EventRows
from div_tui.app.runs.history import History
from support import event_hostile
from support.command import Following, following, run
from support.event_hostile import plain
from support.event_oracle import read_events
from support.event_oracle_output import columns_of, rows
from support.ingested import cut

# A process on a busy machine may be late once; what is wrong is wrong each time.
pytestmark = pytest.mark.flaky(reruns=2)

DONE = plain("done", ts_ms=9)
NOT_EVENT = (
    "telemetry: dropped a line that is not an event; write a kind, with a name and a value, an annotation, or ts_ms"
)


def number(step: int | None, value: float, name: str = "a", **metadata: str) -> bytes:
    where = {} if step is None else {"step": step}
    return plain(name=name, value=value, **where, **({"metadata": metadata} if metadata else {}))


class Writer:
    """Appends to a file, at once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, *lines: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(b"".join(lines))


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Writes to the lines of a run whose first step is over."""
    writer = Writer(tmp_path / "events.jsonl")
    writer(plain("start", ts_ms=1), number(0, 4), number(0, 6, "b"), number(1, 0.5), number(1, 7, "b"))
    return writer


def test_a_row_is_printed_when_another_step_begins(write: Writer) -> None:
    with following(write.path, "-f") as follower:
        assert follower.out(2) == ["step\ta\tb", "0\t4\t6"]
        write(number(2, 0.25))
        assert follower.out(3)[2:] == ["1\t0.5\t7"]
        write(number(2, 8, "b"), number(2, 9, "b"))
        assert follower.out(4)[3:] == ["2\t0.25\t8"]
        write(number(None, 3))
        assert follower.out(6)[4:] == ["2\t\t9", "\t3\t"]
        write(number(1, 4), DONE)
        status, lines, messages = follower.end()
        assert (status, lines[6:], messages) == (0, ["1\t4\t"], [])


@pytest.mark.parametrize(
    ("arguments", "first", "then"),
    [
        (["a"], ["step\ta", "0\t4"], "1\t0.5"),
        (["--csv", "b", "a"], ["step,b,a", "0,6,4"], "1,7,0.5"),
        (["a", "--x=seq"], ["seq\ta", "1\t4"], "2\t0.5"),
        (["a", "--x=ts_ms"], ["ts_ms\ta", "\t4"], "\t0.5"),
    ],
)
def test_another_step_of_another_series_ends_a_row(
    write: Writer, arguments: list[str], first: list[str], then: str
) -> None:
    with following(write.path, "-f", *arguments) as follower:
        assert follower.out(2) == first
        write(number(2, 1, "c"))
        assert follower.out(3) == [*first, then]


def test_json_waits_for_nothing(write: Writer) -> None:
    with following(write.path, "-f", "--json", "a") as follower:
        assert [json.loads(line)["value"] for line in follower.out(2)] == [4, 0.5]
        write(number(1, 2), number(1, 3, "b"), number(1, 5))
        assert [json.loads(line)["value"] for line in follower.out(4)] == [4, 0.5, 2, 5]


def test_lines_in_halves_and_a_last_one_without_its_end(write: Writer) -> None:
    with following(write.path, "-f", "a") as follower:
        follower.out(2)
        line = number(2, 1)
        write(line[:20])
        write(line[20:])
        assert follower.out(3)[2:] == ["1\t0.5"]
        write(number(3, 6)[:-1])
        # Once it is quiet, it is an object, and so it is read.
        assert follower.out(4)[3:] == ["2\t1"]


@pytest.mark.parametrize(
    "end",
    [
        DONE,
        plain("interrupted", ts_ms=1),
        plain("annotation", annotation="interrupted at step 1"),
        plain("summary", loss=1),
        DONE + plain("annotation", step=1, annotation="checkpoint"),
        DONE[:-1],
    ],
)
def test_it_ends_when_the_run_says_so(write: Writer, end: bytes) -> None:
    write(end)
    assert run(write.path, "-f", "a", "--until-quiet=20")[:2] == (0, b"step\ta\n0\t4\n1\t0.5\n")


@pytest.mark.parametrize("more", [plain("start", ts_ms=3), plain("open", ts_ms=3), number(2, 3)])
def test_a_run_that_begins_again_goes_on(write: Writer, more: bytes) -> None:
    write(DONE, more)
    with following(write.path, "-f", "a") as follower:
        follower.out(2)
        write(number(5, 1), number(6, 1))
        lines = follower.out(4 if b"value" not in more else 5)
        assert lines[-1] == "5\t1"
        write(DONE)
        assert follower.end()[0] == 0


def test_what_was_written_after_the_end_is_read(write: Writer) -> None:
    write(DONE, number(2, 3), number(3, 4), DONE)
    assert run(write.path, "-f", "a").out == b"step\ta\n0\t4\n1\t0.5\n2\t3\n3\t4\n"


def test_a_pipe_is_read_to_its_own_end() -> None:
    with following("-", "-f", "--json", "a") as follower:
        follower.write(number(1, 2) + DONE)
        follower.out(1)
        follower.write(number(2, 3) + DONE)
        follower.out(2)
        follower.write(plain("summary", loss=1) + b"nope")
        follower.close_stdin()
        status, lines, messages = follower.end()
        assert (status, [json.loads(line)["value"] for line in lines], messages) == (0, [2, 3], [])


def test_a_file_that_does_not_exist_yet(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with following(path, "-f") as follower:
        assert follower.err(1) == [f"div-tui: {path} does not exist; waiting for it"]
        Writer(path)(number(1, 2), number(2, 3), DONE)
        assert follower.end()[1] == ["step\ta", "1\t2", "2\t3"]


def test_a_series_that_comes_later_is_named_once(write: Writer) -> None:
    with following(write.path, "-f") as follower:
        follower.out(2)
        write(number(2, 1, "eval/loss", split="e,v"), number(3, 2, "eval/loss", split="e,v"))
        later = 'eval/loss{split="e,v"}'
        message = f"div-tui: the key \"{later}\" came later; to print it: div-tui -f {write.path} '{later}'"
        assert follower.err(1) == [message]
        assert follower.out(3)[2:] == ["1\t0.5\t7"]
        write(number(4, 1), DONE)
        assert follower.end() == (0, ["step\ta\tb", "0\t4\t6", "1\t0.5\t7", "4\t1\t"], [message])
    assert run(write.path, "-f", later).out.decode() == f"step\t{later}\n2\t1\n3\t2\n"


def test_a_series_that_a_key_selects_and_comes_later_is_named(write: Writer) -> None:
    with following(write.path, "-f", "--format=events", "--csv", "a", "nothing") as follower:
        follower.out(2)
        write(number(2, 1, "a", k="v"), number(2, 3, "c"), number(3, 5), DONE)
        command = f"div-tui -f --csv --format=events {write.path} 'a{{k=v}}'"
        assert follower.end() == (
            0,
            ["step,a,nothing", "0,4,", "1,0.5,", "3,5,"],
            [
                f'div-tui: the key "a{{k=v}}" came later; to print it: {command}',
                'div-tui: no point carries "nothing"',
            ],
        )


def test_drops_are_reported_when_they_first_happen(write: Writer) -> None:
    with following(write.path, "-f", "a") as follower:
        write(b'{"a":1}\n')
        assert follower.err(1) == [NOT_EVENT]
        write(b'{"a":1}\n', DONE)
        assert follower.end()[2] == [NOT_EVENT, NOT_EVENT.replace("a line that is", "2 lines that are", 1)]


@pytest.mark.parametrize("arguments", [["a"], []])
def test_an_interruption_prints_the_row_that_waits(write: Writer, arguments: list[str]) -> None:
    with following(write.path, "-f", *arguments) as follower:
        follower.out(2)
        write(number(2, 1), number(2, 2, "b"), b"nope\n")
        follower.err(1)
        follower.process.send_signal(signal.SIGINT)
        status, lines, _ = follower.end()
        assert (status, lines[-1]) == (130, "2\t1" if arguments else "2\t1\t2")


def replace(write: Writer, *lines: bytes) -> None:
    new = write.path.with_name("new")
    new.write_bytes(b"".join(lines))
    os.replace(new, write.path)


def started(write: Writer, follower: Following) -> None:
    follower.out(2)
    write(number(2, 1))
    follower.out(3)


def test_a_file_that_is_replaced_is_read_again(write: Writer) -> None:
    with following(write.path, "-f", "a") as follower:
        started(write, follower)
        replace(write, number(7, 1), number(8, 2))
        assert follower.out(5) == ["step\ta", "0\t4", "1\t0.5", "2\t1", "7\t1"]
        assert follower.err(1) == ["div-tui: the file was replaced; reading it again from its start"]
        write(DONE)
        assert follower.end()[1][5:] == ["8\t2"]


def test_a_file_that_is_cut_and_becomes_one_of_points(write: Writer) -> None:
    with following(write.path, "-f") as follower:
        started(write, follower)
        write.path.write_bytes(b'{"step":1,"loss":2}\n')
        assert follower.out(6) == ["step\ta\tb", "0\t4\t6", "1\t0.5\t7", "2\t1\t", "step\tloss", "1\t2"]
        write.path.write_bytes(number(3, 4) + number(4, 5))
        assert follower.out(8)[6:] == ["step\ta", "3\t4"]


# --- against the oracle ---


@pytest.mark.parametrize("seed", range(60))
def test_rows_do_not_depend_on_how_the_bytes_come(seed: int) -> None:
    rng = Random(seed)
    data = event_hostile.file(rng, rng.choice([5, 40]))
    right = read_events(data)
    # A series of such a name would have to be known from the beginning.
    plain_keys = [key for key in right.series if key not in ("step", "ts_ms", "seq")]
    keys = rng.sample(plain_keys, min(len(plain_keys), rng.choice([1, 3, 100]))) or ["nothing"]
    x = rng.choice(["step", "ts_ms", "seq", "foo"])
    wanted = rows(right, keys, x=x, following=True).stdout.decode("utf-8").split("\n")[1:-1]
    decoder, gathered = FormatDecoder(Rules(Masker()), "events"), History(200_000)
    printed = EventRows(gathered, x, columns_of(right, keys), csv=False, following=True)
    out: list[str] = []
    for piece in cut(data, [rng.randrange(10_000) for _ in range(rng.choice([0, 3, 60]))]):
        decoder.feed(piece)
        gathered.apply(decoder.take())
        out += printed.new()
    decoder.take_partial()
    gathered.apply(decoder.take())
    assert [*out, *printed.new(), *printed.remaining()] == wanted
