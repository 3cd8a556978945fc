"""The thread that reads a run, and what it delivers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Queue

import pytest
from div_tui.app.ingest.batch import Batch
from div_tui.app.runs.reader_thread import ReaderThread
from div_tui.app.runs.run import Run
from div_tui.app.sources.source import Condition
from support.runs import watched
from support.scripted import Script

NOTHING, ENDED = Condition.NOTHING_NEW, Condition.ENDED
PATIENCE = 30
"""Seconds after which a test fails."""

Delivered = Queue[tuple[Run, Batch | Exception]]


def point(loss: float) -> bytes:
    return b'{"loss": %d}\n' % loss


def reading(
    script: Script, inbox: Delivered, *, stop: threading.Event | None = None, name: str = "run"
) -> ReaderThread:
    """A thread that reads a run from a script; it is not started yet."""

    def put(run: Run, what: Batch | Exception) -> None:
        inbox.put((run, what))

    return ReaderThread(watched(script, name=name), stop or threading.Event(), deliver=put, failed=put)


def until_the_end(inbox: Delivered) -> list[Batch]:
    """Every batch up to the one that ends the run."""
    batches = []
    while True:
        _, batch = inbox.get(timeout=PATIENCE)
        assert isinstance(batch, Batch)
        batches.append(batch)
        if batch.ended:
            return batches


def test_a_thread_delivers_the_batches_of_its_run() -> None:
    inbox: Delivered = Queue()
    thread = reading([point(1), point(2), NOTHING, point(3), ENDED], inbox)
    thread.start()
    batches = until_the_end(inbox)
    thread.join()
    assert [batch.points for batch in batches] == [2, 1]
    assert [list(batch.columns["loss"].values) for batch in batches] == [[1, 2], [3]]


def test_the_first_batch_is_read_before_the_thread_starts() -> None:
    inbox: Delivered = Queue()
    thread = reading([point(1), NOTHING, point(2), ENDED], inbox)
    first = thread.first()
    assert (first.points, inbox.empty()) == (1, True)
    thread.start()
    assert [batch.points for batch in until_the_end(inbox)] == [1]


def test_batches_without_news_are_not_delivered() -> None:
    inbox: Delivered = Queue()
    script = [point(1), *[NOTHING] * 5, b"no object\n", *[NOTHING] * 5, point(2), *[NOTHING] * 5, ENDED]
    reading(script, inbox).start()
    batches = until_the_end(inbox)
    assert [(batch.points, batch.drops.total, batch.ended) for batch in batches] == [
        (1, 0, False),
        (0, 1, False),
        (1, 1, False),
        (0, 1, True),
    ]


@pytest.mark.parametrize("condition", [Condition.TRUNCATED, Condition.REPLACED])
def test_a_restart_is_delivered(condition: Condition) -> None:
    inbox: Delivered = Queue()
    reading([point(1), NOTHING, condition, NOTHING, point(2), ENDED], inbox).start()
    batches = until_the_end(inbox)
    assert [(batch.points, batch.restarted) for batch in batches] == [(1, None), (0, condition.value), (1, None)]


def test_a_file_that_disappears_and_comes_back_is_delivered() -> None:
    inbox: Delivered = Queue()
    reading([point(1), NOTHING, *[Condition.MISSING] * 3, *[NOTHING] * 3, ENDED], inbox).start()
    assert [batch.missing for batch in until_the_end(inbox)] == [False, True, False, False]


def test_events_without_numbers_are_delivered() -> None:
    inbox: Delivered = Queue()
    number = b'{"kind": "metric", "name": "loss", "value": 1, "step": 1}\n'
    annotation = b'{"kind": "annotation", "annotation": "here", "step": 1}\n'
    reading([number, NOTHING, annotation, NOTHING, NOTHING, annotation, NOTHING, ENDED], inbox).start()
    batches = until_the_end(inbox)
    texts = [[one.text for one in batch.events.annotations] for batch in batches if batch.events]
    assert [one for one in texts if one] == [["here"], ["here"]]


def test_an_error_ends_the_reading_of_its_run() -> None:
    def script() -> Iterator[bytes | Condition]:
        yield point(1)
        yield NOTHING
        raise OSError(5, "Input/output error")

    inbox: Delivered = Queue()
    thread = reading(script(), inbox)
    thread.start()
    (run, batch), (failed, error) = (inbox.get(timeout=PATIENCE) for _ in range(2))
    assert isinstance(batch, Batch)
    assert (run, failed, str(error)) == (thread.run, thread.run, "[Errno 5] Input/output error")


def test_an_error_in_the_first_batch_is_raised() -> None:
    def script() -> Iterator[bytes | Condition]:
        raise OSError(5, "Input/output error")
        yield b""

    inbox: Delivered = Queue()
    with pytest.raises(OSError, match="Input/output error"):
        reading(script(), inbox).first()
    assert inbox.empty()


def test_nothing_is_delivered_after_the_stop() -> None:
    stop, inbox = threading.Event(), Delivered()

    def script() -> Iterator[bytes | Condition]:
        yield point(1)
        yield NOTHING
        stop.set()
        while True:
            yield point(2)
            yield NOTHING

    thread = reading(script(), inbox, stop=stop)
    thread.start()
    _, batch = inbox.get(timeout=PATIENCE)
    thread.join()
    assert isinstance(batch, Batch)
    assert (batch.points, inbox.empty()) == (1, True)


def test_a_thread_that_was_not_started_need_not_be_waited_for() -> None:
    reading([], Delivered()).join()


def test_a_pause_follows_new_points() -> None:
    paused = []
    inbox: Delivered = Queue()
    run = watched([point(1), NOTHING, NOTHING, point(2), NOTHING, ENDED])
    thread = ReaderThread(
        run,
        threading.Event(),
        deliver=lambda run, batch: inbox.put((run, batch)),
        failed=lambda run, error: inbox.put((run, error)),
        pause=lambda: paused.append(run.history.points),
    )
    thread.start()
    assert sum(batch.points for batch in until_the_end(inbox)) == 2
    assert len(paused) == 2


def test_each_of_several_threads_delivers_its_own_run() -> None:
    inbox: Delivered = Queue()
    threads = [
        reading([point(at), NOTHING, point(at), ENDED], inbox, name=name) for at, name in enumerate("abc", start=1)
    ]
    for thread in threads:
        thread.start()
    seen: dict[str, list[float]] = {}
    ended = 0
    while ended < len(threads):
        run, batch = inbox.get(timeout=PATIENCE)
        assert isinstance(batch, Batch)
        ended += batch.ended
        seen.setdefault(run.name, []).extend(batch.columns["loss"].values)
    assert seen == {"a": [1, 1], "b": [2, 2], "c": [3, 3]}
