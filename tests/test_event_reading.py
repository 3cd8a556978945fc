"""Lines to events: what a run keeps of them, and what it refuses."""

from __future__ import annotations

import json

import pytest
from div_tui.app.ingest.drops import Reason
from div_tui.app.ingest.event_feed import EventFeed
from div_tui.app.ingest.event_series import SeriesIndex
from div_tui.app.ingest.mask import Masker
from div_tui.app.run import Run
from event_compare import expected, read, told
from event_hostile import plain
from event_oracle import read_events

LOSS = "train/loss{split=train}"


def run_of(*lines: bytes, secrets: tuple[str, ...] = (), cap: int = 200_000) -> Run:
    return read([b"".join(lines)], secrets, cap, "events")


def number(name: str = "train/loss", value: object = 1, **members: object) -> bytes:
    return plain(name=name, value=value, **members)


def columns(run: Run) -> dict[str, tuple[list[float], list[int]]]:
    return {key: (list(column.values), list(column.places)) for key, column in run.columns.items()}


DONE = plain("done", ts_ms=9)


def along(run: Run, name: str) -> tuple[list[float], list[int]]:
    column = run.x_column(name)
    return ([], []) if column is None else (list(column.values), list(column.places))


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
        ("1e0", "1.0"),
        ("-0", "0"),
        ("-0.0", "-0.0"),
        ("true", "true"),
        ("null", "null"),
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "1.8446744073709552e+19"),
        ("1e400", "Infinity"),
        ("[1, 2]", '"[1,2]"'),
        ('{"b": 1, "a": "x"}', '"{\\"a\\":\\"x\\",\\"b\\":1}"'),
    ],
)
@pytest.mark.parametrize("number", ["2", "NaN"])
def test_metadata_that_is_no_text_is_its_json(value: str, text: str, number: str) -> None:
    line = b'{"kind":"m","name":"a","value":%s,"metadata":{"k":%s}}\n'
    run = run_of(line % (number.encode(), value.encode()), line % (b"1", value.encode()) * 2)
    assert [*run.columns] == [f"a{{k={text}}}"]
    assert run.points == 3


def test_values_that_a_dictionary_takes_for_the_same_are_different_text() -> None:
    values = [True, 1, 1.0, False, 0, 0.0, -0.0, "1", True, 1, 1.0, 0.0, -0.0]
    run = run_of(*(number(metadata={"k": value}) for value in values))
    texts = ["true", "1", "1.0", "false", "0", "0.0", "-0.0"]
    assert [*run.columns] == [f"train/loss{{k={text}}}" for text in texts]
    assert [len(column.values) for column in run.columns.values()] == [2, 3, 2, 1, 1, 2, 2]


@pytest.mark.parametrize("said", ["null", "[]", '"x"', "7", "{}"])
def test_metadata_that_is_no_object_is_none(said: str) -> None:
    run = run_of(b'{"kind":"m","name":"a","value":1,"metadata":%s}\n' % said.encode())
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
def test_a_value_of_another_type_is_passed_over(value: str) -> None:
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
    assert {key: list(places) for key, places in run.not_finite.items()} == {"train/loss": [2], "b": [4]}
    assert run.points == 4


def test_only_256_series_are_remembered_for_it() -> None:
    nan = float("nan")
    run = run_of(*(number(f"n{at}", nan) for at in range(300)), number("n0", nan), number("n299", nan))
    assert len(run.not_finite) == 256
    assert list(run.not_finite["n0"]) == [1, 301]
    assert run.points == 302


# --- sizes ---


def test_the_4097th_name_is_left_out() -> None:
    names = [number(f"n{at}") for at in range(4098)]
    run = run_of(*names, number("n4096"), number("n5", metadata={"a": "b"}))
    assert len(run.columns) == 4097
    assert list(run.columns)[-2:] == ["n4095", "n5{a=b}"]
    assert run.drops.messages() == [
        'telemetry: left out the name "n4096" and 1 other (3 times); a run keeps at most 4096 names'
    ]


