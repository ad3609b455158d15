"""What the judges of several games share: trained weights, and halving the candidates."""

from __future__ import annotations

from importlib.resources import files

import numpy as np


def load_weights(package: str, name: str) -> dict[str, np.ndarray]:
    """Return the arrays in `weights/NAME.npz` of a package as 32-bit floats."""
    kept = files(package).joinpath("weights", f"{name}.npz")
    with kept.open("rb") as file, np.load(file) as arrays:
        return {key: np.ascontiguousarray(arrays[key], np.float32) for key in arrays.files}


def drop_half(means: np.ndarray, alive: np.ndarray) -> None:
    """Drop the worse half of the remaining candidates; at least two stay."""
    living = np.flatnonzero(alive)
    if len(living) > 2:
        order = living[np.argsort(-means[living], kind="stable")]
        alive[order[(len(living) + 1) // 2 :]] = 0
