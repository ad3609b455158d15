"""The value network as kernels: a row of numbers in, the logit of the expected outcome out."""

from __future__ import annotations

from typing import NamedTuple

from hexade.contract.exponential import exp
from hexade.contract.kernel import Record, kernel

ROWS = 6  # inputs, two layers, inputs and sums that are kept, and changes of inputs


class ValueNetwork(NamedTuple):
    """The layers of a network, as kernels take them."""

    weights_1: Record  # inputs by outputs
    bias_1: Record
    weights_2: Record
    bias_2: Record
    weights_3: Record  # of the one output; its bias is the last number


@kernel
def keep_sums(rows: Record, picked: Record, net: ValueNetwork) -> None:
    """Keep the first layer's sums of the inputs in rows[3] in rows[4]."""
    copy(net.bias_1, rows[4], net.weights_1.shape[1])
    n = pick_nonzero(rows[3], net.weights_1.shape[0], picked)
    add_up(n, picked, rows[3], net.weights_1, rows[4])


@kernel
def logit(rows: Record, picked: Record, net: ValueNetwork) -> float:
    """Return the network's answer to the inputs in rows[0].

    A move changes few inputs. So the first layer's sums are those kept for the position before it,
    and what the inputs that differ add.
    """
    inputs, first, second, last = rows[0], rows[1], rows[2], net.weights_3
    copy(rows[4], first, net.weights_1.shape[1])
    n = pick_changed(inputs, rows[3], net.weights_1.shape[0], picked, rows[5])
    add_up(n, picked, rows[5], net.weights_1, first)
    inner = net.weights_2.shape[1]
    copy(net.bias_2, second, inner)
    n = pick_positive(first, net.weights_2.shape[0], picked)
    add_up(n, picked, first, net.weights_2, second)
    answer = float(last[inner])
    for j in range(inner):
        if second[j] > 0.0:
            answer += second[j] * last[j]
    return answer


@kernel
def copy(source: Record, out: Record, n: int) -> None:
    """Copy the first n numbers."""
    for j in range(n):
        out[j] = source[j]


@kernel
def pick_changed(inputs: Record, known: Record, n: int, picked: Record, changes: Record) -> int:
    """List the inputs that differ from those known, and write by how much; return how many."""
    found = 0
    for i in range(n):
        changes[i] = inputs[i] - known[i]
        picked[found] = i
        if inputs[i] != known[i]:
            found += 1
    return found


@kernel
def pick_nonzero(inputs: Record, n: int, picked: Record) -> int:
    """List the inputs that are not zero; return how many."""
    found = 0
    for i in range(n):
        picked[found] = i
        if inputs[i] != 0.0:
            found += 1
    return found


@kernel
def pick_positive(inputs: Record, n: int, picked: Record) -> int:
    """List the inputs that pass a rectifier; return how many."""
    found = 0
    for i in range(n):
        picked[found] = i
        if inputs[i] > 0.0:
            found += 1
    return found


@kernel
def add_up(n: int, picked: Record, inputs: Record, weights: Record, out: Record) -> None:
    """Add what the picked inputs contribute to a layer's sums, four at a time."""
    width, at = weights.shape[1], 0
    while at + 4 <= n:
        a, b, c, d = picked[at], picked[at + 1], picked[at + 2], picked[at + 3]
        of_a, of_b, of_c, of_d = inputs[a], inputs[b], inputs[c], inputs[d]
        for j in range(width):
            left = of_a * weights[a, j] + of_b * weights[b, j]
            out[j] += left + (of_c * weights[c, j] + of_d * weights[d, j])
        at += 4
    while at < n:
        a = picked[at]
        of_a = inputs[a]
        for j in range(width):
            out[j] += of_a * weights[a, j]
        at += 1


@kernel
def squash(answer: float) -> float:
    """Return a logit as an expected outcome between 0 and 1."""
    if answer < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-answer))
