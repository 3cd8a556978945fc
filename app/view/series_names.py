"""What series are called where several are shown together: by name, and by the metadata that tells them apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..ingest.series_id import Series, of_metadata
from ..runs.history import History


class SeriesNames:
    """What the series of one panel, or of one stat, are called.

    Metadata tell series of one name apart: of those only what is not the same for all of that name is said.
    """

    def __init__(self, history: History, columns: Sequence[str]) -> None:
        """Take the history, and all the series there are in the panel or the stat; others are called by their names."""
        known: Mapping[str, Series] = history.events.series if history.events else {}
        self._series = {column: known.get(column) or Series(column, {}) for column in columns}
        maps: dict[str, list[Mapping[str, str]]] = {}
        for one in self._series.values():
            maps.setdefault(one.name, []).append(one.metadata)
        self._differing = {name: _differing(found) for name, found in maps.items()}

    def labels(self, columns: Sequence[str], *, named: bool = False) -> list[str]:
        """Return what some of the series are called: what differs, after the name where there are several names.

        With ``named`` the name is there in any case.
        """
        named = named or len(self._differing) > 1
        labels = []
        for column in columns:
            name, metadata = self._apart(column)
            parts = [of_metadata({key: value}) for key, value in metadata.items()]
            labels.append(" ".join([name, *parts] if named or not parts else parts))
        return labels

    def short(self, columns: Sequence[str]) -> list[str]:
        """Return what the same series are called where there is little room, "" where that is their label.

        The values of what differs; where there are none the last part of the name, after its last ``/`` or ``.``. As
        far as these are not all different, both; and where those are not either, the label.
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
        """Return a series with only those of its metadata that tell it from others of its name."""
        name, metadata = self._series[column]
        return Series(name, {key: metadata[key] for key in self._differing[name] if key in metadata})


def _differing(maps: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the keys, in order, that not all of some metadata have with one value."""
    keys = sorted({key for metadata in maps for key in metadata})
    return [key for key in keys if any(metadata.get(key) != maps[0].get(key) for metadata in maps)]
