"""CONTRIBUTING tells the truth: its map, its recipes and its glossary are those of the code."""

from __future__ import annotations

import importlib
import json
import re
import threading
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest
from div_tui.app.cli.main import main
from div_tui.app.dashboard.app import Dashboard
from div_tui.app.dashboard.keys import KEYS
from div_tui.app.dashboard.screens.main import MainScreen
from div_tui.app.ingest.decoder import Decoder, Rules
from div_tui.app.ingest.drops import REASONS, Reason
from div_tui.app.ingest.formats import registry as formats
from div_tui.app.ingest.formats.telemetry import TelemetryDecoder
from div_tui.app.runs.open_run import open_run
from div_tui.app.runs.options import RunOptions
from div_tui.app.sources import registry as sources
from div_tui.app.sources.address import Address
from div_tui.app.sources.source import Source
from div_tui.app.view.panels import Item
from div_tui.app.view.state import ViewState
from div_tui.layouts.model import Panel
from div_tui.layouts.read import parse
from support.runs import runs_of
from support.scripted import ScriptedSource

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
README = (ROOT / "README.md").read_text()
RECIPES = dict(re.findall(r"<!-- recipe: (\w+) -->\n(.*?)(?=<!-- recipe)", PAGE, re.DOTALL))
NAMES = {
    "source": "file",
    "format": "telemetry",
    "drop": "telemetry_points",
    "option": "view_limits",
    "key": "chart_actions",
}
"""A file that stands for the NAME of each recipe."""


def steps(recipe: str) -> list[tuple[str, str]]:
    """The files of a recipe, and what is said of each."""
    return re.findall(r"^\d\. `([^`]+)`: (.*(?:\n   .*)*)", RECIPES[recipe], re.MULTILINE)


def test_there_is_a_recipe_for_each_thing_that_is_added_often() -> None:
    assert set(RECIPES) == {"source", "format", "drop", "option", "key"}


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_is_at_most_three_files_that_hold_what_it_names(recipe: str) -> None:
    assert 1 <= len(steps(recipe)) <= 3
    for path, text in steps(recipe):
        content = (ROOT / path.replace("NAME", NAMES[recipe])).read_text()
        for name in re.findall(r"`(\w+)`", text):
            assert re.search(rf"\b{name}\b", content), (path, name)
        for title in re.findall(r'"([^"]+)"', text):
            assert f"## {title}\n" in content


def test_a_source_is_one_function_in_the_registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def source(address: Address) -> Source | None:
        named = address.path is not None and address.path.suffix == ".jsonl"
        return ScriptedSource([b'{"loss": 1}\n', b'{"loss": 2}\n']) if named else None

    monkeypatch.setattr(sources, "SOURCES", (source, *sources.SOURCES))
    (tmp_path / "run.jsonl").touch()
    run = open_run(RunOptions(str(tmp_path / "run.jsonl")), threading.Event(), follow=False)
    for batch in run.reader.batches(follow=False):
        run.take(batch, 0.0)
    assert run.history.columns["loss"].values.tolist() == [1.0, 2.0]


def test_a_format_is_one_entry_in_the_registry(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    class Doubled(TelemetryDecoder):
        def feed(self, data: bytes) -> None:
            super().feed(b"".join(json.dumps(_doubled(json.loads(line))).encode() + b"\n" for line in data.split()))

    def _doubled(row: Mapping[str, float]) -> dict[str, float]:
        return {key: 2 * value for key, value in row.items()}

    def decoder(rules: Rules) -> Decoder:
        return Doubled(rules.masker)

    before = formats.FORMATS[formats.TELEMETRY]
    others = before._replace(fits=lambda row: "double" not in row and before.fits(row))
    doubled = formats.Format(decoder, lambda row: "double" in row)
    monkeypatch.setattr(formats, "FORMATS", {**formats.FORMATS, formats.TELEMETRY: others, "doubled": doubled})
    (tmp_path / "run.jsonl").write_text('{"double":4}\n')
    assert main([str(tmp_path / "run.jsonl"), "double", "--print"]) == 0
    assert capsysbinary.readouterr().out == b"seq\tdouble\n1\t8\n"


def test_each_drop_reason_is_one_entry_and_one_row() -> None:
    assert list(REASONS) == list(Reason)
    table = README.partition("<!-- drops -->")[2].partition("<!-- /drops -->")[0]
    assert table.count("\n|") == 2 + len(Reason)
    counted = "".join(path.read_text() for path in (ROOT / "app/ingest").rglob("*.py") if path.name != "drops.py")
    assert [reason for reason in Reason if f"Reason.{reason.name}" not in counted] == []


def test_each_option_of_a_panel_is_read_as_its_type_says_and_reaches_the_chart() -> None:
    values = {
        "title": "A",
        "x": "step",
        "y": ["loss"],
        "scale": "log",
        "min": 1.0,
        "max": 2.0,
        "rule": 1.5,
        "wide": True,
    }
    assert values.keys() == {field.name for field in fields(Panel)}
    text = "[[panel]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
    (panel,) = parse(text.encode()).panels
    assert panel == Panel(**{**values, "y": ("loss",)})  # type: ignore[arg-type]
    view = ViewState(runs_of({"step": 1, "loss": 2}))
    assert view.chart_view(Item(panel)).panel is panel
    table = README.partition("<!-- layout -->")[2].partition("<!-- /layout -->")[0]
    assert [name for name in values if f"| `{name}` |" not in table] == []


def test_each_key_has_an_action_and_a_row() -> None:
    table = README.partition("<!-- keys -->")[2].partition("<!-- /keys -->")[0]
    for key in KEYS:
        target, _, name = key.action.partition("(")[0].rpartition(".")
        assert callable(getattr(Dashboard if target else MainScreen, f"action_{name}")), key
        assert f"| `{key.shown}` | {key.help} |" in table


def test_the_map_names_the_rooms_there_are() -> None:
    block = PAGE.partition("```text\napp/\n")[2].partition("```")[0]
    rooms = re.findall(r"^  (\w+) ", block, re.MULTILINE)
    assert sorted(rooms) == sorted(path.parent.name for path in (ROOT / "app").glob("*/__init__.py"))


def test_the_way_of_a_line_names_files_and_functions_there_are() -> None:
    block = PAGE.partition("passes each room once:\n\n```text\n")[2].partition("```")[0]
    modules = re.findall(r"(\w+)/((?:chart/)?\w+)\.py +(\w+)(?:\.(\w+))?", block)
    assert len(modules) >= 9
    for room, name, member, method in modules:
        parent = "div_tui.widgets" if room == "widgets" else f"div_tui.app.{room}"
        module = importlib.import_module(f"{parent}.{name.replace('/', '.')}")
        if member[0].isupper() or room == "widgets" or member == "parse_object":
            assert hasattr(getattr(module, member), method or "__call__"), (name, member, method)


def test_the_glossary_has_each_word_once() -> None:
    words = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", PAGE.partition("## Glossary")[2], re.MULTILINE)[2:]
    assert len(words) == len(set(words)) > 30
