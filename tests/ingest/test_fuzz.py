"""The command against the oracle, byte for byte, on hostile files.

Set ``DIV_TUI_REAL`` to a folder of ``.jsonl`` files to have damaged copies of their lines tried too.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from random import Random

import pytest
from div_tui.app.cli.main import main
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import hostile_files
from support.hostile_pools import KEYS, NOT_NUMBERS, NUMBERS, SECRETS
from support.oracle_cases import Case, case, judge
from support.oracle_compare import MODES, Options, command, compare, differences, dotenv_text, without_warnings

REAL = os.environ.get("DIV_TUI_REAL")

bounded = settings(
    max_examples=150,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.mark.parametrize("seed", range(40))
def test_files_of_hostile_lines(seed: int, tmp_path: Path) -> None:
    assert judge(case(seed, 60), tmp_path / "run.jsonl") == ""


@pytest.mark.parametrize("seed", range(1100, 1140))
def test_files_of_a_few_hostile_lines(seed: int, tmp_path: Path) -> None:
    assert judge(case(seed, 2), tmp_path / "run.jsonl") == ""


@pytest.mark.skipif(not REAL, reason="DIV_TUI_REAL names no folder")
@pytest.mark.parametrize("seed", range(2000, 2040))
def test_files_of_damaged_real_lines(seed: int, tmp_path: Path) -> None:
    lines = hostile_files.lines_of(Path(REAL or ""))
    assert judge(case(seed, 80, lines), tmp_path / "run.jsonl") == ""


# --- what hypothesis finds ---

texts = st.one_of(st.sampled_from(KEYS), st.text(max_size=6), st.sampled_from(SECRETS))
tokens = st.one_of(
    st.sampled_from(NUMBERS),
    st.floats().map(json.dumps),
    st.integers().map(str),
    st.sampled_from(["true", "false", "null", "{}", "[]", "[1]"]),
    texts.map(json.dumps),
)


def as_object(members: list[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{json.dumps(name)}: {value}" for name, value in members) + "}"


values = st.recursive(tokens, lambda inner: st.lists(st.tuples(texts, inner), max_size=4).map(as_object), max_leaves=8)
objects = st.lists(st.tuples(texts, values), max_size=5, unique_by=lambda member: member[0]).map(as_object)
lines = st.one_of(objects, objects, values, st.sampled_from(NOT_NUMBERS), st.text(max_size=10)).map(
    lambda text: text.encode("utf-8", "surrogatepass")
)
ends = st.sampled_from([b"\n", b"\n", b"\r\n"])
whole = st.tuples(lines, ends).map(b"".join)
files = st.one_of(st.tuples(st.lists(whole, max_size=6).map(b"".join), lines).map(b"".join), st.binary(max_size=40))


@bounded
@given(
    data=files,
    keys=st.lists(st.sampled_from(["loss", "step", "a.b", "a", "los"]), min_size=1, max_size=3),
    any_key=st.booleans(),
    cap=st.sampled_from([0, 1, 2, 200_000]),
)
def test_files_that_hypothesis_makes(data: bytes, keys: list[str], any_key: bool, cap: int, tmp_path: Path) -> None:
    options = Options(keys=tuple(keys), any_key=any_key, max_points=cap)
    assert judge(Case(data, options), tmp_path / "run.jsonl") == ""


@bounded
@given(data=files, secrets=st.lists(st.text('abe\u00e9"\\:1.{/ ', min_size=1, max_size=3), min_size=1, max_size=3))
def test_masking_that_hypothesis_makes(data: bytes, secrets: list[str], tmp_path: Path) -> None:
    options = Options(keys=("loss",), secrets=tuple(secrets), any_key=True)
    assert compare(data, options, tmp_path / "run.jsonl", ["table", "json"]) == []


# --- sizes ---


def numbered(count: int, key: str) -> bytes:
    return b"".join(json.dumps({key % index: index}).encode() + b"\n" for index in range(count))


SIZES = {
    "256 keys": (numbered(256, "k%d"), Options()),
    "257 keys": (numbered(257, "k%d"), Options()),
    "400 keys twice": (numbered(400, "k%d") * 2, Options()),
    "257 odd keys": (numbered(257, "k/%d"), Options(any_key=True)),
    "100 keys skipped": (numbered(100, "k/%d"), Options()),
    "101 keys skipped": (numbered(101, "k/%d"), Options()),
    "102 keys skipped": (numbered(102, "k/%d"), Options()),
    "300 keys not finite": (b"".join(b'{"n%d":NaN}\n' % index for index in range(300)) * 2, Options()),
    "past the 22nd": (b'{"a":1}\n' * 25, Options(max_points=22)),
    "the 25th": (b'{"a":1}\n' * 25, Options(max_points=25)),
    "no cap": (b'{"a":1}\n' * 25, Options(max_points=0)),
    "much white space": (b" " * 10_000_000, Options()),
    "a long line": (b'{"a":1}\n' + b"x" * 3_000_000 + b'\n{"a":1}', Options()),
    "many empty lines": (b"\n" * 100_000 + b"{}", Options()),
    "zero bytes": (b"\x00" * 100_000, Options()),
    "nothing": (b"", Options()),
}


@pytest.mark.parametrize("name", SIZES)
def test_sizes(name: str, tmp_path: Path) -> None:
    data, options = SIZES[name]
    assert judge(Case(data, options), tmp_path / "run.jsonl") == ""


def test_the_200_001st_point(tmp_path: Path) -> None:
    data = b'{"a":1}\n' * 200_000 + b'{"a":7}\n{"b":1}\nx\n'
    assert compare(data, Options(), tmp_path / "run.jsonl", ["table"]) == []


@pytest.mark.parametrize("size", [65_535, 65_536, 65_537, 262_144, 1_048_576])
def test_a_line_end_at_the_edge_of_a_block(size: int, tmp_path: Path) -> None:
    line = b'{"a":1,"t":"' + b"x" * 80 + b'"}\r\n'
    many = line * (size // len(line))
    for lead in range(3):
        data = b" " * (size - len(many) + lead - 1) + many + line + b'{"a":2}'
        assert compare(data, Options(), tmp_path / "run.jsonl", ["table"]) == []


# --- corners ---

CORNERS = {
    "a name given twice beside its dotted name": (
        b'{"a":{"b":1},"a.b":2,"a":{"b":3}}\n{"a.b.c":1,"a.b":{"c":2},"a.b.c":3}\n',
        Options(keys=("a.b",)),
    ),
    "seq asked where it is the place": (b'{"loss":1}\n{}\n', Options(keys=("seq",))),
    "seq asked of an empty run": (b"", Options(keys=("seq",))),
    "seq asked where it is a key": (b'{"loss":1,"seq":2}\n{}\n', Options(keys=("loss",))),
    "an empty x": (b'{"":1,"b":2}\n{"b":3}\n', Options(keys=("b",), x="", any_key=True)),
    "two keys that masking makes one": (b'{"loss":1,"\\u006coss":2}\n', Options(secrets=("loss",))),
    "an escaped secret in a key": (b'{"two\\u005cnlines":1}\n', Options(secrets=("two\nlines",), any_key=True)),
    "a last line nested too deep": (b'{"a":' + b"[" * 1000 + b"]" * 1000 + b"}", Options()),
    "a last line nested a little too deep": (b'{"a":' + b"[" * 500 + b"]" * 500 + b"}", Options()),
    "a last line nested deep enough": (b'{"b":1,"a":' + b"[" * 499 + b"]" * 499 + b"}", Options(keys=("b",))),
    "points that have x alone": (b'{"step":1,"a":2}\n{"step":3}\n', Options(keys=("step",))),
    "an x that no point carries": (b'{"step":1,"a":2}\n{"step":3}\n', Options(keys=("a",), x="stp")),
}


@pytest.mark.parametrize("name", CORNERS)
def test_corners(name: str, tmp_path: Path) -> None:
    data, options = CORNERS[name]
    assert judge(Case(data, options), tmp_path / "run.jsonl") == ""


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are counted in /proc")
def test_a_run_that_was_read_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        assert compare(b'{"a":1}\n', Options(), path, ["table"]) == []
    assert len(os.listdir("/proc/self/fd")) == before


# --- standard input ---


@pytest.mark.parametrize("mode", MODES)
def test_standard_input(mode: str, tmp_path: Path) -> None:
    options = Options(mode=mode, keys=("loss", "a.b"), secrets=("loss", "s3cr3t"), any_key=True)
    data = hostile_files.file(Random(f"pipe {mode}"), 80) + b'\n{"loss":1,"a.b":2}'
    secrets_file = tmp_path / "secrets.env"
    secrets_file.touch(mode=0o600)
    secrets_file.write_text(dotenv_text(options.secrets), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DIV")}
    done = subprocess.run(
        [command(), "-", *options.arguments(secrets_file)],
        input=data,
        capture_output=True,
        env=environment,
        check=False,
    )
    actual = type(options.answer(options.read(b"")))(done.stdout, without_warnings(done.stderr), done.returncode)
    assert differences(options.answer(options.read(data)), actual, mode.startswith("json")) == []


# --- secrets ---


@pytest.mark.parametrize("mode", MODES)
def test_no_secret_reaches_the_output(mode: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    rng = Random(f"secret {mode}")
    secrets = ["hunter2-hunter2", 'quo"te\\s3cr3t', "\u00e9t\u00e9\U0001f511zz", "two\nlines-of-it"]
    spellings = [
        json.dumps(secret, ensure_ascii=ascii_only)[1:-1] for secret in secrets for ascii_only in (True, False)
    ]
    hidden = ["".join(f"\\u{unit:04x}" for unit in _units(secret)) for secret in secrets]
    lines_ = []
    for _ in range(200):
        key = rng.choice(["a", "", "x."]) + rng.choice([*spellings, *hidden]) + rng.choice(["", ".b"])
        text = (
            f'{{"{key}": {rng.choice(["1", "NaN", "{}", "x"])}, "n": {{"{key}": 2}}, "t": "{rng.choice(spellings)}"}}'
        )
        lines_.append(hostile_files.mutate(rng, text.encode()) if rng.random() < 0.2 else text.encode())
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"\n".join(lines_))
    options = Options(mode=mode, keys=("n.***", "n.x.***"), secrets=tuple(secrets), any_key=rng.random() < 0.7)
    secrets_file = tmp_path / "secrets.env"
    secrets_file.touch(mode=0o600)
    secrets_file.write_text(dotenv_text(secrets), encoding="utf-8")
    main([str(path), *options.arguments(secrets_file)])
    out, err = capfdbinary.readouterr()
    for secret in [*secrets, *spellings]:
        assert secret.encode() not in out
        assert secret.encode() not in err
    assert b"***" in out + err


def _units(text: str) -> list[int]:
    encoded = text.encode("utf-16-be")
    return [encoded[at] << 8 | encoded[at + 1] for at in range(0, len(encoded), 2)]
