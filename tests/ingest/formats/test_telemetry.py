"""Points: values that are not finite, with what they were and where."""

from __future__ import annotations

import pytest
from div_tui.app.ingest.formats.telemetry import TelemetryDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.history import History


def read(*lines: bytes, any_key: bool = False) -> History:
    decoder = TelemetryDecoder(Masker(), any_key=any_key)
    history = History(0)
    for line in lines:
        decoder.feed(line + b"\n")
        history.apply(decoder.take())
    return history


def not_finite(history: History) -> dict[str, list[tuple[int, str]]]:
    """The values that were not finite, and the places of their points."""
    return {
        key: list(zip(column.places, map(str, column.values), strict=True))
        for key, column in history.not_finite.items()
    }


def test_values_that_are_not_finite_are_kept_apart_with_their_places() -> None:
    lines = [
        b'{"a":1,"b":{"c":Infinity}}',
        b'{"a":NaN}',
        b'{"a":-Infinity,"b":{"c":2}}',
        b'{"a":1e999}',
        b'{"a":-1e999}',
    ]
    history = read(*lines)
    assert not_finite(history) == {"b.c": [(1, "inf")], "a": [(2, "nan"), (3, "-inf"), (4, "inf"), (5, "-inf")]}
    assert {key: (list(column.values), list(column.places)) for key, column in history.columns.items()} == {
        "a": ([1.0], [1]),
        "b.c": ([2.0], [3]),
    }
    assert history.points == 5
    assert history.is_not_finite("a")
    assert not history.is_not_finite("b.c")


@pytest.mark.parametrize(("any_key", "kept"), [(False, {}), (True, {"train/loss": [(1, "nan")]})])
def test_of_keys_that_are_skipped_they_are_not_kept(any_key: bool, kept: dict[str, list[tuple[int, str]]]) -> None:
    assert not_finite(read(b'{"train/loss":NaN}', any_key=any_key)) == kept
