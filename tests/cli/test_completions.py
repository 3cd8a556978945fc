"""Completions: what bash offers for words being typed, and that every script has every option."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from div_tui.app.cli.completable import arguments
from div_tui.app.cli.completions import script
from div_tui.app.cli.main import COMMANDS, main
from div_tui.app.cli.parsers import PARSERS, SHELLS
from support.command import SCRIPT, shell

COMPLETE = r"""
eval "$(div-tui completions bash)"
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_div_tui "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
(( ${#COMPREPLY[@]} )) && printf '%s\n' "${COMPREPLY[@]}"
true
"""
PARSED = {name: parser() for name, parser in PARSERS.items()}


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A directory with a file, another directory, and two runs under ``runs``."""
    for name in ("run-7", "my run"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "telemetry.jsonl").write_text("{}\n")
    (tmp_path / "other" / "elsewhere").mkdir(parents=True)
    (tmp_path / "other" / "elsewhere" / "telemetry.jsonl").write_text("{}\n")
    (tmp_path / "log.jsonl").write_text("{}\n")
    return tmp_path


def bash(here: Path, *words: str) -> set[str]:
    """What bash offers for the last of some words."""
    quoted = " ".join(f"'{word}'" for word in words)
    done = shell(f"set -- {quoted}\n{COMPLETE}", here, HOME=str(here))
    assert (done.status, done.err) == (0, "")
    return set(done.out.decode().splitlines())


FILES = {"log.jsonl", "other", "runs"}


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ([""], {*COMMANDS, "run-7", "my run", *FILES}),
        (["c"], {name for name in COMMANDS if name.startswith("c")}),
        (["r"], {"run-7", "runs"}),
        (["my"], {"my run"}),
        (["--plot", "ru"], {"run-7", "runs"}),
        (["--fps", "2", "ru"], {"run-7", "runs"}),
        (["--fps", "=", "2", "ru"], {"run-7", "runs"}),
        (["--root", "other", "e"], {"elsewhere"}),
        (["--root", "=", "other", "e"], {"elsewhere"}),
        (["--root", "~/other", "e"], {"elsewhere"}),
        (["--root", "nowhere", "r"], {"runs"}),
        (["run-7", ""], set()),
        (["run-7", "--th"], {"--theme"}),
        (["run-7", "--mo"], {"--mouse"}),
        (["--root", ""], {"other", "runs"}),
        (["--root", "=", "ot"], {"other"}),
        (["--root", "="], {"other", "runs"}),
        (["--telemetry", "l"], {"log.jsonl"}),
        (["--smoothing", ""], {"0", "0.6", "0.9", "0.97"}),
        (["--smoothing", "=", "0.9"], {"0.9", "0.97"}),
        (["--theme", ""], set()),
        (["check", ""], FILES),
        (["check", "log.jsonl", ""], set()),
        (["completions", ""], set(SHELLS)),
        (["completions", "z"], {"zsh"}),
        (["ls", ""], set()),
        (["ls", "--"], {"--help", "--names", "--root"}),
        (["demo", "--see"], {"--seed"}),
        (["config", "--no-"], {"--no-ascii", "--no-mouse"}),
    ],
)
def test_bash_offers(here: Path, words: list[str], offered: set[str]) -> None:
    assert bash(here, "div-tui", *words) == offered


def test_it_asks_the_command_that_is_typed(here: Path) -> None:
    assert bash(here, str(SCRIPT), "run") == {"run-7", "runs"}


def test_every_command_has_its_parser() -> None:
    assert set(PARSERS) == {"", *COMMANDS}


@pytest.mark.parametrize("command", PARSERS)
def test_a_parser_lists_what_argparse_parses(command: str) -> None:
    parser = PARSED[command]
    assert parser.actions == parser._actions


@pytest.mark.parametrize("name", SHELLS)
def test_every_script_has_every_option(name: str) -> None:
    text = script(name, PARSED)
    assert "@" not in text.replace('"$@"', "").replace("[@]", "").replace("{(@", "")
    for command, parser in PARSED.items():
        assert not command or command in text
        for one in arguments(parser):
            for option in one.names:
                spelt = option.lstrip("-") if name == "fish" else option
                assert spelt in text


@pytest.mark.parametrize("name", SHELLS)
def test_its_own_shell_can_read_it(name: str, tmp_path: Path) -> None:
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"there is no {name} here")
    path = tmp_path / "script"
    path.write_text(script(name, PARSED) + "\n")
    options = ["--no-execute"] if name == "fish" else ["-n"]
    done = subprocess.run([program, *options, path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_fish_offers_runs_and_options(here: Path) -> None:
    program = shutil.which("fish")
    if program is None:
        pytest.skip("there is no fish here")
    env = {**os.environ, "PATH": f"{SCRIPT.parent}:{os.environ['PATH']}", "HOME": str(here)}

    def offered(line: str) -> set[str]:
        command = f"div-tui completions fish | source; complete -C '{line}'"
        done = subprocess.run(
            [program, "--no-config", "-c", command], cwd=here, env=env, capture_output=True, text=True, check=True
        )
        return {word.partition("\t")[0] for word in done.stdout.splitlines()}

    assert {*COMMANDS, "run-7", "my run", "log.jsonl"} <= offered("div-tui ")
    assert "elsewhere" in offered("div-tui --root other ")
    assert offered("div-tui run-7 --th") == {"--theme"}
    assert offered("div-tui --smoothing ") == {"0", "0.6", "0.9", "0.97"}
    assert offered("div-tui completions ") == set(SHELLS)
    assert offered("div-tui run-7 ") == set()


def test_an_unknown_shell_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["completions", "tcsh"]) == 2
    err = capfd.readouterr().err
    assert err.startswith("div-tui: argument shell: invalid choice: 'tcsh'")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", SHELLS)
def test_the_command_prints_the_script(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["completions", name]) == 0
    assert capfd.readouterr() == (script(name, PARSED) + "\n", "")
