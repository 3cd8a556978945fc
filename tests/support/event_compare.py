"""Runs the command and the oracle of events on the same bytes and says where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from div_tui.app.ingest.decoder import Rules
from div_tui.app.ingest.formats.registry import FormatDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.history import History

from . import event_hostile
from . import event_oracle_output as events
from .event_oracle import EventRun, format_of, read_events
from .oracle_compare import MODES, Options, differences, printed
from .oracle_output import Answer


@dataclass(frozen=True)
class EventOptions(Options):
    """What a command line says besides the file."""

    name: str | None = None
    """The format, where it is said."""

    def arguments(self, secrets_file: Path) -> list[str]:
        """The command line after the file's name."""
        named = [] if self.name is None else [f"--format={self.name}"]
        return [*super().arguments(secrets_file), *named]

    def expected(self, data: bytes) -> Answer:
        """What the oracle would print."""
        if (self.name or format_of(data, self.secrets)) == "telemetry":
            return self.answer(self.read(data))
        run = read_events(data, secrets=self.secrets, max_points=self.max_points)
        keys, x = self.asked()
        if self.mode == "table":
            return events.table(run, quiet=self.quiet)
        if self.mode.startswith("json"):
            return events.json_lines(run, keys, x=x, quiet=self.quiet)
        return events.rows(run, keys, x=x, csv=self.mode.startswith("csv"), quiet=self.quiet)


def compare(data: bytes, options: EventOptions, path: Path, modes: Sequence[str] = MODES) -> list[str]:
    """Where the command and the oracle differ on these bytes, in any of the ways to print them."""
    path.write_bytes(data)
    telemetry = (options.name or format_of(data, options.secrets)) == "telemetry"
    out = []
    for mode in modes:
        chosen = replace(options, mode=mode)
        found = differences(chosen.expected(data), printed(path, chosen), telemetry and mode.startswith("json"))
        out += [f"[{mode}] {one}" for one in found]
    return out


def case(seed: int, lines: int) -> tuple[bytes, EventOptions]:
    """The file and the options of a seed."""
    rng = Random(seed)
    data = event_hostile.file(rng, lines)
    secrets = tuple(event_hostile.secrets(rng)) if rng.random() < 0.3 else ()
    pool = event_hostile.selectors(rng, read_events(data, secrets=secrets).series)
    return data, EventOptions(
        keys=tuple(rng.choice(pool) for _ in range(rng.choice([1, 1, 2, 3]))),
        x=rng.choice([None, None, "step", "ts_ms", "seq", "loss", "foo"]),
        secrets=secrets,
        max_points=rng.choice([200_000, 200_000, 200_000, 0, 1, 2, 3, 11]),
        quiet=rng.random() < 0.2,
        name=rng.choice([None, None, None, "events"]),
    )


def judge(data: bytes, options: EventOptions, path: Path) -> str:
    """Nothing where the two agree; else the fewest lines they differ on, and how."""
    for mode in MODES:
        if compare(data, options, path, [mode]):
            fewest = shrunk(data, options, path, mode)
            found = "\n".join(compare(fewest, options, path, [mode]))
            return f"{fewest[:4000]!r} ({len(fewest)} bytes)\n{options}\n{found}"
    return ""


def shrunk(data: bytes, options: EventOptions, path: Path, mode: str) -> bytes:
    """The fewest lines of the file on which the two still differ."""
    lines = [part + b"\n" for part in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    size = len(lines) // 2
    while size:
        at = 0
        while at < len(lines):
            fewer = lines[:at] + lines[at + size :]
            if compare(b"".join(fewer), options, path, [mode]):
                lines = fewer
            else:
                at += size
        size //= 2
    return b"".join(lines)


# --- what is read besides numbers ---

Contents = tuple[object, ...]


def read(
    pieces: Sequence[bytes], secrets: Sequence[str] = (), max_points: int = 200_000, name: str | None = None
) -> History:
    """The run that the pieces make, taken in after each of them, and at the end a last line without its end."""
    decoder = FormatDecoder(Rules(Masker(secrets), max_points=max_points), name)
    run = History(max_points)
    for piece in pieces:
        decoder.feed(piece)
        run.apply(decoder.take())
    decoder.take_partial()
    run.apply(decoder.take())
    return run


def contents(run: History) -> Contents:
    """Everything that a run of events has kept."""
    assert run.events is not None
    story = run.events
    points = sorted(
        (place, name, value)
        for name, column in run.columns.items()
        for place, value in zip(column.places, column.values, strict=True)
    )
    along = {name: dict(zip(column.places, column.values, strict=True)) for name, column in story.along.items()}
    where = [
        (along.get("step", {}).get(place), along.get("ts_ms", {}).get(place)) for place in range(1, run.points + 1)
    ]
    not_finite = {key: list(column.places) for key, column in run.not_finite.items()}
    annotations = [tuple(one) for one in story.annotations]
    return points, where, not_finite, annotations, list(map(tuple, story.states.values())), story.ended, story.summary


def expected(run: EventRun) -> Contents:
    """The same of the oracle's reading."""
    points = [(place, str(one.series), one.value) for place, one in enumerate(run.points, 1) if one.value is not None]
    where = [(one.step, one.time) for one in run.points]
    return points, where, run.not_finite, run.annotations, run.states, run.ended, run.summary
