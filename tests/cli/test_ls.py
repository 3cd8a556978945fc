"""``div-tui ls``: which runs there are, and what to call them by."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from div_tui.app.cli.main import main


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A root with runs whose lines changed one second after the other, the last in the order here the newest."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.chdir(tmp_path)
    runs = tmp_path / "runs"
    for second, name in enumerate(("old", "my run", "demo", "-x", "new")):
        (runs / name).mkdir(parents=True)
        lines = runs / name / "telemetry.jsonl"
        lines.write_text('{"loss": 1}\n' * (second + 1))
        os.utime(lines, (1_700_000_000 + second,) * 2)
    (runs / "not a run").mkdir()
    yield runs
    monkeypatch.undo()
    time.tzset()


def listed(capfd: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["ls", *arguments]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    return out.splitlines()


def test_the_newest_is_first(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert listed(capfd) == [
        "run        changed              bytes",
        "new        2023-11-14 22:13:24  60",
        "runs/-x    2023-11-14 22:13:23  48",
        "runs/demo  2023-11-14 22:13:22  36",
        "my run     2023-11-14 22:13:21  24",
        "old        2023-11-14 22:13:20  12",
    ]


def test_every_name_opens_its_run(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    names = listed(capfd, "--names")
    assert names == ["new", "runs/-x", "runs/demo", "my run", "old"]
    for name, count in zip(names, (5, 4, 3, 2, 1), strict=True):
        assert main([name, "--print"]) == 0
        assert capfd.readouterr().out.splitlines()[1].split()[:2] == ["loss", str(count)]


def test_a_root_that_is_here(root: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    assert listed(capfd, "--names") == ["new", "./-x", "./demo", "my run", "old"]


def test_a_root_that_is_a_run_itself(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (root / "telemetry.jsonl").write_text("{}\n")
    assert listed(capfd, "--names")[0] == "runs"


@pytest.mark.parametrize("how", ["option", "environment", "file"])
def test_another_root(root: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    other = root.parent / "other"
    (other / "there").mkdir(parents=True)
    (other / "there" / "metrics.jsonl").write_text("")
    if how == "environment":
        monkeypatch.setenv("DIV_TUI_ROOT", str(other))
    elif how == "file":
        monkeypatch.setenv("XDG_CONFIG_HOME", str(root.parent))
        (root.parent / "div-tui").mkdir()
        (root.parent / "div-tui" / "config.toml").write_text(f'root = "{other}"\n')
    assert listed(capfd, "--names", *(["--root", str(other)] if how == "option" else [])) == ["there"]


def test_no_run_at_all(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["ls", "--root", str(tmp_path)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"div-tui: no run in {tmp_path}: looked for ")
    assert main(["ls", "--root", str(tmp_path / "gone")]) == 2
    assert "is not a directory" in capfd.readouterr().err


def test_names_are_plain_text(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a\x1b[31m").mkdir()
    (tmp_path / "a\x1b[31m" / "telemetry.jsonl").write_text("")
    assert listed(capfd, "--root", str(tmp_path), "--names") == ["a\\u001b[31m"]
