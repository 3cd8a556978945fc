"""The README tells the truth: its commands, examples and tables are those of the program."""

import argparse
import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from div_tui.app.cli.config import SETTINGS, config_path, read_config
from div_tui.app.cli.options import run_parser
from div_tui.app.cli.parsers import COMPLETIONS, PARSERS, SHELLS
from div_tui.app.dashboard.keys import KEYS
from div_tui.app.ingest.decoder import RUN_POINTS
from div_tui.app.ingest.drops import Reason, how_to_fix
from div_tui.layouts.model import Panel, Stat

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def code(marker: str) -> str:
    """The code block that follows a marker."""
    found = re.search(rf"^<!-- {re.escape(marker)} -->\n```\w+\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found, marker
    return found[1]


def table(name: str) -> list[list[str]]:
    """The rows of a table between its markers, without its head."""
    found = re.search(rf"^<!-- {name} -->\n(.*?)^<!-- /{name} -->$", README, re.MULTILINE | re.DOTALL)
    assert found, name
    rows = [row.strip("| ").split(" | ") for row in found[1].splitlines()]
    return rows[2:]


def options(parser: argparse.ArgumentParser) -> set[str]:
    """The options of a parser as the README spells them."""
    spelt = set()
    for action in parser._actions:
        if action.option_strings:
            names = [*action.option_strings[:-1], " ".join(filter(None, (action.option_strings[-1], action.metavar)))]
            spelt.add(", ".join(f"`{name}`" for name in names))
    return spelt


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the run that the README's own program writes, and its layout."""
    directory = tmp_path_factory.mktemp("readme")
    (directory / "train.py").write_text(code("run: train.py"))
    env = {name: value for name, value in os.environ.items() if name != "DIVERGENT_TELEMETRY_PATH"}
    subprocess.run([sys.executable, "train.py"], cwd=directory, env=env, check=True)
    (directory / "runs" / "run-7" / "telemetry.toml").write_text(code("run: telemetry.toml"))
    return directory


def shell(command: str, directory: Path) -> str:
    """What a person sees who types a command in a directory."""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(command, shell=True, cwd=directory, env=env, check=False, text=True, **both).stdout


def sessions() -> list[tuple[str, str]]:
    """Each command that the README types, and what it says comes back."""
    found = []
    for block in re.findall(r"^<!-- console -->\n```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL):
        for part in block.removeprefix("$ ").split("\n$ "):
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), sessions(), ids=lambda value: value.partition("\n")[0])
def test_commands_print_what_it_says(command: str, output: str, directory: Path) -> None:
    assert shell(command, directory).rstrip("\n") == output.rstrip("\n")


def test_its_mistake_is_reported_as_it_says(directory: Path) -> None:
    layout = directory / "runs" / "run-7" / "telemetry.toml"
    right = layout.read_text()
    command, _, error = code("mistake: scale scael").removeprefix("$ ").partition("\n")
    try:
        layout.write_text(right.replace("scale", "scael"))
        assert shell(command, directory) == error
    finally:
        layout.write_text(right)


def test_its_layout_uses_every_key(directory: Path) -> None:
    layout = (directory / "runs" / "run-7" / "telemetry.toml").read_text()
    assert all(re.search(rf"^{row[0].strip('`')} = ", layout, re.MULTILINE) for row in table("layout"))


def test_every_key_of_a_layout_is_explained() -> None:
    where = {row[0].strip("`"): set(row[1].split(", ")) for row in table("layout")}
    assert {key for key, places in where.items() if "panel" in places} == {*Panel.__dataclass_fields__}
    assert {key for key, places in where.items() if "stat" in places} == {*Stat.__dataclass_fields__}
    assert {key for key, places in where.items() if "top of the file" in places} == {"x"}


def test_the_trainer_callback_writes_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    transformers: Any = ModuleType("transformers")
    transformers.TrainerCallback = object
    monkeypatch.setitem(sys.modules, "transformers", transformers)
    names: dict[str, Any] = {}
    exec(compile(ast.parse(code("trainer")), "README.md", "exec"), names)
    path = tmp_path / "runs" / "run-7" / "telemetry.jsonl"
    callback = names["WritePoints"](str(path))
    for main, logs in [
        (True, {"loss": 0.5, "epoch": 0.1}),
        (False, {"loss": 9.0}),
        (True, None),
        (True, {"eval_loss": 0.4}),
    ]:
        state = SimpleNamespace(is_world_process_zero=main, global_step=20)
        callback.on_log(None, state, None, logs=logs)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines == [{"loss": 0.5, "epoch": 0.1, "step": 20}, {"eval_loss": 0.4, "step": 20}]


def test_every_reason_for_a_drop_says_how_to_fix_it() -> None:
    rows = table("drops")
    assert len(rows) == len(Reason)
    for reason, row in zip(Reason, rows, strict=True):
        assert row[1].startswith(how_to_fix(reason, RUN_POINTS))


def test_every_key_of_the_dashboard_is_listed() -> None:
    assert table("keys") == [[f"`{key.shown}`", key.help] for key in KEYS]


def test_every_option_is_listed() -> None:
    rows = [row[0] for row in table("options")]
    assert len(rows) == len(set(rows))
    assert set(rows) == options(run_parser())


def test_the_options_of_the_other_commands_are_listed() -> None:
    for name, parser in PARSERS.items():
        assert f"div-tui {name}" in README
        for option in options(parser()) - options(run_parser()):
            assert option.strip("`") in README


def test_the_defaults_of_options_are_listed() -> None:
    rows = dict(table("options"))
    for action in run_parser()._actions:
        if action.metavar and action.option_strings and action.default is not None:
            row = rows[f"`{action.option_strings[-1]} {action.metavar}`"]
            assert f"({action.default:g})" in row or f"({action.default})" in row


def test_every_setting_is_shown(tmp_path: Path) -> None:
    path = config_path({"XDG_CONFIG_HOME": str(tmp_path)})
    path.parent.mkdir()
    path.write_text(code("settings"))
    assert list(read_config(path)) == list(SETTINGS)
    assert "`~/.config/div-tui/config.toml`" in README
    commands = re.findall(r"(?:eval|div-tui) .*completions.*", COMPLETIONS)
    assert len(commands) == len(SHELLS)
    assert all(command in README for command in commands)


@pytest.mark.parametrize("marker", ["demo", "tests"])
def test_a_command_does_all_the_set_up(marker: str) -> None:
    command = code(marker).strip()
    assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert "\n" not in command


def test_the_continuous_check_runs_the_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    (program,) = re.findall(r"command=\$\(awk '(.*?)' README\.md\)", script)
    found = subprocess.run(["awk", program, ROOT / "README.md"], capture_output=True, text=True, check=True).stdout
    assert found == code("tests")


def test_what_it_links_to_is_there() -> None:
    for target in re.findall(r"\]\(([^):#]+)\)", README):
        assert (ROOT / target).exists(), target
