"""Which format a run is read in: that of its first JSON object, or the one chosen on the command line."""

from __future__ import annotations

import tracemalloc

import pytest
from div_tui.app.ingest.decoder import Rules
from div_tui.app.ingest.formats.registry import FormatDecoder, is_event
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.history import History
from support.event_compare import read
from support.event_hostile import plain
from support.ingested import cut

EVENT = plain(name="a", value=1)
POINT = b'{"a":1}\n'


def kind(*pieces: bytes, secrets: tuple[str, ...] = (), name: str | None = None) -> tuple[bool, int, list[str]]:
    """Whether a run is one of events, how many points it has, and what was dropped."""
    run = read(pieces, secrets, name=name)
    return run.events is not None, run.points, run.drops.messages()


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ('{"kind":"metric","name":"a","value":1}', True),
        ('{"kind":"metric","metric":"a","value":1}', True),
        ('{"kind":"metric","name":5,"metric":"a","value":1}', True),
        ('{"kind":"metric","name":"a","value":NaN}', True),
        ('{"kind":"open","ts_ms":5}', True),
        ('{"kind":"","ts_ms":-1e999}', True),
        ('{"kind":"annotation","annotation":""}', True),
        ('{"kind":"metric","name":"a","value":"1"}', False),
        ('{"kind":"metric","name":"a","value":true}', False),
        ('{"kind":"metric","value":1}', False),
        ('{"kind":"open","ts_ms":"5"}', False),
        ('{"kind":"open"}', False),
        ('{"kind":"summary","loss":1}', False),
        ('{"kind":1,"ts_ms":5}', False),
        ('{"name":"a","value":1,"ts_ms":5}', False),
        ('{"step":1,"loss":2}', False),
        ("{}", False),
    ],
)
def test_the_first_object_tells(line: str, right: bool) -> None:
    assert kind(line.encode() + b"\n" + EVENT + POINT)[0] is right
    assert kind(line.encode())[0] is right


def test_an_event_is_known_by_itself() -> None:
    assert is_event({"kind": "a", "ts_ms": 1})
    assert not is_event({"kind": "a", "ts_ms": True})


def test_what_comes_later_tells_nothing() -> None:
    not_event = "telemetry: dropped 2 lines that are not an event"
    is_events, points, (message,) = kind(EVENT + POINT * 2 + EVENT)
    assert (is_events, points, message.split(";")[0]) == (True, 2, not_event)
    assert kind(POINT + EVENT * 2)[:2] == (False, 3)


@pytest.mark.parametrize("cuts", [(), (1,), (5, 9, 30), tuple(range(0, 9000, 7))])
@pytest.mark.parametrize(("first", "longest"), [(EVENT, "1 MiB"), (POINT, "4 KiB")])
def test_lines_before_it_are_counted_by_its_rules(first: bytes, longest: str, cuts: tuple[int, ...]) -> None:
    before = b"\xef\xbb\xbf\n \nnope\n[1]\n" + b"x" * 5000 + b"\n\xff\n"
    is_events, points, messages = kind(*cut(before + first, cuts))
    long = 0 if first is EVENT else 1
    assert (is_events, points) == (first is EVENT, 1)
    assert messages == [
        *["telemetry: dropped a line that is over 4 KiB; log fewer or shorter values on one line"] * long,
        f"telemetry: dropped {3 - long} lines that are not JSON; write one JSON object per line",
        "telemetry: dropped a line that is not a JSON object; write one JSON object per line",
    ]
    assert longest not in messages[-1]


def test_an_object_over_4_kib_tells_as_well() -> None:
    long = b'{"kind":"metric","name":"a","value":1,"metadata":{"k":"%s"}}\n' % (b"x" * 5000)
    assert kind(long)[:2] == (True, 1)
    other = b'{"a":1,"k":"%s"}\n' % (b"x" * 5000)
    assert kind(other + EVENT)[:2] == (False, 1)


def test_an_object_over_a_mebibyte_tells_nothing() -> None:
    over = b'{"a":1,"k":"%s"}\n' % (b"x" * (1 << 20))
    assert kind(over + EVENT)[:2] == (True, 1)
    assert kind(over * 2 + POINT)[:2] == (False, 1)


def test_a_line_that_masking_breaks_decides_no_format() -> None:
    assert kind(POINT + EVENT, secrets=("a",))[0] is False
    assert kind(POINT + EVENT, secrets=('"a"',))[0] is False
    assert kind(POINT + EVENT, secrets=('{"a',))[0] is True


def test_a_partial_line_decides_the_format_once_it_is_read() -> None:
    decoder, run = FormatDecoder(Rules(Masker())), History(0)
    decoder.feed(EVENT[:-5])
    assert not decoder.take_partial()
    decoder.feed(EVENT[-5:-1])
    run.apply(decoder.take())
    assert run.events is None
    assert decoder.take_partial()
    decoder.feed(b"\n" + POINT + EVENT)
    run.apply(decoder.take())
    assert run.events is not None
    assert (run.points, run.drops.total) == (2, 1)


def test_a_partial_point_that_is_too_long_decides_no_format() -> None:
    decoder, run = FormatDecoder(Rules(Masker())), History(0)
    decoder.feed(b'{"a":1,"k":"%s"}' % (b"x" * 5000))
    assert not decoder.take_partial()
    decoder.feed(b",\n" + EVENT)
    run.apply(decoder.take())
    assert run.events is not None
    assert (run.points, run.drops.total) == (1, 1)


def test_a_run_without_an_object_is_one_of_points() -> None:
    assert kind(b"nope\n" * 3) == (
        False,
        0,
        ["telemetry: dropped 3 lines that are not JSON; write one JSON object per line"],
    )
    assert kind(b"") == (False, 0, [])


def test_the_format_can_be_chosen() -> None:
    assert kind(POINT + EVENT, name="events")[:2] == (True, 1)
    assert kind(EVENT + POINT, name="telemetry")[:2] == (False, 2)
    assert kind(b"", name="events") == (True, 0, [])


@pytest.mark.parametrize(("name", "right"), [(None, True), ("telemetry", False)])
def test_a_run_that_is_read_again_may_be_of_the_other_format(name: str | None, right: bool) -> None:
    decoder, run = FormatDecoder(Rules(Masker()), name), History(0)
    decoder.feed(POINT)
    run.apply(decoder.take())
    assert run.events is None
    decoder.restart()
    decoder.feed(EVENT)
    batch = decoder.take()
    batch.restarted = "the file was replaced"
    run.apply(batch)
    assert (run.events is not None) is right
    assert run.points == 1


def test_much_that_tells_nothing_is_not_kept() -> None:
    decoder = FormatDecoder(Rules(Masker()))
    noise = b"noise\n" * 500 + b"x" * 200_000
    decoder.feed(noise)
    decoder.take()
    tracemalloc.start()
    for _ in range(20):
        decoder.feed(noise)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < 1_000_000
    decoder.feed(b"\n" + EVENT)
    batch = decoder.take()
    assert batch.points == 1
    assert batch.drops.messages() == [
        "telemetry: dropped 10501 lines that are not JSON; write one JSON object per line"
    ]
