"""The bundled layouts: one for each producer whose key names are known."""

import re
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

MIN_SHARE = 0.75
"""A layout matches a run if at least this share of its patterns match one of the run's keys."""


class Bundled(NamedTuple):
    """A bundled layout, and how to recognize the runs it is made for.

    Attributes:
        producer: the program that writes such runs.
        required: the key without which the layout has nothing to draw.
        patterns: regular expressions for the keys that such runs have.
        excluded: a key that such runs never have.
    """

    producer: str
    required: str
    patterns: tuple[str, ...]
    excluded: str | None = None


BUNDLED = {
    "sexpgpu": Bundled(
        "SexpGPU, its events",
        "train/objective",
        ("train/objective", "runtime/step_seconds", "runtime/train_seconds", "rate/.+"),
    ),
    "huggingface": Bundled(
        "Hugging Face Trainer",
        "step",
        ("step", "epoch", "loss", "learning_rate", "grad_norm", r"eval_(\w+_)?runtime"),
    ),
    "lightning": Bundled(
        "PyTorch Lightning",
        "step",
        ("step", "epoch", "train_loss(_step|_epoch)?", "val_loss", r"lr-\w+|(train|val)_\w+_(step|epoch)"),
        excluded="loss",
    ),
    "keras": Bundled("Keras", "epoch", ("epoch", "loss", "val_loss", "(val_)?accuracy"), excluded="step"),
}
"""The bundled layouts by name."""


def path_of(name: str) -> Path:
    """Return the path of a bundled layout; ``name`` is a key of `BUNDLED`."""
    return Path(__file__).with_name("bundled") / f"{name}.toml"


def matching_layout(keys: Collection[str]) -> str | None:
    """Return the name of the bundled layout made for a run with these keys, or None if there is none.

    ``keys`` may also be series with their metadata, as in ``loss{pass=eval}``; only the part before the brace counts.
    A layout matches if its required key is present, its excluded key is not, and at least `MIN_SHARE` of its patterns
    match. If several do, the one with the largest share wins.
    """
    names = {key.partition("{")[0] for key in keys}
    best, best_share = None, 0.0
    for name, layout in BUNDLED.items():
        if layout.required in names and layout.excluded not in names:
            matches = sum(any(re.fullmatch(pattern, key) for key in names) for pattern in layout.patterns)
            share = matches / len(layout.patterns)
            if share >= MIN_SHARE and share > best_share:
                best, best_share = name, share
    return best
