"""The exact bytes of standard output and standard error, and the exit status, for a run that the oracle has read."""

from __future__ import annotations

import difflib
import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .oracle import LONG, MAX_KEYS, NOT_JSON, NOT_OBJECT, NUMBERS, PAST, OracleRun

MAX_NOT_FINITE_LINES = 8


@dataclass
class Answer:
    """What a command prints and how it ends."""

    stdout: bytes
    stderr: list[str]
    status: int = 0


# --- text ---

NAMED_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}
BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def shown(text: str) -> str:
    """Text with what could act on a terminal written as an escape."""
    out = ""
    for character in text:
        if character in NAMED_ESCAPES:
            out += NAMED_ESCAPES[character]
        elif unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in BIDI:
            out += f"\\u{ord(character):04x}"
        else:
            out += character
    return out


def cells(text: str) -> int:
    """How many terminal cells shown text takes."""
    total = 0
    for character in text:
        if unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        total += 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
    return total


def is_short_whole(value: float) -> bool:
    return value == int(value) and abs(value) < 2**53


def row_number(value: float) -> str:
    """A number in a row."""
    return str(int(value)) if is_short_whole(value) else repr(value)


def table_number(value: float) -> str:
    """A number in the table."""
    return str(int(value)) if is_short_whole(value) else f"{value:.6g}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 12th, 13th, 21st."""
    ending = "th"
    if number % 100 not in (11, 12, 13):
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# --- messages ---

LINE_REASONS = [
    (LONG, "{line_is} over 4 KiB; log fewer or shorter values on one line"),
    (NOT_JSON, "{line_is} not JSON; write one JSON object per line"),
    (NOT_OBJECT, "{line_is} not a JSON object; write one JSON object per line"),
    (NUMBERS, "{line_has} more than 64 numbers; split it over several lines"),
]


def skipped_message(keys: dict[str, int], fix: str) -> str:
    name = f'"{shown(next(iter(keys)))}"'
    times = sum(keys.values())
    others = len(keys) - 1
    if len(keys) > 100:
        name += " and over 100 others"
    elif others:
        name += f" and {others} other" + ("" if others == 1 else "s")
    if times > 1:
        name += f" ({times} times)"
    return f"telemetry: skipped the key {name}; {fix}"


def drop_messages(run: OracleRun) -> list[str]:
    """One line for each reason that came up, in the order of the reasons."""
    messages = []
    for reason, words in LINE_REASONS:
        count = run.dropped.get(reason, 0)
        if count == 1:
            messages.append("telemetry: dropped " + words.format(line_is="a line that is", line_has="a line that has"))
        elif count:
            many = {"line_is": f"{count} lines that are", "line_has": f"{count} lines that have"}
            messages.append("telemetry: dropped " + words.format(**many))
    if run.skipped:
        messages.append(skipped_message(run.skipped, "use letters, digits, _ and - between dots"))
    if run.past_limit:
        messages.append(skipped_message(run.past_limit, f"a run keeps at most {MAX_KEYS} keys"))
    count = run.dropped.get(PAST, 0)
    if count:
        points = "a point" if count == 1 else f"{count} points"
        cap = run.max_points
        messages.append(f"telemetry: dropped {points} past the {ordinal(cap)}; a run keeps at most {cap} points")
    return messages


def not_finite_messages(run: OracleRun) -> list[str]:
    """One line for each of the first eight keys, and one for the rest."""
    messages = []
    for key, places in list(run.not_finite.items())[:MAX_NOT_FINITE_LINES]:
        times = "once" if len(places) == 1 else f"{len(places)} times"
        messages.append(f"telemetry: {shown(key)} was not finite {times}, last at point {places[-1]}")
    others = len(run.not_finite) - MAX_NOT_FINITE_LINES
    if others == 1:
        messages.append("telemetry: 1 other key was not finite")
    elif others > 1:
        messages.append(f"telemetry: {others} other keys were not finite")
    return messages


def missing_messages(run: OracleRun, asked: Iterable[str]) -> list[str]:
    """One line for each asked key that no point carries."""
    messages = []
    for key in asked:
        if key not in run.keys:
            message = f'div-tui: no point carries "{shown(key)}"'
            near = difflib.get_close_matches(key, run.keys, n=1, cutoff=0.6)
            if near:
                message += f'; the nearest key is "{shown(near[0])}"'
            messages.append(message)
    return messages


def all_messages(run: OracleRun, asked: Iterable[str], quiet: bool) -> list[str]:
    messages = missing_messages(run, asked)
    if not quiet:
        messages += drop_messages(run) + not_finite_messages(run)
    return messages


# --- output ---


def different(keys: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(keys))


def table(run: OracleRun, *, quiet: bool = False) -> Answer:
    """No keys asked: each key with its count, last, lowest and highest value."""
    rows = [["key", "count", "last", "min", "max"]]
    for key in run.keys:
        values = [point[key] for point in run.points if key in point]
        numbers = [table_number(value) for value in (values[-1], min(values), max(values))]
        rows.append([shown(key), str(len(values)), *numbers])
    widths = [max(cells(row[column]) for row in rows) for column in range(5)]
    text = ""
    for row in rows:
        padded = [cell + " " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)]
        text += "  ".join(padded).rstrip(" ") + "\n"
    return Answer(text.encode("utf-8"), all_messages(run, [], quiet))


def quoted(cell: str) -> str:
    """A cell of comma-separated values, in quotes where it needs them."""
    if any(character in cell for character in ',"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def rows(
    run: OracleRun, keys: Sequence[str] = (), *, x: str | None = None, csv: bool = False, quiet: bool = False
) -> Answer:
    """The points as columns, x first; every key of the run where none is asked."""
    first = x if x is not None else ("step" if "step" in run.keys else "seq")
    x_is_place = first == "seq" and "seq" not in run.keys
    asked = different(keys) if keys else list(run.keys)
    others = [key for key in asked if key != first]
    columns = [first, *others]

    chosen = []
    for place, point in enumerate(run.points, 1):
        carried = any(key in point for key in others)
        if carried or (not others and (x_is_place or first in point)):
            chosen.append((place, point))

    named = [key for key in columns if not (key == first and x_is_place)]
    known = [key for key in different(keys) if key in run.keys or (key == first and x_is_place)]
    status = 1 if keys and not known else 0
    lines = [[shown(key) for key in columns]]
    for place, point in [] if status else chosen:
        cells_of_row = [row_number(point[key]) if key in point else "" for key in columns]
        if x_is_place:
            cells_of_row[0] = str(place)
        lines.append(cells_of_row)
    if csv:
        text = "".join(",".join(quoted(cell) for cell in line) + "\n" for line in lines)
    else:
        text = "".join("\t".join(line) + "\n" for line in lines)
    return Answer(text.encode("utf-8"), all_messages(run, named, quiet), status)


def json_lines(run: OracleRun, keys: Sequence[str] = (), *, quiet: bool = False) -> Answer:
    """The points as one object a line."""
    text = ""
    for place, point in enumerate(run.points, 1):
        if keys and not any(key in point for key in keys):
            continue
        kept = {key: value for key, value in point.items() if not keys or key in keys}
        members = ", ".join(f"{json.dumps(key)}: {row_number(value)}" for key, value in kept.items())
        text += f'{{"seq": {place}, "data": {{{members}}}}}\n'
    asked = different(keys)
    status = 1 if asked and not any(key in run.keys for key in asked) else 0
    return Answer(text.encode("utf-8"), all_messages(run, asked, quiet), status)
