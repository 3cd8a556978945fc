"""Selectors: the columns that a key selects, itself or several series of a run of events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ...layouts.nearest import nearest
from ...layouts.text import escape
from ..ingest.fields import cut
from ..ingest.series_id import of_metadata, parse
from .history import History

MAPS_LISTED = 8
"""How many metadata maps are listed when a selector matches none of them."""

MAP_CHARACTERS = 200

NAMES_COMPARED = 4096
"""How many names are searched for the nearest."""


def selected(history: History, key: str) -> list[str]:
    """Return the columns that a key selects, in the order they first came.

    In a run of events ``name`` selects every series of that name, and ``name{key=value}`` those whose metadata includes
    that. A key that is the whole name of a series selects it however it is written.
    """
    if history.events is None:
        return [key] if key in history.columns else []
    columns = [column for column in fitting(history, key) if column in history.columns]
    return sorted(columns, key=lambda column: history.columns[column].places[0])


def fitting(history: History, key: str) -> list[str]:
    """Return the series that a key selects in a run of events, including those without a finite number."""
    found = list(history.names.get(key, ()))
    wanted = parse(key)
    if history.events and wanted and wanted.name != key:
        series = history.events.series
        named = history.names.get(wanted.name, ())
        found += [column for column in named if wanted.metadata.items() <= series[column].metadata.items()]
    return list(dict.fromkeys(found))


def expanded(history: History, keys: Iterable[str]) -> list[str]:
    """Return the columns that some keys select, each once; a key that selects none is kept as it is."""
    return list(dict.fromkeys(column for key in keys for column in selected(history, key) or [key]))


def not_there(history: History, key: str) -> str:
    """Return a message that no point carries a key, with what to ask for instead."""
    return f'no point carries "{escape(key)}"{"".join(_instead(history, key))}'


def _instead(history: History, key: str) -> Iterator[str]:
    """Yield what to ask for instead, if anything is near."""
    names: Iterable[str] = history.columns
    if history.events:
        series = [history.events.series[column] for column in history.columns]
        wanted = parse(key)
        maps = [of_metadata(one.metadata) for one in series if wanted and one.name == wanted.name]
        if wanted and any(maps):
            yield f'; the metadata of "{escape(wanted.name)}": {", ".join(map(_shown, maps[:MAPS_LISTED]))}'
            if len(maps) > MAPS_LISTED:
                yield f" and {len(maps) - MAPS_LISTED} others" if len(maps) > MAPS_LISTED + 1 else " and 1 other"
            return
        if wanted and maps:
            yield f'; "{escape(wanted.name)}" has no metadata'
            return
        names = history.columns if wanted is None or wanted.metadata else dict.fromkeys(one.name for one in series)
    for name in nearest(key, islice(names, NAMES_COMPARED)):
        yield f'; the nearest key is "{escape(name)}"'


def _shown(metadata: str) -> str:
    return cut(f"{{{escape(metadata)}}}", MAP_CHARACTERS)
