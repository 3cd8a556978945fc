"""Reading on: batches, half lines and the two seconds they wait, restarts; with a clock of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from div_tui.app.ingest.batch import Batch
from div_tui.app.ingest.formats.telemetry import Feed
from div_tui.app.ingest.mask import Masker
from div_tui.app.ingest.reader import BATCH, SETTLED, Reader
from div_tui.app.runs.history import Run
from div_tui.app.sources.source import Happened
from support.ingested import values

TICK = 0.25
NOTHING, MISSING, ENDED = Happened.NOTHING_NEW, Happened.MISSING, Happened.ENDED


class Clock:
    """A time that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.each_look = 0.0

    def __call__(self) -> float:
        self.now += self.each_look
        return self.now


class Script:
    """A source that gives what was written down for it, a look's worth at a time."""

    def __init__(self, looks: Iterable[list[bytes | Happened]]) -> None:
        self.looks = [list(look) for look in looks]
        self.writer_waits = False
        self.done = 0
        self.size: int | None = None
        self.changed: float | None = None

    def read(self) -> bytes | Happened:
        if not self.looks:
            return NOTHING
        read = self.looks[0].pop(0) if self.looks[0] else NOTHING
        if read in (NOTHING, MISSING):
            self.looks.pop(0)
        if isinstance(read, bytes):
            self.done += len(read)
        return read

    def close(self) -> None:
        self.looks.clear()


def reading(*looks: list[bytes | Happened], clock: Clock | None = None) -> Reader:
    return Reader(Script(looks), Feed(Masker()), clock or Clock())


def follow(
    *looks: list[bytes | Happened], ticks: int, after: Callable[[Run], object] = lambda run: run.points
) -> list[object]:
    """What ``after`` says of the run after each look of so many, a tick apart."""
    clock = Clock()

    def wait() -> None:
        clock.now += TICK

    run = Run(0)
    seen = []
    for _, batch in zip(range(ticks), reading(*looks, clock=clock).batches(wait, follow=True), strict=False):
        run.apply(batch)
        seen.append(after(run))
    return seen


# --- pauses ---


@pytest.mark.parametrize(("writer_waits", "expected"), [(False, "pause pause wait pause wait"), (True, "wait " * 5)])
def test_after_news_of_a_file_it_pauses_and_looks_again_without_waiting(writer_waits: bool, expected: str) -> None:
    source = Script([[b'{"a":1}\n'], [b'{"a":2}\n'], [], [b'{"a":3}\n'], []])
    source.writer_waits = writer_waits
    done: list[str] = []
    batches = Reader(source, Feed(Masker()), Clock()).batches(
        lambda: done.append("wait"), follow=True, pause=lambda: done.append("pause")
    )
    points = [batch.points for _, batch in zip(range(6), batches, strict=False)]
    assert (points, done) == ([1, 1, 0, 1, 0, 0], expected.split())


# --- half lines ---


def test_a_half_line_that_is_an_object_is_read_after_two_quiet_seconds() -> None:
    looks = int(SETTLED / TICK)
    assert follow([b'{"a":1}'], ticks=looks + 3) == [0] * looks + [1, 1, 1]


def test_each_byte_that_comes_makes_it_wait_anew() -> None:
    seen = follow(*([[b'{"a":1}']] + [[]] * 6 + [[b" "]]), ticks=20)
    assert seen == [0] * 15 + [1] * 5


def test_what_comes_after_it_is_a_line_of_its_own() -> None:
    late: list[list[bytes | Happened]] = [[]] * 9
    assert follow([b'{"a":1}'], *late, [b'{"a":2}\n'], ticks=12, after=values)[-1] == {"a": [1.0, 2.0]}
    assert follow([b'{"a":1}'], *late, [b' \r\n{"a":2}\n'], ticks=12, after=values)[-1] == {"a": [1.0, 2.0]}
    assert follow([b'{"a":1}'], *late, [b"nope\n"], ticks=12, after=lambda run: run.drops.total)[-1] == 1


def test_what_completes_it_in_time_does_not() -> None:
    assert follow([b'{"a":1'], *[[]] * 5, [b'5}\n{"a":2}\n'], ticks=20, after=values)[-1] == {"a": [15.0, 2.0]}


