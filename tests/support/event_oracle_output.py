"""The exact bytes of standard output and standard error, and the exit status, for events that the oracle has read."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .event_oracle import ANNOTATIONS, LONG, NOT_EVENT, NOT_JSON, NOT_OBJECT, PAST, EventRun, Point, Series, part
from .oracle_output import Answer, cells, ordinal, quoted, row_number, shown, table_number

MAX_MAPS_TOLD = 8

# --- messages ---

ONE_OBJECT = "write one JSON object per line"


def drop_messages(run: EventRun) -> list[str]:
    """One line for each reason that came up, in the order of the reasons."""
    messages = []
    for reason, words, fix in [
        (LONG, "over 1 MiB", "log fewer or shorter values on one line"),
        (NOT_JSON, "not JSON", ONE_OBJECT),
        (NOT_OBJECT, "not a JSON object", ONE_OBJECT),
        (NOT_EVENT, "not an event", "write a kind, with a name and a value, an annotation, or ts_ms"),
    ]:
        count = run.dropped.get(reason, 0)
        if count:
            lines = "a line that is" if count == 1 else f"{count} lines that are"
            messages.append(f"telemetry: dropped {lines} {words}; {fix}")
    if run.names_skipped:
        messages.append(skipped("name", run.names_skipped, "a run keeps at most 4096 names"))
    if run.series_skipped:
        messages.append(skipped("series", run.series_skipped, "a name keeps at most 4096 metadata maps"))
    count = run.dropped.get(PAST, 0)
    if count:
        points, theirs = ("a point", "its") if count == 1 else (f"{count} points", "their")
        cap = run.max_points
        past = f"past the {ordinal(cap)} of {theirs} series; a series keeps at most {cap} points"
        messages.append(f"telemetry: dropped {points} {past}")
    count = run.dropped.get(ANNOTATIONS, 0)
    if count:
        many = "an annotation" if count == 1 else f"{count} annotations"
        messages.append(f"telemetry: dropped {many} past the 10000th; a run keeps at most 10000 annotations")
    return messages


def skipped(what: str, keys: dict[str, int], fix: str) -> str:
    others = len(keys) - 1
    named = f'"{shown(next(iter(keys)))}"'
    if others >= 100:
        named += " and over 100 others"
    elif others:
        named += f" and {others} other{'s' if others > 1 else ''}"
    times = sum(keys.values())
    return f"telemetry: skipped the {what} {named}{f' ({times} times)' if times > 1 else ''}; {fix}"


def not_finite_messages(run: EventRun) -> list[str]:
    messages = []
    for key, places in list(run.not_finite.items())[:8]:
        times = "once" if len(places) == 1 else f"{len(places)} times"
        messages.append(f"telemetry: {shown(key)} was not finite {times}, last at point {places[-1]}")
    others = len(run.not_finite) - 8
    if others > 0:
        messages.append(f"telemetry: {others} other {'key was' if others == 1 else 'keys were'} not finite")
    return messages


# --- selecting ---


def take_part(text: str) -> tuple[str, str] | None:
    """What a text begins with, a name or a key or a value, and what is left of it."""
    if text.startswith('"'):
        at = 1
        while at < len(text) and text[at] != '"':
            at += 2 if text[at] == "\\" else 1
        try:
            return json.loads(text[: at + 1], strict=False), text[at + 1 :]
        except ValueError:
            return None
    at = 0
    while at < len(text) and text[at] not in '{},="\\':
        at += 1
    return text[:at], text[at:]


def understood(key: str) -> tuple[str, dict[str, str]] | None:
    """The name and the metadata that a selector asks for."""
    taken = take_part(key)
    if taken is None:
        return None
    name, rest = taken
    metadata: dict[str, str] = {}
    if not rest:
        return name, metadata
    if not (rest.startswith("{") and rest.endswith("}")):
        return None
    rest = "," + rest[1:]
    while rest != "}":
        if not rest.startswith(","):
            return None
        taken = take_part(rest[1:])
        if taken is None or not taken[1].startswith("="):
            return None
        valued = take_part(taken[1][1:])
        if valued is None or valued[1][:1] not in (",", "}"):
            return None
        metadata[taken[0]], rest = valued
        if rest[0] == "}" and rest != "}":
            return None
    return name, metadata


def selects(key: str, series: Series) -> bool:
    wanted = understood(key)
    if series.name == key:
        return True
    return wanted is not None and wanted[0] == series.name and set(wanted[1].items()) <= set(series.metadata)


def drawn(run: EventRun) -> list[Series]:
    """The series that have a finite number."""
    return list(dict.fromkeys(point.series for point in run.points if point.value is not None))


def selected(run: EventRun, key: str) -> list[Series]:
    return [series for series in drawn(run) if selects(key, series)]


def nothing_selected(run: EventRun, key: str) -> str:
    """The line that says that no point carries a key."""
    message = f'div-tui: no point carries "{shown(key)}"'
    wanted = understood(key)
    alike = [series for series in drawn(run) if wanted and series.name == wanted[0]]
    if wanted and alike:
        maps = [",".join(f"{part(name)}={part(value)}" for name, value in series.metadata) for series in alike]
        if not any(maps):
            return f'{message}; "{shown(wanted[0])}" has no metadata'
        told = [f"{{{shown(one)}}}" for one in maps]
        told = [one if len(one) <= 200 else one[:199] + "…" for one in told]
        message += f'; the metadata of "{shown(wanted[0])}": {", ".join(told[:MAX_MAPS_TOLD])}'
        others = len(told) - MAX_MAPS_TOLD
        return message + (f" and {others} other{'s' if others > 1 else ''}" if others > 0 else "")
    names = [series.name for series in drawn(run)]
    if wanted is None or wanted[1]:
        names = [str(series) for series in drawn(run)]
    near = difflib.get_close_matches(key, list(dict.fromkeys(names))[:4096], n=1, cutoff=0.6)
    return message + (f'; the nearest key is "{shown(near[0])}"' if near else "")


def messages(run: EventRun, asked: Sequence[str], x: str | None, in_rows: bool, quiet: bool) -> list[str]:
    """All that is said on standard error; ``in_rows`` tells that x is printed, and what stands along."""
    said = []
    is_place = (x or default_x(run)) == "seq"
    for key in dict.fromkeys([*([x] if x and in_rows else []), *asked]):
        can_be_x = key in along(run) or (key == "seq" and is_place)
        if key == x and not can_be_x:
            said.append(f'div-tui: no point carries "{shown(key)}" as x; x is step, ts_ms or seq')
        elif not (in_rows and can_be_x) and not selected(run, key):
            said.append(nothing_selected(run, key))
    return said + ([] if quiet else drop_messages(run) + not_finite_messages(run))


# --- output ---


def along(run: EventRun) -> set[str]:
    """What of step and ts_ms any number has."""
    out = set()
    if any(point.step is not None for point in run.points):
        out.add("step")
    if any(point.time is not None for point in run.points):
        out.add("ts_ms")
    return out


def default_x(run: EventRun) -> str:
    return "step" if "step" in along(run) else "seq"


def table(run: EventRun, *, quiet: bool = False) -> Answer:
    """A row a series."""
    rows = [["key", "count", "last", "min", "max"]]
    for name in run.series:
        values = [point.value for point in run.points if str(point.series) == name and point.value is not None]
        rows.append([shown(name), str(len(values)), *map(table_number, (values[-1], min(values), max(values)))])
    widths = [max(cells(row[column]) for row in rows) for column in range(5)]
    text = ""
    for row in rows:
        padded = [cell + " " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)]
        text += "  ".join(padded).rstrip(" ") + "\n"
    return Answer(text.encode("utf-8", "backslashreplace"), messages(run, [], None, False, quiet))


@dataclass
class Row:
    """One row: where it stands, and its numbers by series."""

    step: float | None
    time: float | None
    values: dict[str, float] = field(default_factory=dict)


def gathered(points: Sequence[Point], taken: set[str], following: bool) -> Iterator[Row]:
    """The rows that the points of some series make.

    Following, only the newest row can be joined, and a point of another step, of whatever series, ends it.
    """
    rows: list[Row] = []
    open_from = 0
    for point in points:
        if following and rows and (point.step is None or point.step != rows[-1].step):
            open_from = len(rows)
        name = str(point.series)
        if point.value is None or name not in taken:
            continue
        same = [row for row in rows[open_from:] if row.step is not None and row.step == point.step]
        if not same or name in same[-1].values:
            rows.append(Row(point.step, None))
            same = rows[-1:]
        row = same[-1]
        row.values[name] = point.value
        row.time = point.time if row.time is None else row.time
    return iter(rows)


def columns_of(run: EventRun, keys: Sequence[str]) -> list[str]:
    """The columns that the keys select, each once; a key that selects none stands for itself."""
    if not keys:
        return run.series
    found: list[str] = []
    for key in keys:
        found += [str(series) for series in selected(run, key)] or [key]
    return list(dict.fromkeys(found))


def cell(value: float | None) -> str:
    return "" if value is None else row_number(value)


def rows(
    run: EventRun,
    keys: Sequence[str] = (),
    *,
    x: str | None = None,
    csv: bool = False,
    quiet: bool = False,
    following: bool = False,
) -> Answer:
    """The numbers in rows by step, x first; every series of the run where no key is asked."""
    first = x if x is not None else default_x(run)
    columns = [name for name in columns_of(run, keys) if name != first or name in run.series]
    taken = {name for name in columns if name in run.series}
    if not taken and all(name in ("step", "ts_ms") for name in columns):
        taken = set(run.series)
    lines = [[shown(name) for name in (first, *columns)]]
    for row in gathered(run.points, taken, following):
        where = {"step": cell(row.step), "ts_ms": cell(row.time)}
        others = [cell(row.values.get(name)) if name in run.series else where.get(name, "") for name in columns]
        here = str(len(lines)) if first == "seq" else where.get(first, "")
        if any(others) or (not columns and here):
            lines.append([here, *others])
    if csv:
        text = "".join(",".join(map(quoted, line)) + "\n" for line in lines)
    else:
        text = "".join("\t".join(line) + "\n" for line in lines)
    said = messages(run, keys, x, True, quiet)
    there = [key for key in keys if selected(run, key) or key in along(run) or (key == "seq" and first == "seq")]
    return Answer(text.encode("utf-8", "backslashreplace"), said, 1 if keys and not there else 0)


def json_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=shown(text) != text)


def json_lines(run: EventRun, keys: Sequence[str] = (), *, x: str | None = None, quiet: bool = False) -> Answer:
    """The numbers as one object a line."""
    text = ""
    for place, point in enumerate(run.points, 1):
        if point.value is None or (keys and not any(selects(key, point.series) for key in keys)):
            continue
        metadata = ", ".join(f"{json_text(key)}: {json_text(value)}" for key, value in point.series.metadata)
        members = [
            f'"seq": {place}',
            f'"step": {cell(point.step) or "null"}',
            f'"ts_ms": {cell(point.time) or "null"}',
            f'"name": {json_text(point.series.name)}',
            f'"value": {row_number(point.value)}',
            f'"metadata": {{{metadata}}}',
        ]
        text += "{" + ", ".join(members) + "}\n"
    said = messages(run, keys, x, False, quiet)
    return Answer(text.encode("utf-8"), said, 1 if keys and not text else 0)
