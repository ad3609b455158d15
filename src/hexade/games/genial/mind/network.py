"""The value network as kernels: a row of numbers in, the logit of the expected outcome out."""

from __future__ import annotations

import math

from hexade.contract.kernel import Record, kernel


@kernel
def add_up(inputs: Record, weights: Record, bias: Record, out: Record) -> None:
    """Write one layer's sums; inputs that are not positive are left out, as rectified ones are."""
    for j in range(weights.shape[1]):
        out[j] = bias[j]
    for i in range(weights.shape[0]):
        x = inputs[i]
        if x > 0.0:
            for j in range(weights.shape[1]):
                out[j] += x * weights[i, j]


@kernel
def logit(work: Record, net: Record) -> float:
    """Return the network's answer to the row in work[0]; the other rows are to work in.

    `net` is (weights, bias, weights, bias, weights), the last with its bias as its last number.
    """
    first, second, last = work[1], work[2], net[4]
    add_up_signed(work[0], net[0], net[1], first)
    add_up(first, net[2], net[3], second)
    inner = net[2].shape[1]
    answer = float(last[inner])
    for j in range(inner):
        if second[j] > 0.0:
            answer += second[j] * last[j]
    return answer


@kernel
def add_up_signed(inputs: Record, weights: Record, bias: Record, out: Record) -> None:
    """Write the first layer's sums: its inputs may be negative, and many are zero."""
    for j in range(weights.shape[1]):
        out[j] = bias[j]
    for i in range(weights.shape[0]):
        x = inputs[i]
        if x != 0.0:
            for j in range(weights.shape[1]):
                out[j] += x * weights[i, j]


@kernel
def squash(answer: float) -> float:
    """Return a logit as an expected outcome between 0 and 1."""
    if answer < -30.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-answer))
