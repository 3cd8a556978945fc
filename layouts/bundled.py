"""The layouts that come with the project, one for the names under which each of some producers writes its numbers."""

import re
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple


class Bundled(NamedTuple):
    """A layout, and what tells the runs that it fits.

    Attributes:
        writer: who writes such runs.
        needs: a key without which there is nothing to draw.
        signs: patterns of the keys that such runs have.
        never: a key that they do not have.
    """

    writer: str
    needs: str
    signs: tuple[str, ...]
    never: str | None = None


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
        never="loss",
    ),
    "keras": Bundled("Keras", "epoch", ("epoch", "loss", "val_loss", "(val_)?accuracy"), never="step"),
}
"""The layouts there are, by name."""


def path_of(name: str) -> Path:
    """Return the file of a layout; ``name`` is one of `BUNDLED`."""
    return Path(__file__).with_name("bundled") / f"{name}.toml"


def fitting(keys: Collection[str]) -> str | None:
    """Return the name of the layout that fits a run with these keys, or series as they are written; None for none.

    One fits where what it needs is there, and at least three quarters of its signs; of several, that with most of them.
    """
    names = {key.partition("{")[0] for key in keys}
    best, most = None, 0.0
    for name, one in BUNDLED.items():
        if one.needs in names and one.never not in names:
            share = sum(any(re.fullmatch(sign, key) for key in names) for sign in one.signs) / len(one.signs)
            if share >= 0.75 and share > most:
                best, most = name, share
    return best
