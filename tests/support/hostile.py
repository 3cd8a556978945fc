"""Lines that are likely to be read wrongly, made by chance from a seed. ``hostile_files`` makes files of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from .hostile_pools import KEYS, NOT_NUMBERS, NUMBERS, SECRETS

MARK = b"\xef\xbb\xbf"

Value = Any
"""An Object, a list of values, a Text, or a str that is written as it stands."""


class Object(list[tuple[str, Value]]):
    """An object whose members may come twice."""


class Text(str):
    """A string value."""


# --- writing JSON in odd ways ---


def write_string(rng: Random, text: str) -> bytes:
    """A JSON string, its characters escaped or not as chance has it."""
    style = rng.random()
    if style < 0.6 and not any("\ud800" <= character <= "\udfff" for character in text):
        return json.dumps(text, ensure_ascii=False).encode()
    if style < 0.8:
        return json.dumps(text).encode()
    out = ""
    for character in text:
        if ord(character) < 0x10000 and rng.random() < 0.4:
            out += f"\\u{ord(character):{rng.choice(['04x', '04X'])}}"
        elif character == "/" and rng.random() < 0.5:
            out += "\\/"
        else:
            out += json.dumps(character)[1:-1]
    return f'"{out}"'.encode()


def space(rng: Random) -> bytes:
    return rng.choice([b"", b"", b"", b"", b" ", b"  ", b"\t", b"\r"])


def write(rng: Random, value: Value) -> bytes:
    if isinstance(value, Object):
        members = [
            space(rng) + write_string(rng, name) + space(rng) + b":" + space(rng) + write(rng, inner) + space(rng)
            for name, inner in value
        ]
        return b"{" + b",".join(members) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(write(rng, inner) for inner in value) + b"]"
    if isinstance(value, Text):
        return write_string(rng, value)
    return str(value).encode("utf-8")


# --- values ---


def number(rng: Random) -> str:
    pick = rng.random()
    if pick < 0.55:
        return rng.choice(NUMBERS)
    if pick < 0.75:
        return repr(rng.uniform(-10, 10))
    if pick < 0.9:
        return str(rng.randrange(-1000, 100000))
    return f"{rng.choice(['', '-'])}{rng.randrange(10 ** rng.randrange(1, 40))}e{rng.randrange(-340, 340)}"


def key(rng: Random) -> str:
    pick = rng.random()
    if pick < 0.45:
        return rng.choice(KEYS[:16])
    if pick < 0.85:
        return rng.choice(KEYS)
    if pick < 0.95:
        return f"k{rng.randrange(300)}"
    return "".join(chr(rng.randrange(0x20, 0x250)) for _ in range(rng.randrange(1, 6)))


def value(rng: Random, depth: int = 0) -> Value:
    pick = rng.random()
    if pick < 0.7 or depth > 4:
        return number(rng)
    if pick < 0.74:
        return rng.choice(["true", "false", "null"])
    if pick < 0.8:
        return Text(rng.choice([*KEYS, *SECRETS]))
    if pick < 0.85:
        return [value(rng, depth + 1) for _ in range(rng.randrange(3))]
    return an_object(rng, depth + 1)


def an_object(rng: Random, depth: int = 0) -> Object:
    return Object((key(rng), value(rng, depth)) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4, 6])))


# --- lines ---


def plain(rng: Random) -> bytes:
    return json.dumps({"step": rng.randrange(1000), "loss": rng.random(), "lr": 3e-4}).encode()


def odd_object(rng: Random) -> bytes:
    return write(rng, an_object(rng))


def twice(rng: Random) -> bytes:
    """The same few names again and again, flat and nested."""
    names = rng.sample(["a", "b", "a.b", "b.c", "a.b.c", "c"], 3)
    members = Object()
    for _ in range(rng.randrange(2, 7)):
        inner = rng.choice(
            [number(rng), "1", "2", Text("x"), "NaN", "null", Object([(rng.choice(names), number(rng))])]
        )
        members.append((rng.choice(names), inner))
    return write(rng, members)


def wrong(rng: Random) -> bytes:
    """Almost JSON."""
    line = write(rng, Object([("a", number(rng)), ("b", rng.choice(NOT_NUMBERS))]))
    return rng.choice(
        [
            line,
            line[:-1],
            odd_object(rng) + odd_object(rng),
            odd_object(rng) + b" " + odd_object(rng),
            odd_object(rng)
            + rng.choice([b",", b"}", b"]", b"\x00", b"\x0b", b"\xc2\xa0", MARK, b" #", b" // x", b";"]),
            rng.choice([b"\x00", b"\x0b", b"\x0c", b"\xc2\xa0", MARK, b"\xff\xfe", b"\x1e", b"("]) + odd_object(rng),
            b'{"a":1,}',
            b'{"a" 1}',
            b"{a:1}",
            b'{"a":"\\x41"}',
            b'{"a":"\\u12"}',
            b'{"a":"\\u+123"}',
            b'{"a":"\\u 12a"}',
            b'{"a":"\t","b":1}',
            b'{"a":"\x1f","b":1}',
            b'{"\x7f":1}',
        ]
    )


def not_object(rng: Random) -> bytes:
    pick = rng.choice(
        [number(rng), "null", "true", Text("text"), [value(rng)], [an_object(rng)], rng.choice(NOT_NUMBERS)]
    )
    return write(rng, pick)


def deep(rng: Random) -> bytes:
    count = rng.choice([2, 64, 498, 499, 500, 501, 502, 998, 1000, 2000])
    inner = rng.choice([b"1", b"", b"NaN", b"[]", b'"x"'])
    opening, closing = rng.choice([(b"[", b"]"), (b'{"a":', b"}"), (b"{", b"}"), (b"[{", b"}]"), (b'{"a":[', b"]}")])
    line = rng.choice(
        [
            opening * count + inner + closing * count,
            opening * count,
            b'{"b":1,"t":' + opening * count + inner + closing * count + b"}",
            b'{"b":1,"t":"' + opening.replace(b'"', b'\\"') * count + b'"}',
            b'{"b":1,"t":"\\\\","u":' + opening * count + b"1" + closing * count + b"}",
            b"[" + b"[]," * count + b"[]]",
        ]
    )
    return line if rng.random() < 0.5 or not line.startswith(b"[") else b'{"n":1,"l":' + line + b"}"


def broken_text(rng: Random) -> bytes:
    bad = rng.choice(
        [b"\xff", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\x80", b"\xf0\x9f\x94"]
    )
    return rng.choice(
        [
            b'{"a":1,"t":"' + bad + b'"}',
            b'{"' + bad + b'":1,"b":2}',
            bad + odd_object(rng),
            odd_object(rng) + bad,
            odd_object(rng)
            .decode("utf-8", "replace")
            .encode(rng.choice(["utf-16", "utf-16-le", "utf-16-be", "utf-32"])),
            odd_object(rng).decode("utf-8", "replace").encode("latin-1", "replace"),
        ]
    )


def many(rng: Random) -> bytes:
    """About as many numbers as a line may have."""
    count = rng.choice([60, 63, 64, 65, 66, 100])
    members = Object((f"{rng.choice('kkkkq')}{index}", str(index)) for index in range(count))
    for _ in range(rng.randrange(4)):
        extra = rng.choice(
            [("k1", "5"), ("nan", "NaN"), ("t", Text("x")), ("a/b", "1"), ("k", Object([("1", "2")])), ("k2", "null")]
        )
        members.insert(rng.randrange(len(members)), extra)
    return write(Random(0), members)


def sized(rng: Random) -> bytes:
    """About as long as a line may be."""
    size = rng.choice([4093, 4094, 4095, 4096, 4097, 4098, 5000, 70_000])
    head, foot = rng.choice(
        [
            (b'{"a":1,"t":"', b'"}'),
            (b'{"a":1', b"}"),
            (b"", b'{"a":1}'),
            (b'{"a":1}', b""),
            (b'{"a":1,"t":"', b""),
            (b"[", b"]"),
        ]
    )
    filler = b"x" if head.endswith(b'"') else b" "
    return head + filler * (size - len(head) - len(foot)) + foot


def blank(rng: Random) -> bytes:
    size = rng.choice([0, 1, 2, 10, 4096, 4097, 9000])
    return bytes(rng.choices(b" \t\r\x0b\x0c" if rng.random() < 0.5 else b" ", k=size))


def noise(rng: Random) -> bytes:
    return rng.randbytes(rng.randrange(40)).replace(b"\n", b"")


KINDS: list[tuple[int, Callable[[Random], bytes]]] = [
    (12, plain),
    (40, odd_object),
    (10, twice),
    (10, wrong),
    (5, not_object),
    (3, deep),
    (5, broken_text),
    (3, many),
    (3, sized),
    (4, blank),
    (3, noise),
]


def line(rng: Random) -> bytes:
    """One hostile line, without its end."""
    make = rng.choices([kind for _, kind in KINDS], [weight for weight, _ in KINDS])[0]
    return make(rng)
