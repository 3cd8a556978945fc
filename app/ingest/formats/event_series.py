"""Which series the number of an event belongs to, and which series are too many."""

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
"""How many spellings of series are remembered."""

SPELLING_CHARACTERS = 500
"""How many characters the metadata of a remembered spelling may have."""


class SeriesPoints:
    """The points of one series.

    Attributes:
        id: the series as text.
        column: its finite numbers in this batch.
        count: how many points it has besides those of ``column``.
    """

    __slots__ = ("column", "count", "id")

    def __init__(self, id: str) -> None:
        """Start without points."""
        self.id = id
        self.column = Column()
        self.count = 0

    @property
    def points(self) -> int:
        """How many points the series has, including those that are not finite."""
        return self.count + len(self.column.values)


class TooManySeriesError(Exception):
    """A series is past a limit and skipped.

    Attributes:
        reason: which limit; skipped: the name or the series that is skipped.
    """

    def __init__(self, reason: Reason, skipped: str) -> None:
        """Take which limit it is, and what is skipped."""
        super().__init__(skipped)
        self.reason = reason
        self.skipped = cut(skipped, SAMPLE_BYTES)


class SeriesIndex:
    """The series of a run, found by name and metadata, as events spell them.

    A run has at most 4096 names, and a name at most 4096 different metadata.

    Attributes:
        new: the series that were added since this was last emptied, by their text.
    """

    def __init__(self, masker: Masker) -> None:
        """Start without series."""
        self._masker = masker
        self._maps: dict[str, int] = {}
        self._series: dict[str, SeriesPoints] = {}
        self._by_spelling: dict[tuple[str, object], SeriesPoints] = {}
        self.new: dict[str, Series] = {}

    def find_all(
        self, names: Sequence[str], metadata: Sequence[Row | None], lines: Sequence[bytes]
    ) -> list[SeriesPoints] | None:
        """Return the series of some events, given their names, metadata and lines; None if any is past a limit."""
        maps = [data or {} for data in metadata]
        found: list[SeriesPoints | None]
        try:
            found = list(map(self._by_spelling.get, zip(names, map(tuple, map(dict.items, maps)))))  # noqa: B905
        except TypeError:  # metadata with a list or an object cannot be hashed
            found = [None] * len(names)
        try:
            events = zip(found, names, maps, lines, strict=True)
            return [series or self.find(name, data, line) for series, name, data, line in events]
        except TooManySeriesError:
            return None

    def find(self, name: str, metadata: Row, line: bytes) -> SeriesPoints:
        """Return the series of a name and metadata, both of the event on a line.

        Raises:
            TooManySeriesError: the run has too many names, or the name too many metadata.
        """
        texts = metadata if TEXT.issuperset(map(type, metadata.values())) else texts_of(metadata, line)
        spelling = (name, tuple(texts.items()))
        series = self._by_spelling.get(spelling)
        if series is None:
            series = self._find_masked(name, texts)
            if len(self._by_spelling) >= SPELLINGS:
                self._by_spelling.clear()
            if sum(map(len, texts)) + sum(map(len, texts.values())) <= SPELLING_CHARACTERS:
                self._by_spelling[spelling] = series
        return series

    def _find_masked(self, name: str, texts: Mapping[str, str]) -> SeriesPoints:
        """Return the series of a name and metadata after masking them, a new one if there is none yet."""
        masked = self._masker.text
        name = masked(name)
        texts = {masked(key): masked(text) for key, text in texts.items()}
        identity = Series(name, {key: texts[key] for key in sorted(texts)})
        id = written(*identity)
        series = self._series.get(id)
        if series is None:
            maps = self._maps.get(name, 0)
            if not maps and len(self._maps) >= RUN_NAMES:
                raise TooManySeriesError(Reason.TOO_MANY_NAMES, name)
            if maps >= NAME_MAPS:
                raise TooManySeriesError(Reason.TOO_MANY_MAPS, id)
            self._maps[name] = maps + 1
            series = self._series[id] = SeriesPoints(id)
            self.new[id] = identity
        return series
