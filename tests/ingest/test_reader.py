"""Reading a run: batches, partial lines and the two seconds they wait, restarts; with a clock of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest
from div_tui.app.ingest.batch import Batch
from div_tui.app.ingest.formats.telemetry import TelemetryDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.ingest.reader import BATCH, SETTLED, Reader
from div_tui.app.runs.history import History
from div_tui.app.sources.source import Condition
from support.ingested import values
from support.scripted import ScriptedSource

TICK = 0.25
Look = Sequence[bytes | Condition]
NOTHING, MISSING, ENDED = Condition.NOTHING_NEW, Condition.MISSING, Condition.ENDED


class Clock:
    """A clock that only the test advances."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.each_look = 0.0

    def __call__(self) -> float:
        self.now += self.each_look
        return self.now


def never() -> None:
    pytest.fail("it waits")


def script(looks: Iterable[Look]) -> Iterator[bytes | Condition]:
    """What a source gives, a look's worth at a time."""
    for look in looks:
        yield from look
        if not look or isinstance(look[-1], bytes) or look[-1] is Condition.TRUNCATED:
            yield NOTHING


def reading(
    *looks: Look, clock: Clock | None = None, is_stream: bool = False, wait: Callable[[], object] | None = None
) -> Reader:
    source = ScriptedSource(script(looks), is_stream=is_stream, wait=wait)
    return Reader(source, TelemetryDecoder(Masker()), clock or Clock())


def follow(*looks: Look, ticks: int, after: Callable[[History], object] = lambda run: run.points) -> list[object]:
    """What ``after`` returns for the run after each look of so many, a tick apart."""
    clock = Clock()

    def wait() -> None:
        clock.now += TICK

    run = History(0)
    seen = []
    batches = reading(*looks, clock=clock, wait=wait).batches(follow=True)
    for _, batch in zip(range(ticks), batches, strict=False):
        run.apply(batch)
        seen.append(after(run))
    return seen


# --- pauses ---


@pytest.mark.parametrize(("is_stream", "expected"), [(False, "pause pause wait pause wait"), (True, "wait " * 5)])
def test_after_news_of_a_file_it_pauses_and_looks_again_without_waiting(is_stream: bool, expected: str) -> None:
    looks: list[Look] = [[b'{"a":1}\n'], [b'{"a":2}\n'], [], [b'{"a":3}\n'], []]
    done: list[str] = []
    reader = reading(*looks, is_stream=is_stream, wait=lambda: done.append("wait"))
    batches = reader.batches(follow=True, pause=lambda: done.append("pause"))
    points = [batch.points for _, batch in zip(range(6), batches, strict=False)]
    assert (points, done) == ([1, 1, 0, 1, 0, 0], expected.split())


# --- partial lines ---


def test_a_partial_line_that_is_an_object_is_read_after_two_quiet_seconds() -> None:
    looks = int(SETTLED / TICK)
    assert follow([b'{"a":1}'], ticks=looks + 3) == [0] * looks + [1, 1, 1]


def test_each_byte_that_comes_makes_it_wait_again() -> None:
    seen = follow(*([[b'{"a":1}']] + [[]] * 6 + [[b" "]]), ticks=20)
    assert seen == [0] * 15 + [1] * 5


def test_what_comes_after_it_is_a_line_of_its_own() -> None:
    late: list[Look] = [[]] * 9
    assert follow([b'{"a":1}'], *late, [b'{"a":2}\n'], ticks=12, after=values)[-1] == {"a": [1.0, 2.0]}
    assert follow([b'{"a":1}'], *late, [b' \r\n{"a":2}\n'], ticks=12, after=values)[-1] == {"a": [1.0, 2.0]}
    assert follow([b'{"a":1}'], *late, [b"nope\n"], ticks=12, after=lambda run: run.drops.total)[-1] == 1


def test_what_completes_it_in_time_does_not() -> None:
    assert follow([b'{"a":1'], *[[]] * 5, [b'5}\n{"a":2}\n'], ticks=20, after=values)[-1] == {"a": [15.0, 2.0]}


@pytest.mark.parametrize(
    "half", [b'{"a":', b"[1]", b"12", b'"text"', b"nope", b'{"a":1} {', b"\xef\xbb", b"\xef\xbb\xbf"]
)
def test_what_is_not_an_object_waits_and_is_not_counted(half: bytes) -> None:
    def kept(run: History) -> tuple[int, int]:
        return run.points, run.drops.total

    assert set(follow([half], ticks=30, after=kept)) == {(0, 0)}


def test_a_partial_line_of_a_file_that_disappeared_is_read() -> None:
    assert follow([b'{"a":1}', MISSING], *[[MISSING]] * 20, ticks=12)[-1] == 1


def test_a_partial_line_of_a_file_that_is_read_again_is_forgotten() -> None:
    seen = follow([b'{"a":1}'], [Condition.TRUNCATED, b'{"a":2}'], ticks=20, after=values)
    assert seen[-1] == {"a": [2.0]}


@pytest.mark.parametrize("end", [NOTHING, MISSING, ENDED])
def test_read_once_it_is_a_line_like_any_other(end: Condition) -> None:
    run = History(0)
    batches = list(reading([b'{"a":1}\n{"a":2}', end]).batches(follow=False))
    for batch in batches:
        run.apply(batch)
    assert values(run) == {"a": [1.0, 2.0]}
    assert batches[-1].ended
    assert batches[-1].missing == (end is MISSING)


