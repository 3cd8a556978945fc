"""A view of a made-up run, with three panels, for tests."""

from __future__ import annotations

from div_tui.app.runs.run_set import RunSet
from div_tui.app.view.state import ViewState
from div_tui.layouts.model import Layout, Panel
from div_tui.widgets.arrangement import PanelData

from .runs import Growing, Point

LOSS = Panel(("loss", "eval"), "Loss")
ACC = Panel(("acc",), x="hour")
LR = Panel(("lr",), scale="log")
OWN = Layout("step", (LOSS, ACC, LR))


def point(at: int) -> Point:
    """The point of the run at a place from 1."""
    return {"step": 10.0 * at, "hour": at / 2, "loss": 1.0 / at, "acc": at / 100, "lr": 1e-3 * at}


def growing_run(layout: Layout = OWN) -> Growing:
    """The run, with its first 100 points."""
    return Growing(*map(point, range(1, 101)), layout=layout)


def view_of(*growing: Growing, keys: tuple[str, ...] = (), x: str | None = None) -> ViewState:
    """A view of runs to which points are still added."""
    view = ViewState(RunSet(each.run for each in growing), keys, x)
    view.viewports.may_grow = lambda: True
    return view


def data_of(view: ViewState, panel: Panel) -> PanelData:
    """What a panel draws now."""
    return view.shown(next(tile for tile in view.panels.tiles() if tile.identity.panel == panel))
