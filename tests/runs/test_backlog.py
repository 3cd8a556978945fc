"""The batches that come while a run is paused."""

from __future__ import annotations

from div_tui.app.ingest.batch import Batch
from div_tui.app.ingest.formats.events import EventDecoder
from div_tui.app.ingest.formats.telemetry import TelemetryDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.backlog import Backlog
from div_tui.app.runs.history import History
from hypothesis import given
from hypothesis import strategies as st
from support.event_runs import note, number
from support.ingested import snapshot
from support.runs import NAN, Point, lines

VALUES = st.sampled_from([1.0, 2.0, NAN, float("inf")])
POINTS = st.lists(st.dictionaries(st.sampled_from(["loss", "lr", "a/b"]), VALUES, max_size=3))


def test_a_backlog_without_batches_is_none() -> None:
    assert Backlog().take() is None


def test_all_that_came_is_one_batch_and_only_once() -> None:
    backlog, decoder = Backlog(), TelemetryDecoder(Masker(), max_points=0)
    for points in ([{"loss": 1}], [{"lr": 2}, {"loss": NAN}], []):
        decoder.feed(lines(points))
        backlog.add(decoder.take())
    batch = backlog.take()
    assert batch
    assert batch.points == 3
    assert {key: (str(*bad.values), list(bad.places)) for key, bad in batch.not_finite.items()} == {
        "loss": ("nan", [3])
    }
    assert {key: list(column.places) for key, column in batch.columns.items()} == {"loss": [1], "lr": [2]}
    assert backlog.take() is None


def batches(pieces: list[list[Point] | None]) -> list[Batch]:
    """The batches of a run that is read in pieces; None starts it again."""
    decoder = TelemetryDecoder(Masker(), max_points=0)
    made = []
    for piece in pieces:
        if piece is None:
            decoder.restart()
        decoder.feed(lines(piece or []))
        made.append(decoder.take())
        made[-1].restarted = "the file was replaced" if piece is None else None
    return made


@given(st.lists(POINTS | st.none(), max_size=8))
def test_a_run_with_a_backlog_ends_up_the_same(pieces: list[list[Point] | None]) -> None:
    at_once, later, backlog = History(0), History(0), Backlog()
    for batch in batches(pieces):
        at_once.apply(batch)
    for batch in batches(pieces):
        backlog.add(batch)
    merged = backlog.take()
    if merged:
        later.apply(merged)
    assert snapshot(later) == snapshot(at_once)


def test_the_events_of_a_backlog_are_merged_too() -> None:
    backlog, decoder = Backlog(), EventDecoder(Masker(), max_points=0)
    for events in ([number("loss", 1, 1), note("a", 1)], [number("loss", 2, 2)], [note("b", 2), number("acc", 1, 2)]):
        decoder.feed(lines(events))
        backlog.add(decoder.take())
    history, batch = History(0), backlog.take()
    assert batch
    history.apply(batch)
    assert history.events
    assert [one.text for one in history.events.annotations] == ["a", "b"]
    assert {key: list(column.values) for key, column in history.columns.items()} == {"loss": [1, 2], "acc": [1]}
    assert list(history.events.along["step"].values) == [1, 2, 2]
