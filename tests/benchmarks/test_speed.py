import time
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest
from div_tui.app.cli.main import main
from files import write_curves

LINES = 20_000


def best(*tasks: Callable[[], object]) -> list[float]:
    """The best time of each task, done in turns so that whatever else the machine does slows all of them."""
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(7):
        for task, taken in zip(tasks, times, strict=True):
            begun = time.perf_counter()
            task()
            taken.append(time.perf_counter() - begun)
    return [min(taken) for taken in times]


def test_reading_is_not_far_from_parsing_alone(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = write_curves(tmp_path / "run.jsonl", LINES, 10)

    def parse() -> None:
        with path.open("rb") as lines:
            for line in lines:
                orjson.loads(line)

    def read() -> None:
        assert main([str(path), "--print"]) == 0

    parsing, reading = best(parse, read)
    assert f" {LINES} " in capsysbinary.readouterr().out.decode()
    assert reading < 7 * parsing
