"""A run with something of everything, and how it is printed."""

from __future__ import annotations

from pathlib import Path

LINES = b"""\
{"step": 0, "loss": 2.5, "lr": 3e-4, "note": "begin"}
{"step": 100, "loss": 1.25, "eval": {"loss": 1.3, "acc": 0.5}}
nonsense

{"step": 200, "loss": NaN, "train/loss": 1.125}\r
{"step": 300, "loss": 0.1234567890123, "big": 12345678901234567890}
{}
{"step": 400, "loss": 0.062, "eval": {"loss": 0.07, "acc": 1}}"""

TABLE = """\
key        count  last         min          max
step       5      400          0            400
loss       4      0.062        0.062        2.5
lr         1      0.0003       0.0003       0.0003
eval.loss  2      0.07         0.07         1.3
eval.acc   2      1            0.5          1
big        1      1.23457e+19  1.23457e+19  1.23457e+19
"""

CSV = """\
step,loss,lr,eval.loss,eval.acc,big
0,2.5,0.0003,,,
100,1.25,,1.3,0.5,
300,0.1234567890123,,,,1.2345678901234567e+19
400,0.062,,0.07,1,
"""


def with_run(directory: Path) -> Path:
    """Write the run to ``runs/run-7`` in a directory; return the directory."""
    run = directory / "runs" / "run-7"
    run.mkdir(parents=True)
    (run / "telemetry.jsonl").write_bytes(LINES)
    return directory
