"""Which series an event's number belongs to, and which are too many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..column import Column
from ..drops import SAMPLE_BYTES, Reason
from ..fields import cut
from ..mask import Masker
from ..series_id import Series, written
from .event_members import TEXT, Row
from .event_metadata import texts_of

RUN_NAMES = 4096
NAME_MAPS = 4096

SPELLINGS = 65_536
"""How many spellings of series are remembered before they are looked at anew."""

SPELLING_CHARACTERS = 500
"""How long the metadata may be of a spelling that is remembered."""


class Known:
    """A series that was met: how it is written, its points in this batch, and how many it had before."""

    __slots__ = ("column", "count", "id")

    def __init__(self, written_as: str) -> None:
        """Begin with no points."""
        self.id = written_as
        self.column = Column()
        self.count = 0

    @property
    def points(self) -> int:
        """How many points it has, those included that are not finite."""
        return self.count + len(self.column.values)


class RefusedError(Exception):
    """A series that is one too many: the reason, and what is left out."""

    def __init__(self, reason: Reason, what: str) -> None:
        """Take both."""
        super().__init__(what)
        self.reason = reason
        self.what = cut(what, SAMPLE_BYTES)


class SeriesIndex:
    """The series of a run, found by their names and metadata as events spell them.

    A run has at most 4096 names, a name at most 4096 metadata maps.

    Attributes:
        new: those met since it was last emptied, by how they are written.
    """

    def __init__(self, masker: Masker) -> None:
        """Begin with none."""
        self._masker = masker
        self._maps: dict[str, int] = {}
        self._known: dict[str, Known] = {}
        self._spelled: dict[tuple[str, object], Known] = {}
        self.new: dict[str, Series] = {}

    def find_all(self, names: Sequence[str], said: Sequence[Row | None], lines: Sequence[bytes]) -> list[Known] | None:
        """Return the series of some names and of what their lines say as metadata, None where one is refused."""
        metadata = [data or {} for data in said]
        found: list[Known | None]
        try:
            found = list(map(self._spelled.get, zip(names, map(tuple, map(dict.items, metadata)))))  # noqa: B905
        except TypeError:  # a list or an object among the metadata
            found = [None] * len(names)
        try:
            events = zip(found, names, metadata, lines, strict=True)
            return [known or self.find(name, data, line) for known, name, data, line in events]
        except RefusedError:
            return None

    def find(self, name: str, metadata: Row, line: bytes) -> Known:
        """Return the series of a name and its metadata, both of them those of a line.

        Raises:
            RefusedError: the run has too many names, or the name too many metadata maps.
        """
        texts = metadata if TEXT.issuperset(map(type, metadata.values())) else texts_of(metadata, line)
        spelling = (name, tuple(texts.items()))
        known = self._spelled.get(spelling)
        if known is None:
            known = self._meet(name, texts)
            if len(self._spelled) >= SPELLINGS:
                self._spelled.clear()
            if sum(map(len, texts)) + sum(map(len, texts.values())) <= SPELLING_CHARACTERS:
                self._spelled[spelling] = known
        return known

    def _meet(self, name: str, texts: Mapping[str, str]) -> Known:
        masked = self._masker.text
        name = masked(name)
        texts = {masked(key): masked(text) for key, text in texts.items()}
        series = Series(name, {key: texts[key] for key in sorted(texts)})
        written_as = written(*series)
        known = self._known.get(written_as)
        if known is None:
            maps = self._maps.get(name, 0)
            if not maps and len(self._maps) >= RUN_NAMES:
                raise RefusedError(Reason.TOO_MANY_NAMES, name)
            if maps >= NAME_MAPS:
                raise RefusedError(Reason.TOO_MANY_MAPS, written_as)
            self._maps[name] = maps + 1
            known = self._known[written_as] = Known(written_as)
            self.new[written_as] = series
        return known
