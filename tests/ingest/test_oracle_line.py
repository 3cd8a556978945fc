"""The oracle's reading of one line against values worked out by hand."""

from __future__ import annotations

import json
import math

import pytest
from support.oracle import LONG, NOT_JSON, NOT_OBJECT, NUMBERS, is_events, read
from support.oracle_line import depth, mask, parse, secret_forms


def padded(size: int, key: str = "a") -> bytes:
    """An object of exactly that many bytes with one number in it."""
    line = b'{"%s":1,"text":"%s"}'
    bare = line % (key.encode(), b"")
    return line % (key.encode(), b"x" * (size - len(bare)))


def numbers(count: int) -> bytes:
    return json.dumps({f"k{i}": i for i in range(count)}).encode()


ONE_LINE = [
    # flattening
    (b'{"step": 120, "loss": 0.41}', {"step": 120.0, "loss": 0.41}),
    (b'{"eval": {"loss": 0.4}}', {"eval.loss": 0.4}),
    (b'{"a": {"b": {"c": 1}}, "d": 2}', {"a.b.c": 1.0, "d": 2.0}),
    (b'{"a": "1", "b": true, "c": false, "d": null, "e": [1, {"f": 2}]}', {}),
    (b"{}", {}),
    (b'{"a": {}}', {}),
    (b'  {"a": 1}\t', {"a": 1.0}),
    (b'{"a": 1}\r', {"a": 1.0}),
    # given twice
    (b'{"a": 1, "a": 2}', {"a": 2.0}),
    (b'{"a": 1, "a": "x"}', {}),
    (b'{"a": "x", "a": 1}', {"a": 1.0}),
    (b'{"a": 1, "a": NaN}', {}),
    (b'{"a": NaN, "a": 1}', {"a": 1.0}),
    (b'{"a": {"b": 1}, "a": {"c": 2}}', {"a.c": 2.0}),
    (b'{"a": 1, "a": {"b": 2}}', {"a.b": 2.0}),
    (b'{"a.b": 1, "a": {"b": 2}}', {"a.b": 2.0}),
    (b'{"a": {"b": 2}, "a.b": 1}', {"a.b": 1.0}),
    (b'{"a.b": 1, "a": {"b": "x"}}', {"a.b": 1.0}),
    (b'{"a.b": 1, "a": {"b": NaN}}', {"a.b": 1.0}),
    (b'{"a": {"b": 1}, "a.b": 2, "a": {"b": 3}}', {"a.b": 3.0}),
    (b'{"a.b.c": 1, "a": {"b.c": 2, "b": {"c": 3}}}', {"a.b.c": 3.0}),
    # numbers
    (b'{"a": -0.0}', {"a": -0.0}),
    (b'{"a": 9007199254740993}', {"a": 9007199254740992.0}),
    (b'{"a": 1e22}', {"a": 1e22}),
    (b'{"a": 5e-324}', {"a": 5e-324}),
    (b'{"a": 1e-999}', {"a": 0.0}),
    (b'{"a": 1e999, "b": 1}', {"b": 1.0}),
    (b'{"a": ' + b"9" * 400 + b', "b": 1}', {"b": 1.0}),
    (b'{"a": ' + b"9" * 308 + b"}", {"a": 1e308}),
    (b'{"a": NaN, "b": {"c": Infinity, "d": -Infinity}, "e": 1}', {"e": 1.0}),
    # keys
    (b'{"train/loss": 1, "b": 2}', {"b": 2.0}),
    (b'{"": 1}', {}),
    (b'{"a.": 1, ".a": 2, "a..b": 3, ".": 4}', {}),
    (b'{"a": {"": 1}}', {}),
    (b'{"A-Z_09.x": 1}', {"A-Z_09.x": 1.0}),
    (b'{"a b": 1, "\\u00e9": 2, "a\\n": 3}', {}),
    ('{"\u0660": 1}'.encode(), {}),
    (b'{"\\u0061": 1}', {"a": 1.0}),
    (b'{"text": "\\ud800", "a": 1}', {"a": 1.0}),
    (b'{"\\ud800": 1, "a": 1}', {"a": 1.0}),
    (b'{"a": 1, "t": "\x7f"}', {"a": 1.0}),
    (b'{"a": 1, "t": "' + b"[" * 600 + b'"}', {"a": 1.0}),
    (b'{"a": 1, "t": "\\"' + b"[" * 600 + b'"}', {"a": 1.0}),
    (b'{"a": 1, "t": ' + b"[" * 499 + b"]" * 499 + b"}", {"a": 1.0}),
    (b'{"a":' * 500 + b"1" + b"}" * 500, None),  # its key is 999 characters long: see below
    # sizes
    (padded(4095), {"a": 1.0}),
    (padded(4096), {"a": 1.0}),
]


