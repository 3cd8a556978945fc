"""The columns of a run of events that is followed: known when the first row is done, and filled by what comes later."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

import pytest
from div_tui.app.cli.options import read_run_options
from div_tui.app.ingest.decoder import Rules
from div_tui.app.ingest.formats.registry import FormatDecoder
from div_tui.app.ingest.reader import Reader
from div_tui.app.report import printing
from div_tui.app.runs.open_run import open_run
from div_tui.app.runs.options import run_options
from div_tui.app.sources.source import Condition
from support.command import following
from support.event_hostile import plain
from support.event_lines import DONE, number
from support.scripted import ScriptedSource

Piece = bytes | Condition | type[KeyboardInterrupt]


def script(pieces: Sequence[Piece], printed: list[str], before: list[list[str]]) -> Iterator[bytes | Condition]:
    """Give pieces one at a time, then the end; note in ``before`` what was printed before each of them and the end."""
    for piece in (*pieces, Condition.ENDED):
        before.append(list(printed))
        if isinstance(piece, type):
            raise piece
        yield piece
        yield Condition.NOTHING_NEW


class Followed:
    """What following some pieces prints: in all, before each piece and the end, and to standard error."""

    def __init__(self, status: int, out: list[str], before: list[list[str]], err: list[str]) -> None:
        self.status = status
        self.out = out
        self.before = before
        self.err = err


Follow = Callable[..., Followed]


@pytest.fixture
def follow(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Follow:
    """Follows pieces as ``div-tui - -f`` does, with more arguments; with a size they are a file's."""

    def follow(*pieces: Piece, arguments: Sequence[str] = (), size: int | None = None) -> Followed:
        printed: list[str] = []
        before: list[list[str]] = []
        source = ScriptedSource(script(pieces, printed, before), size=size, is_stream=size is None)
        options = read_run_options(["-", "-f", *arguments])
        run = open_run(run_options(options), threading.Event(), follow=True)
        run.reader = Reader(source, FormatDecoder(Rules(run.masker)))
        monkeypatch.setattr(printing, "open_run", lambda *_, **__: run)
        monkeypatch.setattr(printing, "write_lines", printed.extend)
        status = printing.run_printing(options)
        return Followed(status, printed, before, capsys.readouterr().err.splitlines())

    return follow


def later(series: str) -> str:
    return f'div-tui: the key "{series}" came later'


# --- the header waits for the first row ---

STEPS = [number(name, step * value, step=step) for step in (1, 2, 3) for name, value in (("a", 1), ("b", 2), ("c", 3))]


@pytest.mark.parametrize("size", [None, 100_000])
def test_columns_are_all_series_of_the_first_step_however_slowly_they_come(follow: Follow, size: int | None) -> None:
    followed = follow(plain("start", ts_ms=1), *STEPS, DONE, size=size)
    rows = ["step\ta\tb\tc", "1\t1\t2\t3", "2\t2\t4\t6", "3\t3\t6\t9"]
    assert (followed.status, followed.out, followed.err) == (0, rows, [])
    # As each number comes: nothing before a second step has begun, and then each row when another step begins.
    assert list(map(len, followed.before)) == [0, 0, 0, 0, 0, 2, 2, 2, 3, 3, 3, 3]


def test_as_csv_and_through_a_real_pipe() -> None:
    with following("-", "-f", "--csv") as follower:
        follower.write(STEPS[0] + b"nope\n")
        follower.err(1)  # what came before it is read
        follower.write(STEPS[1] + b"[]\n")
        follower.err(2)
        assert follower.out(0) == []
        follower.write(STEPS[3])
        assert follower.out(2) == ["step,a,b", "1,1,2"]
        follower.close_stdin()
        assert follower.end()[1][2:] == ["2,2,"]


ONE_STEP = (number("a", 1, step=5), number("b", 2, step=5))


@pytest.mark.parametrize(
    ("last", "size", "status"),
    [((), None, 0), ((DONE,), 10_000, 0), ((KeyboardInterrupt,), None, 130), ((KeyboardInterrupt,), 10_000, 130)],
)
def test_the_only_step_is_printed_when_the_following_ends(
    follow: Follow, last: tuple[Piece, ...], size: int | None, status: int
) -> None:
    followed = follow(*ONE_STEP, *last, size=size)
    assert followed.before[-1] == []
    assert (followed.status, followed.out) == (status, ["step\ta\tb", "5\t1\t2"])


