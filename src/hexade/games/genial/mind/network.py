"""The value network as kernels: a row of numbers in, the logit of the expected outcome out."""

from __future__ import annotations

from typing import NamedTuple

from hexade.contract.exponential import exp
from hexade.contract.kernel import Record, kernel


class ValueNetwork(NamedTuple):
    """The layers of a network, as kernels take them."""

    weights_1: Record  # inputs by outputs
    bias_1: Record
    weights_2: Record
    bias_2: Record
    weights_3: Record  # of the one output; its bias is the last number


@kernel
def add_up(inputs: Record, weights: Record, bias: Record, out: Record) -> None:
    """Write one layer's sums of rectified inputs: those that are not positive add nothing."""
    for j in range(weights.shape[1]):
        out[j] = bias[j]
    for i in range(weights.shape[0]):
        x = inputs[i]
        if x > 0.0:
            for j in range(weights.shape[1]):
                out[j] += x * weights[i, j]


@kernel
def logit(rows: Record, net: ValueNetwork) -> float:
    """Return the network's answer to the inputs in rows[0]; the layers use the other two rows."""
    first, second, last = rows[1], rows[2], net.weights_3
    add_up_signed(rows[0], net.weights_1, net.bias_1, first)
    add_up(first, net.weights_2, net.bias_2, second)
    inner = net.weights_2.shape[1]
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
    return 1.0 / (1.0 + exp(-answer))