@pytest.mark.parametrize(("line", "point"), ONE_LINE)
def test_a_line_becomes_a_point(line: bytes, point: dict[str, float] | None) -> None:
    run = read(line + b"\n")
    assert run.points == [{".".join("a" * 500): 1.0} if point is None else point]
    assert run.dropped == {}


REFUSED = [
    (padded(4097), LONG),
    (b"x" * 5000, LONG),
    (b'{"a": 1', NOT_JSON),
    (b'{"a": 1,}', NOT_JSON),
    (b"{'a': 1}", NOT_JSON),
    (b'{"a": 01}', NOT_JSON),
    (b'{"a": +1}', NOT_JSON),
    (b'{"a": .5}', NOT_JSON),
    (b'{"a": 5.}', NOT_JSON),
    (b'{"a": 0x1}', NOT_JSON),
    (b'{"a": nan}', NOT_JSON),
    (b'{"a": -NaN}', NOT_JSON),
    (b'{"a": +Infinity}', NOT_JSON),
    (b'{"a": Inf}', NOT_JSON),
    (b'{"a": 1} {"a": 2}', NOT_JSON),
    (b'{"a": 1}{"a": 2}', NOT_JSON),
    (b'{"a": 1}\r{"a": 2}', NOT_JSON),
    (b'{"a": "\t"}', NOT_JSON),
    (b'{"a": "\x00"}', NOT_JSON),
    (b'{"a": 1}\x00', NOT_JSON),
    (b"\x00", NOT_JSON),
    (b'\x0b{"a": 1}', NOT_JSON),
    (b'\xc2\xa0{"a": 1}', NOT_JSON),
    (b'{"a": "\xff"}', NOT_JSON),
    (b'{"a": "\xc0\x80"}', NOT_JSON),
    (b'{"a": "\xed\xa0\x80"}', NOT_JSON),
    (b'{"a": "\\ud80"}', NOT_JSON),
    (b'{"a": "\\x41"}', NOT_JSON),
    ('{"a": \u0661}'.encode(), NOT_JSON),
    ('{"a": 1}'.encode("utf-16-le"), NOT_JSON),
    (b'{"a": 1, "t": ' + b"[" * 500 + b"]" * 500 + b"}", NOT_JSON),
    (b'{"a":' * 501 + b"1" + b"}" * 501, NOT_JSON),
    (b"[" * 2000, NOT_JSON),
    (b"[" * 2000 + b"]" * 2000, NOT_JSON),
    (b"[" * 501 + b"]" * 501, NOT_JSON),
    (b"[" * 500 + b"]" * 500, NOT_OBJECT),
    (b"[1, 2]", NOT_OBJECT),
    (b"12", NOT_OBJECT),
    (b'"text"', NOT_OBJECT),
    (b"null", NOT_OBJECT),
    (b"true", NOT_OBJECT),
    (b"NaN", NOT_OBJECT),
    (b"-Infinity", NOT_OBJECT),
    (b'[{"a": 1}]', NOT_OBJECT),
    (numbers(65), NUMBERS),
    (b'{"a": ' + numbers(65) + b"}", NUMBERS),
]


@pytest.mark.parametrize(("line", "reason"), REFUSED)
def test_a_line_is_dropped(line: bytes, reason: str) -> None:
    run = read(line + b"\n")
    assert run.dropped == {reason: 1}
    assert run.points == []
    assert run.not_finite == {}


def test_sixty_four_numbers_are_kept_and_only_different_finite_ones_count() -> None:
    assert len(read(numbers(64) + b"\n").points[0]) == 64
    many = b'{"k0": 5, "nan": NaN, "big": 1e999, "t": "x", ' + numbers(64)[1:]
    assert len(read(many + b"\n").points[0]) == 64
    nested = b'{"k": {"x": 1}, "k.x": 2, ' + numbers(63)[1:]
    assert read(nested + b"\n").points[0]["k.x"] == 2.0
    slashes = json.dumps({f"a/{i}": i for i in range(65)}).encode()
    assert read(slashes + b"\n").dropped == {NUMBERS: 1}


# --- masking ---


