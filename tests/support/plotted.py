"""A run with a layout whose panels are printed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

LAYOUT = """\
x = "step"
[[stat]]
title = "Best"
y = "eval"
reduce = "min"
[[panel]]
title = "Both"
y = ["loss", "eval"]
[[panel]]
title = "Rate"
y = "lr"
wide = true
[[panel]]
title = "Later"
y = "nothing"
"""
STEPS = np.arange(1.0, 41.0)


def plotted_run(directory: Path) -> Path:
    """Write a run of 40 points with a layout into a directory; return the directory."""
    points = [{"step": step, "loss": 2 / step, "eval": 3 / step, "lr": 0.5} for step in STEPS]
    (directory / "telemetry.jsonl").write_text("".join(json.dumps(point) + "\n" for point in points))
    (directory / "telemetry.toml").write_text(LAYOUT)
    return directory
