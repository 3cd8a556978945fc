"""What an export writes, and where."""

from __future__ import annotations

from pathlib import Path

import pytest
from div_tui.app.report import export
from support.runs import Growing, runs_of


def test_points_are_rows_under_a_header() -> None:
    runs = runs_of({"step": 1, "loss": 0.1}, {"step": 2}, {"step": 3, "loss": 2, "acc": 1e-12})
    assert export.points(runs, "step", ["loss", "acc"]) == "step\tloss\tacc\n1\t0.1\t\n3\t2\t1e-12\n"
    assert export.points(runs, "seq", ["loss"]) == "seq\tloss\n1\t0.1\n3\t2\n"
    assert export.points(runs, "step", ["no.such.key"]) == "step\tno.such.key\n"


def test_each_of_several_runs_has_a_header_and_its_name_in_the_first_column() -> None:
    runs = [Growing({"step": 1, "loss": 0.5}, name="a").run, Growing({"loss": 2}, {"loss": 3}, name="b").run]
    assert export.points(runs, "step", ["loss"]) == "run\tstep\tloss\na\t1\t0.5\nrun\tstep\tloss\nb\t\t2\nb\t\t3\n"
    assert export.points(runs[1:], "seq", ["loss"]) == "seq\tloss\n1\t2\n2\t3\n"


def test_names_in_the_header_cannot_break_a_row() -> None:
    assert export.points(runs_of({"a\tb": 1}, any_key=True), "seq", ["a\tb"]) == "seq\ta\\tb\n1\t1\n"


@pytest.mark.parametrize(
    ("run", "panel", "name"),
    [
        ("run-7", "Loss", "run-7-Loss.tsv"),
        ("run-7", "loss, eval.loss", "run-7-loss-eval.loss.tsv"),
        ("run-7", "train/loss", "run-7-train-loss.tsv"),
        ("../..", "/etc/passwd", "etc-passwd.tsv"),
        ("損失", "損失", "export.tsv"),
        (".hidden", "x", "hidden-x.tsv"),
        ("r" * 99, "x", "r" * 80 + ".tsv"),
        ("r", "[red]x[/]", "r--red-x.tsv"),
    ],
)
def test_a_file_is_named_in_plain_characters(run: str, panel: str, name: str) -> None:
    assert export.file_name(run, panel, ".tsv") == name


def test_a_file_that_is_there_is_written_over_only_where_that_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "out.tsv"
    export.write(path, "one\n", overwrite=False)
    with pytest.raises(FileExistsError):
        export.write(path, "two\n", overwrite=False)
    assert path.read_text() == "one\n"
    export.write(path, "3\n", overwrite=True)
    assert path.read_text() == "3\n"


def test_a_folder_is_not_written_to(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        export.write(tmp_path, "one\n", overwrite=True)


def test_text_is_written_whatever_the_locale(tmp_path: Path) -> None:
    path = tmp_path / "out.tsv"
    export.write(path, "損失\ud800\n", overwrite=False)
    assert path.read_bytes() == "損失\\ud800\n".encode()
