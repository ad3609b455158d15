"""How a level errs, as kernels: it loses a fixed share of what a random player would lose."""

from __future__ import annotations

import math

from hexade.contract.exponential import exp
from hexade.contract.kernel import Record, kernel

_HALVINGS = 26
_COLDEST, _HOTTEST = 1e-6, 1e3  # temperatures, relative to the widest gap


@kernel
def weigh(values: Record, noise: float, weights: Record) -> None:
    """Write the weight of each move for a player that loses this share of a random player's loss.

    It is the softmax at the temperature that gives this expected loss.
    """
    count, best, least, total = values.shape[0], values[0], values[0], 0.0
    for n in range(1, count):
        best, least = max(best, values[n]), min(least, values[n])
    for n in range(count):
        total += best - values[n]
    wanted, unit = noise * (total / count), best - least
    if wanted <= 0.0:
        for n in range(count):
            weights[n] = 1.0 if values[n] == best else 0.0
        return
    low, high = _COLDEST, _HOTTEST
    for _ in range(_HALVINGS):
        middle = math.sqrt(low * high)
        lost = total = 0.0
        for n in range(count):
            weight = exp((values[n] - best) / (middle * unit))
            lost += weight * (best - values[n])
            total += weight
        if lost > wanted * total:
            high = middle
        else:
            low = middle
    for n in range(count):
        weights[n] = exp((values[n] - best) / (low * unit))


@kernel
def pick(values: Record, noise: float, share: float, weights: Record) -> int:
    """Return the index of the move that a level makes; `share` is a random number below 1."""
    weigh(values, noise, weights)
    count, total = int(values.shape[0]), 0.0
    for n in range(count):
        total += weights[n]
    passed = 0.0
    for n in range(count):
        passed += weights[n]
        if passed > share * total:
            return n
    return count - 1
