"""The oracle's reading of whole files against values worked out by hand."""

from __future__ import annotations

import json

import pytest
from support.oracle import LONG, NOT_JSON, NOT_OBJECT, NUMBERS, PAST, read, read_in_pieces


def padded(size: int, key: str = "a") -> bytes:
    """An object of exactly that many bytes with one number in it."""
    line = b'{"%s":1,"text":"%s"}'
    bare = line % (key.encode(), b"")
    return line % (key.encode(), b"x" * (size - len(bare)))


def numbers(count: int) -> bytes:
    return json.dumps({f"k{i}": i for i in range(count)}).encode()


# --- line ends ---


def test_line_ends_and_white_space() -> None:
    run = read(b'{"a":1}\r\n\n\r\n \t \n\x0b\x0c\n{"a":2}\n')
    assert run.points == [{"a": 1.0}, {"a": 2.0}]
    assert run.dropped == {}


def test_a_return_before_the_line_end_is_no_part_of_the_line() -> None:
    assert read(padded(4096) + b"\r\n").points == [{"a": 1.0}]
    assert read(padded(4096) + b"\r\r\n").dropped == {LONG: 1}
    assert read(padded(4096) + b" \n").dropped == {LONG: 1}


def test_white_space_alone_is_never_counted() -> None:
    assert read(b" " * 5000 + b"\n" + b"\t\r" * 4000 + b"\n" + b" " * 9000) == read(b"")


@pytest.mark.parametrize(
    ("data", "points", "dropped"),
    [
        (b'\xef\xbb\xbf{"a":1}\n', [{"a": 1.0}], {}),
        (b'\xef\xbb\xbf{"a":1}', [{"a": 1.0}], {}),
        (b"\xef\xbb\xbf", [], {}),
        (b'\xef\xbb\xbf\n{"a":1}\n', [{"a": 1.0}], {}),
        (b'\xef\xbb\xbf\xef\xbb\xbf{"a":1}\n', [], {NOT_JSON: 1}),
        (b'\n\xef\xbb\xbf{"a":1}\n', [], {NOT_JSON: 1}),
        (b'{"b":2}\n\xef\xbb\xbf{"a":1}\n', [{"b": 2.0}], {NOT_JSON: 1}),
        (b'{"b":2}\n\xef\xbb\xbf{"a":1}', [{"b": 2.0}], {}),
        (b"\xef\xbb\xbf" + padded(4096) + b"\n", [{"a": 1.0}], {}),
    ],
)
def test_byte_order_marks(data: bytes, points: list[dict[str, float]], dropped: dict[str, int]) -> None:
    run = read(data)
    assert (run.points, run.dropped) == (points, dropped)


@pytest.mark.parametrize(
    ("tail", "point"),
    [
        (b'{"a":2}', {"a": 2.0}),
        (b' {"a":2} ', {"a": 2.0}),
        (b'{"a":2}\r', {"a": 2.0}),
        (padded(4096), {"a": 1.0}),
        (padded(4096) + b"\r", None),
        (padded(4097), None),
        (b'{"a":2', None),
        (b"[1]", None),
        (b"nonsense", None),
        (b'{"a":2}{"a":3}', None),
        (b"x" * 10_000, None),
    ],
)
def test_a_last_line_without_its_end(tail: bytes, point: dict[str, float] | None) -> None:
    run = read(b'{"b":1}\n' + tail)
    assert run.points == [{"b": 1.0}] + ([] if point is None else [point])
    assert run.dropped == {}
    assert read(b'{"b":1}\n' + tail, ended=False).points == [{"b": 1.0}]


def test_a_last_line_that_is_an_object_is_a_line_like_any_other() -> None:
    assert read(numbers(65)).dropped == {NUMBERS: 1}
    assert read(b'{"a":1}\n{"a":2}', max_points=1).dropped == {PAST: 1}
    assert read(b'{"a/b":1}').skipped == {"a/b": 1}


# --- following ---


