"""How far x reaches, over all runs."""

from __future__ import annotations

from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.extents import Extents
from div_tui.app.view.viewport import Extent
from support.event_runs import BEGUN, GrowingEvents, number
from support.runs import Growing

EVAL = number("eval/loss", 2.5, 10, split="eval", **{"pass": "eval"})
PROBE = number("eval/loss", 3.5, 10, split="eval", **{"pass": "probe"})
EASY = number("train/loss", 4, 10, split="train", stage="easy")
HARD = number("train/loss", 5, 20, split="train", stage="hard")
RUN = (EVAL, PROBE, EASY, HARD)


def test_the_extent_of_a_run_of_points() -> None:
    growing = Growing({"step": 5, "loss": 1}, {"loss": 2})
    extents = Extents(growing.runs)
    assert (extents.of("step"), extents.of(None), extents.of("epoch")) == (Extent(5, 5), Extent(1, 2), None)
    growing.add({"step": 3})
    assert (extents.of("step"), extents.of(None)) == (Extent(3, 5), Extent(1, 3))


def test_one_late_point_does_not_move_the_newest_x() -> None:
    growing = Growing(*({"step": step, "loss": 1} for step in range(100, 120)))
    extents = Extents(growing.runs)

    def newest() -> float | None:
        extent = extents.of("step")
        return extent and extent.newest

    assert newest() == 119
    growing.add({"step": 50, "loss": 2})
    assert newest() == 119
    growing.add(*({"step": step, "loss": 1} for step in range(51, 58)))
    assert newest() == 57


def test_the_extent_of_a_run_of_events() -> None:
    growing = GrowingEvents()
    extents = Extents(growing.runs)
    assert (extents.of("step"), extents.of(None)) == (None, None)
    growing.add(*RUN, number("train/loss", 4, 40, split="train", stage="hard"))
    assert extents.of("step") == Extent(10, 40)
    assert extents.of("ts_ms") == Extent(BEGUN + 10_000, BEGUN + 40_000)
    # The longest of its series has two numbers.
    assert extents.of(None) == Extent(1, 2)
    growing.start_again(EVAL)
    assert (extents.of("step"), extents.of(None)) == (Extent(10, 10), Extent(1, 1))


def test_the_extent_of_two_runs_is_the_union_of_theirs() -> None:
    first, second = Growing({"step": 5, "loss": 1}, {"step": 30}), Growing({"step": 2, "hour": 1}, {"loss": 3}, {})
    extents = Extents(RunSet([first.run, second.run]))
    assert extents.of("step") == Extent(2, 30)
    assert extents.of("hour") == Extent(1, 1)
    assert extents.of(None) == Extent(1, 3)
    assert extents.of("epoch") is None
    second.add({"step": 50})
    assert (extents.of("step"), extents.of(None)) == (Extent(2, 50), Extent(1, 4))
    first.start_again({"step": 1})
    assert extents.of("step") == Extent(1, 50)


def test_the_newest_x_of_two_runs_is_that_of_the_run_that_is_further() -> None:
    first = Growing(*({"step": step} for step in range(100, 120)))
    second = Growing(*({"step": step} for step in range(200)), *({"step": step} for step in range(50, 60)))
    extents = Extents(RunSet([first.run, second.run]))
    union = extents.of("step")
    assert (union, union and union.newest) == (Extent(0, 199), 119)


def test_a_run_that_is_added_or_removed_changes_the_extent() -> None:
    first, second = Growing({"step": 5}), Growing({"step": 9})
    runs = RunSet([first.run])
    extents = Extents(runs)
    assert extents.of("step") == Extent(5, 5)
    runs.add(second.run)
    assert extents.of("step") == Extent(5, 9)
    runs.remove(first.run)
    assert extents.of("step") == Extent(9, 9)
