"""A made-up training run to try the dashboard with: a small language model, trained for about sixty hours.

It has what real runs have: a warm-up, a spike of the gradient, a slow phase, a loss that stops being finite, a
restart from a checkpoint, and lines that are dropped.
"""

import json
import math
from collections.abc import Iterator
from random import Random

LAYOUT = """\
# The layout of this run: a chart for each [[panel]], a card for each [[stat]].

x = "step"                        # what the panels are drawn against

[[stat]]
title = "Loss"
y = ["loss", "eval.loss"]

[[stat]]
title = "Best eval loss"
y = "eval.loss"
reduce = "min"

[[stat]]
title = "Best accuracy"
y = "eval.accuracy"
reduce = "max"

[[stat]]
title = "Tokens/s"
y = "tokens_per_second"
reduce = "last"

[[panel]]
title = "Loss"
y = ["loss", "eval.loss"]
scale = "log"
wide = true                       # over both columns

[[panel]]
title = "Accuracy"
y = "eval.accuracy"
min = 0.0
max = 0.8
rule = 0.7                        # the goal

[[panel]]
title = "Gradient norm"
y = "grad_norm"
scale = "log"
rule = 1.0                        # where it is clipped

[[panel]]
title = "Learning rate"
y = "lr"

[[panel]]
title = "Tokens/s by hour"
y = "tokens_per_second"
x = "hours"                       # this panel has another x
min = 0.0

[[panel]]
title = "Probe recall"
y = "probe.recall"                # the run never writes it
wide = true
"""

_STEP_TOKENS = 262_144
_STRIDE = 20  # steps from one point to the next
_PEAK_LR = 3e-4

SHORTEST = 20
"""How many points a run needs to have incidents."""


def points(seed: int, count: int) -> Iterator[bytes]:
    r"""Yield the lines of a run, each with its ``\n``; they depend only on the seed and the count.

    ``count`` of the lines are points. A run of at least `SHORTEST` points has lines between them that are dropped.

    Raises:
        ValueError: the count is below one.
    """
    if count < 1:
        raise ValueError("a run needs at least one point")
    run = _Run(seed, count)
    for index in range(count):
        point = run.point(index)
        for line in run.dropped_lines(index, point):
            yield line.encode() + b"\n"
        yield json.dumps(point).encode() + b"\n"


class _Run:
    """The state of a run. The ``index`` of a point counts from 0 as written; steps go back at the restart."""

    def __init__(self, seed: int, count: int) -> None:
        self._random = Random(seed)
        self._count = count
        self._has_incidents = count >= SHORTEST
        self._restart = self._at(0.55) if self._has_incidents else count
        self._rewound = max(1, self._at(0.05)) if self._has_incidents else 0
        self._eval_every = max(1, count // 80)
        self._hours = 0.0

    def _at(self, fraction: float) -> int:
        return int(self._count * fraction)

    def _place(self, index: int) -> int:
        """Return the number of the point, counted from 1 and set back at the restart; the step follows it."""
        return index + 1 - (self._rewound if index >= self._restart else 0)

    def point(self, index: int) -> dict[str, object]:
        """Return the point at an index; call it for each index in order."""
        place = self._place(index)
        progress = place / (self._count - self._rewound)
        trend = 2.55 + 7.85 * math.pow(1 + progress / 0.004, -0.55)
        speed = self._tokens_per_second(index)
        self._hours += _STRIDE * _STEP_TOKENS / speed / 3600 + (0.3 if index == self._restart else 0)
        point: dict[str, object] = {
            "step": place * _STRIDE,
            "hours": round(self._hours, 3),
            "loss": round(self._loss(index, trend), 4),
            "lr": rounded(_learning_rate(progress)),
            "grad_norm": rounded(self._gradient_norm(index, progress)),
            "tokens_per_second": round(speed),
        }
        if (place % self._eval_every == 0 and self._blow_up(index) == 1) or index == self._count - 1:
            point["eval"] = {
                "loss": round(trend + 0.03 + 0.05 * progress + self._random.gauss(0, 0.008), 4),
                "accuracy": round(0.2 + 0.57 * (1 - math.exp(-3 * progress)) + self._random.gauss(0, 0.005), 4),
            }
        if self._has_incidents and index % max(2, self._at(0.04)) == 1:
            point["debug/ratio"] = rounded(self._random.lognormvariate(-6.9, 0.3))
        return point

    def _tokens_per_second(self, index: int) -> float:
        speed = self._random.gauss(48_200, 420)
        if self._has_incidents and self._at(0.36) <= index < self._at(0.42):  # a slow disk
            speed *= self._random.uniform(0.6, 0.72)
        since_start = index - self._restart if index >= self._restart else index
        return speed * (0.4, 0.85)[since_start] if since_start < 2 else speed

    def _loss(self, index: int, trend: float) -> float:
        if self._has_incidents and index == self._restart - 1:
            return math.nan
        since_spike = index - self._at(0.3)
        bump = 1.3 * math.exp(-since_spike / 5) if self._has_incidents and since_spike >= 0 else 0.0
        return trend * self._random.lognormvariate(0, 0.011) + bump + 0.12 * (self._blow_up(index) - 1)

    def _gradient_norm(self, index: int, progress: float) -> float:
        norm = (0.34 + 1.7 * math.pow(1 + progress / 0.01, -0.6)) * self._random.lognormvariate(0, 0.13)
        return norm * (60 if self._has_incidents and index == self._at(0.3) else 1) * self._blow_up(index)

    def _blow_up(self, index: int) -> float:
        """Return the factor by which the gradient grows over the last points before the restart."""
        left = self._restart - index
        return math.pow(1.9, 7 - left) if self._has_incidents and 0 < left < 7 else 1.0

    def dropped_lines(self, index: int, point: dict[str, object]) -> Iterator[str]:
        """Yield the lines before a point that are dropped: a stray print, one too long, one with too many numbers."""
        if not self._has_incidents:
            return
        step = point["step"]
        if index in (self._at(0.12), self._at(0.62)):
            words = self._random.choices(
                ("the", "model", "of", "a", "loss", "and", "learns", "to", "in", "slowly"), k=1000
            )
            yield json.dumps({"step": step, "sample": " ".join(words)})
        if index == self._at(0.36):
            yield "WARNING: data loader worker 3 takes 412 ms a batch"
        if index == self._at(0.45):
            yield json.dumps(
                {"step": step, "norm": {f"layer_{n}": rounded(self._random.gauss(30, 3)) for n in range(72)}}
            )
        if index == self._restart:
            yield "FloatingPointError: the loss is not finite"
            yield f"resuming from the checkpoint at step {(self._place(index) - 1) * _STRIDE}"


def _learning_rate(progress: float) -> float:
    """Return the rate at a fraction of the run: linear warm-up over 4%, then cosine decay to a tenth of the peak."""
    if progress < 0.04:
        return _PEAK_LR * progress / 0.04
    return _PEAK_LR * (0.55 + 0.45 * math.cos(math.pi * (progress - 0.04) / 0.96))


def rounded(value: float) -> float:
    """Return a number rounded to four significant digits."""
    return float(f"{value:.4g}")
