"""The bundled layouts, on runs like those of the producers they are made for."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
import tomli
from div_tui.app.cli.main import main
from div_tui.app.demo.events import events
from div_tui.app.ingest.decoder import Rules
from div_tui.app.ingest.formats.registry import FormatDecoder
from div_tui.app.ingest.mask import Masker
from div_tui.layouts.bundled import BUNDLED, matching_layout, path_of
from div_tui.layouts.model import Layout
from div_tui.layouts.read import parse, read
from support.command import run as command
from support.runs import Point, lines

REAL = os.environ.get("DIV_TUI_REAL")
ROOT = Path(__file__).resolve().parents[2]


def huggingface() -> Iterable[Point]:
    """The dicts that a Trainer logs for training and evaluation, with the step, and the summary at the end."""
    for step in range(10, 401, 10):
        yield {
            "loss": 2.5 / math.sqrt(step),
            "grad_norm": 1 + step % 3,
            "learning_rate": 2e-5 * (1 - step / 400),
            "epoch": step / 200,
            "step": step,
        }
        if step % 100 == 0:
            yield {
                "eval_loss": 2.6 / math.sqrt(step),
                "eval_runtime": 11.8,
                "eval_samples_per_second": 84.5,
                "eval_steps_per_second": 10.6,
                "epoch": step / 200,
                "step": step,
            }
    yield {
        "train_runtime": 606.1,
        "train_samples_per_second": 42.4,
        "train_steps_per_second": 0.66,
        "total_flos": 2.4e16,
        "train_loss": 0.23,
        "epoch": 2.0,
        "step": 400,
    }


def lightning() -> Iterable[Point]:
    """What CSVLogger and LearningRateMonitor write for log("train_loss", on_step=True, on_epoch=True) and the like."""
    for step in range(9, 400, 10):
        epoch = step // 100
        yield {"lr-AdamW": 1e-3 * 0.5**epoch, "step": step}
        yield {"train_loss_step": 2 / (1 + step / 100), "epoch": epoch, "step": step}
        if step % 100 == 99:
            yield {"val_loss": 2.2 / (1 + step / 100), "val_acc": step / 500, "epoch": epoch, "step": step}
            yield {"train_loss_epoch": 2.1 / (1 + step / 100), "epoch": epoch, "step": step}


def keras() -> Iterable[Point]:
    """What fit() reports at the end of each epoch, with ReduceLROnPlateau."""
    for epoch in range(12):
        yield {
            "epoch": epoch,
            "accuracy": 1 - 0.5 / (epoch + 1),
            "loss": 2 / (epoch + 1),
            "val_accuracy": 1 - 0.6 / (epoch + 1),
            "val_loss": 2.1 / (epoch + 1),
            "learning_rate": 1e-3 / (1 + epoch // 4),
        }


PRODUCERS: dict[str, Callable[[], Iterable[Point]]] = {
    "huggingface": huggingface,
    "lightning": lightning,
    "keras": keras,
}
SEXPGPU = (  # the series of a run before its first evaluation
    "train/objective{split=train,stage=easy}",
    "train/loss{split=train,stage=easy}",
    "train/loss{split=train,stage=hard}",
    "counter/tokens{split=train}",
    "rate/tokens{split=train}",
    "runtime/step_seconds{split=train}",
    "runtime/train_seconds{split=train}",
)


def keys_of(points: Iterable[Point]) -> set[str]:
    return {key for point in points for key in point}


def keys_in(layout: Layout) -> set[str]:
    return {key for table in (*layout.panels, *layout.stats) for key in table.y}


@pytest.mark.parametrize("name", PRODUCERS)
def test_each_layout_draws_what_its_producer_writes(name: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(lines(PRODUCERS[name]()))
    done = command(path, "--telemetry", f"builtin:{name}", "--plot")
    text = done.out.decode()
    layout = read(path_of(name))
    assert (done.status, done.err) == (0, "")
    assert "no points" not in text
    # Each stat and panel has its title, and each panel a legend with the name and last value of a series.
    for table in (*layout.panels, *layout.stats):
        assert re.search(rf"╭ {re.escape(table.name)} ─", text), table.name
    written = keys_of(PRODUCERS[name]())
    for panel in layout.panels:
        (top,) = (line for line in text.splitlines() if re.match(rf"╭ {panel.name} ─.* [\d.e-]+ ╮", line))
        shown = [key for key in panel.y if key in written]
        assert shown
        assert all(key[:7] in top and key[-5:] in top for key in shown)


def test_the_events_layout_draws_what_its_producer_writes(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b"".join(line for line in events(7, 200) if line.startswith(b"{")))
    done = command(path, "--telemetry", "builtin:sexpgpu", "--plot")
    text = done.out.decode()
    assert (done.status, done.err) == (0, "")
    assert "no points" not in text
    layout = read(path_of("sexpgpu"))
    for table in (*layout.panels, *layout.stats):
        assert re.search(rf"╭ {re.escape(table.name)} ─", text), table.name
    (top,) = (line for line in text.splitlines() if line.startswith("╭ Loss ─"))
    assert [top.count(mark) for mark in "●■▲◆"] == [1, 1, 1, 1]
    seen = {json.loads(line).get("name") for line in path.read_bytes().splitlines()}
    assert {key.partition("{")[0] for key in keys_in(layout)} <= seen
    # Before the first evaluation, exactly the cards and panels of evaluations have no points.
    path.write_bytes(b"".join(events(7, 200)).partition(b'"eval/loss"')[0].rpartition(b"\n")[0])
    assert command(path, "--telemetry", "builtin:sexpgpu", "--plot").out.decode().count("no points yet") == 3


@pytest.mark.parametrize("name", BUNDLED)
def test_each_layout_has_a_valid_file(name: str) -> None:
    layout = read(path_of(name))
    assert layout.x == ("epoch" if name == "keras" else "step")
    assert len(layout.panels) >= 3
    assert layout.stats
    assert all(table.title for table in (*layout.panels, *layout.stats))


def test_each_file_is_listed_and_installed() -> None:
    folder = ROOT / "layouts" / "bundled"
    assert {path.stem for path in folder.iterdir()} == set(BUNDLED)
    packaged = tomli.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    assert packaged["div_tui.layouts"] == ["bundled/*.toml"]


def test_the_events_layout_selects_series() -> None:
    assert keys_in(read(path_of("sexpgpu"))) == {
        "train/objective",
        "train/loss",
        "eval/loss",
        "eval/loss{pass=eval}",
        "rate/tokens",
        "counter/tokens",
        "runtime/step_seconds",
        "runtime/eval_seconds",
        "runtime/peak_bytes",
        "curriculum/stage",
    }
    layout = parse(b'[[panel]]\ny = ["eval/loss{pass=probe}", "a{b=\\"c,d\\"}"]')
    assert layout.panels[0].y == ("eval/loss{pass=probe}", 'a{b="c,d"}')


@pytest.mark.parametrize("name", PRODUCERS)
def test_each_layout_matches_its_producer(name: str) -> None:
    assert matching_layout(keys_of(PRODUCERS[name]())) == name


MATCHES: list[tuple[str | None, str]] = [
    # Before the first evaluation; without grad_norm (older versions); with several evaluation data sets.
    ("huggingface", "loss grad_norm learning_rate epoch step"),
    ("huggingface", "loss learning_rate epoch step eval_loss eval_runtime"),
    ("huggingface", "loss grad_norm learning_rate epoch step eval_wiki_loss eval_wiki_runtime"),
    # Before the first validation; with epoch losses only; with the names of the first example in the documentation.
    ("lightning", "lr-Adam train_loss_step epoch step"),
    ("lightning", "train_loss_epoch val_loss val_acc epoch step"),
    ("lightning", "train_loss val_loss epoch step"),
    # Without metrics; without validation; before Keras 3.
    ("keras", "epoch loss val_loss"),
    ("keras", "epoch loss accuracy"),
    ("keras", "epoch loss val_loss mae val_mae lr"),
    # Runs written by hand.
    (None, ""),
    (None, "step"),
    (None, "step loss"),
    (None, "step loss lr"),
    (None, "step epoch loss"),
    (None, "step loss lr grad_norm eval.loss eval.accuracy tokens_per_second"),
    (None, "step epoch loss learning_rate"),
    (None, "loss grad_norm learning_rate epoch eval_loss eval_runtime"),
    (None, "step epoch loss val_loss val_accuracy"),
    (None, "step loss lr epoch train_loss val_loss"),
    (None, "step train_loss val_loss"),
    (None, "epoch train_loss val_loss"),
    (None, "epoch loss"),
    (None, "epoch loss learning_rate eval_loss"),
    (None, "train/loss eval/loss train/lr"),
    (None, "steps epochs losses learning_rates grad_norms eval_runtimes"),
]


@pytest.mark.parametrize(("name", "keys"), MATCHES)
def test_a_layout_matches_if_most_of_its_patterns_do(name: str | None, keys: str) -> None:
    assert matching_layout(keys.split()) == name


def test_the_events_layout_matches_series() -> None:
    assert matching_layout(SEXPGPU) == "sexpgpu"
    feed = FormatDecoder(Rules(Masker()))
    feed.feed(b"".join(events(7, 50)))
    assert matching_layout(feed.take().columns) == "sexpgpu"
    assert matching_layout({key.partition("{")[0] for key in SEXPGPU}) == "sexpgpu"
    assert matching_layout([key for key in SEXPGPU if not key.startswith("train/objective")]) is None
    assert matching_layout(SEXPGPU[:4]) is None


@pytest.mark.skipif(not REAL, reason="DIV_TUI_REAL names no folder")
def test_a_real_run_matches_only_the_layout_of_its_producer() -> None:
    paths = list(Path(REAL or "").glob("*.jsonl"))
    assert paths
    for path in paths:
        points = map(json.loads, filter(str.strip, path.read_text().splitlines()))
        keys = {key for point in points for key, value in point.items() if isinstance(value, (int, float))}
        from_trainer = {"step", "epoch", "loss", "learning_rate", "grad_norm"} <= keys
        assert matching_layout(keys) == ("huggingface" if from_trainer else None), path.name


def test_layouts_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["layouts"]) == 0
    out, err = capfd.readouterr()
    assert out.splitlines()[0] == "name         for                   panels"
    assert [row.split()[0] for row in out.splitlines()[1:]] == [*BUNDLED]
    assert "huggingface  Hugging Face Trainer  Loss, Learning rate, Gradient norm\n" in out
    assert err == ""


@pytest.mark.parametrize("name", BUNDLED)
def test_each_layout_is_printed_unchanged(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["layouts", name]) == 0
    assert capfd.readouterr() == (path_of(name).read_text(), "")


def test_an_unknown_layout_is_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["layouts", "kears"]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("div-tui: argument NAME: invalid choice: 'kears'")
    assert "keras" in err


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("kears", "the nearest is builtin:keras"),
        ("hugging-face", "the nearest is builtin:huggingface"),
        ("", "there are sexpgpu, huggingface, lightning, keras"),
        ("../keras", "the nearest is builtin:keras"),
        ("a\x1b[31mb", "there are sexpgpu, huggingface, lightning, keras"),
    ],
)
def test_an_unknown_layout_is_an_error(name: str, hint: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(lines(keras()))
    assert main([str(path), "--telemetry", f"builtin:{name}", "--print"]) == 2
    shown = name.replace("\x1b", "\\u001b")
    assert capfd.readouterr() == ("", f"div-tui: no layout builtin:{shown} comes with div-tui; {hint}\n")


def test_a_file_named_like_a_bundled_layout_is_given_by_its_path(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lines.jsonl").write_bytes(lines(keras()))
    Path("builtin:keras").write_text('[[panel]]\ntitle = "Own"\ny = "loss"')
    for named, own in (("builtin:keras", False), ("./builtin:keras", True)):
        assert main(["lines.jsonl", "--telemetry", named, "--plot"]) == 0
        assert ("╭ Own ─" in capfd.readouterr().out) is own
