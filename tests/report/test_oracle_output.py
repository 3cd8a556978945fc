"""The oracle's rows and tables against text worked out by hand."""

from __future__ import annotations

import json

import pytest
from support.oracle import read
from support.oracle_output import (
    cells,
    json_lines,
    ordinal,
    row_number,
    rows,
    shown,
    table,
    table_number,
)

TRAINING = (
    b'{"step":100,"loss":2.31}\n{"step":200,"loss":0.0398,"eval_loss":1.88}\n{"step":300}\n{"step":400,"loss":0.5}\n'
)
NO_STEP = b'{"loss":1}\n{}\n{"loss":2,"acc":0.5}\n'


# --- numbers ---


@pytest.mark.parametrize(
    ("value", "row", "in_table"),
    [
        (1.0, "1", "1"),
        (-3.0, "-3", "-3"),
        (0.0, "0", "0"),
        (-0.0, "0", "0"),
        (0.1, "0.1", "0.1"),
        (1 / 3, "0.3333333333333333", "0.333333"),
        (100000.0, "100000", "100000"),
        (1234567.0, "1234567", "1234567"),
        (1234567.5, "1234567.5", "1.23457e+06"),
        (2.0**53 - 1, "9007199254740991", "9007199254740991"),
        (2.0**53, "9007199254740992.0", "9.0072e+15"),
        (-(2.0**53) + 1, "-9007199254740991", "-9007199254740991"),
        (-(2.0**53), "-9007199254740992.0", "-9.0072e+15"),
        (1e16, "1e+16", "1e+16"),
        (1e15, "1000000000000000", "1000000000000000"),
        (1e22, "1e+22", "1e+22"),
        (1e300, "1e+300", "1e+300"),
        (5e-324, "5e-324", "4.94066e-324"),
        (3e-4, "0.0003", "0.0003"),
        (1e-5, "1e-05", "1e-05"),
        (0.1 + 0.2, "0.30000000000000004", "0.3"),
        (1.7976931348623157e308, "1.7976931348623157e+308", "1.79769e+308"),
    ],
)
def test_numbers(value: float, row: str, in_table: str) -> None:
    assert row_number(value) == row
    assert table_number(value) == in_table


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (102, "102nd"),
        (111, "111th"),
        (200000, "200000th"),
    ],
)
def test_ordinals(number: int, text: str) -> None:
    assert ordinal(number) == text


# --- text ---


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("plain", "plain"),
        ("a\nb\tc\rd\be\ff", "a\\nb\\tc\\rd\\be\\ff"),
        ("\x00\x1b[31m\x7f\x85", "\\u0000\\u001b[31m\\u007f\\u0085"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("\u2028\u2029\u061c\u200e", "\\u2028\\u2029\\u061c\\u200e"),
        ("\ud800", "\\ud800"),
        ('back\\slash "quote"', 'back\\slash "quote"'),
        ("\u00e9\u4e2d\U0001f511\u200b", "\u00e9\u4e2d\U0001f511\u200b"),
    ],
)
def test_shown(text: str, escaped: str) -> None:
    assert shown(text) == escaped


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("\u4e2d\u6587", 4), ("e\u0301", 1), ("\uff21", 2), ("\u200b", 0), ("\u00e9", 1)]
)
def test_cells(text: str, width: int) -> None:
    assert cells(text) == width


# --- table ---


def test_the_table() -> None:
    answer = table(read(TRAINING))
    assert answer.stdout == (
        b"key        count  last  min     max\n"
        b"step       4      400   100     400\n"
        b"loss       3      0.5   0.0398  2.31\n"
        b"eval_loss  1      1.88  1.88    1.88\n"
    )
    assert (answer.stderr, answer.status) == ([], 0)


def test_the_table_of_an_empty_run() -> None:
    assert table(read(b"")).stdout == b"key  count  last  min  max\n"


def test_the_table_measures_keys_in_cells_and_escapes_them() -> None:
    data = '{"\u4e2d\u6587":1,"a\\tb":2,"e\u0301":3}\n'.encode()
    assert table(read(data, any_key=True)).stdout.decode() == (
        "key   count  last  min  max\n"
        "\u4e2d\u6587  1      1     1    1\n"
        "a\\tb  1      2     2    2\n"
        "e\u0301     1      3     3    3\n"
    )


# --- keys and csv ---