def test_following_a_pipe_it_is_read_at_the_end() -> None:
    run = History(0)
    for batch in reading([b'{"a":1}\n{"a":2}'], [ENDED], is_stream=True).batches(follow=True):
        run.apply(batch)
    assert values(run) == {"a": [1.0, 2.0]}


def test_a_pipe_that_is_read_once_is_waited_for() -> None:
    source = ScriptedSource(script([[], [b'{"a":1}\n'], [], [b'{"a":2}\n', ENDED]]), is_stream=True)
    batches = list(Reader(source, TelemetryDecoder(Masker()), Clock()).batches(follow=False))
    assert [batch.points for batch in batches] == [0, 1, 0, 1]
    assert source.waits == 3


def test_a_file_that_is_read_once_is_not_waited_for() -> None:
    source = ScriptedSource(script([[b'{"a":1}\n'], [b'{"a":2}\n']]))
    batches = list(Reader(source, TelemetryDecoder(Masker()), Clock()).batches(follow=False))
    assert [(batch.points, batch.ended) for batch in batches] == [(1, True)]
    assert source.waits == 0


def test_a_pipe_that_is_read_once_has_partial_lines_until_its_end() -> None:
    clock = Clock()

    def wait() -> None:
        clock.now += 2 * SETTLED

    reader = reading([b'{"a":1}'], [], [], [b"5\n"], [ENDED], clock=clock, is_stream=True, wait=wait)
    assert [batch.points for batch in reader.batches(follow=False)] == [0] * 5


# --- what remains ---


@pytest.mark.parametrize("is_stream", [False, True])
def test_what_remains_is_read_without_waiting_and_with_a_partial_line(is_stream: bool) -> None:
    run = History(0)
    reader = reading([b'{"a":1}\n{"a"'], [b":2}"], [b'{"a":3}\n'], is_stream=is_stream, wait=never)
    run.apply(next(reader.batches(follow=True)))
    assert values(run) == {"a": [1.0]}
    batches = list(reader.remaining())
    for batch in batches:
        run.apply(batch)
    assert values(run) == {"a": [1.0, 2.0]}
    assert batches[-1].ended


def test_much_that_remains_comes_in_batches() -> None:
    clock = Clock()
    clock.each_look = BATCH / 3
    batches = list(reading([b'{"a":%d}\n' % number for number in range(20)], clock=clock).remaining())
    assert sum(batch.points for batch in batches) == 20
    assert [batch.ended for batch in batches] == [False] * (len(batches) - 1) + [True]
    assert len(batches) > 5


# --- batches ---


def test_much_to_read_comes_in_batches_before_it_is_caught_up() -> None:
    clock = Clock()
    clock.each_look = BATCH / 3
    pieces = [b'{"a":%d}\n' % number for number in range(20)]
    batches: list[Batch] = []
    for batch in reading(pieces, clock=clock, wait=never).batches(follow=True):
        batches.append(batch)
        if batch.caught_up:
            break
    assert sum(batch.points for batch in batches) == 20
    assert len(batches) > 5
    assert not any(batch.caught_up for batch in batches[:-1])
    done = [batch.done for batch in batches]
    assert done == sorted(done)
    assert done[-1] == len(b"".join(pieces))


def test_a_batch_has_the_state_of_its_source() -> None:
    source = ScriptedSource(script([[b'{"a":1}\n'], [Condition.TRUNCATED, b"{}"], [Condition.TRUNCATED]]), size=9)
    batches = Reader(source, TelemetryDecoder(Masker()), Clock()).batches(follow=True)
    assert [(batch.done, batch.size, batch.changed) for _, batch in zip(range(3), batches, strict=False)] == [
        (8, 9, None),
        (2, 9, None),
        (0, 9, None),
    ]
    source.changed = 5.0
    assert next(batches).changed == 5.0


def test_closing_a_reader_closes_its_source() -> None:
    source = ScriptedSource([])
    Reader(source, TelemetryDecoder(Masker())).close()
    assert source.closed


def test_a_tick_without_news_is_a_batch_without_points() -> None:
    assert follow([b'{"a":1}\n'], ticks=4) == [1, 1, 1, 1]


@pytest.mark.parametrize("how", [Condition.TRUNCATED, Condition.REPLACED])
def test_a_restart_gives_a_new_run(how: Condition) -> None:
    reader = reading([b'{"a":1}\nnope\n{"b":2}\n'], [b'{"a":2}\n', how, b'{"c":3}\n'], [b'{"c":4}\n'])
    run = History(0)
    restarts = []
    for _, batch in zip(range(3), reader.batches(follow=True), strict=False):
        run.apply(batch)
        restarts.append((batch.restarted, run.generation))
    assert restarts == [(None, 0), (how.value, 1), (None, 1)]
    assert values(run) == {"c": [3.0, 4.0]}
    assert list(run.columns["c"].places) == [1, 2]
    assert not run.drops.total


def test_a_restart_to_nothing_leaves_an_empty_run() -> None:
    assert follow([b'{"a":1}\n'], [Condition.TRUNCATED], ticks=3) == [1, 0, 0]


def test_a_batch_that_was_given_is_not_changed_by_what_comes_later() -> None:
    batches = reading([b"nope\n"], [b"nope\n"]).batches(follow=True)
    first, second = next(batches), next(batches)
    assert (first.drops.total, second.drops.total) == (1, 2)