@pytest.mark.parametrize(
    ("pieces", "points", "dropped"),
    [
        ([b'{"a":1}', b"\n"], [{"a": 1.0}], {}),
        ([b'{"a":1}', b" \r\n"], [{"a": 1.0}], {}),
        ([b'{"a":1}', b'{"a":2}\n'], [{"a": 1.0}, {"a": 2.0}], {}),
        ([b'{"a":1}', b' {"a":2}', b'\t{"a":3}\n'], [{"a": 1.0}, {"a": 2.0}, {"a": 3.0}], {}),
        ([b'{"a":1}', b"x\n"], [{"a": 1.0}], {NOT_JSON: 1}),
        ([b'{"a"', b":1}\n"], [{"a": 1.0}], {}),
        ([b'{"a"', b":1}"], [{"a": 1.0}], {}),
        ([b'{"a":1} {"a"', b":2}\n"], [], {NOT_JSON: 1}),
        ([b'{"a":1} x', b"\n"], [], {NOT_JSON: 1}),
        ([b"\xef", b'\xbb\xbf{"a":1}'], [{"a": 1.0}], {}),
        ([b"", b""], [], {}),
        ([b'{"a":1}', b"  " + padded(4096) + b"\n"], [{"a": 1.0}, {"a": 1.0}], {}),
        ([b'{"a":1}', b"  " + padded(4097) + b"\n"], [{"a": 1.0}], {LONG: 1}),
    ],
)
def test_partial_lines_while_following(
    pieces: list[bytes], points: list[dict[str, float]], dropped: dict[str, int]
) -> None:
    run = read_in_pieces(pieces)
    assert (run.points, run.dropped) == (points, dropped)


# --- counts and caps ---


def test_what_is_skipped_is_counted_by_key_and_point() -> None:
    run = read(b'{"a/b":1,"c":2}\n{"a/b":1}\n{"":1,"a/b":"x"}\n{"x/y":NaN}\n')
    assert run.points == [{"c": 2.0}, {}, {}, {}]
    assert run.skipped == {"a/b": 2, "": 1}
    assert run.not_finite == {}


def test_any_key_keeps_what_would_be_skipped() -> None:
    run = read(b'{"a/b":1,"":2,"x":{"":3}}\n{"c d":NaN}\n', any_key=True)
    assert run.points == [{"a/b": 1.0, "": 2.0, "x.": 3.0}, {}]
    assert run.skipped == {}
    assert run.not_finite == {"c d": [2]}


def test_the_run_keeps_256_keys() -> None:
    lines = b"".join(b'{"k%d":%d}\n' % (i, i) for i in range(1, 259))
    run = read(lines + b'{"k257":1,"k1":5,"a/b":1}\n')
    assert run.keys == [f"k{i}" for i in range(1, 257)]
    assert run.points[255:] == [{"k256": 256.0}, {}, {}, {"k1": 5.0}]
    assert run.past_limit == {"k257": 2, "k258": 1}
    assert run.skipped == {"a/b": 1}


def test_nothing_of_a_point_past_the_cap_is_looked_at_but_lines_are_still_judged() -> None:
    data = b'{"a":1}\n{"b/c":1,"z":NaN}\nnot json\n[1]\n{"d":1}\n' + numbers(65) + b"\n" + padded(4097) + b"\n"
    run = read(data, max_points=1)
    assert run.points == [{"a": 1.0}]
    assert run.dropped == {PAST: 2, NOT_JSON: 1, NOT_OBJECT: 1, NUMBERS: 1, LONG: 1}
    assert (run.skipped, run.not_finite) == ({}, {})
    assert len(read(b"{}\n" * 5, max_points=0).points) == 5
    assert len(read(b"{}\n" * 5, max_points=5).points) == 5


def test_keys_come_in_the_order_of_their_first_number() -> None:
    assert read(b'{"b":"x","a":1}\n{"b":2,"c":{"d":1}}\n{"c.d":1,"0":1}\n').keys == ["a", "b", "c.d", "0"]


def test_values_that_are_not_finite_are_remembered_by_point() -> None:
    run = read(b'{"loss":1}\n{"loss":NaN,"a":{"b":1e999}}\nnot json\n{"loss":-Infinity,"loss":NaN}\n')
    assert run.not_finite == {"loss": [2, 3], "a.b": [2]}
    twice = read(b'{"a.b":NaN,"a":{"b":Infinity}}\n')
    assert twice.not_finite == {"a.b": [1, 1]}
    assert read(b'{"x":NaN,' + numbers(65)[1:] + b"\n").not_finite == {}


def test_256_keys_that_were_not_finite_are_remembered() -> None:
    lines = b"".join(b'{"n%d":NaN}\n' % i for i in range(300))
    run = read(lines + b'{"n0":NaN,"n299":NaN}\n')
    assert list(run.not_finite) == [f"n{i}" for i in range(256)]
    assert run.not_finite["n0"] == [1, 301]
