"""The value network as kernels: the features of a position in, the logit of its outcome out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hexade.contract.exponential import exp
from hexade.contract.kernel import Record, kernel

SURE = 30.0  # a logit as good as certain


class CardsNetwork(NamedTuple):
    """The layers of a network, as kernels take them."""

    weights_1: Record  # a line for each feature
    bias_1: Record
    weights_2: Record  # inputs by outputs
    bias_2: Record
    weights_3: Record  # of the one output; its bias is the last number


@kernel
def logit(features: Record, count: int, net: CardsNetwork, first: Record, second: Record) -> float:
    """Return the network's answer to the first `count` features; its layers use two rows."""
    outer, inner, last = net.weights_1.shape[1], net.weights_2.shape[1], net.weights_3
    for j in range(outer):
        first[j] = net.bias_1[j]
    add_lines(net.weights_1, features, count, first)
    for j in range(inner):
        second[j] = net.bias_2[j]
    add_products(first, net.weights_2, second)
    answer = float(last[inner])
    for j in range(inner):
        if second[j] > 0.0:
            answer += second[j] * last[j]
    return answer


@kernel
def add_lines(weights: Record, features: Record, count: int, out: Record) -> None:
    """Add the lines of some features to a row, four at a time: this is most of the work."""
    fours = count // 4
    for four in range(fours):
        a, b = weights[features[4 * four]], weights[features[4 * four + 1]]
        c, d = weights[features[4 * four + 2]], weights[features[4 * four + 3]]
        for j in range(weights.shape[1]):
            out[j] += (a[j] + b[j]) + (c[j] + d[j])
    for n in range(4 * fours, count):
        a = weights[features[n]]
        for j in range(weights.shape[1]):
            out[j] += a[j]


@kernel
def add_products(inputs: Record, weights: Record, out: Record) -> None:
    """Add a layer's sums of rectified inputs, four at a time."""
    none = np.float32(0.0)
    fours = weights.shape[0] // 4
    for four in range(fours):
        i = 4 * four
        p, q = max(inputs[i], none), max(inputs[i + 1], none)
        r, s = max(inputs[i + 2], none), max(inputs[i + 3], none)
        a, b, c, d = weights[i], weights[i + 1], weights[i + 2], weights[i + 3]
        for j in range(weights.shape[1]):
            out[j] += (p * a[j] + q * b[j]) + (r * c[j] + s * d[j])
    for i in range(4 * fours, weights.shape[0]):
        p, a = max(inputs[i], none), weights[i]
        for j in range(weights.shape[1]):
            out[j] += p * a[j]


@kernel
def squash(answer: float) -> float:
    """Return a logit as an expected outcome between 0 and 1."""
    if answer <= -SURE:
        return 0.0
    if answer >= SURE:
        return 1.0
    return 1.0 / (1.0 + exp(-answer))