@pytest.mark.parametrize(
    "half", [b'{"a":', b"[1]", b"12", b'"text"', b"nope", b'{"a":1} {', b"\xef\xbb", b"\xef\xbb\xbf"]
)
def test_what_is_no_object_waits_and_is_not_counted(half: bytes) -> None:
    def kept(run: Run) -> tuple[int, int]:
        return run.points, run.drops.total

    assert set(follow([half], ticks=30, after=kept)) == {(0, 0)}


def test_a_half_line_of_a_file_that_vanished_is_read() -> None:
    assert follow([b'{"a":1}', MISSING], *[[MISSING]] * 20, ticks=12)[-1] == 1


def test_a_half_line_of_a_file_that_is_read_again_is_forgotten() -> None:
    seen = follow([b'{"a":1}'], [Happened.CUT, b'{"a":2}'], ticks=20, after=values)
    assert seen[-1] == {"a": [2.0]}


@pytest.mark.parametrize("end", [NOTHING, MISSING, ENDED])
def test_read_once_it_is_a_line_like_any_other(end: Happened) -> None:
    run = Run(0)
    batches = list(reading([b'{"a":1}\n{"a":2}', end]).batches(None, follow=False))
    for batch in batches:
        run.apply(batch)
    assert values(run) == {"a": [1.0, 2.0]}
    assert batches[-1].ended
    assert batches[-1].missing == (end is MISSING)


def test_following_a_pipe_it_is_read_at_the_end() -> None:
    run = Run(0)
    for batch in reading([b'{"a":1}\n{"a":2}'], [ENDED]).batches(lambda: None, follow=True):
        run.apply(batch)
    assert values(run) == {"a": [1.0, 2.0]}


def test_a_pipe_that_is_read_once_is_waited_for() -> None:
    waits = []
    reader = reading([], [b'{"a":1}\n'], [], [b'{"a":2}\n', ENDED])
    batches = list(reader.batches(lambda: waits.append(1), follow=False))
    assert [batch.points for batch in batches] == [0, 1, 0, 1]
    assert len(waits) == 3


def test_a_pipe_that_is_read_once_has_half_lines_until_its_end() -> None:
    clock = Clock()

    def wait() -> None:
        clock.now += 2 * SETTLED

    reader = reading([b'{"a":1}'], [], [], [b"5\n"], [ENDED], clock=clock)
    assert [batch.points for batch in reader.batches(wait, follow=False)] == [0] * 5


# --- batches ---


def test_much_to_read_comes_in_batches_before_it_is_caught_up() -> None:
    clock = Clock()
    clock.each_look = BATCH / 3
    pieces: list[bytes | Happened] = [b'{"a":%d}\n' % number for number in range(20)]
    batches: list[Batch] = []
    for batch in reading(pieces, clock=clock).batches(lambda: pytest.fail("it waits"), follow=True):
        batches.append(batch)
        if batch.caught_up:
            break
    assert sum(batch.points for batch in batches) == 20
    assert len(batches) > 5
    assert not any(batch.caught_up for batch in batches[:-1])
    done = [batch.done for batch in batches]
    assert done == sorted(done)


def test_a_tick_without_news_is_a_batch_without_points() -> None:
    assert follow([b'{"a":1}\n'], ticks=4) == [1, 1, 1, 1]


@pytest.mark.parametrize("how", [Happened.CUT, Happened.REPLACED])
def test_a_restart_gives_a_new_run(how: Happened) -> None:
    reader = reading([b'{"a":1}\nnope\n{"b":2}\n'], [b'{"a":2}\n', how, b'{"c":3}\n'], [b'{"c":4}\n'])
    run = Run(0)
    said = []
    for _, batch in zip(range(3), reader.batches(lambda: None, follow=True), strict=False):
        run.apply(batch)
        said.append((batch.restarted, run.generation))
    assert said == [(None, 0), (how.value, 1), (None, 1)]
    assert values(run) == {"c": [3.0, 4.0]}
    assert list(run.columns["c"].places) == [1, 2]
    assert not run.drops.total


def test_a_restart_to_nothing_leaves_an_empty_run() -> None:
    assert follow([b'{"a":1}\n'], [Happened.CUT], ticks=3) == [1, 0, 0]


def test_a_batch_that_was_given_is_not_changed_by_what_comes_later() -> None:
    batches = reading([b"nope\n"], [b"nope\n"]).batches(lambda: None, follow=True)
    first, second = next(batches), next(batches)
    assert (first.drops.total, second.drops.total) == (1, 2)