def test_the_only_step_is_printed_when_nothing_comes_for_long(follow: Follow) -> None:
    followed = follow(b"".join(ONE_STEP), size=10_000, arguments=["--until-quiet=1e-9"])
    assert followed.out == ["step\ta\tb", "5\t1\t2"]


def test_the_only_step_is_printed_before_another_file_is_read(follow: Follow) -> None:
    followed = follow(*ONE_STEP, Condition.REPLACED, number("a", 7, step=1), number("b", 8, step=1), DONE, size=10_000)
    assert followed.out == ["step\ta\tb", "5\t1\t2", "1\t7\t8"]
    assert followed.err == ["div-tui: the file was replaced; reading it again from its start"]


def test_a_file_that_becomes_one_of_events_has_a_header_that_waits(follow: Follow) -> None:
    followed = follow(b'{"x":1}\n', Condition.TRUNCATED, *STEPS[:4], DONE, size=10_000)
    assert followed.out == ["seq\tx", "1\t1", "step\ta\tb\tc", "1\t1\t2\t3", "2\t2\t\t"]
    assert list(map(len, followed.before)) == [0, 2, 2, 2, 2, 2, 4, 4]
    assert followed.err == ["div-tui: the file was truncated; reading it again from its start"]


def test_a_series_that_comes_again_in_its_step_begins_another_row(follow: Follow) -> None:
    followed = follow(number("a", 1, step=5), number("b", 2, step=5), number("a", 3, step=5))
    assert followed.before[-1] == ["step\ta\tb", "5\t1\t2"]
    assert followed.out[2:] == ["5\t3\t"]


def test_numbers_without_a_step_wait_until_a_series_comes_again(follow: Follow) -> None:
    followed = follow(number("a", 1), number("b", 2), number("a", 3), number("b", 4))
    assert followed.out == ["seq\ta\tb", "1\t1\t", "2\t\t2", "3\t3\t", "4\t\t4"]
    assert list(map(len, followed.before)) == [0, 0, 0, 4, 5]


def test_a_number_without_a_step_ends_none(follow: Follow) -> None:
    followed = follow(number("a", 1, step=5), number("c", 9), number("b", 2, step=5), number("a", 3, step=6))
    assert followed.out == ["step\ta\tc\tb", "5\t1\t\t", "\t\t9\t", "5\t\t\t2", "6\t3\t\t"]
    assert list(map(len, followed.before)) == [0, 0, 0, 0, 4]


def test_of_keys_the_first_row_is_that_of_theirs(follow: Follow) -> None:
    pieces = [number("c", 9, step=1), number("a", 1, step=2), number("c", 9, step=2), number("b", 5, step=2)]
    followed = follow(*pieces, number("c", 9, step=3), arguments=["a", "b", "--x=seq"])
    assert followed.out == ["seq\ta\tb", "1\t1\t5"]
    assert list(map(len, followed.before)) == [0, 0, 0, 0, 0, 2]


def test_x_alone_waits_as_well(follow: Follow) -> None:
    followed = follow(*STEPS, arguments=["step"])
    assert list(map(len, followed.before)) == [0, 0, 0, 0, 2, 2, 2, 3, 3, 3]
    assert followed.out == ["step", "1", "2", "3"]


def test_what_comes_after_the_first_step_is_named(follow: Follow) -> None:
    followed = follow(*STEPS[:4], number("d", 1, step=2), number("d", 2, step=3))
    assert (followed.out, followed.err) == (["step\ta\tb\tc", "1\t1\t2\t3", "2\t2\t\t"], [later("d")])


# --- a column asked for that has no series yet ---


def named(name: str, value: float, step: int, **metadata: str) -> bytes:
    return number(name, value, step=step, metadata=metadata)


TRAINS = [named("train/loss", step / 10, step, split="train") for step in (1, 2, 3, 4)]
TRAIN = "train/loss{split=train}"


