"""How a series is written, and read again."""

from __future__ import annotations

import pytest
from div_tui.app.ingest.series_id import Series, of_metadata, parse, written
from hypothesis import given
from hypothesis import strategies as st

texts = st.one_of(st.text(max_size=5), st.text('ab{},="\\\n\x7f\ud800', max_size=5))


@pytest.mark.parametrize(
    ("name", "metadata", "right"),
    [
        ("eval/loss", {}, "eval/loss"),
        ("eval/loss", {"split": "eval", "pass": "probe"}, "eval/loss{pass=probe,split=eval}"),
        ("a b", {"k 1": "v w"}, "a b{k 1=v w}"),
        ("a", {"key": "a,b"}, 'a{key="a,b"}'),
        ("a", {"k=": '"'}, 'a{"k="="\\""}'),
        ("a{", {"\\": "}"}, '"a{"{"\\\\"="}"}'),
        ("a\nb", {"\t": "\x1b"}, '"a\\nb"{"\\t"="\\u001b"}'),
        ("a\x7f", {}, '"a\x7f"'),
        ("", {"": ""}, "{=}"),
        ("\u4e2d", {"\xe9": "\u202e"}, "\u4e2d{\xe9=\u202e}"),
    ],
)
def test_what_is_written(name: str, metadata: dict[str, str], right: str) -> None:
    assert written(name, metadata) == right
    assert parse(right) == Series(name, metadata)


@given(name=texts, metadata=st.dictionaries(texts, texts, max_size=4))
def test_what_is_written_reads_the_same(name: str, metadata: dict[str, str]) -> None:
    read = parse(written(name, metadata))
    assert read == Series(name, metadata)
    assert list(read.metadata) == sorted(metadata)


@given(
    one=st.tuples(texts, st.dictionaries(texts, texts, max_size=2)),
    other=st.tuples(texts, st.dictionaries(texts, texts, max_size=2)),
)
def test_no_two_series_are_written_alike(one: tuple[str, dict[str, str]], other: tuple[str, dict[str, str]]) -> None:
    assert (written(*one) == written(*other)) is (one == other)


@pytest.mark.parametrize(
    "text",
    [
        *[
            "a{",
            "a}",
            "a{}",
            "a{b}",
            "a{b=c",
            "a{b=c}d",
            "a{b=c,}",
            "a{,b=c}",
            "a{b=c}}",
            "{",
            "}",
            "=",
            ",",
            '"',
            "\\",
        ],
        *['"a"b', 'a{b="}', 'a{b="c"d}', '"\\x"', "a=b", "a,b", "a{b=c=d}", 'a"b"'],
    ],
)
def test_what_no_series_is_written_as(text: str) -> None:
    assert parse(text) is None


@given(st.text('ab{},="\\', max_size=8))
def test_what_reads_is_written_the_same_but_for_its_order_and_quotes(text: str) -> None:
    read = parse(text)
    assert read is None or parse(written(*read)) == read


def test_metadata_alone() -> None:
    assert of_metadata({"split": "eval", "pass": "a,b"}) == 'pass="a,b",split=eval'
    assert of_metadata({}) == ""
