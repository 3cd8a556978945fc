"""The labels of series that are shown together: their names, and the metadata that tells them apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..ingest.series_id import Series, of_metadata
from ..runs.history import History


class SeriesNames:
    """The labels of the series of one panel, or of one stat.

    Metadata tells series of one name apart; only what differs between them is part of a label.
    """

    def __init__(self, history: History, columns: Sequence[str]) -> None:
        """Take the history, and all series of the panel or the stat."""
        known: Mapping[str, Series] = history.events.series if history.events else {}
        self._series = {column: known.get(column) or Series(column, {}) for column in columns}
        maps: dict[str, list[Mapping[str, str]]] = {}
        for one in self._series.values():
            maps.setdefault(one.name, []).append(one.metadata)
        self._differing = {name: _differing(found) for name, found in maps.items()}

    def labels(self, columns: Sequence[str], *, named: bool = False) -> list[str]:
        """Return the labels of some of the series: what differs, after the name if there are several names.

        With ``named`` the name is always part of the label.
        """
        named = named or len(self._differing) > 1
        labels = []
        for column in columns:
            name, metadata = self._apart(column)
            parts = [of_metadata({key: value}) for key, value in metadata.items()]
            labels.append(" ".join([name, *parts] if named or not parts else parts))
        return labels

    def short(self, columns: Sequence[str]) -> list[str]:
        """Return short labels of the same series for where there is little room, "" if that is the label itself.

        A short label is the values of what differs; if there are none, the last part of the name, after its last ``/``
        or ``.``. Where these are not all different it is both, and where those are not either, the label.
        """
        labels = self.labels(columns)
        names = [self._series[column].name for column in columns]
        forms = [(*self._short(column), label) for column, label in zip(columns, labels, strict=True)]
        longer = dict.fromkeys(names, 0)
        while True:
            short = [form[min(longer[name], len(form) - 1)] for name, form in zip(names, forms, strict=True)]
            alike = {
                names[at]
                for at, one in enumerate(short)
                if one != labels[at] and one in (*short[:at], *short[at + 1 :], *labels[:at], *labels[at + 1 :])
            }
            if not alike:
                return ["" if one == label else one for one, label in zip(short, labels, strict=True)]
            for name in alike:
                longer[name] += 1

    def _short(self, column: str) -> list[str]:
        name, metadata = self._apart(column)
        last = re.split("[/.]", name)[-1] or name
        values = " ".join(metadata.values())
        return [values, f"{last} {values}"] if values else [last]

    def _apart(self, column: str) -> Series:
        """Return a series with only the metadata that tells it apart from others of its name."""
        name, metadata = self._series[column]
        return Series(name, {key: metadata[key] for key in self._differing[name] if key in metadata})


def _differing(maps: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the metadata keys, in order, whose value is not the same in all maps."""
    keys = sorted({key for metadata in maps for key in metadata})
    return [key for key in keys if any(metadata.get(key) != maps[0].get(key) for metadata in maps)]
