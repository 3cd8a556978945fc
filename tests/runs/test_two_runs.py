"""Two runs at once: each is read live by a thread of its own, into one set and one view."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from div_tui.app.ingest.drops import Reason
from div_tui.app.report.rows import Rows
from div_tui.app.report.table import table
from div_tui.app.runs.run import Run
from div_tui.app.view.panels import Item
from div_tui.app.view.viewport import Extent
from div_tui.layouts.model import Panel
from div_tui.widgets.chart.model import Series
from support.event_runs import note, number, state
from support.ingested import read_pieces, snapshot
from support.live_runs import LiveRuns
from support.runs import NAN, lines

INF = float("inf")
ALPHA, BETA = 300, 120
"""How many points the runs have at last."""


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    """The files of two runs, alpha and beta, which are empty."""
    made = [tmp_path / name / "telemetry.jsonl" for name in ("alpha", "beta")]
    for path in made:
        path.parent.mkdir()
        path.touch()
    return made


def append(path: Path, *things: object) -> None:
    with path.open("ab") as file:
        file.write(lines(things))


def alpha(at: int) -> dict[str, float]:
    """The point of alpha at a place: its loss is NaN at two places, and infinite from the last but one on."""
    loss = NAN if at in (100, 200) else INF if at >= ALPHA - 1 else 600 / at
    return {"step": 10.0 * at, "loss": loss} | ({"acc": at / ALPHA} if at % 100 == 0 else {})


def beta(at: int) -> dict[str, float]:
    """The point of beta at a place, after it was truncated."""
    return {"step": 7.0 * at, "loss": float(at), "reward": -2.0 * at}


def write_alpha(path: Path) -> None:
    """Write alpha in many pieces, some of which end within a line; a bad line comes before every 50th point."""
    data = b"".join(
        (b'{"step": 1, "loss"\n' if at % 50 == 0 else b"") + lines([alpha(at)]) for at in range(1, ALPHA + 1)
    )
    with path.open("ab", buffering=0) as file:
        for start in range(0, len(data), 97):
            file.write(data[start : start + 97])


def write_both(paths: list[Path], *, first_read: threading.Event) -> None:
    """Write both runs at once; truncate beta once its first points are read, and write others to it."""
    append(paths[1], *({"step": at, "old": at, "train/x": 1} for at in range(1, 41)))
    writer = threading.Thread(target=write_alpha, args=[paths[0]])
    writer.start()
    first_read.wait()
    os.truncate(paths[1], 0)
    for start in range(1, BETA + 1, 8):
        append(paths[1], *map(beta, range(start, start + 8)))
    writer.join()


@pytest.fixture
def live(paths: list[Path]) -> Iterator[LiveRuns]:
    """Both runs, read to their end while they are written."""
    first_read = threading.Event()
    writer = threading.Thread(target=write_both, args=[paths], kwargs={"first_read": first_read})
    with LiveRuns(*paths) as live:
        writer.start()
        try:
            second = list(live.runs)[1]
            live.until(lambda: second.history.points == 40)
            assert second.history.keys == ["step", "old"]
            first_read.set()
            live.until_points(ALPHA, BETA)
            live.until(lambda: not any(run.status.loading for run in live.runs))
            yield live
        finally:
            first_read.set()
            writer.join()


def series_of(live: LiveRuns, *y: str) -> list[Series]:
    (item,) = (item for item in live.view.panels.items if item.panel.y == y)
    return live.view.series_of(item)


def runs_of(live: LiveRuns) -> tuple[Run, Run]:
    first, second = live.runs
    return first, second


def test_two_files_that_grow_at_once_are_read_as_two_runs(live: LiveRuns, paths: list[Path]) -> None:
    for run, path in zip(live.runs, paths, strict=True):
        assert snapshot(run.history) == read_pieces([path.read_bytes()])
    assert live.restarts["alpha"] == []
    assert len(live.restarts["beta"]) == 1
    assert [run.history.generation for run in live.runs] == [0, 1]


def test_each_run_has_its_own_counts(live: LiveRuns) -> None:
    first, second = runs_of(live)
    assert [(run.name, run.history.points) for run in live.runs] == [("alpha", ALPHA), ("beta", BETA)]
    assert {reason: drop.count for reason, drop in first.history.drops.by_reason.items()} == {Reason.NOT_JSON: 6}
    # What was skipped in beta was in what it was truncated of.
    assert (second.history.drops.total, second.history.not_finite) == (0, {})
    assert list(first.history.not_finite["loss"].places) == [100, 200, ALPHA - 1, ALPHA]
    assert (first.not_finite(), second.not_finite()) == ({"loss"}, frozenset())
    assert {key: len(column.values) for key, column in first.history.columns.items()} == {
        "step": ALPHA,
        "loss": ALPHA - 4,
        "acc": 3,
    }
    assert {key: len(column.values) for key, column in second.history.columns.items()} == {
        "step": BETA,
        "loss": BETA,
        "reward": BETA,
    }


def test_one_view_draws_the_series_of_both(live: LiveRuns) -> None:
    view = live.view
    assert (view.main_x(), [item.panel.y for item in view.panels.items]) == ("step", [("loss",), ("acc",), ("reward",)])
    first, second = series_of(live, "loss")
    finite = [at for at in range(1, ALPHA - 1) if at not in (100, 200)]
    assert (first.run, first.name, first.note) == ("alpha", "alpha loss", "infinite since 2 990")
    assert (first.x.tolist(), first.y.tolist()) == ([10.0 * at for at in finite], [600 / at for at in finite])
    assert first.breaks.tolist() == [99, 198]
    assert (second.run, second.name, second.note) == ("beta", "beta loss", "")
    assert second.x.tolist() == [7.0 * at for at in range(1, BETA + 1)]
    assert second.y.tolist() == [float(at) for at in range(1, BETA + 1)]
    assert not len(second.breaks)
    acc, no_acc = series_of(live, "acc")
    assert (acc.x.tolist(), acc.y.tolist()) == ([1000, 2000, 3000], [1 / 3, 2 / 3, 1])
    no_reward, reward = series_of(live, "reward")
    assert (len(no_acc.y), len(no_reward.y), reward.y[-1]) == (0, 0, -2.0 * BETA)


def test_x_reaches_over_both(live: LiveRuns) -> None:
    view = live.view
    assert (view.extents.of("step"), view.extents.of(None)) == (Extent(7, 10 * ALPHA), Extent(1, ALPHA))
    charts = [view.shown(tile).view for tile in view.panels.tiles()]
    assert {(chart.x0, chart.x1) for chart in charts} == {(0, 10 * ALPHA)}
    assert live.runs.changed_since(0) == list(live.runs)


def test_each_run_has_its_own_table_and_rows(live: LiveRuns) -> None:
    first, second = runs_of(live)
    assert list(table(first.history)) == [
        "key   count  last     min       max",
        "step  300    3000     10        3000",
        "loss  296    2.01342  2.01342   600",
        "acc   3      1        0.333333  1",
    ]
    assert list(table(second.history)) == [
        "key     count  last  min   max",
        "step    120    840   7     840",
        "loss    120    120   1     120",
        "reward  120    -240  -240  -2",
    ]
    rows = Rows(second.history, "step", ["loss", "reward"], csv=True)
    assert rows.header() == "step,loss,reward"
    assert list(rows.new()) == [f"{7 * at},{at},{-2 * at}" for at in range(1, BETA + 1)]
    rows = Rows(first.history, "step", ["acc"], csv=False)
    assert list(rows.new()) == ["1000\t0.3333333333333333", "2000\t0.6666666666666666", "3000\t1"]
    assert len(list(Rows(first.history, "step", ["loss"], csv=False).new())) == ALPHA - 4


def test_the_values_of_legends_are_those_of_each_run(live: LiveRuns) -> None:
    live.view.series.hold_values()
    assert [one.value for one in series_of(live, "loss")] == [600 / (ALPHA - 2), BETA]


def test_a_run_of_points_and_one_of_events_are_read_at_once(paths: list[Path]) -> None:
    append(paths[0], {"step": 1, "loss": 3}, {"step": 2, "loss": 2})
    with LiveRuns(*paths) as live:
        live.until_points(2, 0)
        append(paths[1], state("start"), number("loss", 5, 1, of="a"), number("loss", 4, 1, of="b"), note("here", 3))
        live.until_points(2, 2)
        assert [(one.run, one.name, one.y.tolist()) for one in series_of(live, "loss")] == [
            ("alpha", "alpha loss", [3, 2]),
            ("beta", "beta of=a", [5]),
            ("beta", "beta of=b", [4]),
        ]
        assert [(one.run.name, one.step, one.text) for one in live.view.markers.listed()] == [("beta", 3, "here")]
        replacement = paths[1].with_name("new")
        append(replacement, number("acc", 1, 7), note("again", 9))
        os.replace(replacement, paths[1])
        live.until_points(2, 1)
        assert live.restarts == {"alpha": [], "beta": ["the file was replaced"]}
        assert [item.panel.y for item in live.view.panels.items] == [("loss",), ("acc",)]
        assert (live.view.markers.places(), live.view.extents.of("step")) == ((9,), Extent(1, 7))


def test_both_runs_wait_while_they_are_paused(paths: list[Path]) -> None:
    with LiveRuns(*paths) as live:
        append(paths[0], {"loss": 1})
        append(paths[1], {"loss": 1}, {"loss": 2})
        live.until_points(1, 2)
        live.runs.pause()
        before = live.runs.revision
        append(paths[0], {"loss": 2}, "no object")
        append(paths[1], {"acc": 3})
        sizes = [path.stat().st_size for path in paths]
        live.until(lambda: [run.status.done for run in live.runs] == sizes)
        assert ([run.history.points for run in live.runs], live.runs.revision) == ([1, 2], before)
        assert [(run.name, batch.points) for run, batch in live.runs.resume(0.0)] == [("alpha", 1), ("beta", 1)]
        assert [(run.history.points, run.history.keys) for run in live.runs] == [(2, ["loss"]), (3, ["loss", "acc"])]
        assert [run.history.drops.total for run in live.runs] == [1, 0]


def test_a_run_that_can_no_longer_be_read_leaves_the_other(paths: list[Path]) -> None:
    with LiveRuns(*paths) as live:
        for path in paths:
            append(path, {"loss": 1})
        live.until_points(1, 1)
        paths[0].unlink()
        paths[0].mkdir()
        first, second = runs_of(live)
        live.until(lambda: bool(first.error))
        append(paths[1], {"loss": 2})
        live.until(lambda: second.history.points == 2)
        assert (first.state(0.0), second.state(0.0), second.error) == ("failed", "live", "")


def test_a_run_that_is_removed_leaves_the_series_of_the_other(paths: list[Path]) -> None:
    with LiveRuns(*paths) as live:
        append(paths[0], {"loss": 1, "lr": 1})
        append(paths[1], {"loss": 2, "acc": 1})
        live.until_points(1, 1)
        live.runs.remove(live.runs.first)
        live.view.update()
        assert live.view.panels.items == [Item(Panel(("loss",))), Item(Panel(("acc",)))]
        (only,) = series_of(live, "loss")
        assert (only.run, only.name, only.y.tolist()) == ("beta", "loss", [2])
        append(paths[1], {"loss": 3})
        live.until_points(2)
        (only,) = series_of(live, "loss")
        assert only.y.tolist() == [2, 3]


def test_two_runs_are_masked_by_their_secrets(paths: list[Path], tmp_path: Path) -> None:
    secrets = tmp_path / "secrets.env"
    secrets.write_text("KEY=hunter2\n")
    with LiveRuns(*paths, secrets=secrets) as live:
        for path in paths:
            append(path, {"loss-hunter2": 1}, {"hunter2/bad": 1})
        live.until_points(2, 2)
        assert live.runs.shown("hunter2") == "***"
        for run in live.runs:
            assert "hunter2" not in str(snapshot(run.history))
