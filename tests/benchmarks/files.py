"""Files of points to measure with: like those of a training run, and always the same for a seed."""

import json
import math
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random

SEED = 11


def curves(lines: int, keys: int, seed: int = SEED) -> Iterator[str]:
    """Yield lines of `keys` numbers each: the step, a falling loss, a learning rate, noise; now and then an eval."""
    random = Random(seed)
    for step in range(lines):
        done = step / lines
        point: dict[str, object] = {"step": step, "lr": 3e-4 * (1 - done)}
        point["loss"] = 2.5 * math.exp(-4 * done) + random.gauss(0.1, 0.02)
        for number in range(keys - len(point)):
            point[f"layer_{number}.norm"] = random.gauss(number + 1, 0.3)
        if step % 100 == 99:
            point["eval"] = {"loss": 2.6 * math.exp(-4 * done), "accuracy": 1 - math.exp(-3 * done)}
        yield json.dumps(point) + "\n"


def write_curves(path: Path, lines: int, keys: int) -> Path:
    with path.open("w") as file:
        file.writelines(curves(lines, keys))
    return path


def write_wide(path: Path, lines: int) -> Path:
    """Write a run at its limits: 64 numbers a line and 256 keys in all, others every 10 lines."""
    random = Random(SEED)
    names = [f"block_{number}.scale" for number in range(255)]
    groups = [names[start : start + 63] for start in range(0, 193, 48)]
    bodies = [
        [",".join(f'"{name}": {random.gauss(at, 0.1)!r}' for at, name in enumerate(group, 1)) for _ in range(200)]
        for group in groups
    ]
    with path.open("w") as file:
        for step in range(lines):
            body = bodies[step // 10 % len(bodies)]
            file.write(f'{{"step": {step},{body[step % len(body)]}}}\n')
    return path


def write_events(path: Path, events: int) -> Path:
    """Write a run of so many events: 40 series, two names in 20 combinations of metadata, all at every step."""
    with path.open("w") as file:
        for _, line in islice(event_lines(2, 20), events):
            file.write(line)
    return path


def event_lines(names: int, combinations: int) -> Iterator[tuple[int, str]]:
    """Lines of events without end, with their steps: so many names in so many combinations of metadata, all a step."""
    random = Random(SEED)
    maps = [{"split": ("train", "eval")[at % 2], "stage": f"s{at // 2}"} for at in range(combinations)]
    series = [(f"train/{name}", metadata) for name in range(names) for metadata in maps]
    for at in count():
        step, (name, metadata) = at // len(series), series[at % len(series)]
        event = {"ts_ms": 1_700_000_000_000 + 5 * at, "step": step, "kind": "metric", "name": name}
        yield step, json.dumps({**event, "value": random.random(), "metadata": metadata}) + "\n"


def point_lines(keys: int, step: int) -> Iterator[tuple[int, str]]:
    """Lines of points without end, with their steps, after `step`: so many keys."""
    random = Random(SEED)
    for at in count(step + 1):
        point = {"step": at, "loss": 0.1 + random.gauss(0.1, 0.02), "lr": 1e-4}
        for number in range(keys - len(point)):
            point[f"layer_{number}.norm"] = random.gauss(number + 1, 0.3)
        yield at, json.dumps(point) + "\n"


class Writer:
    """Appends lines to a run at a steady rate; `write_due` is to be called often."""

    def __init__(self, path: Path, lines: Iterator[tuple[int, str]], rate: float) -> None:
        self._file = path.open("a", buffering=1)
        self._lines = lines
        self._every = 1 / rate
        self._next = time.monotonic()
        self.written: list[tuple[float, int]] = []

    def write(self) -> float:
        """Write a line now; return when that was."""
        step, line = next(self._lines)
        self._file.write(line)
        now = time.monotonic()
        self.written.append((now, step))
        return now

    def write_due(self) -> None:
        while time.monotonic() >= self._next:
            self._next += self._every
            self.write()

    def close(self) -> None:
        self._file.close()
