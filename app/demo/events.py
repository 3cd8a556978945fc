"""A made-up training run in the format of events, one for each number, with a status file.

It has what real runs have: two stages of training data, two passes of evaluation, checkpoints, an interruption and a
resumption, a late evaluation of an earlier step, and a line that is not an event.
"""

import json
import math
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from .points import SHORTEST, rounded

START_MS = 1_767_600_000_000
"""When a run starts by default, in milliseconds since 1970; fixed, so that its lines are always the same."""

_STEP_TOKENS = 262_144
_STEP_SECONDS = 2.4
_GIB = 1 << 30
_HARD = 0.4  # the fraction of the run after which it trains on the hard stage
_LATE_PASS = 0.33  # the fraction of the run at which one of the passes is skipped and made up for later
_DIAGNOSTIC_EVERY = 10  # steps

Fields = dict[str, object]


class Report(NamedTuple):
    r"""What a run writes at one step.

    Attributes:
        lines: the lines, each with its ``\n``.
        status: the new contents of the status file; empty if the run has none.
        ts_ms: the time of the step in milliseconds since 1970.
    """

    lines: bytes
    status: Fields
    ts_ms: int


def events(seed: int, count: int, start_ms: int = START_MS) -> Iterator[bytes]:
    r"""Yield the lines of a run of ``count`` steps, each with its ``\n``; they depend only on the arguments.

    Raises:
        ValueError: the count is below one.
    """
    for report in reports(seed, count, start_ms):
        yield from report.lines.splitlines(keepends=True)


def reports(seed: int, count: int, start_ms: int = START_MS) -> Iterator[Report]:
    """Yield what a run that starts at ``start_ms`` (milliseconds since 1970) writes at each step.

    Raises:
        ValueError: the count is below one.
    """
    if count < 1:
        raise ValueError("a run needs at least one step")
    return _Run(seed, count, start_ms).reports()


