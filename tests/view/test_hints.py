"""Hints: an x or a key that no point carries, a bundled layout that fits, why there is no panel."""

from __future__ import annotations

import pytest
from div_tui.app.runs.layout_file import LayoutFile
from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.hints import fitting_layout, missing_key, missing_x, why_no_panel
from div_tui.layouts.model import Layout, Panel
from support.event_runs import GrowingEvents, number
from support.runs import NAN, Growing
from support.views import view_of


@pytest.mark.parametrize(
    ("x", "hint"),
    [
        (None, ""),
        ("seq", ""),
        ("hour", ""),
        ("huor", 'no point carries "huor"; the nearest key is "hour"'),
        ("zzz", 'no point carries "zzz"'),
    ],
)
def test_an_x_asked_for_that_no_point_carries(x: str | None, hint: str) -> None:
    assert missing_x(view_of(Growing({"hour": 1, "loss": 2}), x=x)) == hint


def test_an_x_of_the_layout_or_of_a_panel_that_no_point_carries() -> None:
    points = {"step": 1, "loss": 2}
    assert missing_x(view_of(Growing(points, layout=Layout("step", (Panel(("loss",)),))))) == ""
    assert "stpe" in missing_x(view_of(Growing(points, layout=Layout("stpe", (Panel(("loss",)),)))))
    own = Layout("step", (Panel(("loss",), x="huor"),))
    assert "huor" in missing_x(view_of(Growing(points, layout=own)))
    # An x chosen by hand is in force instead.
    assert missing_x(view_of(Growing(points, layout=own), x="step")) == ""


def test_events_have_an_x_of_their_own() -> None:
    view = view_of(GrowingEvents(number("loss", 1, 1)), x="epoch")
    assert missing_x(view) == 'no point carries "epoch" as x; x is step, ts_ms or seq'


def test_nothing_is_missing_in_a_run_without_points() -> None:
    growing = Growing()
    assert (missing_x(view_of(growing, x="step")), missing_key(growing.runs, ["loss"])) == ("", "")


def test_an_x_that_any_run_has_is_not_missing() -> None:
    first, second = Growing({"loss": 1}), Growing({"hour": 1, "loss": 1})
    assert missing_x(view_of(first, second, x="hour")) == ""
    assert missing_x(view_of(first, second, x="huor")) == 'no point carries "huor"; the nearest key is "hour"'


def test_the_first_key_asked_for_that_no_point_carries() -> None:
    runs = Growing({"loss": 1, "bad": NAN}).runs
    assert missing_key(runs, ["loss", "bad"]) == ""
    assert missing_key(runs, ["loss", "los", "zzz"]) == 'no point carries "los"; the nearest key is "loss"'


def test_a_key_that_any_run_has_is_not_missing() -> None:
    runs = RunSet(each.run for each in (Growing({"loss": 1}), Growing({"acc": 1}), Growing()))
    assert missing_key(runs, ["acc", "loss"]) == ""
    assert missing_key(runs, ["acc", "lss"]) == 'no point carries "lss"; the nearest key is "loss"'


KERAS = {"epoch": 1, "loss": 1, "val_loss": 1, "accuracy": 1}


def test_a_bundled_layout_fits_a_run_without_a_layout() -> None:
    assert fitting_layout(Growing(KERAS).run) == "--telemetry builtin:keras"
    assert fitting_layout(Growing({"loss": 1}).run) == ""
    assert fitting_layout(Growing(KERAS, layout=Layout(None, (Panel(("loss",)),))).run) == ""


def test_no_layout_fits_if_one_was_chosen() -> None:
    run = Growing(KERAS).run
    run.layout_file = LayoutFile(None, run.masker, chosen=True)
    assert fitting_layout(run) == ""


def test_why_there_is_no_panel() -> None:
    skipped = 'every key was skipped, as "train/loss"; open the run with --any-key'
    empty, strange = Growing(), Growing({"train/loss": 1})
    assert why_no_panel(empty.runs) == "no points yet"
    assert why_no_panel(strange.runs) == skipped
    assert why_no_panel(RunSet([empty.run, strange.run])) == skipped
