"""Lines to events: the numbers that a run keeps of them, however they come."""

from __future__ import annotations

import json

import pytest
from div_tui.app.ingest.drops import Reason
from div_tui.app.ingest.formats.events import EventDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.history import History
from support.event_compare import contents, expected, read
from support.event_hostile import plain
from support.event_lines import DONE, along, columns, number, run_of
from support.event_oracle import read_events

LOSS = "train/loss{split=train}"


# --- numbers ---


def test_a_number_is_a_point_of_the_series_of_its_name_and_metadata() -> None:
    run = run_of(
        number(value=2.5, step=1, ts_ms=1000, metadata={"split": "train"}),
        number(value=7, step=1, metadata={"split": "train", "stage": "hard"}),
        number(value=2, step=2, ts_ms=1500.5, metadata={"split": "train"}),
        number("eval/loss", 3),
    )
    assert columns(run) == {
        LOSS: ([2.5, 2], [1, 3]),
        "train/loss{split=train,stage=hard}": ([7], [2]),
        "eval/loss": ([3], [4]),
    }
    assert along(run, "step") == ([1, 1, 2], [1, 2, 3])
    assert along(run, "ts_ms") == ([1000, 1500.5], [1, 3])
    assert run.points == 4
    assert run.events is not None
    assert {key: tuple(one) for key, one in run.events.series.items()} == {
        LOSS: ("train/loss", {"split": "train"}),
        "train/loss{split=train,stage=hard}": ("train/loss", {"split": "train", "stage": "hard"}),
        "eval/loss": ("eval/loss", {}),
    }
    assert run.drops.messages() == []


def test_the_order_of_metadata_makes_no_series() -> None:
    run = run_of(number(metadata={"b": "1", "a": "2"}), number(metadata={"a": "2", "b": "1"}))
    assert columns(run) == {"train/loss{a=2,b=1}": ([1, 1], [1, 2])}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1", "1"),
        ('"1"', "1"),
        ("1.0", "1.0"),
        ("1e0", "1e0"),
        ("1E+5", "1E+5"),
        ("100000.0", "100000.0"),
        ("0.10", "0.10"),
        ("-0", "0"),
        ("-0.0", "-0.0"),
        ("true", "true"),
        ("null", "null"),
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "18446744073709551616"),
        ("123456789012345678901234567891", "123456789012345678901234567891"),
        ("9" * 5000, "9" * 5000),
        ("1e400", "1e400"),
        ("-Infinity", "-Infinity"),
        ("[1, 2]", '"[1,2]"'),
        ('[1e1, "2e2 \\" 3", -0, {"4": 5.50}]', '"[1e1,\\"2e2 \\\\\\" 3\\",0,{\\"4\\":5.50}]"'),
        ('{"b": 1, "a": "x"}', '"{\\"a\\":\\"x\\",\\"b\\":1}"'),
    ],
)
@pytest.mark.parametrize("number", ["2", "NaN"])
def test_metadata_that_is_no_text_is_its_json(value: str, text: str, number: str) -> None:
    line = b'{"kind":"m","name":"a","value":%s,"metadata":{"k":%s}}\n'
    run = run_of(line % (number.encode(), value.encode()), line % (b"1", value.encode()) * 2)
    assert [*run.columns] == [f"a{{k={text}}}"]
    assert run.points == 3


def test_numbers_that_a_double_takes_for_the_same_are_different_text() -> None:
    spellings = ["1e5", "100000.0", "1" + 30 * "0", "1" + 29 * "0" + "1", "1e5"]
    lines = [b'{"kind":"m","name":"a","value":1,"metadata":{"v":1.5,"k":%s}}\n' % one.encode() for one in spellings]
    run = run_of(*lines)
    assert [*run.columns] == [f"a{{k={one},v=1.5}}" for one in spellings[:4]]
    assert [list(column.places) for column in run.columns.values()] == [[1, 5], [2], [3], [4]]


def test_values_that_a_dictionary_takes_for_the_same_are_different_text() -> None:
    values = [True, 1, 1.0, False, 0, 0.0, -0.0, "1", True, 1, 1.0, 0.0, -0.0]
    run = run_of(*(number(metadata={"k": value}) for value in values))
    texts = ["true", "1", "1.0", "false", "0", "0.0", "-0.0"]
    assert [*run.columns] == [f"train/loss{{k={text}}}" for text in texts]
    assert [len(column.values) for column in run.columns.values()] == [2, 3, 2, 1, 1, 2, 2]


@pytest.mark.parametrize("metadata", ["null", "[]", '"x"', "7", "{}"])
def test_metadata_that_is_not_an_object_is_ignored(metadata: str) -> None:
    run = run_of(b'{"kind":"m","name":"a","value":1,"metadata":%s}\n' % metadata.encode())
    assert columns(run) == {"a": ([1], [1])}


@pytest.mark.parametrize(
    ("line", "series"),
    [
        ('{"kind":"m","metric":"a","value":1}', "a"),
        ('{"kind":"m","metric":"a","name":"b","value":1}', "b"),
        ('{"kind":"m","metric":"a","name":null,"value":1}', "a"),
        ('{"kind":"","name":"","value":1}', ""),
        ('{"kind":"summary","name":"a","value":1}', "a"),
        ('{"kind":"done","name":"a","value":1}', "a"),
        ('{"kind":"x","name":"b","value":"1","value":1,"name":"a"}', "a"),
    ],
)
def test_what_counts_as_a_number(line: str, series: str) -> None:
    assert columns(run_of(line.encode() + b"\n")) == {series: ([1], [1])}


