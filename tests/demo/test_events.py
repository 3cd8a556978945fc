"""The demo of events: its contents, and how it is written, to a file with a status file beside it or to a pipe."""

from __future__ import annotations

import json
import os
import sys
import time
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from div_tui.app.demo.events import START_MS, events, reports
from div_tui.app.demo.writer import POINTS, SEED, main, make, start, write_live
from div_tui.app.ingest.formats.events import EventDecoder
from div_tui.app.ingest.formats.registry import is_event
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.history import History
from support.command import Ended, shell
from support.command import run as command

Event = dict[str, Any]

LINES = list(events(SEED, POINTS))
EVENTS: list[Event] = [json.loads(line) for line in LINES if line.startswith(b"{")]


def named(name: str, **metadata: str) -> list[Event]:
    """The events of a name that have some metadata."""
    return [
        event for event in EVENTS if event.get("name") == name and metadata.items() <= event.get("metadata", {}).items()
    ]


def values(name: str, **metadata: str) -> list[float]:
    return [event["value"] for event in named(name, **metadata)]


def without_times(lines: bytes) -> list[Event | bytes]:
    """The events of some lines but for their times, which depend on when they are written."""
    return [
        {key: value for key, value in json.loads(line).items() if key != "ts_ms"} if line.startswith(b"{") else line
        for line in lines.splitlines()
    ]


def piped(script: str, cwd: Path) -> Ended:
    """Run a script in which ``demo`` writes the demo to its standard output."""
    return shell(f'demo() {{ "{sys.executable}" -m div_tui.app.demo - "$@"; }}\n{script}', cwd)


def test_the_same_seed_and_count_give_the_same_lines() -> None:
    assert list(events(3, 100)) == list(events(3, 100))
    assert list(events(3, 100)) != list(events(4, 100))


@pytest.mark.parametrize("count", [1, 2, 19, 20, 21, 100])
def test_as_many_steps_as_asked(count: int) -> None:
    run = [json.loads(line) for line in events(SEED, count) if line.startswith(b"{")]
    assert [event["step"] for event in run if event.get("name") == "train/loss"] == list(range(1, count + 1))
    assert [event["step"] for event in run if event.get("name") == "eval/loss"][-1] == count
    assert [event["kind"] for event in run][:2] == ["open", "start"]
    assert run[-1]["kind"] == "done"
    assert len(list(reports(SEED, count))) == count


def test_no_steps_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one step"):
        next(events(SEED, 0))


def test_a_short_run_has_no_mishaps() -> None:
    lines = list(events(SEED, 19))
    assert {json.loads(line)["kind"] for line in lines} == {"open", "start", "metric", "done"}
    assert not any(b"hard" in line for line in lines)


def test_every_line_is_an_event_but_one() -> None:
    assert [line for line in LINES if not line.startswith(b"{")] == [
        b"WARNING: data loader worker 3 takes 412 ms a batch\n"
    ]
    assert all(map(is_event, EVENTS))
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in LINES)
    assert {event["kind"] for event in EVENTS} == {"open", "start", "metric", "annotation", "done"}
    assert all(type(event["ts_ms"]) is int for event in EVENTS)
    metrics = [event for event in EVENTS if event["kind"] == "metric"]
    assert {tuple(event) for event in metrics} == {("kind", "ts_ms", "step", "name", "value", "metadata")}
    assert all(type(value) is str for event in metrics for value in event["metadata"].values())
    assert {event["metadata"]["split"] for event in metrics} == {"train", "eval"}


def test_time_goes_on() -> None:
    times = [event["ts_ms"] for event in EVENTS]
    assert times[0] == START_MS
    assert all(later >= earlier for earlier, later in pairwise(times))
    assert 1.3 < (times[-1] - times[0]) / 3_600_000 < 1.9  # hours
    assert json.loads(next(events(SEED, 5, 1000)))["ts_ms"] == 1000


def test_it_trains_in_two_stages() -> None:
    easy, hard = (named("train/loss", split="train", stage=stage) for stage in ("easy", "hard"))
    assert [event["step"] for event in easy] == list(range(1, 801))
    assert [event["step"] for event in hard] == list(range(801, 2001))
    assert 9 < easy[0]["value"] < 10.5
    assert easy[-1]["value"] + 0.4 < hard[0]["value"] < easy[-1]["value"] + 1
    assert 2.5 < hard[-1]["value"] < 2.9
    objective = values("train/objective")
    assert all(0.07 < a - b < 0.09 for a, b in zip(objective, values("train/loss"), strict=True))
    stages = [(event["step"], event["value"]) for event in named("curriculum/stage", **{"pass": "eval"})]
    assert [(value, len(list(group))) for value, group in groupby(stage for _, stage in stages)] == [(0, 16), (1, 24)]
    assert stages[16][0] == 850


