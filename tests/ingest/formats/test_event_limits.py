"""What is dropped and skipped in a run of events: what is past a limit, and what is not an event."""

from __future__ import annotations

import pytest
from div_tui.app.ingest.formats.event_series import SeriesIndex
from div_tui.app.ingest.formats.events import EventDecoder
from div_tui.app.ingest.mask import Masker
from support.event_lines import columns, number, run_of


def test_the_4097th_name_is_skipped() -> None:
    names = [number(f"n{at}") for at in range(4098)]
    run = run_of(*names, number("n4096"), number("n5", metadata={"a": "b"}))
    assert len(run.columns) == 4097
    assert list(run.columns)[-2:] == ["n4095", "n5{a=b}"]
    assert run.drops.messages() == [
        'telemetry: skipped the name "n4096" and 1 other (3 times); a run keeps at most 4096 names'
    ]


def test_the_4097th_metadata_map_of_a_name_is_skipped() -> None:
    maps = [number(metadata={"k": str(at)}) for at in range(4097)]
    run = run_of(*maps, number("other", metadata={"k": "4096"}), number(metadata={"k": "7"}))
    assert len(run.columns) == 4097
    assert len(run.columns["train/loss{k=7}"].values) == 2
    assert run.drops.messages() == [
        'telemetry: skipped the series "train/loss{k=4096}"; a name keeps at most 4096 metadata maps'
    ]


@pytest.mark.parametrize("extra", [1, 3])
def test_points_past_the_cap_of_a_series(extra: int) -> None:
    nan = float("nan")
    run = run_of(
        number(value=1), number("b"), number(value=nan), number(value=3), *[number(value=4)] * extra, number("b"), cap=3
    )
    assert columns(run) == {"train/loss": ([1, 3], [1, 4]), "b": ([1, 1], [2, 5])}
    points = "a point past the 3rd of its" if extra == 1 else "3 points past the 3rd of their"
    assert run.drops.messages() == [f"telemetry: dropped {points} series; a series keeps at most 3 points"]
    assert run.full
    assert not run_of(number(), number(), cap=2).full
    assert not run_of(*[number()] * 9, cap=0).full


def test_the_cap_holds_within_a_batch() -> None:
    decoder = EventDecoder(Masker(), max_points=3)
    for _ in range(3):
        decoder.feed(number() * 2)
    batch = decoder.take()
    assert len(batch.columns["train/loss"].values) == 3
    assert batch.drops.total == 3


def test_spellings_that_are_forgotten_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("div_tui.app.ingest.formats.event_series.SPELLINGS", 3)
    index = SeriesIndex(Masker())
    spelled = [{"k": str(at % 7)} for at in range(50)]
    found = [index.find("a", metadata, b"").id for metadata in spelled]
    assert found == [f"a{{k={at % 7}}}" for at in range(50)]
    found_again = index.find_all(["a"] * 50, spelled, [b""] * 50)
    assert found_again == [index.find("a", metadata, b"") for metadata in spelled]
    assert len(index.new) == 7
    assert len(index._by_spelling) <= 3


def test_a_line_of_a_mebibyte() -> None:
    line = number(metadata={"k": ""})
    most = (1 << 20) - len(line) + 1
    fits, over = (number(metadata={"k": "x" * size}) for size in (most, most + 1))
    assert run_of(fits).points == 1
    run = run_of(over, b"x" * 3_000_000 + b"\n", number("b"))
    assert [*run.columns] == ["b"]
    assert run.drops.messages() == [
        "telemetry: dropped 2 lines that are over 1 MiB; log fewer or shorter values on one line"
    ]


def test_a_long_name_that_is_skipped_is_cut_in_its_message() -> None:
    names = [number(f"n{at}") for at in range(4096)]
    (message,) = run_of(*names, number("x" * 5000)).drops.messages()
    assert message == f'telemetry: skipped the name "{"x" * 199}…"; a run keeps at most 4096 names'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nope", "telemetry: dropped a line that is not JSON; write one JSON object per line"),
        ("[1]", "telemetry: dropped a line that is not a JSON object; write one JSON object per line"),
        *[
            (
                line,
                "telemetry: dropped a line that is not an event; "
                "write a kind, with a name and a value, an annotation, or ts_ms",
            )
            for line in [
                "{}",
                '{"loss":1,"step":2}',
                '{"name":"a","value":1}',
                '{"kind":1,"name":"a","value":1}',
                '{"kind":"metric"}',
                '{"kind":"metric","name":"a"}',
                '{"kind":"metric","name":"a","value":null}',
                '{"kind":"metric","value":1}',
                '{"kind":"annotation","annotation":5}',
                '{"kind":"open","ts_ms":"5"}',
                '{"kind":"open","ts_ms":true}',
            ]
        ],
    ],
)
def test_what_is_dropped(line: str, message: str) -> None:
    run = run_of(number(), line.encode() + b"\n", number())
    assert run.drops.messages() == [message]
    (drop,) = run.drops.by_reason.values()
    assert (drop.line, drop.sample) == (2, line)
    assert run.points == 2


def test_brackets_nested_over_500_deep_are_no_json() -> None:
    def nested(depth: int) -> bytes:
        return b'{"kind":"m","name":"a","value":1,"metadata":{"k":' + b"[" * depth + b"]" * depth + b"}}\n"

    run = run_of(nested(498), nested(499))
    assert run.points == 1
    assert run.drops.messages() == ["telemetry: dropped a line that is not JSON; write one JSON object per line"]
