"""The command against the oracle of events, byte for byte, on hostile files; and what is kept besides numbers."""

from __future__ import annotations

from pathlib import Path
from random import Random

import event_hostile
import pytest
from event_compare import case, expected, judge, read, told
from event_oracle import read_events
from ingested import cut


@pytest.mark.parametrize("seed", range(40))
def test_files_of_hostile_events(seed: int, tmp_path: Path) -> None:
    assert judge(*case(seed, 40), tmp_path / "run.jsonl") == ""


@pytest.mark.parametrize("seed", range(1000, 1060))
def test_files_of_a_few_hostile_events(seed: int, tmp_path: Path) -> None:
    assert judge(*case(seed, 3), tmp_path / "run.jsonl") == ""


@pytest.mark.parametrize("seed", range(2000, 2100))
def test_what_is_told_besides_numbers(seed: int) -> None:
    rng = Random(seed)
    data = event_hostile.file(rng, rng.choice([3, 10, 60]))
    secrets = event_hostile.secrets(rng) if seed % 3 == 0 else []
    cap = rng.choice([0, 1, 2, 5, 200_000])
    pieces = cut(data, [rng.randrange(10_000) for _ in range(rng.choice([0, 1, 5, 50]))])
    right = expected(read_events(data, secrets=secrets, max_points=cap))
    assert told(read(pieces, secrets, cap, "events")) == right