def test_the_first_series_that_a_key_selects_later_fills_its_column(follow: Follow) -> None:
    pieces = [*TRAINS[:2], named("eval/loss", 7, 2, split="eval", **{"pass": "a"}), TRAINS[2]]
    pieces += [
        named("eval/loss", 9, 3, split="eval", **{"pass": "b"}),
        named("eval/loss", 8, 3, split="eval", **{"pass": "a"}),
    ]
    followed = follow(*pieces, TRAINS[3], arguments=["train/loss", "eval/loss"])
    assert followed.out == [f"step\t{TRAIN}\teval/loss", "1\t0.1\t", "2\t0.2\t7", "3\t0.3\t8", "4\t0.4\t"]
    assert followed.err == [
        'div-tui: the column "eval/loss" is the series "eval/loss{pass=a,split=eval}"',
        later("eval/loss{pass=b,split=eval}"),
    ]
    assert followed.status == 0


def test_which_is_the_first_does_not_depend_on_how_the_bytes_come(follow: Follow) -> None:
    lines = [named("e", 2, 2, k="z"), named("e", 1, 2, k="a"), named("e", 3, 3)]
    for pieces in ([b"".join(lines)], lines):
        followed = follow(*TRAINS[:2], *pieces, arguments=["train/loss", "e", "--csv"])
        assert followed.out == [f"step,{TRAIN},e", "1,0.1,", "2,0.2,2"]
        assert followed.err == ['div-tui: the column "e" is the series "e{k=z}"', later("e{k=a}"), later("e")]


def test_a_series_that_is_written_as_it_was_asked_for_needs_no_name(follow: Follow) -> None:
    followed = follow(*TRAINS[:2], named("e", 5, 2), named("e", 6, 3), arguments=["train/loss", "e"])
    assert followed.out == [f"step\t{TRAIN}\te", "1\t0.1\t", "2\t0.2\t5", "3\t\t6"]
    assert followed.err == []


def test_columns_that_one_series_fills_all_have_it(follow: Follow) -> None:
    pieces = [*TRAINS[:2], named("e", 5, 2, k="v", l="w"), named("e", 6, 3, k="x", l="w")]
    followed = follow(*pieces, arguments=["train/loss", "e{k=v}", "e{l=w}", "e{k=x}"])
    assert followed.out == [
        f"step\t{TRAIN}\te{{k=v}}\te{{l=w}}\te{{k=x}}",
        *["1\t0.1\t\t\t", "2\t0.2\t5\t5\t", "3\t\t\t\t6"],
    ]
    assert followed.err == [
        'div-tui: the column "e{k=v}" is the series "e{k=v,l=w}"',
        'div-tui: the column "e{l=w}" is the series "e{k=v,l=w}"',
        'div-tui: the column "e{k=x}" is the series "e{k=x,l=w}"',
    ]


def test_a_file_that_is_read_again_fills_columns_again(follow: Follow) -> None:
    first = [*TRAINS[:2], named("e", 5, 2, k="v"), named("e", 6, 3, k="w")]
    again = [TRAINS[0], named("e", 7, 1, k="w"), TRAINS[1]]
    arguments = ["train/loss", "e"]
    followed = follow(*first, Condition.TRUNCATED, *again, DONE, size=10_000, arguments=arguments)
    assert followed.out == [f"step\t{TRAIN}\te", "1\t0.1\t", "2\t0.2\t5", "1\t0.1\t7", "2\t0.2\t"]
    assert [one.split(";")[0] for one in followed.err] == [
        'div-tui: the column "e" is the series "e{k=v}"',
        later("e{k=w}"),
        "div-tui: the file was truncated",
        'div-tui: the column "e" is the series "e{k=w}"',
    ]


def test_a_series_called_as_the_column_that_another_has_filled_is_named(follow: Follow) -> None:
    followed = follow(*TRAINS[:2], named("e", 5, 2, k="v"), named("e", 6, 3), arguments=["train/loss", "e"])
    assert followed.out == [f"step\t{TRAIN}\te", "1\t0.1\t", "2\t0.2\t5"]
    assert followed.err == ['div-tui: the column "e" is the series "e{k=v}"', later("e")]


def test_messages_about_a_column_are_escaped(follow: Follow) -> None:
    followed = follow(*TRAINS[:2], named("\u202e", 5, 2, k="\x1b"), arguments=["train/loss", "\u202e"])
    assert followed.err == ['div-tui: the column "\\u202e" is the series "\\u202e{k="\\u001b"}"']