def test_it_is_evaluated_in_two_passes() -> None:
    evaluated, probed = named("eval/loss", **{"pass": "eval"}), named("eval/loss", **{"pass": "probe"})
    assert [event["step"] for event in evaluated] == list(range(50, 2001, 50))
    assert sorted(event["step"] for event in probed) == sorted([*range(100, 2001, 100), 650])
    assert 5 < evaluated[0]["value"] < 6
    assert 2.6 < evaluated[-1]["value"] < 2.9
    at = {event["step"]: event["value"] for event in evaluated}
    assert all(0.3 < event["value"] - at[event["step"]] < 0.55 for event in probed)
    assert len(named("runtime/eval_seconds", split="eval")) == len(evaluated) + len(probed)


def test_its_speed_is_that_of_its_steps() -> None:
    tokens, rates, seconds = map(values, ("counter/tokens", "rate/tokens", "runtime/step_seconds"))
    assert tokens == [262_144 * step for step in range(1, 2001)]
    assert all(abs(rate * second / 262_144 - 1) < 1e-3 for rate, second in zip(rates, seconds, strict=True))
    assert all(2.2 < second < 2.6 for second in seconds[:960] + seconds[1060:])
    assert all(3.1 < second < 4.1 for second in seconds[965:1055])
    assert values("runtime/train_seconds")[-1] == pytest.approx(sum(seconds), rel=1e-3)
    peaks = values("runtime/peak_bytes")
    assert all(later >= earlier for earlier, later in pairwise(peaks))
    assert [round(peak / (1 << 30)) for peak in (peaks[0], peaks[-1])] == [38, 53]


def test_its_diagnostics_are_sampled() -> None:
    for param in ("embed", "blocks", "head"):
        found = named("diagnostics/grad-norm", param=param)
        assert [event["step"] for event in found] == list(range(10, 2001, 10))
        assert all(0.1 < event["value"] < 4 for event in found)


def test_it_is_annotated() -> None:
    assert [(event["step"], event["annotation"], event["metadata"]) for event in EVENTS if "annotation" in event] == [
        (650, "checkpoint", {"path": "checkpoints/step-00000650"}),
        (1200, "interrupted by SIGTERM: the machine is needed elsewhere", {}),
        (1200, "checkpoint", {"path": "checkpoints/step-00001200"}),
        (
            650,
            "evaluated later, from its checkpoint",
            {"checkpoint": "checkpoints/step-00000650", "device": "cpu"},
        ),
    ]


def test_a_pass_comes_late_for_an_earlier_step() -> None:
    steps = [event["step"] for event in EVENTS if "step" in event]
    furthest, late = 0, []
    for index, step in enumerate(steps):
        furthest = max(furthest, step)
        late += [index] if step < furthest else []
    assert [steps[index] for index in late] == [650] * 4
    assert {steps[late[0] - 1], steps[late[-1] + 1] - 1} == {1500}


def test_it_is_not_over_before_its_end() -> None:
    history, decoder, ended = History(0), EventDecoder(Masker()), []
    for report in reports(SEED, 100):
        decoder.feed(report.lines)
        history.apply(decoder.take())
        ended.append(history.ended)
    assert ended == [False] * 99 + [True]
    assert history.events is not None
    assert list(history.events.states) == ["interrupted", "open", "start", "done"]
    assert history.drops.total == 1
    assert len(history.events.series) == 18


def test_its_status_follows_it() -> None:
    written = list(reports(SEED, POINTS))
    assert [report.status["step"] for report in written] == list(range(1, 2001))
    assert [report.status["state"] for report in written] == ["training"] * 1999 + ["done"]
    assert written[799].status == {
        "state": "training",
        "step": 800,
        "steps": 2000,
        "stage": "easy",
        "loss": values("train/loss")[799],
        "tokens": 800 * 262_144,
        "eta_seconds": round(1200 * sum(values("runtime/step_seconds")[:800]) / 800),
        "updated_ts_ms": written[799].ts_ms,
    }
    assert written[800].status["stage"] == "hard"
    assert written[-1].status["eta_seconds"] == 0
    assert written[-1].ts_ms == EVENTS[-1]["ts_ms"]


