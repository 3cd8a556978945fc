"""The oracle's messages against text worked out by hand."""

from __future__ import annotations

import json

import pytest
from support.oracle import read
from support.oracle_output import drop_messages, json_lines, not_finite_messages, rows, table

TRAINING = (
    b'{"step":100,"loss":2.31}\n{"step":200,"loss":0.0398,"eval_loss":1.88}\n{"step":300}\n{"step":400,"loss":0.5}\n'
)
NO_STEP = b'{"loss":1}\n{}\n{"loss":2,"acc":0.5}\n'


def test_one_message_a_reason_in_order() -> None:
    keys = b"".join(b'{"k%d":1}\n' % i for i in range(257))
    many = json.dumps({f"n{i}": 1 for i in range(65)}).encode()
    bad = b'[1]\nnot json\n{"train/loss":1}\n' + many + b"\n" + b"x" * 4097 + b"\n"
    assert drop_messages(read(bad + keys + b"{}\n", max_points=258)) == [
        "telemetry: dropped a line that is over 4 KiB; log fewer or shorter values on one line",
        "telemetry: dropped a line that is not JSON; write one JSON object per line",
        "telemetry: dropped a line that is not a JSON object; write one JSON object per line",
        "telemetry: dropped a line that has more than 64 numbers; split it over several lines",
        'telemetry: skipped the key "train/loss"; use letters, digits, _ and - between dots',
        'telemetry: skipped the key "k256"; a run keeps at most 256 keys',
        "telemetry: dropped a point past the 258th; a run keeps at most 258 points",
    ]


def test_counts_over_one() -> None:
    many = json.dumps({f"n{i}": 1 for i in range(65)}).encode()
    bad = (b"[1]\nnot json\n" + many + b"\n" + b"x" * 4097 + b"\n") * 3
    assert drop_messages(read(bad + b"{}\n" * 6, max_points=3)) == [
        "telemetry: dropped 3 lines that are over 4 KiB; log fewer or shorter values on one line",
        "telemetry: dropped 3 lines that are not JSON; write one JSON object per line",
        "telemetry: dropped 3 lines that are not a JSON object; write one JSON object per line",
        "telemetry: dropped 3 lines that have more than 64 numbers; split it over several lines",
        "telemetry: dropped 3 points past the 3rd; a run keeps at most 3 points",
    ]


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (["a/b"], '"a/b"'),
        (["a/b"] * 41, '"a/b" (41 times)'),
        (["a/b", "c/d"], '"a/b" and 1 other (2 times)'),
        (["a/b", "c/d", "a/b", "e/f"], '"a/b" and 2 others (4 times)'),
        ([""], '""'),
        (['q"\n\u202e\\'], '"q"\\n\\u202e\\"'),
        ([f"{i}/" for i in range(100)], '"0/" and 99 others (100 times)'),
        ([f"{i}/" for i in range(101)], '"0/" and over 100 others (101 times)'),
        ([f"{i}/" for i in range(300)], '"0/" and over 100 others (300 times)'),
    ],
)
def test_keys_skipped(keys: list[str], name: str) -> None:
    data = b"".join(json.dumps({key: 1}).encode() + b"\n" for key in keys)
    assert drop_messages(read(data)) == [
        f"telemetry: skipped the key {name}; use letters, digits, _ and - between dots"
    ]


def test_keys_that_were_not_finite() -> None:
    data = b'{"loss":NaN}\n{}\n{"loss":Infinity,"lr":NaN}\n'
    assert not_finite_messages(read(data)) == [
        "telemetry: loss was not finite 2 times, last at point 3",
        "telemetry: lr was not finite once, last at point 3",
    ]
    nine = b"".join(b'{"n%d":NaN}\n' % i for i in range(9))
    assert not_finite_messages(read(nine))[8:] == ["telemetry: 1 other key was not finite"]
    ten = nine + b'{"n9":NaN}\n'
    assert not_finite_messages(read(ten))[8:] == ["telemetry: 2 other keys were not finite"]
    assert len(not_finite_messages(read(ten))) == 9


@pytest.mark.parametrize(
    ("data", "keys", "stdout", "stderr", "status"),
    [
        (
            TRAINING,
            ["lss"],
            "step\tlss\n",
            ['div-tui: no point carries "lss"; the nearest key is "loss"'],
            1,
        ),
        (
            TRAINING,
            ["loss", "zzz"],
            "step\tloss\tzzz\n100\t2.31\t\n200\t0.0398\t\n400\t0.5\t\n",
            ['div-tui: no point carries "zzz"'],
            0,
        ),
        (TRAINING, ["step", "zzz"], "step\tzzz\n", ['div-tui: no point carries "zzz"'], 0),
        (NO_STEP, ["step"], "seq\tstep\n", ['div-tui: no point carries "step"'], 1),
        (b"", ["a\n"], "seq\ta\\n\n", ['div-tui: no point carries "a\\n"'], 1),
        (
            b"x\n" + TRAINING,
            ["lss"],
            "step\tlss\n",
            [
                'div-tui: no point carries "lss"; the nearest key is "loss"',
                "telemetry: dropped a line that is not JSON; write one JSON object per line",
            ],
            1,
        ),
    ],
)
def test_keys_that_no_point_carries(data: bytes, keys: list[str], stdout: str, stderr: list[str], status: int) -> None:
    answer = rows(read(data), keys)
    assert (answer.stdout.decode(), answer.stderr, answer.status) == (stdout, stderr, status)


def test_an_x_that_no_point_carries_is_reported_too() -> None:
    answer = rows(read(TRAINING), ["loss"], x="stpe")
    assert answer.stderr == ['div-tui: no point carries "stpe"; the nearest key is "step"']
    assert answer.status == 0
    assert rows(read(TRAINING), ["lss"], x="step").status == 1


def test_json_of_keys_that_no_point_carries() -> None:
    answer = json_lines(read(TRAINING), ["lss"])
    assert (answer.stdout, answer.status) == (b"", 1)
    assert answer.stderr == ['div-tui: no point carries "lss"; the nearest key is "loss"']


def test_quiet_silences_what_was_dropped_and_not_finite_but_no_mistake_of_the_command_line() -> None:
    answer = rows(read(b'x\n{"a/b":1,"loss":NaN}\n'), ["lss"], quiet=True)
    assert answer.stderr == ['div-tui: no point carries "lss"']
    assert table(read(b"x\n"), quiet=True).stderr == []
