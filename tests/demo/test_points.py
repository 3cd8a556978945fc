import json
import math
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from div_tui.app.demo.points import LAYOUT, points
from div_tui.app.demo.writer import POINTS, SEED, main, make, start, write_live
from div_tui.layouts.model import Panel
from div_tui.layouts.read import parse


def split(lines: list[bytes]) -> tuple[list[dict], list[bytes]]:
    """Separate the points from the lines that a reader drops."""
    kept, refused = [], []
    for line in lines:
        if len(line) <= 4097 and line.startswith(b"{") and b'"norm"' not in line:
            kept.append(json.loads(line))
        else:
            refused.append(line)
    return kept, refused


KEPT, REFUSED = split(list(points(SEED, POINTS)))


def test_the_same_seed_and_count_give_the_same_lines() -> None:
    assert list(points(3, 500)) == list(points(3, 500))
    assert list(points(3, 500)) != list(points(4, 500))


@pytest.mark.parametrize("count", [1, 2, 19, 20, 21, 100, 2000])
def test_as_many_points_as_asked(count: int) -> None:
    kept, _ = split(list(points(SEED, count)))
    assert len(kept) == count
    assert all({"step", "hours", "loss", "lr", "grad_norm", "tokens_per_second"} <= point.keys() for point in kept)
    assert set(kept[-1]["eval"]) == {"loss", "accuracy"}


def test_a_short_run_has_no_mishaps() -> None:
    lines = list(points(SEED, 19))
    assert len(lines) == 19
    assert [json.loads(line)["step"] for line in lines] == list(range(20, 381, 20))
    assert b"NaN" not in b"".join(lines)


def test_no_points_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one point"):
        next(points(SEED, 0))


def test_it_learns() -> None:
    assert 9 < KEPT[0]["loss"] < 10.5
    assert 2.8 < KEPT[-1]["loss"] < 3.1
    evals = [point for point in KEPT if "eval" in point]
    assert evals[0]["eval"]["accuracy"] < 0.25
    assert 0.72 < evals[-1]["eval"]["accuracy"] < 0.77
    assert all(abs(point["eval"]["loss"] - point["loss"]) < 1.6 for point in evals)
    last = evals[-40:]
    assert sum(point["eval"]["loss"] for point in last) > sum(point["loss"] for point in last)


def test_the_learning_rate_warms_up_and_falls() -> None:
    rates = [point["lr"] for point in KEPT]
    assert rates[0] < 5e-6
    assert max(rates) == pytest.approx(3e-4, rel=1e-3)
    assert 60 < rates.index(max(rates)) < 100
    assert rates[-1] == pytest.approx(3e-5)


def test_throughput_dips_and_comes_back() -> None:
    speeds = [point["tokens_per_second"] for point in KEPT]
    assert all(46_000 < speed < 50_500 for speed in speeds[2:700] + speeds[850:1100] + speeds[1102:])
    assert all(27_000 < speed < 37_000 for speed in speeds[720:840])


def test_the_gradient_has_a_spike() -> None:
    assert [index for index, point in enumerate(KEPT[:1000]) if point["grad_norm"] > 5] == [600]


def test_the_loss_is_not_finite_once_and_the_run_goes_back_once() -> None:
    steps = [point["step"] for point in KEPT]
    back = [index for index in range(1, POINTS) if steps[index] <= steps[index - 1]]
    assert [index for index, point in enumerate(KEPT) if math.isnan(point["loss"])] == [1099]
    assert back == [1100]
    assert steps[1100] == 20020
    assert steps[-1] == 38000
    hours = [point["hours"] for point in KEPT]
    assert all(later > earlier for earlier, later in pairwise(hours))


def test_some_lines_are_dropped_and_a_key_is_skipped() -> None:
    assert [len(line) > 4097 for line in REFUSED] == [True, False, False, False, False, True]
    assert len(json.loads(REFUSED[2])["norm"]) > 64
    assert REFUSED[3:5] == [
        b"FloatingPointError: the loss is not finite\n",
        b"resuming from the checkpoint at step 20000\n",
    ]
    assert 20 < sum("debug/ratio" in point for point in KEPT) < 30


def test_every_line_ends_and_none_holds_another() -> None:
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in points(SEED, 200))


def test_the_layout_uses_every_feature() -> None:
    layout = parse(LAYOUT.encode())
    assert (len(layout.panels), len(layout.stats)) == (6, 4)
    assert layout.x == "step"
    for wanted in ("title", "x", "min", "max", "rule", "wide"):
        assert any(getattr(panel, wanted) != getattr(Panel(("a",)), wanted) for panel in layout.panels), wanted
    assert {panel.scale for panel in layout.panels} == {"linear", "log"}
    assert {stat.reduce for stat in layout.stats} == {"last", "min", "max"}
    assert max(len(panel.y) for panel in layout.panels) > 1
    written = {*KEPT[0], "eval.loss", "eval.accuracy"}
    assert {key for table in (*layout.panels, *layout.stats) for key in table.y} - written == {"probe.recall"}
    assert {panel.x for panel in layout.panels} - {None} <= written


def test_make(tmp_path: Path) -> None:
    make(tmp_path, 3, 50)
    assert (tmp_path / "telemetry.jsonl").read_bytes() == b"".join(points(3, 50))
    assert (tmp_path / "telemetry.toml").read_text() == LAYOUT


def test_live_writes_half_at_once_and_the_rest_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "telemetry.jsonl"
    seen: list[tuple[float, int]] = []
    write_live(
        path, 3, 40, parent=os.getppid(), rate=8, sleep=lambda secs: seen.append((secs, path.read_bytes().count(b"\n")))
    )
    lines = list(points(3, 40))
    half = len(lines) // 2
    assert seen == [(0.125, written) for written in range(half, len(lines))]
    assert path.read_bytes() == b"".join(lines)


def test_live_ends_with_its_parent(tmp_path: Path) -> None:
    path = tmp_path / "telemetry.jsonl"
    write_live(path, 3, 40, parent=-1, sleep=lambda _: None)
    lines = list(points(3, 40))
    assert path.read_bytes() == b"".join(lines[: len(lines) // 2])


def test_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    main([str(path), "--seed", "3", "--points", "1"])
    assert path.read_bytes() == b"".join(points(3, 1))


def test_start_writes_a_run_from_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "random.py").write_text("raise SystemExit(3)")  # the child is not to take it for the module
    run = tmp_path / "run"
    run.mkdir()
    with start(Path("run"), 3, 3) as process:
        assert {path.name for path in run.iterdir()} == {"telemetry.toml", "telemetry.jsonl"}
        assert process.wait(30) == 0
    assert (run / "telemetry.jsonl").read_bytes() == b"".join(points(3, 3))


def test_it_is_light_to_import() -> None:
    heavy = "{'textual', 'rich', 'numpy', 'plotext', 'div_tui.widgets'}"
    check = f"import sys, div_tui.app.demo.writer; print({heavy} & {{*sys.modules}})"
    assert subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True).stdout == "set()\n"
