"""Charts to test: series that are hard to draw, and what a drawing contains."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt
from div_tui.layouts.model import Panel
from div_tui.widgets.cells import Cells
from div_tui.widgets.chart.model import Series, View
from div_tui.widgets.chart.plot import Drawing

N = 200_000
BRAILLE = range(0x2801, 0x2900)


RULED = Panel((), rule=1.0)
BOUNDED = Panel((), min=0.7, max=1, rule=0.95)


def series(
    y: npt.ArrayLike,
    x: npt.ArrayLike | None = None,
    breaks: npt.ArrayLike = (),
    name: str = "loss",
    note: str = "",
) -> Series:
    """Return a series; without x, its points are at 1, 2, 3 and so on."""
    y = np.array(y, np.float64)
    x = np.arange(1.0, len(y) + 1) if x is None else np.array(x, np.float64)
    return Series(name, x, y, np.array(breaks, np.intp), note)


def gallery() -> dict[str, tuple[list[Series], View]]:
    """Return charts that are hard to draw, by name: their series and view."""
    random = np.random.default_rng(7)
    place = np.arange(N)
    steps = np.arange(0, 41_200, 100.0)
    decay = 2 * np.exp(-steps / 9000) + 0.04
    waves = [series(np.sin(steps / 6000 + i) + i, steps, name=f"train/metric_{i}") for i in range(4)]
    back = np.concatenate([np.arange(60.0), np.arange(30.0, 90)])
    ahead = np.empty(2000)
    ahead[0::2], ahead[1::2] = np.arange(1000.0) + 50, np.arange(1000.0)
    spike = series(np.where(place == 123_456, 50.0, 1 + np.sin(place / 3e4)))
    noise = series(2 / np.sqrt(1 + place / 2000) + 0.1 * random.standard_normal(N))
    return {
        "constant": ([series([5] * 50)], View()),
        "single point": ([series([3e-4])], View()),
        "empty": ([series([])], View()),
        "negative": ([series(-np.linspace(100, 3, 80))], View()),
        "not positive on log": ([series([-1, 0, -3])], View(log=True)),
        "some not positive": ([series([1, 2, -1, 3, 4])], View(panel=Panel((), min=-1, rule=0), log=True)),
        "300 decades each way": ([series(10.0 ** np.linspace(-300, 300, 60))], View(log=True)),
        "all of the doubles": ([series(np.linspace(-1, 1, 60) * 1.7e308)], View()),
        "denormal": ([series(np.arange(60) * 5e-324)], View()),
        "spike": ([spike], View()),
        "clipped": ([spike], View(clip=True, annotations=(50_000.0, 120_000.0))),
        "noise": ([noise], View()),
        "noise smoothed": ([noise], View(smoothing=0.97)),
        "close to one": ([series(np.linspace(0.99981, 0.99994, 50))], View()),
        "1e-9": ([series(np.linspace(1e-9, 3.3e-9, 50))], View()),
        "1e300": ([series(np.linspace(1e300, 1.7e300, 50))], View()),
        "restart": ([series(np.exp(-back / 20), back, [60])], View()),
        "NaN": ([series(np.linspace(2, 1, 60), np.r_[0:30, 33:63], [30], note="NaN at 32")], View()),
        "two writers": ([series(ahead / 100, ahead, np.arange(1, 2000, 2))], View()),
        "four": (waves, View(panel=Panel((), rule=1.5))),
        "four marked": (waves, View(marked=True)),
        "four in ASCII": (
            waves,
            View(panel=Panel((), rule=1.0), ascii=True, crosshair=20_000.0, annotations=(9000.0,)),
        ),
        "log": ([series(decay, steps), series(decay[::10] * 0.9, steps[::10], name="eval")], View(log=True)),
        "bounds": (
            [series(1 - decay / 3, steps)],
            View(panel=BOUNDED, crosshair=12_345.0),
        ),
        "min above all": ([series(decay, steps)], View(panel=Panel((), min=10))),
        "min is max": ([series(decay, steps)], View(panel=Panel((), min=1, max=1))),
        "zoomed": ([series(decay, steps)], View(x0=12_000, x1=12_700)),
        "time": ([series(random.standard_normal(500), 1.7e12 + np.arange(500) * 60_000)], View(time=True)),
    }


GALLERY = gallery()


def count_dots(cells: Cells) -> int:
    """Return the number of cells with dots."""
    return sum(int(code) in BRAILLE for code in cells.codes.flat)


def y_labels(drawing: Drawing) -> list[str]:
    """Return the labels of the y axis from top to bottom."""
    return [
        text
        for row in range(drawing.area.height)
        if (text := drawing.cells.text(row, 0, drawing.area.left - 1).strip())
    ]


def x_labels(drawing: Drawing) -> list[str]:
    """Return the labels of the x axis from left to right."""
    return [text for text in re.split(r"  +", drawing.cells.text(drawing.cells.height - 1).strip()) if text]
