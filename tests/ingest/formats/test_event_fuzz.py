"""The command against the oracle of events, byte for byte, on hostile files; and what is kept besides numbers."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import event_hostile
from support.event_compare import EventOptions, case, contents, expected, judge, read
from support.event_oracle import read_events
from support.hostile_pools import NUMBERS
from support.ingested import cut


@pytest.mark.parametrize("seed", range(20))
def test_files_of_hostile_events(seed: int, tmp_path: Path) -> None:
    assert judge(*case(seed, 40), tmp_path / "run.jsonl") == ""


@pytest.mark.parametrize("seed", range(1000, 1030))
def test_files_of_a_few_hostile_events(seed: int, tmp_path: Path) -> None:
    assert judge(*case(seed, 3), tmp_path / "run.jsonl") == ""


@pytest.mark.parametrize("seed", range(2000, 2080))
def test_what_is_read_besides_numbers(seed: int) -> None:
    rng = Random(seed)
    data = event_hostile.file(rng, rng.choice([3, 10, 60]))
    secrets = event_hostile.secrets(rng) if seed % 3 == 0 else []
    cap = rng.choice([0, 1, 2, 5, 200_000])
    pieces = cut(data, [rng.randrange(10_000) for _ in range(rng.choice([0, 1, 5, 50]))])
    right = expected(read_events(data, secrets=secrets, max_points=cap))
    assert contents(read(pieces, secrets, cap, "events")) == right


# --- what hypothesis finds ---

texts = st.one_of(
    st.sampled_from(["eval/loss", "loss", "split", "train", "done", "interrupted", "step", "value", "metadata"]),
    st.text('ab{},="\\\n\x00\x7f\u2028\u202e\ud800/', max_size=4),
)
tokens = st.one_of(
    st.sampled_from(NUMBERS),
    st.floats().map(json.dumps),
    st.integers().map(str),
    st.sampled_from(["true", "false", "null", "{}", "[]", "[1, true]", "1e999", "-0", "-0.0"]),
    texts.map(json.dumps),
)


def as_object(members: dict[str, str]) -> str:
    return "{" + ", ".join(f"{json.dumps(name)}: {value}" for name, value in members.items()) + "}"


values = st.recursive(tokens, lambda inner: st.dictionaries(texts, inner, max_size=3).map(as_object), max_leaves=6)
numbers = st.one_of(st.integers(-2, 4).map(str), st.sampled_from(NUMBERS))
usual = st.fixed_dictionaries(
    {"kind": texts.map(json.dumps)},
    optional={
        "step": numbers,
        "ts_ms": numbers,
        "name": texts.map(json.dumps),
        "value": numbers,
        "metadata": st.dictionaries(texts, values, max_size=3).map(as_object),
        "annotation": texts.map(json.dumps),
    },
)
odd = st.dictionaries(
    st.sampled_from(["kind", "step", "ts_ms", "name", "metric", "value", "metadata", "annotation", "x"]), values
)
lines = st.one_of(usual, usual, usual, odd).map(as_object) | st.text(max_size=5)
files = st.lists(lines, max_size=8).map(lambda some: "\n".join(some).encode("utf-8", "surrogatepass"))

bounded = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@bounded
@given(
    data=files,
    keys=st.lists(
        st.sampled_from(["loss", "eval/loss", "eval/loss{split=train}", "step", "a{"]), min_size=1, max_size=3
    ),
    x=st.sampled_from([None, "step", "ts_ms", "seq"]),
    cap=st.sampled_from([0, 1, 2, 200_000]),
    name=st.sampled_from([None, "events"]),
)
def test_files_that_hypothesis_makes(
    data: bytes, keys: list[str], x: str | None, cap: int, name: str | None, tmp_path: Path
) -> None:
    assert judge(data, EventOptions(keys=tuple(keys), x=x, max_points=cap, name=name), tmp_path / "run.jsonl") == ""


@bounded
@given(data=files, secrets=st.lists(st.text('ablo"\\:1.{/ ', min_size=1, max_size=3), max_size=2))
def test_what_hypothesis_writes_besides_numbers(data: bytes, secrets: list[str]) -> None:
    assert contents(read([data], secrets, name="events")) == expected(read_events(data, secrets=secrets))