@pytest.mark.parametrize(
    ("secrets", "line", "masked"),
    [
        ([], b"abc", b"abc"),
        ([""], b"abc", b"abc"),
        (["secret"], b'{"t":"a secret b"}', b'{"t":"a *** b"}'),
        (["aa"], b"xaaax", b"x***x"),
        (["ab"], b"xababx", b"x***x"),
        (["abc", "cde"], b"xabcdex", b"x***x"),
        (["ab", "cd"], b"xabcdx", b"x***x"),
        (["ab", "cd"], b"xab-cdx", b"x***-***x"),
        (["a", "abc"], b"abc a", b"*** ***"),
        (['q"b'], b'q\\"b q"b', b"*** ***"),
        (["back\\slash"], b"back\\\\slash back\\slash", b"*** ***"),
        (["\u00e9t\u00e9"], "\u00e9t\u00e9 ".encode() + b"\\u00e9t\\u00e9", b"*** ***"),
        (["\U0001f511key"], b"\\ud83d\\udd11key " + "\U0001f511key".encode(), b"*** ***"),
        (["\u00e9\\u00e9"], b"\\u00E9\\\\u00e9 \\u00e9\\\\u00e9 \\u00e9\\\\u00E9", b"*** *** \\u00e9\\\\u00E9"),
        (["a/b"], b"a/b a\\/b", b"*** ***"),
        (["two\nlines"], b"two\\nlines", b"***"),
        (["1234"], b'{"a":51234.5}', b'{"a":5***.5}'),
        (["a"], b"banana", b"b***n***n***"),
    ],
)
def test_masking(secrets: list[str], line: bytes, masked: bytes) -> None:
    assert mask(line, secret_forms(secrets)) == masked


def test_masking_comes_before_everything_else() -> None:
    run = read(b'{"a":1234}\n{"1234":5}\n{"b":1}\n', secrets=["1234"])
    assert run.points == [{}, {"b": 1.0}]
    assert run.dropped == {NOT_JSON: 1}
    assert run.skipped == {"***": 1}


def test_the_length_is_that_of_the_line_as_written() -> None:
    assert read(padded(4097, "secret") + b"\n", secrets=["x"]).dropped == {LONG: 1}
    assert read(padded(4096) + b"\n", secrets=["a"], any_key=True).points == [{"***": 1.0}]
    assert read(b"\n  \n", secrets=["  "]).dropped == {NOT_JSON: 1}


def test_a_secret_spelt_with_escapes_is_masked_in_the_key() -> None:
    run = read(b'{"\\u0073ecret-x":1,"a":{"se\\u0063ret":2}}\n', secrets=["secret"], any_key=True)
    assert run.points == [{"***-x": 1.0, "a.***": 2.0}]


def test_a_secret_that_is_a_key() -> None:
    run = read(b'{"step":1,"loss":2}\n', secrets=["step"])
    assert (run.points, run.skipped) == ([{"loss": 2.0}], {"***": 1})


def test_a_partial_line_is_masked_before_it_is_read() -> None:
    assert read(b'{"a":77}', secrets=["77"]) == read(b"")
    assert read(b'{"a":"77","b":1}', secrets=["77"]).points == [{"b": 1.0}]


# --- small parts ---


@pytest.mark.parametrize(
    ("text", "deep"),
    [("1", 0), ("[]", 1), ("{}", 1), ('{"a":[{}]}', 3), ('"[["', 0), ('"\\"["', 0), ('["\\\\",[]]', 2), ("[][[]]", 2)],
)
def test_depth(text: str, deep: int) -> None:
    assert depth(text) == deep


def test_numbers_are_doubles() -> None:
    assert parse(b"1") == 1.0
    assert isinstance(parse(b"1"), float)
    assert parse(b"-" + b"9" * 400) == -math.inf
    assert math.copysign(1, parse(b"-0")) == -1


@pytest.mark.parametrize(
    ("data", "events"),
    [
        (b'{"kind":"metric","name":"a","value":1}\n', True),
        (b'{"kind":"metric","metric":"a","value":1}\n', True),
        (b'{"kind":"open","ts_ms":1}\n', True),
        (b'{"kind":"annotation","annotation":"x"}\n', True),
        (b'not json\n[1]\n{"kind":"open","ts_ms":1}\n', True),
        (b'{"kind":"summary"}\n', False),
        (b'{"a":1}\n{"kind":"open","ts_ms":1}\n', False),
        (b'{"kind":1,"ts_ms":1}\n', False),
        (b"", False),
    ],
)
def test_the_first_object_decides_the_format(data: bytes, events: bool) -> None:
    assert is_events(data) is events
