"""The secrets file: its values, warnings, what is refused, and that no value is ever shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from div_tui.app.ingest.secrets import SecretsError, read_secrets
from dotenv import dotenv_values
from hypothesis import example, given
from hypothesis import strategies as st
from support.privilege import needs_permissions


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "secrets.env"
    path.touch(mode=0o600)
    return path


def masks(file: Path, text: str) -> bool:
    return read_secrets(file)[0].text(text) == "***"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("A=plain-value", "plain-value"),
        ("export A=exported", "exported"),
        ("A='single quoted # not a comment'", "single quoted # not a comment"),
        ('A="with \\"quotes\\" and\\na line"', 'with "quotes" and\na line'),
        ("A=value # a comment", "value"),
        ("A=${HOME}/key", "${HOME}/key"),
        ("A=crlf-value\r\nB=other\r\n", "crlf-value"),
        ("A=first\nA=second-one", "second-one"),
        ("\ufeffA=after-a-mark", "after-a-mark"),
        ("A=clé-€", "clé-€"),
        ("A = spaced", "spaced"),
        ("A='two\nlines'", "two\nlines"),
    ],
)
def test_values_are_read_as_python_dotenv_reads_them(file: Path, written: str, value: str) -> None:
    file.write_text(written, encoding="utf-8", newline="")
    assert masks(file, value)
    assert value in dotenv_values(file, interpolate=False).values()


@given(st.text("AB='\"# \\\n\r$x", max_size=30))
@example("A")
@example("A=\nB")
def test_any_text_gives_the_values_that_python_dotenv_gives(
    tmp_path_factory: pytest.TempPathFactory, written: str
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.env"
    file.write_text(written, encoding="utf-8", newline="")
    masker, _ = read_secrets(file)
    values = [value for value in dotenv_values(file, interpolate=False).values() if value]
    assert all(masker.text(value) == "***" for value in values)
    assert bool(masker) == bool(values)


def test_empty_values_and_names_alone_mask_nothing(file: Path) -> None:
    file.write_text("A=\nB=''\nC\n# D=comment\n")
    masker, warnings = read_secrets(file)
    assert not masker
    assert warnings == []


def test_a_short_value_is_masked_and_warned_of_by_its_name(file: Path) -> None:
    file.write_text("PIN=zq7\nTOKEN=zq7w\n")
    masker, warnings = read_secrets(file)
    assert masker.text("zq7 zq7w") == "*** ***"
    assert warnings == ["the secret PIN is shorter than 4 characters: masking it may hide other text too"]


def test_a_file_that_others_can_read_is_warned_of(file: Path) -> None:
    file.write_text("A=long-enough\n")
    for mode, warned in ((0o600, 0), (0o640, 1), (0o604, 1), (0o400, 0)):
        file.chmod(mode)
        warnings = read_secrets(file)[1]
        assert warnings == [f"the secrets file {file} can be read by others; run: chmod 600 {file}"] * warned


def test_a_line_that_is_no_setting_is_warned_of_by_its_number_alone(file: Path) -> None:
    file.write_text("A=fine-one\n=hidden-value\nB=fine-two\n")
    masker, warnings = read_secrets(file)
    assert warnings == [f"the secrets file {file} has a line 2 that is not NAME=value"]
    assert masker.text("fine-two") == "***"


def test_no_value_is_ever_shown(file: Path) -> None:
    file.write_text("A=zq1\nB='unclosed-value\nC=\"also-unclosed\nzq2zq3\n")
    file.chmod(0o644)
    _, warnings = read_secrets(file)
    assert len(warnings) >= 3
    assert not any(value in warning for warning in warnings for value in ("zq1", "unclosed", "zq2"))


def test_a_name_with_control_characters_is_shown_escaped(file: Path) -> None:
    file.write_text("'A\x1b[31m'=zq1\n")
    assert read_secrets(file)[1] == [
        "the secret A\\u001b[31m is shorter than 4 characters: masking it may hide other text too"
    ]


def test_what_cannot_be_read_is_refused(tmp_path: Path, file: Path) -> None:
    with pytest.raises(SecretsError, match=r"^the secrets file .*nowhere cannot be read: No such file or directory$"):
        read_secrets(tmp_path / "nowhere")
    with pytest.raises(SecretsError, match=r"cannot be read: Is a directory$"):
        read_secrets(tmp_path)
    file.write_bytes(b"A=\xff\xfe\n")
    with pytest.raises(SecretsError, match=r"is not UTF-8; save it as UTF-8$"):
        read_secrets(file)


@needs_permissions
def test_a_file_that_the_user_may_not_read_is_refused(file: Path) -> None:
    file.chmod(0)
    with pytest.raises(SecretsError, match=r"cannot be read: Permission denied$"):
        read_secrets(file)
