"""Bytes to lines: pieces of any size, over-long lines, bounded memory."""

from __future__ import annotations

import tracemalloc
from itertools import product

import pytest
from div_tui.app.ingest.formats.telemetry import LINE_BYTES, TelemetryDecoder
from div_tui.app.ingest.lines import Lines
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.history import History
from hypothesis import example, given
from hypothesis import strategies as st
from support.ingested import cut, read_pieces, snapshot

MARK = b"\xef\xbb\xbf"
SECRETS = ("hunter2!", "abab", 'q"\\é')
LIMIT = 6

places = st.lists(st.integers(0, 1 << 16), max_size=8)
few_bytes = st.lists(
    st.sampled_from([b"a", b" ", b"\t", b"\r", b"\n", b"\r\n", MARK, MARK[:1], MARK[1:], b"abcdefgh", b" " * 9]),
    max_size=24,
).map(b"".join)

lines_of_all_kinds = st.one_of(
    st.sampled_from(
        [
            b'{"step":1,"loss":0.5}',
            b'{"a":{"b":1},"n":NaN}',
            b'{"bad/key":1,"good":2}',
            b'{"k":"hunter2!"}',
            b'{"hunter2!":3}',
            b'{"ababab":4}',
            b'{"q\\"\\\\\\u00e9":5}',
            'q"\\é'.encode(),
            b"[1]",
            b"nonsense",
            b"",
            b" \t ",
            b"\xff\xfe",
            MARK + b'{"a":1}',
        ]
    ),
    st.integers(LINE_BYTES - 3, LINE_BYTES + 12).map(lambda size: b'{"a":1,"t":"' + b"x" * (size - 14) + b'"}'),
    st.integers(LINE_BYTES - 3, 3 * LINE_BYTES).map(lambda size: b"hunter2!" * (size // 8)),
    st.integers(LINE_BYTES - 3, 3 * LINE_BYTES).map(lambda size: b" " * size + b'{"a":1}'),
)
files = st.builds(
    lambda mark, lines, end: mark + b"".join(lines) + end,
    st.sampled_from([b"", MARK]),
    st.lists(st.builds(bytes.__add__, lines_of_all_kinds, st.sampled_from([b"\n", b"\r\n"])), max_size=12),
    st.sampled_from([b"", b'{"last":1}', b'{"last":', b"\r", b'{"last":1}\r']),
)


@given(few_bytes, places)
@example(MARK + b"a\n", [1])
@example(MARK + b"a\n", [1, 2])
@example(MARK[:2] + b"\n", [1])
@example(MARK + MARK + b"\n", [3])
@example(b"ab\r\ncd\r\n", [3])
@example(b"abcdef\r\n", [7])
@example(b"abcdef\rz\n", [8])
@example(b" " * 20 + b"a\n", list(range(22)))
def test_pieces_of_any_size_give_the_same_lines(data: bytes, at: list[int]) -> None:
    lines = Lines(LIMIT)
    got = [line for piece in cut(data, at) for line in lines.feed(piece)]
    want = data.removeprefix(MARK).split(b"\n")[:-1] if data else []
    assert len(got) == len(want)
    for line, whole in zip(got, want, strict=True):
        if len(whole) <= LIMIT + 1:
            assert line == whole
        else:  # cut perhaps, and never so short that it would be read, nor blank when the line is not
            assert len(line.removesuffix(b"\r")) > LIMIT
            assert whole.startswith(line[:LIMIT])
            assert bool(line.strip()) == bool(whole.strip())


@given(files, places)
@example(MARK + b'{"a":1}\n', [1])
@example(b"x" * 9000 + b'\n{"a":1}\n', [4096, 4097, 4098])
@example(b'{"k":"hunter2!"}\n', [9])
@example(b'{"a":1}\r\n', [8])
def test_pieces_of_any_size_give_the_same_run(data: bytes, at: list[int]) -> None:
    assert read_pieces(cut(data, at), SECRETS) == read_pieces([data], SECRETS)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 4095, 4096, 4097])
def test_every_piece_of_one_size(size: int) -> None:
    lines = [b'{"step":1,"loss":0.5}\r', b"x" * 5000, b'{"k":"hunter2!"}', b"[]", b" " * 4100, b'{"last":2}']
    data = MARK + b"\n".join(lines)
    assert read_pieces(cut(data, range(0, len(data), size)), SECRETS) == read_pieces([data], SECRETS)


def test_a_cap_that_is_reached_within_a_piece_or_between_two() -> None:
    data = b"".join(b'{"a":%d}\n' % number for number in range(10))
    for at in range(len(data)):
        run = read_pieces(cut(data, [at]), max_points=4)
        assert run["points"] == 4
        assert run["drops"] == [("PAST_CAP", 6, 5, '{"a":4}', [])]


def test_a_line_of_one_byte_too_many_is_dropped_in_whatever_pieces_it_comes() -> None:
    for size, end in product((LINE_BYTES, LINE_BYTES + 1), (b"\n", b"\r\n", b"")):
        data = b'{"a":1,"t":"' + b"x" * (size - 14) + b'"}' + end
        for at in ([], [1], [LINE_BYTES - 1], [LINE_BYTES], [LINE_BYTES + 1], [-1], [-2]):
            run = read_pieces(cut(data, at))
            assert run["points"] == (size == LINE_BYTES), (size, end, at)
            assert len(run["drops"]) == (size > LINE_BYTES and end != b""), (size, end, at)


