"""The layout of a run: which file it is, and reading it again when that changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from div_tui.app.ingest.mask import Masker
from div_tui.app.runs.layout_file import LayoutFile, layout_file, masked
from div_tui.app.runs.locate import Location
from div_tui.layouts.model import Layout, LayoutError, Panel, Stat

LOSS = Layout(None, (Panel(("loss",)),))
WRONG = '[[panel]]\ny = "loss"\nscael = "log"\n'


def write(path: Path, key: str = "loss", changed: int = 1000) -> Path:
    """Write a layout of one panel that last changed so many seconds after 1970."""
    path.write_text(f'[[panel]]\ny = "{key}"\n')
    os.utime(path, (changed, changed))
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "telemetry.toml"


def located(path: Path, *, layout: bool = True) -> Location:
    """A run with its layout beside its lines."""
    return Location(path.with_name("telemetry.jsonl"), path if layout else None, "run")


def test_a_layout_is_read_from_its_file(path: Path) -> None:
    made = LayoutFile(write(path), Masker())
    assert (made.layout, made.path, made.error, made.chosen) == (LOSS, path, "", False)
    assert made.reread() == ""


def test_a_run_without_a_layout_has_an_empty_one() -> None:
    made = LayoutFile(None, Masker())
    assert (made.layout, made.path, made.reread()) == (Layout(), None, "")


def test_a_wrong_layout_is_refused_with_its_secrets_masked(path: Path) -> None:
    write(path, "hunter2 {")
    with path.open("a") as file:
        file.write('scael = "log"\n')
    with pytest.raises(LayoutError) as refused:
        LayoutFile(path, Masker(["scael"]))
    assert '"***"' in str(refused.value)


def test_a_layout_is_read_again_when_it_changes(path: Path) -> None:
    made = LayoutFile(write(path), Masker())
    write(path, "acc", changed=2000)
    assert made.reread() == "telemetry.toml was read again"
    assert (made.layout.panels, made.reread()) == ((Panel(("acc",)),), "")


def test_a_layout_that_becomes_wrong_leaves_the_last_valid_one(path: Path) -> None:
    made = LayoutFile(write(path), Masker())
    path.write_text(WRONG)
    assert made.reread() == ""
    assert made.error.startswith('telemetry [[panel]] 1 has "scael", which is not one of title, ')
    assert (made.layout, made.path, made.reread()) == (LOSS, path, "")
    assert made.error
    write(path, "acc", changed=2000)
    assert (made.reread(), made.error) == ("telemetry.toml was read again", "")


def test_the_error_of_a_wrong_layout_is_masked_and_escaped(path: Path) -> None:
    made = LayoutFile(write(path), Masker(["hunter2"]))
    path.write_text('[[panel]]\ny = "loss"\n"hunter2\\u001b[31m" = 1\n')
    made.reread()
    assert "***" in made.error
    assert made.error.isprintable()
    assert "hunter2" not in made.error


def test_a_layout_that_is_removed_stays_in_force(path: Path) -> None:
    made = LayoutFile(write(path), Masker())
    path.unlink()
    assert made.reread() == "telemetry.toml was removed; the last layout stays"
    assert (made.layout, made.path, made.error, made.reread()) == (LOSS, None, "", "")
    write(path, "acc")
    assert (made.reread(), made.path) == ("telemetry.toml was read again", path)


def test_a_wrong_layout_that_is_removed_is_no_error_any_more(path: Path) -> None:
    made = LayoutFile(write(path), Masker())
    path.write_text(WRONG)
    made.reread()
    path.unlink()
    assert made.reread()
    assert made.error == ""


def test_a_layout_beside_the_lines_may_be_written_later(path: Path) -> None:
    made = layout_file(None, located(path, layout=False), Masker())
    assert (made.layout, made.path, made.reread()) == (Layout(), None, "")
    write(path)
    assert made.reread() == "telemetry.toml was read again"
    assert (made.layout, made.path) == (LOSS, path)


def test_a_layout_that_is_written_while_the_run_is_opened_is_read_too(path: Path) -> None:
    location = located(path, layout=False)
    write(path)
    made = layout_file(None, location, Masker())
    assert (made.layout, made.path) == (Layout(), None)
    assert (made.reread(), made.layout, made.path) == ("telemetry.toml was read again", LOSS, path)


def test_the_layout_of_a_run_is_the_one_named_else_the_one_beside_its_lines(path: Path) -> None:
    write(path)
    other = write(path.with_name("other.toml"), "acc")
    made = {named: layout_file(named, located(path), Masker()) for named in (None, str(other), "none", "builtin:keras")}
    assert {named: (one.path, one.chosen) for named, one in made.items() if named != "builtin:keras"} == {
        None: (path, False),
        str(other): (other, True),
        "none": (None, True),
    }
    assert [panel.y for panel in made[str(other)].layout.panels] == [("acc",)]
    assert made["none"].layout == Layout()
    bundled = made["builtin:keras"]
    assert (bundled.layout.x, bundled.chosen, bundled.path and bundled.path.name) == ("epoch", True, "keras.toml")


def test_a_layout_is_not_looked_for_later_if_none_is_wanted_or_there_are_no_lines(path: Path) -> None:
    wanted = [
        layout_file("none", located(path, layout=False), Masker()),
        layout_file(None, Location(None, None, "stdin"), Masker()),
    ]
    write(path)
    assert [made.reread() for made in wanted] == ["", ""]


def test_a_bundled_layout_that_does_not_exist_is_refused_with_the_nearest(path: Path) -> None:
    with pytest.raises(LayoutError, match="the nearest is builtin:keras"):
        layout_file("builtin:kears", located(path, layout=False), Masker())
    with pytest.raises(LayoutError, match="sexpgpu, huggingface, lightning, keras"):
        layout_file("builtin:zzz", located(path, layout=False), Masker())


def test_secrets_in_titles_and_keys_are_masked(path: Path) -> None:
    path.write_text('x = "s1"\n[[panel]]\ntitle = "s1 a"\ny = ["b s1"]\nx = "s1"\n[[stat]]\ny = "s1"\ntitle = "s1"\n')
    expected = Layout("***", (Panel(("b ***",), "*** a", "***"),), (Stat(("***",), "***"),))
    assert LayoutFile(path, Masker(["s1"])).layout == expected
    plain = Layout(None, (Panel(("s1",)),), (Stat(("s1",)),))
    assert masked(plain, Masker(["s1"])) == Layout(None, (Panel(("***",)),), (Stat(("***",)),))
