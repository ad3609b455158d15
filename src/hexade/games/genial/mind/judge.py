"""The judge of the board game: values of moves, by the network and by a search of the best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from hexade.contract.chance import GUESS, nth_seed
from hexade.contract.kernel import Record, Word, in_parts, kernel
from hexade.contract.search import best_first, drop_half, load_arrays
from hexade.contract.setup import Setup
from hexade.games.genial.board import TILE_COUNT
from hexade.games.genial.determinize import deal_unseen
from hexade.games.genial.mind.cell_points import GROUND, SKETCH
from hexade.games.genial.mind.network import ValueNetwork
from hexade.games.genial.mind.search import SearchPlan, explore
from hexade.games.genial.mind.shortlist import Scratch, value_all
from hexade.games.genial.mind.training import LEARNING
from hexade.games.genial.variants import VARIANTS
from hexade.games.genial.view import GenialView as View

WIDTH = 12  # moves valued in each position of a search
TRUST = 6  # how many sampled worlds the network's own value counts as
CANDIDATES = 12  # moves that are searched
ROUNDS = 4  # after each the worse half of the candidates is dropped
TURNS, TURNS_ALONE = 1, 4  # searched turns of the seat to move; in solo no answers need guessing
BUDGET, BUDGET_ALONE = 12_000, 24_000  # positions valued at full effort: about 50 ms on one core
MOST_WORLDS = 512  # per round, in games that are nearly over
LESS = 1e-6  # by which a move that was dropped is below those that stayed


class Halving(NamedTuple):
    """The candidates of a search, half of which are dropped after each round."""

    best: Record  # their indices among all moves
    moves: Record
    alive: Record
    sums: Record  # of outcomes
    played: Record  # worlds, and the trust in the network's own value
    means: Record


@kernel
def judge_moves(
    states: Record,
    table: Record,
    seat: int,
    beside: Record,
    scratch: Scratch,
    net: ValueNetwork,
    halving: Halving,
    pool: Record,
    moves: Record,
    values: Record,
    effort: float,
    seed: Word,
    out: Record,
) -> None:
    """Write the expected outcome of each of some legal moves; states[0] is what the seat knows."""
    deal_unseen(states[0], table[0], seat, beside[0], seed, pool)
    value_all(states, table, scratch, net, moves, values)
    if effort > 0.0 and moves.shape[0] > 1:
        search(states, table, scratch, net, halving, moves, values, effort, seed)
    widen(values, out)


@kernel
def widen(values: Record, out: Record) -> None:
    """Copy values to an array of wider numbers."""
    for n in range(values.shape[0]):
        out[n] = values[n]


@kernel
def search(
    states: Record,
    table: Record,
    scratch: Scratch,
    net: ValueNetwork,
    halving: Halving,
    moves: Record,
    values: Record,
    effort: float,
    seed: Word,
) -> None:
    """Replace the values of the best moves by their mean outcomes in sampled worlds."""
    count = gather(halving, moves, values)
    alone = table[0]["seats"] == 1
    budget = int(effort * (BUDGET_ALONE if alone else BUDGET) / ROUNDS)
    plan = SearchPlan(WIDTH, TURNS_ALONE if alone else TURNS, MOST_WORLDS, budget)
    alive, sums, played, means = halving.alive, halving.sums, halving.played, halving.means
    for number in range(ROUNDS):
        key = nth_seed(seed, GUESS + number)
        worlds = explore(states, table, scratch, net, plan, halving.moves, alive, key, sums)
        for n in range(count):
            if alive[n]:
                played[n] += worlds
            means[n] = sums[n] / played[n]
        drop_half(means, alive)
    hand_over(halving, count, values)


@kernel
def gather(halving: Halving, moves: Record, values: Record) -> int:
    """Make the moves with the best values candidates; return how many there are."""
    count = best_first(values, halving.best)
    for n in range(halving.best.shape[0]):
        halving.alive[n], halving.sums[n], halving.means[n] = 0, 0.0, 0.0
        if n < count:
            at = halving.best[n]
            halving.moves[n], halving.alive[n] = moves[at], 1
            halving.sums[n], halving.played[n] = TRUST * float(values[at]), float(TRUST)
    return count


@kernel
def hand_over(halving: Halving, count: int, values: Record) -> None:
    """Write the means of the candidates; no move that was dropped is above one that stayed."""
    means, floor = halving.means, 1.0
    for n in range(count):
        if halving.alive[n]:
            floor = min(floor, means[n])
    low = floor
    for n in range(count):
        if not halving.alive[n]:
            means[n] = min(means[n], floor - LESS)
        low = min(low, means[n])
    for n in range(values.shape[0]):
        values[n] = min(float(values[n]), low - LESS)
    for n in range(count):
        values[halving.best[n]] = means[n]
    for n in range(values.shape[0]):
        values[n] = max(float(values[n]), 0.0)  # no value is below 0


_judge_moves = in_parts(judge_moves)


@cache
def network(variant: str, seats: int) -> ValueNetwork:
    """Return the network that was trained for a variant."""
    layers = load_arrays(__package__, f"{VARIANTS[variant].mind or variant}{seats}")
    last = np.concatenate([layers["w2"][:, 0], layers["b2"]])
    return ValueNetwork(layers["w0"], layers["b0"], layers["w1"], layers["b1"], last)


def scratch_for(setup: Setup) -> Scratch:
    """Return the arrays that a search needs."""
    net = network(setup.variant, setup.seats)
    longest = max(LEARNING.columns(setup), net.weights_1.shape[1], net.weights_2.shape[1])
    return Scratch(
        grounds=np.zeros(1, GROUND),
        sketches=np.zeros(1, SKETCH),
        moves=np.zeros(WIDTH, np.int32),
        values=np.zeros(WIDTH, np.float32),
        rows=np.zeros((3, longest), np.float32),
        valued=np.zeros(1, np.int64),
    )


def halving_for() -> Halving:
    """Return the arrays of the candidates."""
    kinds = (np.int32, np.int32, np.uint8, np.float64, np.float64, np.float64)
    return Halving(*(np.zeros(CANDIDATES, kind) for kind in kinds))


def judge(view: View, moves: Sequence[int], effort: float, seed: int) -> list[float]:
    """Return the expected outcome of each of some legal moves for the seat in turn."""
    if not moves:
        return []
    setup = view.setup
    net, scratch = network(setup.variant, setup.seats), scratch_for(setup)
    listed, out = np.array(moves, np.int32), np.zeros(len(moves))
    _judge_moves(
        view.thaw(2), view.table, view.seat, view.beside, scratch, net, halving_for(),
        np.empty(TILE_COUNT, np.int8), listed, np.zeros(len(moves), np.float32),
        float(effort), np.uint64(seed), out,
    )  # fmt: skip
    return out.tolist()