def test_lines_are_numbered_as_an_editor_does() -> None:
    decoder = TelemetryDecoder(Masker())
    run = History(0)
    for piece in (b"\n\r\n", b'{"a":1}\n', b'{"a"', b":2}", b"\nno", b"pe\n"):
        decoder.feed(piece)
    run.apply(decoder.take())
    (drop,) = run.drops.by_reason.values()
    assert (run.points, drop.line, drop.sample) == (2, 5, "nope")


def test_what_follows_a_partial_line_that_was_read_has_its_number() -> None:
    decoder = TelemetryDecoder(Masker())
    run = History(0)
    decoder.feed(b'\n{"a":1}')
    assert decoder.take_partial()
    decoder.feed(b"  nope\nnope\n")
    run.apply(decoder.take())
    (drop,) = run.drops.by_reason.values()
    assert (run.points, drop.count, drop.line) == (1, 2, 2)


@pytest.mark.parametrize("white", [b"", b" ", b" \t\r\v\f" * 2000])
def test_white_space_after_a_partial_line_that_was_read_is_not_part_of_the_next(white: bytes) -> None:
    longest = b'{"a":2,"t":"' + b"x" * (LINE_BYTES - 14) + b'"}'
    decoder = TelemetryDecoder(Masker())
    run = History(0)
    decoder.feed(b'{"a":1}')
    assert decoder.take_partial()
    for piece in (white, white + longest[:5], longest[5:] + b"\n"):
        decoder.feed(piece)
    run.apply(decoder.take())
    assert list(run.columns["a"].values) == [1.0, 2.0]
    assert not run.drops.total


def test_a_partial_line_that_is_nested_too_deep_is_ignored_without_a_count() -> None:
    decoder = TelemetryDecoder(Masker())
    decoder.feed(b'{"a":' * 501 + b"1" + b"}" * 501)
    assert not decoder.take_partial()
    decoder.feed(b"\n")
    assert decoder.take().drops.messages() == [
        "telemetry: dropped a line that is not JSON; write one JSON object per line"
    ]


@pytest.mark.parametrize("block", [b"x", b" ", b"\0", b'"hunter2!', b'{"a":'], ids=repr)
def test_a_line_without_an_end_takes_bounded_memory(block: bytes) -> None:
    decoder = TelemetryDecoder(Masker(SECRETS))
    piece = block * ((256 * 1024) // len(block))
    tracemalloc.start()
    try:
        for _ in range(800):  # 200 MB
            decoder.feed(piece)
            decoder.take_partial()
        decoder.feed(b'\n{"a":1}\n')
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4 * len(piece)
    run = History(0)
    run.apply(decoder.take())
    assert run.points == 1
    assert run.drops.total == (0 if block == b" " else 1)


def test_only_the_start_of_a_dropped_line_is_kept() -> None:
    run = read_pieces([b"x" * 100_000 + b"\n"])
    assert run["drops"] == [("TOO_LONG", 1, 1, "x" * 200, [])]


def test_nothing_of_a_secret_shows_where_a_line_is_cut() -> None:
    data = b"hunter2!" * 2000 + b"\n"
    for at in range(4090, 4130):
        assert read_pieces(cut(data, [at]), SECRETS)["drops"] == [("TOO_LONG", 1, 1, "***", [])]


def test_a_secret_that_is_longer_than_a_line_may_be() -> None:
    secret = "".join(map(str, range(2000)))
    data = b"key: " + secret.encode() + b" " * 100 + b"\n"
    for at in ([], [4098], [4200], [6000], list(range(0, len(data), 100))):
        assert read_pieces(cut(data, at), [secret])["drops"] == [("TOO_LONG", 1, 1, "key: ***", [])], at


@pytest.mark.parametrize(
    ("line", "sample"),
    [
        ("nope %s", "nope ***"),
        ('["a", "%s"]', '["a", "***"]'),
        ('{"t": "%s", "u": "' + "x" * 5000 + '"}', '{"t": "***", "u": "' + "x" * 2),
        ('{"t": "%s", ' + ", ".join(f'"k{at}": 1' for at in range(65)) + "}", '{"t": "***", "k0": 1'),
        ('{"a": 1}\n{"t": "%s"}', '{"t": "***"}'),
    ],
)
def test_a_secret_behind_escapes_does_not_show_in_a_dropped_line(line: str, sample: str) -> None:
    hidden = "".join(f"\\u{ord(character):04x}" for character in SECRETS[0])
    for spelled in (hidden, hidden[:6] + SECRETS[0][1:]):
        ((_, _, _, found, _),) = read_pieces([(line % spelled + "\n").encode()], SECRETS, max_points=1)["drops"]
        assert found.startswith(sample)
        assert len(found) <= 200


def test_reading_again_from_the_start_forgets_everything() -> None:
    decoder = TelemetryDecoder(Masker(), max_points=2)
    decoder.feed(MARK + b'{"a":1,"b/c":1}\nnope\n{"a":1}\n{"a":2}\n{"half":')
    decoder.take()
    decoder.restart()
    run = History(2)
    decoder.feed(MARK + b'{"z":NaN,"y":3}\n')
    run.apply(decoder.take())
    assert snapshot(run) == {
        "points": 1,
        "columns": [("y", [3.0], [1])],
        "not finite": [("z", ["nan"], [1])],
        "drops": [],
        "messages": [],
    }
