"""How much of a run is done, and how long the rest takes."""

from __future__ import annotations

from div_tui.app.view.progress import Progress


def progress(*seen: tuple[float, float | None]) -> Progress:
    """The progress of a run whose x was at some values at some times."""
    made = Progress()
    for now, x in seen:
        made.note(now, x)
    return made


def test_the_share_that_is_done_and_the_seconds_left() -> None:
    assert progress((0, 0), (10, 50)).of(100, 50, 10) == (0.5, 10)
    assert progress((0, 0), (10, 50)).of(100, 100, 10) == (1, None)
    assert progress((0, 0), (10, 50)).of(40, 50, 10) == (1, None)
    assert progress((0, -50), (10, -20)).of(100, -20, 10) == (0, 40)


def test_without_a_total_or_an_x_nothing_is_known() -> None:
    made = progress((0, 0), (10, 50))
    assert [made.of(total, x, 10) for total, x in ((None, 50), (0, 50), (100, None))] == [(None, None)] * 3


def test_the_time_left_needs_an_x_that_rises() -> None:
    assert progress((0, 10)).of(100, 10, 0) == (0.1, None)
    assert progress((1, None), (2, None)).of(100, None, 2) == (None, None)
    assert progress((1, 10), (2, 10)).of(100, 10, 2) == (0.1, None)


def test_a_run_that_starts_again_has_a_time_left_of_its_own() -> None:
    made = progress((0, 0), (10, 50))
    made.clear()
    assert made.of(100, 50, 10) == (0.5, None)
    for now, x in ((11, 10), (12, 20)):
        made.note(now, x)
    assert made.of(100, 20, 12) == (0.2, 8)
