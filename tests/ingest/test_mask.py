"""Masking: no spelling of a secret is left, and nothing else is touched."""

from __future__ import annotations

import json
import time

import pytest
from div_tui.app.ingest.mask import Masker
from hypothesis import given
from hypothesis import strategies as st

letters = st.text("ab", min_size=1, max_size=4)
awkward = st.text('ab"\\/\n\té€😀\u2028 ', max_size=6).map("Zq".__add__)


def by_hand(text: str, secrets: list[str]) -> str:
    """Mark every character that an occurrence covers; what touches becomes one mask."""
    covered: set[int] = set()
    joined: set[int] = set()  # places between two characters that one occurrence, or two touching ones, span
    edges = []
    for secret in secrets:
        for at in range(len(text) - len(secret) + 1):
            if text.startswith(secret, at):
                covered |= set(range(at, at + len(secret)))
                edges.append((at, at + len(secret)))
    for start, end in edges:
        joined |= set(range(start + 1, end))
        joined |= {start for _, other in edges if other == start}
    out = ""
    for at, character in enumerate(text):
        if at not in covered:
            out += character
        elif at not in joined:
            out += "***"
    return out


@given(st.text("abc", max_size=30), st.lists(letters, max_size=4))
def test_overlapping_and_touching_occurrences_are_one_mask(text: str, secrets: list[str]) -> None:
    masker = Masker(secrets)
    assert masker.text(text) == by_hand(text, secrets)
    assert masker.line(text.encode()) == by_hand(text, secrets).encode()
    assert masker.occurs_in(text.encode()) == (masker.line(text.encode()) != text.encode() or "***" in secrets)


@given(awkward, st.booleans(), st.booleans())
def test_a_secret_in_json_is_masked_however_python_writes_it(secret: str, ascii_only: bool, key: bool) -> None:
    row = {secret: 1} if key else {"k": secret}
    line = json.dumps(row, ensure_ascii=ascii_only).encode()
    assert json.loads(Masker([secret]).line(line)) == ({"***": 1} if key else {"k": "***"})


@pytest.mark.parametrize(
    ("secret", "line"),
    [
        ("a/b", rb'{"k":"a\/b"}'),  # as PHP writes it
        ("é€", rb'{"k":"\u00E9\u20AC"}'),  # as others write it
        ("\U0001f600", rb'{"k":"\ud83d\ude00"}'),
        ('say "x"', rb'{"k":"say \"x\""}'),
        ("C:\\new", rb'{"k":"C:\\new"}'),
        ("two\nlines", rb'{"k":"two\nlines"}'),
    ],
)
def test_spellings(secret: str, line: bytes) -> None:
    assert Masker([secret]).line(line) == b'{"k":"***"}'


def test_a_secret_of_several_lines_does_not_mask_its_single_ones() -> None:
    assert Masker(["one\ntwo"]).line(b"one") == b"one"


def test_without_secrets_there_is_nothing_to_mask() -> None:
    for masker in (Masker(), Masker([""])):
        assert not masker
        assert masker.longest == 0
        assert not masker.occurs_in(b"***")
        assert masker.line(b"line") == b"line"


def test_bytes_that_are_not_utf_8_are_left_as_they_are() -> None:
    assert Masker(["secret"]).line(b"\xff secret \xfe") == b"\xff *** \xfe"


@given(st.text("abc", max_size=40), st.lists(letters, max_size=3), st.integers(0, 40), st.text("abc", max_size=9))
def test_an_excerpt_shows_nothing_of_what_follows_it_nor_of_a_secret_that_starts_in_it(
    text: str, secrets: list[str], size: int, rest: str
) -> None:
    masker = Masker(secrets)
    whole = text.encode() + b"c" * (size + masker.longest)
    head = masker.excerpt(whole, size)
    assert masker.excerpt(whole[: size + masker.longest] + rest.encode(), size) == head
    assert masker.line(whole).startswith(head)
    assert masker.line(head) == head


# --- spelled with escapes it need not have ---

SHORT = {'"': '\\"', "\\": "\\\\", "/": "\\/", "\n": "\\n", "\t": "\\t"}


def spelt(character: str, how: int) -> str:
    """A character in a JSON string, in one of the ways there are."""
    units = character.encode("utf-16-be")
    escapes = "".join(f"\\u{units[at] * 256 + units[at + 1]:04x}" for at in range(0, len(units), 2))
    plain = character if character >= " " and character not in '"\\' else escapes
    return [plain, escapes, escapes.upper().replace("U", "u"), SHORT.get(character, plain)][how]


@given(awkward, st.lists(st.integers(0, 3), min_size=8, max_size=8), st.sampled_from(["", "x", "\\n", "\\u0041", "é"]))
def test_an_excerpt_shows_no_secret_behind_escapes(secret: str, ways: list[int], beside: str) -> None:
    written = "".join(map(spelt, secret, ways))
    assert json.loads(f'"{written}"') == secret
    line = f'nope "{beside}{written}{beside}" [1'.encode()
    assert Masker([secret]).excerpt(line, 200) == f'nope "{beside}***{beside}" [1'.encode()


def test_an_excerpt_is_cut_before_or_after_a_mask() -> None:
    secret = "hunter2"
    hidden = "".join(f"\\u{ord(character):04x}" for character in secret).encode()
    masker = Masker([secret])
    assert masker.longest == len(hidden)
    assert masker.excerpt(b"ab" + hidden + b"cd", 3) == b"ab***"
    assert masker.excerpt(b"ab" + hidden + b"cd", 2) == b"ab"
    assert masker.excerpt(b"ab" + hidden[:6] + b"nter2" + hidden, 200) == b"ab\\u0068nter2***"
    assert masker.excerpt(b"ab" + hidden + secret.encode() + hidden + b"cd", 200) == b"ab***cd"


def test_what_only_looks_like_an_escape_is_not_one() -> None:
    masker = Masker(["hunter2", "\x08unter2"])
    line = rb'{"a": "\\u0068unter2", "\u006", "\x68unter2" "\uD83D"'
    assert masker.excerpt(line, 200) == line
    assert masker.excerpt(rb"\bunter2 \u0008unter2", 200) == b"*** ***"


def test_a_secret_that_repeats_itself_is_quick_to_mask() -> None:
    masker = Masker(["a" * 500, "ab" * 200])
    begin = time.process_time()
    assert masker.line(b"a" * 100_000) == b"***"
    assert time.process_time() - begin < 2
