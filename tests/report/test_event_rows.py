"""A run of events printed once: rows by step, a column a series, JSON a point, and what the keys select."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import run, shell
from support.event_hostile import plain

TRAIN = {"split": "train"}
PROBE = {"split": "eval", "pass": "probe"}
EVAL = {"split": "eval", "pass": "eval"}

EVENTS = [
    plain("open", ts_ms=1000, target="jsonl:events.jsonl"),
    plain("start", ts_ms=1001),
    plain(ts_ms=1002, step=1, name="train/loss", value=2.5, metadata=TRAIN),
    plain(ts_ms=1003, step=1, name="rate/tokens", value=100, metadata=TRAIN),
    plain(ts_ms=1004, step=2, name="train/loss", value=2.25, metadata=TRAIN),
    plain(ts_ms=1005, step=2, name="eval/loss", value=2.75, metadata=EVAL),
    plain(ts_ms=1006, step=2, name="eval/loss", value=2.875, metadata=PROBE),
    plain("annotation", step=1, annotation="evaluated offline on cpu", metadata={"device": "cpu"}),
    plain(ts_ms=1007, step=1, name="eval/loss", value=3, metadata=EVAL),
    plain(ts_ms=1008, step=1, name="train/loss", value=2.4, metadata=TRAIN),
    plain("done", ts_ms=1010),
]

TABLE = """\
key                               count  last   min    max
train/loss{split=train}           3      2.4    2.25   2.5
rate/tokens{split=train}          1      100    100    100
eval/loss{pass=eval,split=eval}   2      3      2.75   3
eval/loss{pass=probe,split=eval}  1      2.875  2.875  2.875
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A directory with a run of events."""
    (tmp_path / "events.jsonl").write_bytes(b"".join(EVENTS))
    return tmp_path


def printed(here: Path, *arguments: str, status: int = 0) -> tuple[list[str], list[str]]:
    """The lines of both outputs."""
    ended = run("events.jsonl", *arguments, cwd=here)
    assert ended.status == status
    return ended.out.decode().splitlines(), ended.messages


def test_the_table_has_a_row_a_series(here: Path) -> None:
    assert run("events.jsonl", cwd=here) == (0, TABLE.encode(), "")
    assert run("-", stdin=b"".join(EVENTS)) == (0, TABLE.encode(), "")
    assert shell("cat events.jsonl | div-tui -", here) == (0, TABLE.encode(), "")


def test_a_directory_with_one_file_of_events(here: Path) -> None:
    assert run(here) == (0, TABLE.encode(), "")


def test_rows_gather_by_step(here: Path) -> None:
    """Also a number that came later for an earlier step; a step reported twice gives two rows."""
    assert printed(here, "--csv") == (
        [
            "step,train/loss{split=train},rate/tokens{split=train},"
            '"eval/loss{pass=eval,split=eval}","eval/loss{pass=probe,split=eval}"',
            "1,2.5,100,3,",
            "2,2.25,,2.75,2.875",
            "1,2.4,,,",
        ],
        [],
    )


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["train/loss"], ["step\ttrain/loss{split=train}", "1\t2.5", "2\t2.25", "1\t2.4"]),
        (
            ["eval/loss", "train/loss"],
            [
                "step\teval/loss{pass=eval,split=eval}\teval/loss{pass=probe,split=eval}\ttrain/loss{split=train}",
                *["1\t3\t\t2.5", "2\t2.75\t2.875\t2.25", "1\t\t\t2.4"],
            ],
        ),
        (["eval/loss{pass=probe}"], ["step\teval/loss{pass=probe,split=eval}", "2\t2.875"]),
        (["eval/loss{split=eval,pass=probe}"], ["step\teval/loss{pass=probe,split=eval}", "2\t2.875"]),
        (['eval/loss{pass="probe"}'], ["step\teval/loss{pass=probe,split=eval}", "2\t2.875"]),
        (
            ["eval/loss{pass=probe}", "eval/loss", "eval/loss{split=eval}"],
            ["step\teval/loss{pass=probe,split=eval}\teval/loss{pass=eval,split=eval}", "2\t2.875\t2.75", "1\t\t3"],
        ),
        (["rate/tokens", "--x=ts_ms"], ["ts_ms\trate/tokens{split=train}", "1003\t100"]),
        (["train/loss", "--x=ts_ms"], ["ts_ms\ttrain/loss{split=train}", "1002\t2.5", "1004\t2.25", "1008\t2.4"]),
        (["train/loss", "--x=seq"], ["seq\ttrain/loss{split=train}", "1\t2.5", "2\t2.25", "3\t2.4"]),
        (
            ["train/loss", "ts_ms"],
            ["step\ttrain/loss{split=train}\tts_ms", "1\t2.5\t1002", "2\t2.25\t1004", "1\t2.4\t1008"],
        ),
        (["step", "rate/tokens"], ["step\trate/tokens{split=train}", "1\t100"]),
        (["step"], ["step", "1", "2", "1"]),
        (["ts_ms", "--x=seq"], ["seq\tts_ms", "1\t1002", "2\t1004", "3\t1008"]),
    ],
)
def test_keys_and_x(here: Path, arguments: list[str], lines: list[str]) -> None:
    assert printed(here, *arguments) == (lines, [])


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("eval/loss{pass=x}", '; the metadata of "eval/loss": {pass=eval,split=eval}, {pass=probe,split=eval}'),
        ("eval/los", '; the nearest key is "eval/loss"'),
        ("eval/los{pass=probe,split=eval}", '; the nearest key is "eval/loss{pass=probe,split=eval}"'),
        ("nothing alike", ""),
        ("seq", ""),
    ],
)
def test_a_key_that_selects_nothing(here: Path, key: str, message: str) -> None:
    expected = [f'div-tui: no point carries "{key}"{message}']
    assert printed(here, key, status=1) == ([f"step\t{key}"], expected)
    assert printed(here, key, "--json", status=1) == ([], expected)
    lines, messages = printed(here, key, "rate/tokens")
    assert (lines, messages) == ([f"step\t{key}\trate/tokens{{split=train}}", "1\t\t100"], expected)


def test_a_name_without_metadata_and_one_with_much(tmp_path: Path) -> None:
    many = [plain(name="a", value=1, metadata={"k": "x" * 300 if at == 1 else str(at)}) for at in range(10)]
    (tmp_path / "events.jsonl").write_bytes(b"".join([*many, plain(name="b", value=2)]))
    assert printed(tmp_path, "b{k=1}", status=1)[1] == ['div-tui: no point carries "b{k=1}"; "b" has no metadata']
    maps = ["{k=0}", "{k=" + "x" * 196 + "…", *(f"{{k={at}}}" for at in range(2, 8))]
    expected = f'div-tui: no point carries "a{{k=}}"; the metadata of "a": {", ".join(maps)} and 2 others'
    assert printed(tmp_path, "a{k=}", status=1)[1] == [expected]


def test_an_x_that_there_is_not(here: Path) -> None:
    assert printed(here, "rate/tokens", "--x=loss") == (
        ["loss\trate/tokens{split=train}", "\t100"],
        ['div-tui: no point carries "loss" as x; x is step, ts_ms or seq'],
    )


def test_json_has_a_point_an_object(here: Path) -> None:
    lines, messages = printed(here, "--json")
    assert messages == []
    assert lines[3] == (
        '{"seq": 4, "step": 2, "ts_ms": 1005, "name": "eval/loss", "value": 2.75, '
        '"metadata": {"pass": "eval", "split": "eval"}}'
    )
    numbers = [json.loads(event) for event in EVENTS if b'"value"' in event]
    wanted = ("step", "ts_ms", "name", "value", "metadata")
    assert [json.loads(line) for line in lines] == [
        {"seq": place} | {member: event[member] for member in wanted} for place, event in enumerate(numbers, 1)
    ]
    assert printed(here, "--json", "eval/loss{pass=probe}")[0] == [lines[4]]


def test_json_reports_keys_that_do_not_exist(tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").write_bytes(plain(name="a", value=1) + plain(name="\u202e", value=0.1, step=3))
    assert printed(tmp_path, "--json")[0] == [
        '{"seq": 1, "step": null, "ts_ms": null, "name": "a", "value": 1, "metadata": {}}',
        '{"seq": 2, "step": 3, "ts_ms": null, "name": "\\u202e", "value": 0.1, "metadata": {}}',
    ]


def test_events_without_a_step_have_rows_of_their_own(tmp_path: Path) -> None:
    events = [
        *[plain(name="a", value=1, step=1), plain(name="a", value=2), plain(name="b", value=3)],
        plain(name="b", value=4, step=1),
    ]
    (tmp_path / "events.jsonl").write_bytes(b"".join(events))
    assert printed(tmp_path, "--csv")[0] == ["step,a,b", "1,1,4", ",2,", ",,3"]
    (tmp_path / "events.jsonl").write_bytes(b"".join(events[1:3]))
    assert printed(tmp_path, "--csv")[0] == ["seq,a,b", "1,2,", "2,,3"]


def test_names_with_anything_in_them(tmp_path: Path) -> None:
    name = 'a,"b"\n{c}'
    (tmp_path / "events.jsonl").write_bytes(plain(name=name, value=1, step=1, metadata={"k=": "v\x1b"}))
    written = '"a,\\"b\\"\\n{c}"{"k="="v\\u001b"}'
    assert printed(tmp_path, written, name) == ([f"step\t{written}", "1\t1"], [])
    assert printed(tmp_path, "--csv")[0] == ['step,"' + written.replace('"', '""') + '"', "1,1"]
    assert printed(tmp_path, "--print")[0][1].startswith(written + "  1 ")


def test_the_format_by_hand(here: Path) -> None:
    lines, messages = printed(here, "--format=telemetry", "step", "ts_ms", "value", "--x=seq")
    assert (lines[0], lines[1], len(lines), messages) == ("seq\tstep\tts_ms\tvalue", "1\t\t1000\t", 12, [])
    assert run("events.jsonl", "--format=other", cwd=here).status == 2
    (here / "points.jsonl").write_text('{"a":1}\n')
    ended = run("points.jsonl", "--format=events", cwd=here)
    assert ended[:2] == (0, b"key  count  last  min  max\n")
    assert ended.messages == [
        "telemetry: dropped a line that is not an event; write a kind, with a name and a value, an annotation, or ts_ms"
    ]


def test_a_number_that_is_not_finite_is_reported(tmp_path: Path) -> None:
    events = [plain(name="a", value=float("nan"), step=at, metadata={"k": "v"}) for at in (1, 2)]
    (tmp_path / "events.jsonl").write_bytes(b"".join(events))
    expected = ["telemetry: a{k=v} was not finite 2 times, last at point 2"]
    assert printed(tmp_path, "--csv") == (["step"], expected)
