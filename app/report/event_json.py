"""A run of events as JSON, one object for each number."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence

from ...layouts.text import escape
from ..runs.history import History
from .event_slice import NO_SERIES, EventSlice
from .rows import number

CHUNK = 65_536
"""How many places are converted at once."""


def event_json(history: History, columns: Sequence[str] | None, start: int) -> Iterator[str]:
    """Yield the numbers after place ``start`` as JSON objects; with ``columns``, only those of these series."""
    if history.events is None:
        return
    labels = [label for label in history.columns if columns is None or label in columns]
    heads = []
    tails = []
    for name, metadata in (history.events.series[label] for label in labels):
        members = ", ".join(f"{_json(key)}: {_json(text)}" for key, text in metadata.items())
        heads.append(f'"name": {_json(name)}, "value": ')
        tails.append(f', "metadata": {{{members}}}}}')
    for low in range(start, history.points, CHUNK):
        events = EventSlice(history, labels, low, min(low + CHUNK, history.points))
        rows = zip(events.owners, events.values, events.steps, events.times, strict=True)
        for place, (owner, value, step, time) in enumerate(rows, low + 1):
            if owner != NO_SERIES:
                x = f'"step": {_number_or_null(step)}, "ts_ms": {_number_or_null(time)}'
                yield f'{{"seq": {place}, {x}, {heads[owner]}{number(value)}{tails[owner]}'


def _number_or_null(value: float) -> str:
    return "null" if math.isnan(value) else number(value)


def _json(text: str) -> str:
    """Return text as a JSON string, with characters that a terminal would act on as escapes."""
    return json.dumps(text, ensure_ascii=escape(text) != text)
