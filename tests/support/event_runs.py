"""Runs of events for tests."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from div_tui.app.ingest.formats.events import EventDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.history import History
from div_tui.layouts.model import Layout

from .runs import Growing, lines

Event = dict[str, object]

BEGUN = 1_760_000_000_000
"""When these runs began, in milliseconds since 1970; each step takes a second."""


def number(name: str, value: float, step: float | None = None, **metadata: str) -> Event:
    """A number of a series."""
    event: Event = {"kind": "metric", "name": name, "value": value, "metadata": metadata}
    return event if step is None else {**event, "step": step, "ts_ms": BEGUN + 1000 * step}


def local_time(step: float) -> str:
    """When a step was, as a clock on the wall says it."""
    return datetime.fromtimestamp(BEGUN / 1000 + step).strftime("%Y-%m-%d %H:%M:%S")


def note(text: str, step: float | None, **metadata: str) -> Event:
    """An annotation."""
    return {"kind": "annotation", "step": step, "annotation": text, "metadata": metadata}


def state(kind: str, **fields: object) -> Event:
    """A state."""
    return {"kind": kind, "ts_ms": BEGUN, **fields}


def run_events(steps: int = 20) -> Iterator[Event]:
    """A made-up run: two stages, two passes each ten steps."""
    yield state("open", target="o41:runs/7")
    yield state("start", step=0)
    for at in range(1, steps + 1):
        step, stage = 10 * at, "easy" if at <= 10 else "hard"
        yield number("train/loss", 4 / at, step, split="train", stage=stage)
        yield number("rate/tokens", 1000 + at, step, split="train")
        yield number("runtime/peak_bytes", 3 * 2**30 + at * 2**20, step, split="train")
        if at % 10 == 0:
            for name in ("eval", "probe"):
                yield number("eval/loss", 5 / at + (name == "probe"), step, split="eval", **{"pass": name})
                yield number("curriculum/stage", float(stage == "hard"), step, split="eval", **{"pass": name})


class GrowingEvents(Growing):
    """A run that grows by events, and can start again."""

    def __init__(self, *events: Event, name: str = "run", layout: Layout | None = None) -> None:
        super().__init__(*events, decoder=EventDecoder(Masker(), max_points=0), name=name, layout=layout)


def event_history(*events: Event) -> History:
    """The history of a run of these events."""
    return GrowingEvents(*events).history


def events_file(directory: Path, *events: Event, layout: str = "", name: str = "metrics.jsonl") -> Path:
    """Write a run of events, with a layout beside it where one is given; return the path of its lines."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / name
    path.write_bytes(lines(events))
    if layout:
        (directory / "telemetry.toml").write_text(layout)
    return path