def test_make(tmp_path: Path) -> None:
    make(tmp_path, 3, 50, events=True)
    assert {path.name for path in tmp_path.iterdir()} == {"events.jsonl", "status.json"}
    path = tmp_path / "events.jsonl"
    assert path.read_bytes() == b"".join(events(3, 50))
    *_, last = reports(3, 50)
    assert json.loads((tmp_path / "status.json").read_text()) == {**last.status, "metrics": f"jsonl:{path}"}


def test_live_writes_half_at_once_and_the_rest_step_by_step(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    seen: list[tuple[float, int, int, bool]] = []

    def sleep(seconds: float) -> None:
        status = json.loads((tmp_path / "status.json").read_text())
        written = path.read_bytes()
        seen.append((seconds, written.count(b'"train/loss"'), status["step"], written.endswith(b"\n")))

    before = time.time_ns() // 1_000_000
    write_live(path, 3, 40, events=True, parent=os.getppid(), rate=8, sleep=sleep)
    ended = time.time_ns() // 1_000_000
    assert seen == [(0.125, step, step, True) for step in range(20, 40)]
    assert without_times(path.read_bytes()) == without_times(b"".join(events(3, 40)))
    assert before - 1 <= json.loads(path.read_bytes().splitlines()[-1])["ts_ms"] <= ended + 1
    assert json.loads((tmp_path / "status.json").read_text())["state"] == "done"
    assert {path.name for path in tmp_path.iterdir()} == {"events.jsonl", "status.json"}


def test_live_ends_with_its_parent(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    write_live(path, 3, 40, events=True, parent=-1, sleep=lambda _: None)
    assert path.read_bytes().count(b'"train/loss"') == 20


def test_its_status_is_replaced_whole(tmp_path: Path) -> None:
    """Whoever opened the file before it is rewritten goes on reading what it was."""
    status = tmp_path / "status.json"
    files = []

    def sleep(_: float) -> None:
        files.append(status.open())

    write_live(tmp_path / "events.jsonl", 3, 4, events=True, parent=os.getppid(), sleep=sleep)
    assert [json.load(file)["step"] for file in files] == [2, 3]
    for file in files:
        file.close()


def test_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    main([str(path), "--events", "--seed", "3", "--points", "1"])
    assert without_times(path.read_bytes()) == without_times(b"".join(events(3, 1)))


def test_start_writes_a_run_from_a_process_of_its_own(tmp_path: Path) -> None:
    with start(tmp_path, 3, 2, events=True) as process:
        assert (tmp_path / "events.jsonl").is_file()
        assert process.wait(30) == 0
    assert without_times((tmp_path / "events.jsonl").read_bytes()) == without_times(b"".join(events(3, 2)))
    assert (tmp_path / "status.json").is_file()


def test_it_is_printed() -> None:
    done = command("demo", "--events", "--print", "--points", "60", "--seed", "3")
    assert done.status == 0
    assert done.messages == ["telemetry: dropped a line that is not JSON; write one JSON object per line"]
    rows = [row.split() for row in done.out.decode().splitlines()]
    assert rows[0] == ["key", "count", "last", "min", "max"]
    counts = {row[0]: int(row[1]) for row in rows[1:]}
    assert counts["train/loss{split=train,stage=easy}"] == 24
    assert counts["train/loss{split=train,stage=hard}"] == 36
    assert counts["eval/loss{pass=eval,split=eval}"] == 60
    assert len(counts) == 18


def test_it_is_followed_to_its_end() -> None:
    done = command("demo", "--events", "-f", "--points", "4")
    assert (done.status, done.err) == (0, "")
    head, *rows = (row.split("\t") for row in done.out.decode().splitlines())
    tokens = head.index("counter/tokens{split=train}")
    assert [(row[0], row[tokens]) for row in rows] == [(str(step), str(262_144 * step)) for step in range(1, 5)]


@pytest.mark.parametrize(("option", "key"), [("--events", "counter/tokens"), ("", "hours")])
def test_it_goes_through_a_pipe(option: str, key: str, tmp_path: Path) -> None:
    done = piped(f"demo {option} --points 3 | div-tui - {key} --print", tmp_path)
    assert (done.status, done.err) == (0, "")
    assert done.out.decode().splitlines()[0].startswith(f"step\t{key}")
    assert len(done.out.splitlines()) == 4
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_that_is_closed_ends_it_quietly(tmp_path: Path) -> None:
    done = piped("demo --events --points 9 | head -1; echo ${PIPESTATUS[0]}", tmp_path)
    assert done.err == ""
    first, status = done.out.splitlines()
    assert json.loads(first)["kind"] == "open"
    assert status == b"0"
