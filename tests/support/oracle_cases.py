"""Command lines and files, chosen by chance from a seed, for the command and the oracle to differ on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from . import hostile_files
from .hostile_pools import KEYS
from .oracle import is_events, read
from .oracle_compare import MODES, Options, compare, shrink


@dataclass
class Case:
    """One file and what is asked of it."""

    data: bytes
    options: Options


def options(rng: Random, data: bytes) -> Options:
    """What to ask of a file: keys it has, keys it nearly has and keys it has not."""
    secrets = tuple(hostile_files.secrets(rng)) if rng.random() < 0.3 else ()
    any_key = rng.random() < 0.4
    known = read(data, secrets=secrets, any_key=any_key).keys
    pool = [*known, *known, *KEYS[:17], *(KEYS if any_key else ()), *(key + "s" for key in known[:3])]
    pool = [key for key in pool if not key.startswith("-")]
    keys = tuple(rng.choice(pool) for _ in range(rng.choice([1, 1, 2, 3])))
    return Options(
        keys=keys,
        x=rng.choice(pool) if rng.random() < 0.3 else None,
        secrets=secrets,
        any_key=any_key,
        max_points=rng.choice([200_000, 200_000, 200_000, 0, 1, 2, 3, 11, 12, 21, 50]),
        quiet=rng.random() < 0.2,
    )


def case(seed: int, lines: int, real: list[bytes] | None = None) -> Case:
    """The file and the options of a seed. With ``real``, the file is made of those lines, damaged."""
    rng = Random(seed)
    data = hostile_files.mutated_file(rng, real, lines) if real else hostile_files.file(rng, lines)
    return Case(data, options(rng, data))


def judge(one: Case, path: Path) -> str:
    """Nothing where the two agree; else the fewest lines they differ on, and how."""
    if is_events(one.data):
        return ""
    for mode in MODES:
        if compare(one.data, one.options, path, [mode]):
            fewest = shrink(one.data, one.options, path, [mode])
            found = "\n".join(compare(fewest, one.options, path, [mode]))
            return f"{fewest[:4000]!r} ({len(fewest)} bytes)\n{one.options}\n{found}"
    return ""
