"""Files of events that are likely to be read wrongly, made by chance from a seed."""

from __future__ import annotations

import json
from random import Random

from . import hostile, hostile_files
from .hostile import MARK, Object, Text, Value
from .hostile_pools import KEYS, NUMBERS, SECRETS

NAMES = [
    *["train/loss", "eval/loss", "eval/loss", "rate/tokens", "loss", "step", "ts_ms", "seq", "a=b", "a,b", "a{b=c}"],
    *[
        "a{",
        "}",
        '"',
        '"a"',
        "\\",
        "a\nb",
        "a\x7fb",
        "a\x85",
        "",
        " ",
        "\u202eevil",
        "\u4e2d\u6587",
        "\ud800",
        "e\u0301",
    ],
]
METADATA_KEYS = ["split", "pass", "stage", "param", "", "a=b", "{", '"', ",", "k\n", "\udc00", "\u4e2d"]
METADATA_VALUES = [
    "train",
    "eval",
    "probe",
    "probe",
    "x, y",
    "",
    "}",
    '"',
    "\\",
    "a=b",
    "\x00",
    "\u2028",
    "\udfff",
    "1",
    "true",
]
KINDS = [
    *[
        "metric",
        "metric",
        "metric",
        "point",
        "annotation",
        "open",
        "start",
        "done",
        "DONE",
        "interrupted",
        "Interruption",
    ],
    *[
        "interrupted_not",
        " interrupted: 15",
        "summary",
        "Summary",
        "failed",
        "Run failed: 1",
        "failed 3",
        "checkpoint",
        "\u202e",
        "",
        "k1",
        "k2",
        "k3",
    ],
]
ANNOTATIONS = [
    "note",
    "The run was interrupted: 15",
    "run to be interrupted",
    "failed",
    "interrupted",
    "Interrupted at step 3",
    "uninterrupted",
    "",
    " \tinterruption.",
    "\x1b[31mred\n",
]
WRONG = ["null", "true", "false", "[]", "{}", "[1]", '{"a":1}']


def some(rng: Random, *choices: Value) -> Value:
    return rng.choice(choices)


def a_number(rng: Random) -> str:
    return rng.choice([*NUMBERS, *(str(rng.randrange(4)) for _ in range(60))])


def metadata(rng: Random) -> Value:
    pick = rng.random()
    if pick < 0.1:
        return rng.choice([*WRONG, "1", Text("x")])
    members = Object()
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):
        value: Value = Text(rng.choice(METADATA_VALUES[:4] if rng.random() < 0.6 else METADATA_VALUES))
        if rng.random() < 0.2:
            value = some(
                rng, "1", "1.0", "true", "null", "-0.0", "-0", "1e400", "[]", "12345678901234567890123", a_number(rng)
            )
        elif rng.random() < 0.05:
            value = hostile.value(rng)
        key = rng.choice(METADATA_KEYS[:3] if rng.random() < 0.6 else METADATA_KEYS)
        members.append((key, value))
    return members


def an_event(rng: Random) -> Object:
    """An event, often with a member missing, of the wrong type, or given twice."""
    members = Object()
    common = rng.random() < 0.6
    if rng.random() < 0.97:
        members.append(("kind", Text("metric" if common else rng.choice(KINDS))))
    if rng.random() < 0.8:
        members.append(("step", str(rng.randrange(5)) if rng.random() < 0.8 else a_number(rng)))
    if rng.random() < 0.6:
        members.append(("ts_ms", str(1_700_000_000_000 + rng.randrange(9)) if rng.random() < 0.8 else a_number(rng)))
    if common or rng.random() < 0.4:
        name = rng.choice(NAMES[:6] if rng.random() < 0.6 else NAMES)
        members.append((rng.choice(["name", "name", "name", "metric"]), Text(name)))
        members.append(("value", repr(rng.uniform(-9, 9)) if rng.random() < 0.5 else a_number(rng)))
    if rng.random() < 0.7:
        members.append(("metadata", metadata(rng)))
    if rng.random() < (0.03 if common else 0.4):
        members.append(("annotation", Text(rng.choice(ANNOTATIONS))))
    if rng.random() < 0.05:
        members.append(("state", Text(rng.choice(KINDS))))
    if rng.random() < 0.1:
        members.append((rng.choice(KEYS), hostile.value(rng)))
    if members and rng.random() < 0.12:
        at = rng.randrange(len(members))
        members.insert(rng.randrange(len(members) + 1), (members[at][0], rng.choice([*WRONG, Text("x"), "7", "NaN"])))
    if rng.random() < 0.3:
        rng.shuffle(members)
    return members


