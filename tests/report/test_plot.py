"""Panels printed as text: what is drawn, how wide, in which colours and characters, and the messages beside them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from div_tui.app.cli.main import main
from div_tui.layouts.text import cell_width
from div_tui.widgets.chart.model import Series, View
from div_tui.widgets.panel_face import draw_panel
from support.command import run as command
from support.plotted import LAYOUT, STEPS, plotted_run


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return plotted_run(tmp_path)


def plot(capfd: pytest.CaptureFixture[str], *arguments: str | Path, status: int = 0) -> list[str]:
    """The lines that are printed; messages are still to be read from ``capfd``."""
    assert main([*map(str, arguments), "--plot"]) == status
    return capfd.readouterr().out.splitlines()


def titles(printed: list[str]) -> list[str]:
    return re.findall(r"[╭+] (\S+)", "\n".join(printed))


# --- what is drawn ---


def test_it_draws_the_cards_and_the_panels_of_the_layout(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    printed = plot(capfd, run)
    assert titles(printed) == ["Best", "Both", "Rate", "Later"]
    assert len(printed) == 4 + 12 + 12 + 3
    assert {cell_width(line) for line in printed} == {80}
    assert "0.075" in printed[1]
    assert printed[2].split("│")[1].strip() == "min at 40"
    assert printed[-2].strip("│ ") == "no points yet"


def test_a_panel_is_that_of_the_dashboard(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    series = [Series("loss", STEPS, 2 / STEPS), Series("eval", STEPS, 3 / STEPS)]
    assert plot(capfd, run)[4:16] == draw_panel("Both", series, View(marked=True), 80, 12).cells.rows()


def test_a_wide_terminal_has_two_columns(
    run: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (run / "telemetry.toml").unlink()
    monkeypatch.setenv("COLUMNS", "120")
    printed = plot(capfd, run)
    assert titles(printed) == ["loss", "eval", "lr"]
    assert printed[0].count("╭") == 2
    assert [cell_width(line) for line in printed] == [120] * 12 + [60] * 12


@pytest.mark.parametrize("width", [*range(1, 30), 95, 96, 97, 300])
def test_no_line_is_wider_than_the_terminal(
    run: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert max(map(cell_width, plot(capfd, run))) <= width


def test_a_terminal_beyond_reason(
    run: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(10**12))
    assert max(map(cell_width, plot(capfd, run))) == 1000


def test_keys_narrow_it(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert titles(plot(capfd, run, "lr")) == ["Rate"]
    assert titles(plot(capfd, run, "eval")) == ["Best", "Both"]
    assert titles(plot(capfd, run, "step", "lr")) == ["Rate", "step"]


def test_another_x(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    printed = plot(capfd, run, "--telemetry=none", "--x", "lr")
    assert titles(printed) == ["step", "loss", "eval"]
    labels = [float(label) for label in re.findall(r"\d\S*", printed[-2])]
    assert labels
    assert max(labels) < 1


def test_it_starts_with_a_smoothing(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "EMA 0.9" in plot(capfd, run, "lr", "--smoothing", "0.9")[-1]


def test_a_run_without_points(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "telemetry.jsonl").write_text("")
    (tmp_path / "telemetry.toml").write_text(LAYOUT)
    assert plot(capfd, tmp_path) == ["no points yet"]
    assert main([str(tmp_path), "loss", "--plot"]) == 1
    assert capfd.readouterr() == ("no points yet\n", 'div-tui: no point carries "loss"\n')


def test_points_without_numbers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "telemetry.jsonl").write_text('{"note": "begin"}\n')
    assert plot(capfd, tmp_path) == ["no points yet"]


def test_it_reads_a_pipe() -> None:
    done = command("-", "--plot", stdin=b'{"step": 1, "loss": 2}\n{"step": 2, "loss": 1}', env={"LC_ALL": "C.UTF-8"})
    assert (done.status, done.err) == (0, "")
    assert done.out.decode().startswith("╭ loss ")


# --- messages ---


def test_what_was_dropped_is_reported(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with (run / "telemetry.jsonl").open("a") as file:
        file.write("nonsense\n")
    assert main([str(run), "--plot"]) == 0
    assert capfd.readouterr().err.startswith("telemetry: dropped a line that is not JSON")
    assert main([str(run), "--plot", "-q"]) == 0
    assert capfd.readouterr().err == ""


def test_keys_and_an_x_that_no_point_carries(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main([str(run), "--plot", "los", "--x", "stp"]) == 1
    out, err = capfd.readouterr()
    assert "no points yet" in out
    assert err.splitlines() == [
        'div-tui: no point carries "stp"; the nearest key is "step"',
        'div-tui: no point carries "los"; the nearest key is "loss"',
    ]
    assert main([str(run), "--plot", "los", "lr"]) == 0


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ("-f", "--plot prints once and cannot be combined with -f"),
        ("--csv", "--csv and --plot cannot be combined; choose one"),
        ("--json", "--json and --plot cannot be combined; choose one"),
    ],
)
def test_it_is_one_way_to_print(run: Path, capfd: pytest.CaptureFixture[str], other: str, why: str) -> None:
    assert main([str(run), "--plot", other]) == 2
    assert capfd.readouterr() == ("", f"div-tui: {why}; see div-tui --help\n")


def test_titles_are_masked_and_plain_text(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    layout = '[[stat]]\ntitle = "hunter22"\ny = "lr"\n[[panel]]\ntitle = "a hunter22 \\u001b[31m"\ny = "lr"\n'
    (run / "telemetry.toml").write_text(layout)
    (run / "secrets").write_text("PASSWORD=hunter22\n")
    (run / "secrets").chmod(0o600)
    printed = plot(capfd, run, "--secrets", run / "secrets")
    assert printed[0].startswith("╭ *** ")
    assert printed[4].startswith("╭ a *** \\u001b[31m ")


def test_no_screen_is_loaded(run: Path) -> None:
    program = (
        "import sys; from div_tui.app.cli.main import main; main(sys.argv[1:])\n"
        "loaded = {name.partition('.')[0] for name in sys.modules} & {'textual', 'rich'}\n"
        "sys.exit(f'loaded: {loaded}' if loaded else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program, run, "--plot"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


# --- characters and colours ---


def test_ascii_alone(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    printed = plot(capfd, run, "--ascii")
    assert titles(printed) == ["Best", "Both", "Rate", "Later"]
    assert "".join(printed).isascii()


def test_ascii_by_itself_where_the_locale_is_not_utf8(run: Path) -> None:
    assert command(run, "--plot", env={"LC_ALL": "C"}).out.isascii()
    assert not command(run, "--plot", "--no-ascii", env={"LC_ALL": "C"}).out.isascii()
    assert not command(run, "--plot", env={"LC_ALL": "C.UTF-8"}).out.isascii()


def test_series_differ_in_their_marks_if_there_are_no_colours(run: Path, capfd: pytest.CaptureFixture[str]) -> None:
    printed = "\n".join(plot(capfd, run, "loss"))
    assert "● loss 0.05" in printed
    assert "■ eval 0.075" in printed
    assert "●" not in "\n".join(plot(capfd, run, "lr"))


def test_a_run_whose_keys_are_all_skipped_says_how_to_read_them(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"step": 1, "train/loss": 1}\n{"step": 2, "train/loss": 2}\n')
    why = 'every key was skipped, as "train/loss"; open the run with --any-key'
    assert plot(capfd, path, "-q") == [why]
    assert plot(capfd, path, "--any-key")[0].startswith("╭ train/loss ")


def test_with_ascii_alone_nothing_else_is_printed(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"損": 1}\n{"損": 2}\n')
    printed = plot(capfd, path, "--any-key", "--ascii")
    assert printed[0].startswith("+ ?? ---")
    assert all(map(str.isascii, printed))
