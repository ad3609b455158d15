"""What the judges (`mind/`) of several games share: trained weights, sequential halving."""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from hexade.contract.kernel import Record, kernel

_LEAVES = 2  # a candidate that is dropped, while the others are still compared


def load_arrays(package: str, name: str) -> dict[str, np.ndarray]:
    """Return the arrays in `weights/NAME.npz` of a package, every number in 32 bits.

    Floats stay floats and whole numbers whole, as the page gets them too (web/make.py).
    """
    kept = files(package).joinpath("weights", f"{name}.npz")
    with kept.open("rb") as file, np.load(file) as arrays:
        return {key: np.ascontiguousarray(arrays[key], _wide(arrays[key])) for key in arrays.files}


def _wide(array: np.ndarray) -> str:
    return "<f4" if array.dtype.kind == "f" else "<i4"


@kernel
def best_first(values: Record, out: Record) -> int:
    """Write the indices of the highest values, the best first; return how many.

    Of equal values the first comes first.
    """
    most, count = out.shape[0], 0
    for n in range(values.shape[0]):
        if count == most and values[n] <= values[out[most - 1]]:
            continue
        count = min(count + 1, most)
        at = count - 1
        while at > 0 and values[out[at - 1]] < values[n]:
            out[at] = out[at - 1]
            at -= 1
        out[at] = n
    return count


@kernel
def drop_half(means: Record, alive: Record) -> None:
    """Clear the worse half of the candidates in `alive`; at least two stay."""
    living = 0
    for n in range(alive.shape[0]):
        living += int(alive[n] != 0)
    if living <= 2:
        return
    for n in range(alive.shape[0]):
        better = 0
        for other in range(alive.shape[0]):
            ahead = means[other] > means[n] or (means[other] == means[n] and other < n)
            better += int(alive[other] != 0 and ahead)
        if alive[n] != 0 and better >= (living + 1) // 2:
            alive[n] = _LEAVES
    for n in range(alive.shape[0]):
        if alive[n] == _LEAVES:
            alive[n] = 0
