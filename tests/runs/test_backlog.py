"""What comes while the picture is held."""

from __future__ import annotations

from div_tui.app.ingest.batch import Batch
from div_tui.app.ingest.formats.telemetry import Feed
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.backlog import Held
from div_tui.app.runs.history import Run
from hypothesis import given
from hypothesis import strategies as st
from support.ingested import snapshot
from support.runs import NAN, Point, lines

POINTS = st.lists(st.dictionaries(st.sampled_from(["loss", "lr", "a/b"]), st.sampled_from([1.0, 2.0, NAN]), max_size=3))


def test_nothing_came() -> None:
    assert Held().take() is None


def test_all_that_came_is_one_batch_once() -> None:
    held, feed = Held(), Feed(Masker(), max_points=0)
    for points in ([{"loss": 1}], [{"lr": 2}, {"loss": NAN}], []):
        feed.feed(lines(points))
        held.add(feed.take())
    batch = held.take()
    assert batch
    assert (batch.points, batch.not_finite) == (3, [("loss", 3)])
    assert {key: list(column.places) for key, column in batch.columns.items()} == {"loss": [1], "lr": [2]}
    assert held.take() is None


def batches(pieces: list[list[Point] | None]) -> list[Batch]:
    """What reading pieces gives, each with what came before it; None begins again."""
    feed = Feed(Masker(), max_points=0)
    made = []
    for piece in pieces:
        if piece is None:
            feed.restart()
        feed.feed(lines(piece or []))
        made.append(feed.take())
        made[-1].restarted = "the file was replaced" if piece is None else None
    return made


@given(st.lists(POINTS | st.none(), max_size=8))
def test_a_run_is_the_same_for_it(pieces: list[list[Point] | None]) -> None:
    at_once, later, held = Run(0), Run(0), Held()
    for batch in batches(pieces):
        at_once.apply(batch)
    for batch in batches(pieces):
        held.add(batch)
    gathered = held.take()
    if gathered:
        later.apply(gathered)
    assert snapshot(later) == snapshot(at_once)
