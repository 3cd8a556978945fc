"""What events hold besides numbers: annotations, states, a summary; and that no secret is kept of any of it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from div_tui.app.ingest.formats.event_points import KINDS
from div_tui.app.runs.history import History
from div_tui.app.runs.open_run import open_run
from div_tui.app.runs.options import RunOptions
from support.event_compare import contents, expected
from support.event_hostile import plain
from support.event_lines import DONE, number, run_of
from support.event_oracle import read_events

# --- annotations ---


def notes(run: History) -> list[tuple[Any, ...]]:
    assert run.events is not None
    return [tuple(one) for one in run.events.annotations]


def test_annotations_have_their_step_and_metadata() -> None:
    run = run_of(
        number(step=300),
        plain("annotation", step=100, annotation="evaluated offline", metadata={"device": "cpu", "changed": ["a", 1]}),
        plain("note", ts_ms=7, annotation="", metadata={"a": {"b": True}}),
        number("eval/loss", step=100, annotation="a number as well"),
    )
    assert notes(run) == [
        (1, 2, 100, None, "evaluated offline", {"device": "cpu", "changed": '["a",1]'}),
        (1, 3, None, 7, "", {"a.b": "true"}),
        (2, 4, 100, None, "a number as well", {}),
    ]


def test_annotations_are_of_bounded_size_and_count() -> None:
    metadata = {f"k{at}": "y" * 600 for at in range(100)}
    run = run_of(plain("annotation", annotation="x" * 3000, metadata=metadata))
    ((*_, text, kept),) = notes(run)
    assert text == "x" * 1999 + "…"
    assert kept == {f"k{at}": "y" * 511 + "…" for at in range(7)}
    run = run_of(*[plain("annotation", annotation="x")] * 10_003)
    assert len(notes(run)) == 10_000
    assert run.drops.messages() == [
        "telemetry: dropped 3 annotations past the 10000th; a run keeps at most 10000 annotations"
    ]


# --- states ---

START = plain("start", ts_ms=2)


@pytest.mark.parametrize(
    ("lines", "kind", "ended"),
    [
        ([], None, False),
        ([number()], None, False),
        ([plain("open", ts_ms=1)], "open", False),
        ([START, number()], "start", False),
        ([START, number(), DONE], "done", True),
        ([DONE, plain("uploaded", ts_ms=10)], "uploaded", True),
        ([DONE, plain("annotation", annotation="checkpoint")], "done", True),
        ([DONE, START], "start", False),
        ([DONE, plain("open", ts_ms=1)], "open", False),
        ([DONE, number()], "done", False),
        ([DONE, number(value=float("nan"))], "done", False),
        ([DONE, number(), DONE], "done", True),
        ([plain("Done", ts_ms=1)], "Done", True),
        ([START, plain("interrupted", ts_ms=3)], "interrupted", True),
        ([START, plain("interruption", ts_ms=3)], "interruption", True),
        ([START, plain("annotation", annotation="interrupted at step 3: SIGTERM")], "interrupted", True),
        ([START, plain("annotation", annotation="Interrupted.")], "interrupted", True),
        ([START, plain("annotation", annotation="run interrupted: preempted")], "interrupted", True),
        ([START, plain("annotation", annotation="The run was interrupted at step 3")], "interrupted", True),
        ([START, plain("annotation", annotation="run was not interrupted")], "start", False),
        ([START, plain("annotation", annotation="rerun interrupted")], "start", False),
        ([START, plain("annotation", annotation="evaluation interrupted")], "start", False),
        ([START, plain("annotation", annotation="failed")], "start", False),
        ([START, plain("annotation", annotation="preempted")], "start", False),
        ([START, plain("preempted", ts_ms=3)], "preempted", True),
        ([START, plain("run interrupted", ts_ms=3)], "run interrupted", True),
        ([START, plain("failed", ts_ms=3)], "failed", True),
        ([START, plain("Failed: out of memory", ts_ms=3)], "Failed: out of memory", True),
        ([START, plain("run failed (1)", ts_ms=3)], "run failed (1)", True),
        ([START, plain("failed to save", ts_ms=3)], "failed to save", False),
        ([START, plain("failed_upload", ts_ms=3)], "failed_upload", False),
        ([plain("failed", ts_ms=3), START], "start", False),
        ([plain("failed", ts_ms=3), number()], "failed", False),
        ([START, plain("summary", state="failed")], "failed", True),
        ([START, DONE, plain("summary", state="failed: CUDA")], "failed", True),
        ([START, plain("failed", ts_ms=3), plain("summary", loss=1)], "failed", True),
        ([START, plain("summary", state="Interrupted")], "interrupted", True),
        ([START, plain("summary", state="done")], "done", True),
        ([START, plain("summary", state="training")], "start", True),
        ([START, plain("summary", state=["failed"])], "start", True),
        ([START, plain("annotation", annotation="uninterrupted")], "start", False),
        ([START, plain("annotation", annotation="it was interrupted")], "start", False),
        ([START, plain("annotation", annotation="interrupted"), number()], "interrupted", False),
        ([DONE, plain("done", name="a", value=1)], "done", True),
        ([START, plain("summary", loss=1)], "start", True),
        ([plain("summary"), START], "start", False),
        ([START, plain("metric", ts_ms=3, value=5)], "start", False),
        ([START, plain("annotation", ts_ms=3, annotation=5)], "start", False),
        ([START, plain("metric", ts_ms=3, name="a", step=3)], "start", False),
        ([START, plain("Metric", ts_ms=3)], "start", False),
        ([START, plain("annotation", ts_ms=3, text="note")], "start", False),
        ([START, plain("scalar", ts_ms=3, name="a", value=None)], "start", False),
        ([START, plain("done", ts_ms=3, value=3)], "done", True),
        ([START, plain("done", ts_ms=3, name="run", value=None)], "done", True),
        ([START, plain("done", ts_ms=3, name="run", value="ok", annotation=5)], "done", True),
        ([DONE, plain("start", ts_ms=3, metric="run", value=False)], "start", False),
        ([START, plain("interrupted", ts_ms=3, value=15)], "interrupted", True),
        ([START, plain("progress", ts_ms=3, value=0.5)], "progress", False),
        ([plain("start", ts_ms=3, name=None, value=None, annotation=None)], "start", False),
        ([plain("open", ts_ms=3, name="run-7")], "open", False),
    ],
)
def test_the_state_of_a_run(lines: list[bytes], kind: str | None, ended: bool) -> None:
    run = run_of(*lines)
    assert run.events is not None
    state = run.events.state
    assert (state.kind if state else None, run.ended, run.drops.total) == (kind, ended, 0)
    assert contents(run) == expected(read_events(b"".join(lines)))


def test_a_state_has_its_members_as_text() -> None:
    run = run_of(plain("open", ts_ms=5, step=1, target="jsonl:/tmp/a", manifest={"a": {"b": 1.5}, "c": []}), START)
    assert run.events is not None
    assert {kind: tuple(state) for kind, state in run.events.states.items()} == {
        "open": ("open", 1, 1, 5, {"target": "jsonl:/tmp/a", "manifest.a.b": "1.5", "manifest.c": "[]"}),
        "start": ("start", 2, None, 2, {}),
    }


def test_states_are_of_bounded_size_and_count() -> None:
    run = run_of(*(plain(f"k{at}", ts_ms=at) for at in range(40)), plain("x" * 500, ts_ms=1, **{"y" * 600: "z" * 600}))
    assert run.events is not None
    assert len(run.events.states) == KINDS
    state = run.events.state
    assert state is not None
    assert state.kind == "x" * 127 + "…"
    assert state.fields == {"y" * 511 + "…": "z" * 511 + "…"}


def test_the_summary() -> None:
    run = run_of(number(), DONE, plain("summary", state="done", final={"loss": 0.5}, url=None))
    assert run.events is not None
    assert run.events.summary == {"state": "done", "final.loss": "0.5", "url": "null"}
    assert [tuple(state) for state in run.events.states.values()] == [("done", 2, None, 9, {})]
    assert run_of(number()).events.summary is None  # type: ignore[union-attr]


def test_the_end_that_a_summary_tells_of_has_no_members_of_its_own() -> None:
    run = run_of(START, plain("done", ts_ms=9, step=3, loss=0.5), plain("summary", ts_ms=9, state="failed", error="x"))
    assert run.events is not None
    _, done, failed = map(tuple, run.events.states.values())
    assert done == ("done", 2, 3, 9, {"loss": "0.5"})
    assert failed == ("failed", 3, None, None, {})
    assert run.events.summary == {"state": "failed", "error": "x"}


@pytest.mark.parametrize(
    ("end", "state"),
    [
        (DONE, "ended"),
        (plain("done", ts_ms=1, value=3), "ended"),
        (plain("failed", ts_ms=1), "failed"),
        (plain("summary", state="failed"), "failed"),
        (plain("preempted", ts_ms=1), "interrupted"),
        (plain("annotation", annotation="run interrupted: preempted"), "interrupted"),
        (plain("summary", state="training"), "ended"),
    ],
)
def test_what_the_header_calls_an_end(end: bytes, state: str, tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(START + number() + end)
    run = open_run(RunOptions(str(path)), threading.Event(), follow=False)
    for batch in run.reader.batches(follow=False):
        run.take(batch, 0.0)
    assert run.state(path.stat().st_mtime) == state


# --- masking ---


def test_nothing_of_a_secret_is_kept() -> None:
    secret = "hunter2"
    hidden = "".join(f"\\u{ord(character):04x}" for character in secret)
    lines = [
        '{"kind":"m","name":"a%s","value":1,"metadata":{"k%s":"v%s","n":["%s",{"%s":"%s"}]}}',
        '{"kind":"annotation","annotation":"x%s","metadata":{"%s":{"%s":"%s"}}}',
        '{"kind":"%s","ts_ms":1,"f%s":["%s"]}',
        '{"kind":"summary","f%s":"%s"}',
        '{"kind":1,"%s":2}',
        "%s",
    ]
    spelled = [line.replace("%s", form) for line in lines for form in (hidden, secret)]
    run = run_of(*(line.encode() + b"\n" for line in spelled), secrets=(secret,))
    samples = [drop.sample for drop in run.drops.by_reason.values()]
    assert samples == ["***", '{"kind":1,"***":2}']
    kept = repr((contents(run), [*run.columns], run.drops.messages()))
    assert secret not in kept
    assert "a***" in kept
    assert [*run.columns] == ['a***{k***=v***,n="[\\"***\\",{\\"***\\":\\"***\\"}]"}']
    assert len(run.columns[next(iter(run.columns))].values) == 2