@pytest.mark.parametrize(
    ("data", "keys", "x", "stdout"),
    [
        (TRAINING, ["loss"], None, "step\tloss\n100\t2.31\n200\t0.0398\n400\t0.5\n"),
        (TRAINING, ["eval_loss", "loss"], None, "step\teval_loss\tloss\n100\t\t2.31\n200\t1.88\t0.0398\n400\t\t0.5\n"),
        (TRAINING, ["loss", "loss", "step"], None, "step\tloss\n100\t2.31\n200\t0.0398\n400\t0.5\n"),
        (TRAINING, ["step"], None, "step\n100\n200\n300\n400\n"),
        (TRAINING, ["eval_loss"], "loss", "loss\teval_loss\n0.0398\t1.88\n"),
        (TRAINING, ["step"], "eval_loss", "eval_loss\tstep\n\t100\n1.88\t200\n\t300\n\t400\n"),
        (TRAINING, ["eval_loss"], "eval_loss", "eval_loss\n1.88\n"),
        (TRAINING, ["eval_loss"], "seq", "seq\teval_loss\n2\t1.88\n"),
        (TRAINING, ["loss"], "epoch", "epoch\tloss\n\t2.31\n\t0.0398\n\t0.5\n"),
        (NO_STEP, ["loss"], None, "seq\tloss\n1\t1\n3\t2\n"),
        (NO_STEP, ["seq"], None, "seq\n1\n2\n3\n"),
        (NO_STEP, ["acc", "seq"], None, "seq\tacc\n3\t0.5\n"),
        (b'{"seq":7,"a":1}\n{"a":2}\n', ["a"], "seq", "seq\ta\n7\t1\n\t2\n"),
        (b'{"step":1}\n{"loss":2}\n', ["loss"], None, "step\tloss\n\t2\n"),
        (b'{"a":-0.0,"b":9007199254740992}\n', ["a", "b"], None, "seq\ta\tb\n1\t0\t9007199254740992.0\n"),
    ],
)
def test_rows_of_asked_keys(data: bytes, keys: list[str], x: str | None, stdout: str) -> None:
    answer = rows(read(data), keys, x=x)
    assert answer.stdout.decode() == stdout
    assert answer.status == 0
    assert rows(read(data), keys, x=x, csv=True).stdout.decode() == stdout.replace("\t", ",")


def test_csv_without_keys_has_every_key() -> None:
    assert rows(read(TRAINING), csv=True).stdout == (b"step,loss,eval_loss\n100,2.31,\n200,0.0398,1.88\n400,0.5,\n")
    assert rows(read(NO_STEP), csv=True).stdout == b"seq,loss,acc\n1,1,\n3,2,0.5\n"
    assert rows(read(NO_STEP), csv=True, x="acc").stdout == b"acc,loss\n,1\n0.5,2\n"
    assert rows(read(b'{"step":1}\n{}\n{"step":2}\n'), csv=True).stdout == b"step\n1\n2\n"
    assert rows(read(b"{}\n"), csv=True).stdout == b"seq\n1\n"
    assert rows(read(b""), csv=True).stdout == b"seq\n"


def test_csv_quotes_the_cells_that_need_it() -> None:
    data = b'{"a,b":1,"c\\"d":2,"e\\nf":3," g":4}\n'
    run = read(data, any_key=True)
    assert rows(run, csv=True).stdout == b'seq,"a,b","c""d",e\\nf, g\n1,1,2,3,4\n'
    assert rows(run, ["a,b", 'c"d']).stdout == b'seq\ta,b\tc"d\n1\t1\t2\n'


# --- json ---


def test_json_has_every_point() -> None:
    data = b'{"a":{"b":1},"c":0.5}\n{}\n{"c":-0.0,"d":1e22}\n'
    assert json_lines(read(data)).stdout == (
        b'{"seq": 1, "data": {"a.b": 1, "c": 0.5}}\n{"seq": 2, "data": {}}\n{"seq": 3, "data": {"c": 0, "d": 1e+22}}\n'
    )


def test_json_of_asked_keys_has_only_those() -> None:
    data = b'{"a":1,"b":2}\n{"b":3}\n{"a":4,"c":5}\n'
    assert json_lines(read(data), ["a", "c"]).stdout == (
        b'{"seq": 1, "data": {"a": 1}}\n{"seq": 3, "data": {"a": 4, "c": 5}}\n'
    )


def test_json_keys_are_escaped_as_json_has_it() -> None:
    line = json_lines(read(b'{"a\\nb":1,"\\ud800":2}\n', any_key=True)).stdout
    assert json.loads(line)["data"] == {"a\nb": 1, "\ud800": 2}
    assert line.count(b"\n") == 1
