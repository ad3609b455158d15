"""The value of a position between two turns: a small network that treats all colours alike.

Every colour is described by a few numbers and passes through the same layer; the results of all six
are added up, so that it does not matter which colour is called which. A second layer, which also
knows the size of the pile and who would win without it (G7), then gives every seat its expected
share of first place, the seat that begins the next turn first.

Within a turn a colour can end up in only four ways, so that its part of the second layer's sums is
computed once for each of them (`prepare`), and a position is six additions (`value`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.exponential import exp
from hexade.contract.kernel import Record, kernel
from hexade.games.genial_collect.variants import COPIES, TILES

AS_IT_WAS, ONE_MORE, TWO_MORE, TAKEN = range(4)  # what a turn does with a colour
WAYS = 4
FIRST, SECOND = 24, 32  # sizes of the two layers
_LYING = 4  # tiles of a colour in the middle, about as many as ever


class CollectNetwork(NamedTuple):
    """The layers of a network, as kernels take them."""

    weights_1: Record  # of one colour's numbers; the last row is the bias, as in the others
    weights_2: Record  # of the sums over all colours, the pile's size, and who would win now
    weights_3: Record


def columns(seats: int) -> int:
    """Return how many numbers describe a colour."""
    return 3 * seats + 5


def sizes(seats: int) -> tuple[tuple[int, int], ...]:
    """Return the shapes of the layers."""
    return (columns(seats) + 1, FIRST), (FIRST + seats + 2, SECOND), (SECOND + 1, seats)


@kernel
def describe_colour(s: Record, v: Record, first: int, colour: int, way: int, row: Record) -> None:
    """Write what is known of a colour after the turn of `s`, seen from the seat `first`.

    AS_IT_WAS also describes the middle of a turn.
    """
    seats, goal = int(v["seats"]), int(v["goal"])
    lying, left = int(s["middle"][colour]), int(s["pile"][colour])
    more = 0
    if way != AS_IT_WAS:
        left -= 0 if s["shown"][colour] > 0 else 1
        more = lying + 1 if way == TAKEN else 0
        lying = 0 if way == TAKEN else lying + 1
    if way == TWO_MORE:
        lying, left = lying + 1, left - 1
    for n in range(seats):
        seat = (first + n) % seats
        has = int(s["owned"][seat, colour]) + (more if seat == signed(s["turn"]) else 0)
        missing = max(0, goal - has)
        row[3 * n] = missing / goal
        row[3 * n + 1] = 1.0 if missing > 0 else 0.0
        row[3 * n + 2] = min(missing, lying + 1) / goal if lying > 0 else 0.0
    row[3 * seats] = lying / _LYING
    row[3 * seats + 1] = 1.0 if lying > 0 else 0.0
    row[3 * seats + 2] = left / COPIES
    up = way == AS_IT_WAS and s["shown"][colour] > 0  # the turn is not over
    row[3 * seats + 3] = 1.0 if up else 0.0
    row[3 * seats + 4] = left / COPIES if up or lying == 0 else 0.0  # tiles that would be bad (G2)


@kernel
def prepare(
    s: Record, v: Record, net: CollectNetwork, row: Record, hidden: Record, parts: Record
) -> None:
    """Write what each colour adds to the second layer's sums, for each way it can end up."""
    first, one = (signed(s["turn"]) + 1) % int(v["seats"]), net.weights_1
    bias = one.shape[0] - 1
    for colour in range(parts.shape[0]):  # not 6: a loop that is unrolled compiles long
        for way in range(parts.shape[1]):
            describe_colour(s, v, first, colour, way, row)
            for j in range(FIRST):
                hidden[j] = one[bias, j]
            add_products(row, bias, one, hidden)
            for j in range(SECOND):
                parts[colour, way, j] = 0.0
            add_products(hidden, FIRST, net.weights_2, parts[colour, way])


@kernel
def add_products(inputs: Record, count: int, weights: Record, out: Record) -> None:
    """Add to a layer's sums what its first inputs add; those that are not positive add nothing."""
    for i in range(count):
        x = inputs[i]
        if x > 0.0:
            for j in range(weights.shape[1]):
                out[j] += x * weights[i, j]


@kernel
def value(
    v: Record, net: CollectNetwork, parts: Record, ways: int, pile: int, now: Record, first: int,
    hidden: Record, out: Record,
) -> None:  # fmt: skip
    """Write each seat's expected share after a turn; `ways` has two bits for each colour.

    `now` are the shares if the game were over.
    """
    two, three, seats = net.weights_2, net.weights_3, int(v["seats"])
    size = np.float32(pile / TILES)
    for j in range(SECOND):
        hidden[j] = two[FIRST + seats + 1, j] + size * two[FIRST, j]
    for n in range(seats):
        x = np.float32(now[(first + n) % seats])
        if x > 0.0:
            add_row(two[FIRST + 1 + n], x, hidden)
    for colour in range(parts.shape[0]):
        add_row(parts[colour, (ways >> (2 * colour)) & 3], np.float32(1.0), hidden)
    for n in range(seats):
        answer = float(three[SECOND, n])
        for j in range(SECOND):
            if hidden[j] > 0.0:
                answer += hidden[j] * three[j, n]
        out[(first + n) % seats] = answer
    softmax(out, seats)


@kernel
def add_row(row: Record, weight: Record, hidden: Record) -> None:
    """Add a row, weighted, to the second layer's sums."""
    for j in range(SECOND):
        hidden[j] += weight * row[j]


@kernel
def softmax(out: Record, seats: int) -> None:
    """Turn logits into shares that add up to one."""
    top = out[0]
    for n in range(1, seats):
        top = max(top, out[n])
    total = 0.0
    for n in range(seats):
        out[n] = exp(out[n] - top)
        total += out[n]
    for n in range(seats):
        out[n] /= total