def test_the_4097th_metadata_map_of_a_name_is_left_out() -> None:
    maps = [number(metadata={"k": str(at)}) for at in range(4097)]
    run = run_of(*maps, number("other", metadata={"k": "4096"}), number(metadata={"k": "7"}))
    assert len(run.columns) == 4097
    assert len(run.columns["train/loss{k=7}"].values) == 2
    assert run.drops.messages() == [
        'telemetry: left out the series "train/loss{k=4096}"; a name keeps at most 4096 metadata maps'
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
    feed = EventFeed(Masker(), max_points=3)
    for _ in range(3):
        feed.feed(number() * 2)
    batch = feed.take()
    assert len(batch.columns["train/loss"].values) == 3
    assert batch.drops.total == 3


def test_spellings_that_are_forgotten_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("div_tui.app.ingest.event_series.SPELLINGS", 3)
    index = SeriesIndex(Masker())
    spelled = [{"k": str(at % 7)} for at in range(50)]
    found = [index.find("a", metadata).id for metadata in spelled]
    assert found == [f"a{{k={at % 7}}}" for at in range(50)]
    assert index.find_all(["a"] * 50, spelled) == [index.find("a", metadata) for metadata in spelled]
    assert len(index.new) == 7
    assert len(index._spelled) <= 3


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


def test_a_long_name_that_is_left_out_is_cut_where_it_is_told() -> None:
    names = [number(f"n{at}") for at in range(4096)]
    (message,) = run_of(*names, number("x" * 5000)).drops.messages()
    assert message == f'telemetry: left out the name "{"x" * 199}…"; a run keeps at most 4096 names'


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
def test_what_is_refused(line: str, message: str) -> None:
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


# --- pieces, half lines, white space ---


def test_a_half_line_waits_and_is_read_when_it_is_an_object() -> None:
    feed, run = EventFeed(Masker()), Run(0)
    whole = number(value=5)
    feed.feed(whole[:-20])
    assert not feed.take_partial()
    assert not feed.take_partial()
    feed.feed(whole[-20:-1])
    assert feed.take_partial()
    assert not feed.take_partial()
    feed.feed(b"  \n" + number(value=6))
    run.apply(feed.take())
    assert columns(run) == {"train/loss": ([5, 6], [1, 2])}
    assert run.drops.total == 0


def test_a_long_half_line_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bytes] = []

    def said(line: bytes, *, whole: bool) -> Reason:
        looked.append(line)
        return Reason.NOT_JSON

    monkeypatch.setattr("div_tui.app.ingest.line_feed.said", said)
    feed = EventFeed(Masker())
    feed.feed(b'{"kind"')
    assert not any(feed.take_partial() for _ in range(5))
    feed.feed(b":")
    assert not any(feed.take_partial() for _ in range(5))
    assert looked == [b'{"kind"', b'{"kind":']


def test_white_space_and_returns_are_nothing() -> None:
    lines = number().replace(b"\n", b"\r\n")
    run = run_of(b"\xef\xbb\xbf" + lines, b"\n \t\r\n", b" " * (2 << 20) + b"\n", lines)
    assert (run.points, run.drops.total) == (2, 0)


def test_a_run_that_is_read_again_begins_anew() -> None:
    feed, run = EventFeed(Masker(), max_points=2), Run(2)
    feed.feed(number() * 3 + plain("annotation", annotation="x") + DONE)
    run.apply(feed.take())
    assert run.ended
    feed.restart()
    feed.feed(number("b", 7, step=3))
    batch = feed.take()
    batch.restarted = "the file was replaced"
    run.apply(batch)
    assert columns(run) == {"b": ([7], [1])}
    assert along(run, "step") == ([3], [1])
    assert (run.ended, run.drops.total) == (False, 0)
    assert run.events is not None
    assert run.events.annotations == []


def test_a_batch_is_not_changed_by_what_comes_later() -> None:
    feed = EventFeed(Masker())
    feed.feed(number() + plain("start", ts_ms=2) + plain("annotation", annotation="one"))
    first = feed.take()
    feed.feed(number() + DONE + plain("annotation", annotation="two") + plain("summary", a=1))
    second = feed.take()
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
    assert told(read([data])) == right
    assert told(read([data[at : at + 4096] for at in range(0, len(data), 4096)])) == right
    assert json.loads(lines[2])["name"] == "train/objective"
