"""The settings: where they are read, which value wins, what is wrong with a file, and what they cost."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest
from div_tui.app.cli.config import (
    SETTINGS,
    SMOOTHINGS,
    ConfigError,
    apply_settings,
    check_theme,
    config_path,
    current_settings,
    read_config,
)
from div_tui.app.cli.main import main
from div_tui.app.cli.options import read_run_options
from div_tui.app.view.state import ChartStyle, ViewState
from div_tui.widgets.themes import DIV_DARK, theme_names
from hypothesis import given
from hypothesis import strategies as st
from support.command import run
from support.runs import runs_of

EVERY = 'theme = "nord"\nfps = 2\nmouse = false\nascii = true\nroot = "/runs"\nsmoothing = 0.9\n'
VALUES = {"theme": "nord", "fps": 2.0, "mouse": False, "ascii": True, "root": "/runs", "smoothing": 0.9}

QUOTES = "; put text in quotes, write true and false in lower case"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of settings, that of the person who runs the test; no file yet. The current directory is empty."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    path = tmp_path / "div-tui" / "config.toml"
    path.parent.mkdir()
    return path


def forced(*arguments: str) -> dict[str, tuple[object, str]]:
    """Each setting in force with these arguments, and where it is from."""
    options = argparse.Namespace(**dict.fromkeys(SETTINGS))
    for argument in arguments:
        key, _, value = argument.partition("=")
        setattr(options, key, value)
    return {key: (value, origin) for key, value, origin in current_settings(options, os.environ)}


# --- where ---


def test_where_the_file_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert config_path({"XDG_CONFIG_HOME": "/etc/ada"}) == Path("/etc/ada/div-tui/config.toml")
    for env in ({}, {"XDG_CONFIG_HOME": ""}, {"XDG_CONFIG_HOME": "not/absolute"}):
        assert config_path(env) == Path("/home/ada/.config/div-tui/config.toml")


# --- what wins ---


def test_without_a_file_all_is_by_default(config: Path) -> None:
    assert forced() == {
        "theme": (DIV_DARK.name, "default"),
        "fps": (4.0, "default"),
        "mouse": (True, "default"),
        "ascii": (False, "default"),
        "root": (".", "default"),
        "smoothing": (0.0, "default"),
    }
    Path("runs").mkdir()
    assert forced()["root"] == ("runs", "default")


def test_the_file_wins_over_what_is_by_default(config: Path) -> None:
    config.write_text(EVERY)
    assert forced() == {key: (value, "file") for key, value in VALUES.items()}


def test_options_win_over_the_file(config: Path) -> None:
    config.write_text(EVERY)
    options = read_run_options(
        ["--theme=div-light", "--fps=7", "--mouse", "--no-ascii", "--root=here", "--smoothing=0.6"]
    )
    wanted = {"theme": "div-light", "fps": 7.0, "mouse": True, "ascii": False, "root": "here", "smoothing": 0.6}
    assert {key: getattr(options, key) for key in SETTINGS} == wanted


def test_options_that_are_not_given_are_as_the_file_says(config: Path) -> None:
    config.write_text(EVERY)
    options = read_run_options(["run-7"])
    assert {key: getattr(options, key) for key in SETTINGS} == VALUES


def test_the_environment_names_a_root_over_the_file(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config.write_text(EVERY)
    monkeypatch.setenv("DIV_TUI_ROOT", "/elsewhere")
    assert forced()["root"] == ("/elsewhere", "environment")
    assert forced("root=there")["root"] == ("there", "flag")
    monkeypatch.setenv("DIV_TUI_ROOT", "")
    assert forced()["root"] == ("/runs", "file")
    assert forced("root=")["root"] == ("/runs", "file")


def test_only_a_root_from_the_file_is_filled_in(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_run_options([]).root is None
    monkeypatch.setenv("DIV_TUI_ROOT", "/elsewhere")
    assert read_run_options([]).root is None
    config.write_text(EVERY)
    assert read_run_options([]).root is None
    monkeypatch.delenv("DIV_TUI_ROOT")
    assert read_run_options([]).root == "/runs"


def test_a_root_in_the_home_directory(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    config.write_text('root = "~/runs"\n')
    assert read_config(config) == {"root": "/home/ada/runs"}


def test_the_locale_asks_for_ascii(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("div_tui.app.cli.config.utf8", lambda: False)
    assert forced()["ascii"] == (True, "environment")
    config.write_text("ascii = false\n")
    assert forced()["ascii"] == (False, "file")


def test_options_without_a_setting_are_given_it(config: Path) -> None:
    options = argparse.Namespace(root=None)
    apply_settings(options, os.environ)
    assert (options.theme, options.fps, options.root) == ("div-dark", 4.0, None)


@pytest.mark.parametrize("weight", SMOOTHINGS)
def test_a_view_starts_with_the_smoothing_that_was_asked_for(weight: float) -> None:
    view = ViewState(runs_of({"loss": 1}), style=ChartStyle(smoothing=weight))
    assert view.scales.smoothing == weight
    following = [view.scales.next_smoothing() for _ in SMOOTHINGS]
    assert (set(following), following[-1]) == (set(SMOOTHINGS), weight)


# --- what is wrong ---


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('thme = "nord"', 'config has "thme", which is not one of theme, fps, mouse, ascii, root, smoothing'),
        ("theme = 1", "config has theme = 1, which is not text in quotes"),
        ('theme = ""', 'config has theme = "", which is not the name of a theme'),
        ("[theme]", "config has theme = {}, which is not text in quotes"),
        ('fps = "4"', 'config has fps = "4", which is not a number'),
        ("fps = 0", "config has fps = 0, which is not a number of frames per second from 0.1 to 60"),
        ("fps = 61", "config has fps = 61, which is not a number of frames per second from 0.1 to 60"),
        ("fps = nan", "config has fps = nan, which is not finite"),
        ("mouse = 1", "config has mouse = 1, which is not true or false"),
        ('ascii = "yes"', 'config has ascii = "yes", which is not true or false'),
        ('root = ""', 'config has root = "", which is not the name of a directory'),
        ("root = []", "config has root = [], which is not text in quotes"),
        ("smoothing = 0.5", "config has smoothing = 0.5, which is not one of 0, 0.6, 0.9, 0.97"),
        ("smoothing = true", "config has smoothing = true, which is not a number"),
        (
            "fps =",
            "config line 1, column 6 is not TOML: invalid value" + QUOTES,
        ),
        ("fps = 1\nfps = 2", "config line 2, column 8 defines a key or table twice; keep one"),
    ],
)
def test_what_is_wrong_is_reported_in_one_line(
    config: Path, capfd: pytest.CaptureFixture[str], text: str, why: str
) -> None:
    config.write_text(text)
    for arguments in (["config"], ["ls"], ["run-7", "--print"], ["demo", "--print"]):
        assert main(arguments) == 2
        assert capfd.readouterr() == ("", f"div-tui: {why} ({config})\n")


def test_a_file_that_cannot_be_read(config: Path) -> None:
    config.mkdir()
    with pytest.raises(ConfigError, match=r"cannot read the config .*config\.toml: Is a directory"):
        forced()
    config.rmdir()
    config.symlink_to("nowhere")
    with pytest.raises(ConfigError, match="No such file"):
        forced()
    config.unlink()
    config.write_bytes(b"fps = 1 # \xff")
    with pytest.raises(ConfigError, match="config line 1 is not UTF-8"):
        forced()


@given(st.binary() | st.text().map(str.encode) | st.sampled_from(sorted(SETTINGS)).map(lambda key: f"{key}=".encode()))
def test_whatever_the_file_holds(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "config.toml"
    path.write_bytes(data)
    message = ""
    try:
        assert set(read_config(path)) <= set(SETTINGS)
    except ConfigError as error:
        message = str(error)
    assert message.isprintable()


@pytest.mark.parametrize("text", ["0.5", "-1", "nan", "x", ""])
def test_a_smoothing_that_is_none(config: Path, capfd: pytest.CaptureFixture[str], text: str) -> None:
    assert main(["run-7", f"--smoothing={text}"]) == 2
    why = f"argument --smoothing: {text!r} is not one of 0, 0.6, 0.9, 0.97"
    assert capfd.readouterr().err == f"div-tui: {why}; see div-tui --help\n"


def test_a_theme_that_is_none(config: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("nord", "div-dark", "div-light"):
        check_theme(name, theme_names())
    with pytest.raises(ConfigError, match=r'^there is no theme "drcula"; the nearest is dracula$'):
        check_theme("drcula", theme_names())
    with pytest.raises(ConfigError, match=r'^there is no theme "\\u001b"; use one of .*, div-dark, div-light, '):
        check_theme("\x1b", theme_names())
    config.write_text('theme = "drcula"\n')
    assert main(["config"]) == 2
    assert capfd.readouterr() == ("", 'div-tui: there is no theme "drcula"; the nearest is dracula\n')


# --- the command, and what is paid ---


def test_the_command_says_what_is_in_force(config: Path, capfd: pytest.CaptureFixture[str]) -> None:
    config.write_text('theme = "nord"\nfps = 0.5\n')
    assert main(["config", "--fps", "8", "--no-mouse"]) == 0
    out, err = capfd.readouterr()
    assert out == (
        "key        value  from\n"
        "theme      nord   file\n"
        "fps        8      flag\n"
        "mouse      false  flag\n"
        "ascii      false  default\n"
        "root       .      default\n"
        "smoothing  0      default\n"
        "\n"
        f"file: {config}\n"
    )
    assert err == ""
    config.unlink()
    assert main(["config"]) == 0
    assert capfd.readouterr().out.endswith(f"file: {config} (does not exist)\n")


def test_the_settings_are_heeded(config: Path) -> None:
    (config.parent / "run-7").mkdir()
    (config.parent / "run-7" / "telemetry.jsonl").write_text('{"loss": 1}\n{"loss": 2}\n')
    config.write_text(f'root = "{config.parent}"\nascii = true\nsmoothing = 0.97\n')
    done = run("run-7", "--plot")
    assert (done.status, done.err) == (0, "")
    assert done.out.isascii()
    assert b"EMA 0.97" in done.out
    assert not run("run-7", "--plot", "--no-ascii", env={"LC_ALL": "C.UTF-8"}).out.isascii()


@pytest.mark.parametrize("there", [True, False])
def test_toml_is_loaded_only_for_a_file_that_is_there(config: Path, there: bool) -> None:
    Path("telemetry.jsonl").write_text('{"loss": 1}\n')
    if there:
        config.write_text("fps = 2\n")
    program = "import sys; from div_tui.app.cli.main import main; main(['.', '--print']); print('tomli' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == str(there)