def broad(rng: Random) -> Object:
    """An event with much metadata, or a state with many members."""
    size = rng.choice([100, 400, 511, 512, 513, 5000])
    members = Object([("kind", Text(rng.choice(["metric", "open", "annotation"]))), ("ts_ms", "5")])
    inner = Object((f"k{at}", Text("x" * (size // 10))) for at in range(rng.choice([1, 10, 63, 64, 65, 80])))
    if rng.random() < 0.5:
        members += [("name", Text("big" * rng.choice([1, 66, 67, 700]))), ("value", "1")]
    if rng.random() < 0.3:
        members.append(("annotation", Text("y" * rng.choice([1999, 2000, 2001]))))
    members.append((rng.choice(["metadata", "manifest"]), inner))
    return members


def deep(rng: Random) -> bytes:
    count = rng.choice([3, 250, 498, 499, 500, 501])
    inner = b"[" * count + b"]" * count if rng.random() < 0.5 else b'{"a":' * count + b"1" + b"}" * count
    return b'{"kind":"metric","name":"loss","value":1,"step":1,"metadata":{"split":' + inner + b"}}"


def line(rng: Random) -> bytes:
    pick = rng.random()
    if pick < 0.86:
        made = hostile.write(rng, an_event(rng))
    elif pick < 0.9:
        made = hostile.write(rng, broad(rng))
    elif pick < 0.92:
        made = deep(rng)
    else:
        made = hostile.line(rng)
    return hostile_files.mutate(rng, made) if rng.random() < 0.04 else made


def file(rng: Random, lines: int) -> bytes:
    """A file of about that many hostile lines; most begin with something that makes it one of events."""
    out = rng.choice([b"", b"", b"", MARK, b"\n", b"nope\n[1]\n", b"x" * 5000 + b"\n", b"\xff\n"])
    if rng.random() < 0.9:
        out += b'{"kind":"start","ts_ms":1}\n'
    for _ in range(lines):
        out += line(rng) + hostile_files.end(rng)
    if rng.random() < 0.3:
        made = line(rng)
        out += made[: rng.randrange(len(made) + 1)] if rng.random() < 0.5 else made
    return out


def selectors(rng: Random, series: list[str]) -> list[str]:
    """Keys to ask for: series there are, parts of them, and what nobody has."""
    pool = [
        *NAMES,
        *series,
        *series,
        *(one[:-1] for one in series if one),
        "eval/loss{pass=probe}",
        "eval/loss{pass=x}",
    ]
    pool += ["loss{split=train}", "los", "eval/los{split=eval}", 'loss{split="train"}', "loss{}", "{a=b}", "x{a=b,a=c}"]
    return [key for key in pool if key and not key.startswith("-") and "\x00" not in key and can_be_argument(key)]


def can_be_argument(text: str) -> bool:
    """Whether a process can be given a text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def secrets(rng: Random) -> list[str]:
    return rng.sample(
        [*SECRETS, "train", "probe", "metric", "kind", "eval/loss", "done", "note"], rng.choice([1, 1, 2, 3])
    )


def plain(kind: str = "metric", **members: object) -> bytes:
    """One event as producers write it."""
    return json.dumps({"kind": kind, **members}).encode() + b"\n"