@pytest.mark.parametrize("value", ["null", "true", '"1"', "[1]", "{}"])
def test_a_value_of_another_type_is_ignored(value: str) -> None:
    run = run_of(b'{"kind":"metric","ts_ms":5,"name":"a","value":%s}\n' % value.encode())
    assert (run.points, run.drops.total) == (0, 0)
    assert run.events is not None
    assert run.events.state is None


@pytest.mark.parametrize("step", ["null", "true", '"3"', "[]", "NaN", "1e999"])
def test_a_step_that_is_no_finite_number_is_none(step: str) -> None:
    line = b'{"kind":"m","name":"a","value":1,"step":%s,"ts_ms":%s}\n'
    run = run_of(line % (b"1", b"2"), line % (step.encode(), step.encode()), line % (b"3", b"4"))
    assert along(run, "step") == ([1, 3], [1, 3])
    assert along(run, "ts_ms") == ([2, 4], [1, 3])


def test_values_that_are_not_finite_take_their_place() -> None:
    run = run_of(
        number(value=1, step=1), number(value=float("nan"), step=2), number(value=3, step=3), number("b", float("inf"))
    )
    assert columns(run) == {"train/loss": ([1, 3], [1, 3])}
    assert along(run, "step") == ([1, 2, 3], [1, 2, 3])
    assert {key: list(column.places) for key, column in run.not_finite.items()} == {"train/loss": [2], "b": [4]}
    assert {key: str(column.values[0]) for key, column in run.not_finite.items()} == {"train/loss": "nan", "b": "inf"}
    assert run.points == 4


def test_only_256_series_are_remembered_for_it() -> None:
    nan = float("nan")
    run = run_of(*(number(f"n{at}", nan) for at in range(300)), number("n0", nan), number("n299", nan))
    assert len(run.not_finite) == 256
    assert list(run.not_finite["n0"].places) == [1, 301]
    assert run.points == 302


# --- pieces, partial lines, white space ---


def test_a_partial_line_waits_and_is_read_when_it_is_an_object() -> None:
    decoder, run = EventDecoder(Masker()), History(0)
    whole = number(value=5)
    decoder.feed(whole[:-20])
    assert not decoder.take_partial()
    assert not decoder.take_partial()
    decoder.feed(whole[-20:-1])
    assert decoder.take_partial()
    assert not decoder.take_partial()
    decoder.feed(b"  \n" + number(value=6))
    run.apply(decoder.take())
    assert columns(run) == {"train/loss": ([5, 6], [1, 2])}
    assert run.drops.total == 0


def test_a_long_partial_line_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bytes] = []

    def parse(line: bytes, *, integers: bool) -> Reason:
        looked.append(line)
        return Reason.NOT_JSON

    monkeypatch.setattr("div_tui.app.ingest.line_decoder.parse_object", parse)
    decoder = EventDecoder(Masker())
    decoder.feed(b'{"kind"')
    assert not any(decoder.take_partial() for _ in range(5))
    decoder.feed(b":")
    assert not any(decoder.take_partial() for _ in range(5))
    assert looked == [b'{"kind"', b'{"kind":']


def test_white_space_and_returns_are_nothing() -> None:
    lines = number().replace(b"\n", b"\r\n")
    run = run_of(b"\xef\xbb\xbf" + lines, b"\n \t\r\n", b" " * (2 << 20) + b"\n", lines)
    assert (run.points, run.drops.total) == (2, 0)


def test_a_run_that_is_read_again_starts_again() -> None:
    decoder, run = EventDecoder(Masker(), max_points=2), History(2)
    decoder.feed(number() * 3 + plain("annotation", annotation="x") + DONE)
    run.apply(decoder.take())
    assert run.ended
    decoder.restart()
    decoder.feed(number("b", 7, step=3))
    batch = decoder.take()
    batch.restarted = "the file was replaced"
    run.apply(batch)
    assert columns(run) == {"b": ([7], [1])}
    assert along(run, "step") == ([3], [1])
    assert (run.ended, run.drops.total) == (False, 0)
    assert run.events is not None
    assert run.events.annotations == []


def test_a_batch_is_not_changed_by_what_comes_later() -> None:
    decoder = EventDecoder(Masker())
    decoder.feed(number() + plain("start", ts_ms=2) + plain("annotation", annotation="one"))
    first = decoder.take()
    decoder.feed(number() + DONE + plain("annotation", annotation="two") + plain("summary", a=1))
    second = decoder.take()
    assert first.events is not None
    assert second.events is not None
    assert [*first.events.states] == ["start"]
    assert (first.events.ended, first.events.summary, len(first.events.annotations)) == (False, None, 1)
    assert [*second.events.states] == ["start", "done"]
    assert list(first.columns["train/loss"].values) == [1]
    assert list(second.columns["train/loss"].places) == [2]
    assert [*second.events.series] == []


def test_a_stream_like_a_producers_reads_as_it_was_written() -> None:
    lines = [plain("open", ts_ms=0), plain("start", ts_ms=1)]
    for step in range(500):
        metadata = {"split": "train", "stage": "easy" if step < 250 else "hard"}
        names = ("train/objective", "counter/tokens", "runtime/step_seconds")
        lines += [number(name, step / 7, step=step, ts_ms=step * 10, metadata=metadata) for name in names]
        if step % 50 == 0:
            lines += [
                number("eval/loss", step, step=step, metadata={"split": "eval", "pass": p}) for p in ("eval", "probe")
            ]
            lines.append(plain("annotation", step=step, annotation="checkpoint", metadata={"path": "s3://x"}))
    data = b"".join(lines) + DONE
    right = expected(read_events(data))
    assert contents(read([data])) == right
    assert contents(read([data[at : at + 4096] for at in range(0, len(data), 4096)])) == right
    assert json.loads(lines[2])["name"] == "train/objective"