class _Run:
    """The state of a run, advanced step by step."""

    def __init__(self, seed: int, count: int, start_ms: int) -> None:
        self._random = Random(seed)
        self._count = count
        self._has_incidents = count >= SHORTEST
        self._eval_every = max(1, count // 40)
        self._now = float(start_ms)
        self._tokens = 0
        self._seconds = 0.0
        self._peak = 38.2
        self._loss = math.nan
        self._lines: list[str] = []

    def reports(self) -> Iterator[Report]:
        for step in range(1, self._count + 1):
            if step == 1:
                self._start()
            self._train(step)
            if step % self._eval_every == 0 or step == self._count:
                for name in ("eval", "probe") if step // self._eval_every % 2 == 0 else ("eval",):
                    self._evaluate(step, step, name)
            if self._has_incidents:
                self._add_incident(step)
            if step == self._count:
                self._event("done", step=step)
            yield Report("".join(self._lines).encode(), self._status(step), round(self._now))
            self._lines.clear()

    def _is_at(self, step: int, fraction: float) -> bool:
        """Return whether a step is the one at a fraction of the run; False if the run is too short for incidents."""
        return self._has_incidents and step == self._at(fraction)

    def _at(self, fraction: float) -> int:
        """Return the step at a fraction of the run, rounded down to one with an evaluation and a checkpoint."""
        return max(1, int(self._count * fraction) // self._eval_every) * self._eval_every

    def _stage(self, step: int) -> int:
        return int(self._has_incidents and step > self._at(_HARD))

    def _event(self, kind: str, **fields: object) -> None:
        self._lines.append(json.dumps({"kind": kind, "ts_ms": round(self._now), **fields}) + "\n")

    def _metric(self, step: int, name: str, value: float, **metadata: str) -> None:
        self._event("metric", step=step, name=name, value=value, metadata=metadata)

    def _annotate(self, step: int, text: str, **metadata: str) -> None:
        self._event("annotation", step=step, annotation=text, metadata=metadata)

    def _start(self) -> None:
        self._event("open", experiment="demo", metadata={"device": "cuda", "devices": "8"})
        self._event("start")

    def _train(self, step: int) -> None:
        seconds = self._random.gauss(_STEP_SECONDS, 0.03)
        if self._has_incidents and 0.48 < step / self._count < 0.53:  # a slow disk
            seconds *= self._random.uniform(1.4, 1.6)
        self._now += seconds * 1000
        self._seconds += seconds
        self._tokens += _STEP_TOKENS
        self._peak = max(self._peak, self._random.gauss((38.4, 52.9)[self._stage(step)], 0.15))
        self._loss = self._trend(step) * self._random.lognormvariate(0, 0.011)
        stage = ("easy", "hard")[self._stage(step)]
        self._metric(step, "train/objective", rounded(self._loss + 0.08), split="train", stage=stage)
        self._metric(step, "train/loss", rounded(self._loss), split="train", stage=stage)
        self._metric(step, "counter/tokens", self._tokens, split="train")
        self._metric(step, "rate/tokens", round(_STEP_TOKENS / seconds), split="train")
        self._metric(step, "runtime/step_seconds", rounded(seconds), split="train")
        self._metric(step, "runtime/train_seconds", round(self._seconds, 2), split="train")
        self._metric(step, "runtime/peak_bytes", int(self._peak * _GIB), split="train")
        if step % _DIAGNOSTIC_EVERY == 0:
            for param, scale in (("embed", 0.21), ("blocks", 0.68), ("head", 0.34)):
                norm = scale * (1 + 3 * math.pow(1 + step / self._count / 0.01, -0.6))
                norm *= self._random.lognormvariate(0, 0.12)
                self._metric(step, "diagnostics/grad-norm", rounded(norm), split="train", param=param)

    def _trend(self, step: int) -> float:
        """Return the loss without noise; it rises when the hard stage starts."""
        progress = step / self._count
        loss = 2.05 + 8.2 * math.pow(1 + progress / 0.005, -0.55)
        return loss + 0.15 + 0.55 * math.exp(-(progress - _HARD) / 0.12) if self._stage(step) else loss

    def _evaluate(self, now: int, step: int, name: str) -> None:
        """Report an evaluation of the model of a step; ``now`` is the current step."""
        progress = step / self._count
        loss = 2.3 + 7.4 * math.pow(1 + progress / 0.006, -0.5) - (0.12 if self._stage(step) else 0)
        loss = (loss + (0.42 if name == "probe" else 0)) * self._random.lognormvariate(0, 0.004)
        seconds = self._random.gauss(6.2 if name == "probe" else 18.5, 0.2)
        if now == step:
            self._now += seconds * 1000
        metadata = {"pass": name, "split": "eval"}
        self._metric(step, "eval/loss", rounded(loss), **metadata)
        self._metric(step, "curriculum/stage", self._stage(step), **metadata)
        self._metric(step, "runtime/eval_seconds", rounded(seconds), **metadata)

    def _add_incident(self, step: int) -> None:
        """Report what happens besides training: a checkpoint, a stray print, an interruption, a late evaluation."""
        if self._is_at(step, _LATE_PASS):
            self._annotate(step, "checkpoint", path=self._checkpoint(step))
        if self._is_at(step, 0.45):
            self._lines.append("WARNING: data loader worker 3 takes 412 ms a batch\n")
        if self._is_at(step, 0.6):
            self._annotate(step, "interrupted by SIGTERM: the machine is needed elsewhere")
            self._annotate(step, "checkpoint", path=self._checkpoint(step))
            self._now += 412_000
            # Resume at once, as a run whose last event is an interruption has ended.
            self._start()
        if self._is_at(step, 0.75):
            earlier = self._at(_LATE_PASS)
            path = self._checkpoint(earlier)
            self._annotate(earlier, "evaluated later, from its checkpoint", checkpoint=path, device="cpu")
            self._evaluate(step, earlier, "probe")

    def _checkpoint(self, step: int) -> str:
        return f"checkpoints/step-{step:08}"

    def _status(self, step: int) -> Fields:
        left = self._count - step
        return {
            "state": "training" if left else "done",
            "step": step,
            "steps": self._count,
            "stage": ("easy", "hard")[self._stage(step)],
            "loss": rounded(self._loss),
            "tokens": self._tokens,
            "eta_seconds": round(left * self._seconds / step),
            "updated_ts_ms": round(self._now),
        }
