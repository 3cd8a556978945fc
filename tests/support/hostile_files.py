"""Files of hostile lines, and of real lines that were damaged, made by chance from a seed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from . import hostile
from .hostile_pools import SECRETS

MARK = b"\xef\xbb\xbf"


def mutate(rng: Random, original: bytes) -> bytes:
    """The line with a few of its bytes flipped, cut, doubled, or swapped for others."""
    out = bytearray(original)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        at = rng.randrange(len(out) + 1)
        to = min(len(out), at + rng.choice([1, 1, 2, 8, 40]))
        pick = rng.randrange(6)
        if pick == 0 and at < len(out):
            out[at] ^= 1 << rng.randrange(8)
        elif pick == 1:
            del out[at:to]
        elif pick == 2:
            out[at:at] = out[at:to]
        elif pick == 3:
            out[at:at] = bytes(
                rng.choice(b'{}[]",:\\0123456789.eE+-NI \t\r\n\x00\x80\xff') for _ in range(rng.randrange(1, 3))
            )
        elif pick == 4:
            del out[at:]
        else:
            out[at:to] = rng.choice(
                [b"NaN", b"Infinity", b"1e999", b"null", b'"x"', b"{}", b"[]", b"\xef\xbb\xbf", b"9" * 400]
            )
    return bytes(out)


def a_line(rng: Random) -> bytes:
    """A hostile line, one in ten of them damaged."""
    made = hostile.line(rng)
    return mutate(rng, made) if rng.random() < 0.1 else made


def end(rng: Random) -> bytes:
    return rng.choices([b"\n", b"\r\n", b"\r\r\n", b"\r"], [80, 15, 2, 1])[0]


def tail(rng: Random) -> bytes:
    """What stands after the last line end."""
    pick = rng.random()
    if pick < 0.4:
        return b""
    made = a_line(rng)
    return made if pick < 0.8 else made[: rng.randrange(len(made) + 1)]


def crowd(rng: Random) -> bytes:
    """Lines that together bring nearly all the keys a run may have, or more."""
    names = [f"{rng.choice(['k', 'n'])}{index}" for index in range(rng.choice([200, 250, 255, 256, 257, 300]))]
    rng.shuffle(names)
    out = b""
    while names:
        taken, names = names[:40], names[40:]
        out += (
            json.dumps(
                {name: rng.choice([1, 0.5, float("nan")]) if rng.random() < 0.2 else 1 for name in taken}
            ).encode()
            + b"\n"
        )
    return out


def file(rng: Random, lines: int) -> bytes:
    """A whole file of about that many hostile lines."""
    out = rng.choices([b"", MARK, MARK + MARK, MARK + b"\n", b"\n", b"\xff\xfe"], [70, 20, 2, 3, 3, 2])[0]
    if rng.random() < 0.15:
        out += crowd(rng)
    for _ in range(lines):
        out += a_line(rng) + end(rng)
    return out + tail(rng)


def mutated_file(rng: Random, lines: list[bytes], count: int) -> bytes:
    """A file of lines taken from those given, some of them mutated or spliced."""
    out = b""
    for _ in range(count):
        taken = rng.choice(lines)
        pick = rng.random()
        if pick < 0.4:
            taken = mutate(rng, taken)
        elif pick < 0.5:
            other = rng.choice(lines)
            taken = taken[: rng.randrange(len(taken) + 1)] + other[rng.randrange(len(other) + 1) :]
        out += taken + end(rng)
    return out + (mutate(rng, rng.choice(lines)) if rng.random() < 0.5 else b"")


def secrets(rng: Random) -> list[str]:
    """A few secrets, mostly short enough to be found in hostile lines."""
    return rng.sample(SECRETS, rng.choice([1, 1, 2, 3, 5]))


def lines_of(folder: Path) -> list[bytes]:
    """Every line of the ``.jsonl`` files in a folder."""
    return [found for path in sorted(folder.glob("*.jsonl")) for found in path.read_bytes().split(b"\n") if found]
