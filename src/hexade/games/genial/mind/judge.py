"""The judge of the board game: values of moves, by the network and by a search of the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from hexade.games.genial.mind.network import ROWS, ValueNetwork
from hexade.games.genial.mind.search import SearchPlan, explore
from hexade.games.genial.mind.shortlist import Scratch, value_all
from hexade.games.genial.mind.training import LEARNING
from hexade.games.genial.mind.value_features import row_of
from hexade.games.genial.variants import VARIANTS
from hexade.games.genial.view import GenialView as View

CANDIDATES, WIDTH = 16, 12  # at most, of any plan: moves that are searched, moves of a position
LESS = 1e-6  # by which a move that was dropped is below those that stayed

# Settings of the search, one row for each network (`row_of`), as SearchPlan names them.
PLANS = np.array(
    [
        (36_000, 12, 4, 6, 8, 8, 0, 512, 0),
        (16_000, 12, 4, 6, 12, 1, 0, 512, 1),
        (20_000, 12, 4, 6, 12, 1, 2, 512, 2),
        (18_000, 12, 4, 6, 12, 1, 2, 512, 3),
        (16_000, 12, 4, 6, 12, 1, 0, 512, 4),
        (16_000, 12, 4, 6, 12, 1, 0, 512, 5),
    ],
    np.int64,
)


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
    plan = plan_in(PLANS, row_of(table[0]))
    judge_planned(
        states, table, seat, beside, scratch, net, halving, plan, pool, moves, values, effort,
        seed, out,
    )  # fmt: skip


@kernel
def judge_planned(
    states: Record,
    table: Record,
    seat: int,
    beside: Record,
    scratch: Scratch,
    net: ValueNetwork,
    halving: Halving,
    plan: SearchPlan,
    pool: Record,
    moves: Record,
    values: Record,
    effort: float,
    seed: Word,
    out: Record,
) -> None:
    """Do the same with settings of the caller's choice."""
    deal_unseen(states[0], table[0], seat, beside[0], seed, pool)
    value_all(states, table, scratch, net, moves, values)
    if effort > 0.0 and moves.shape[0] > 1:
        search(states, table, scratch, net, halving, plan, moves, values, effort, seed)
    widen(values, out)


@kernel
def plan_in(plans: Record, row: int) -> SearchPlan:
    """Return one row of settings by their names."""
    p = plans[row]
    return SearchPlan(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8])


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
    plan: SearchPlan,
    moves: Record,
    values: Record,
    effort: float,
    seed: Word,
) -> None:
    """Replace the values of the best moves by their mean outcomes in sampled worlds."""
    count = gather(halving, plan, moves, values)
    budget = int(effort * plan.budget / plan.rounds)
    alive, sums, played, means = halving.alive, halving.sums, halving.played, halving.means
    for number in range(plan.rounds):
        key = nth_seed(seed, GUESS + number)
        worlds = explore(states, table, scratch, net, plan, budget, halving.moves, alive, key, sums)
        for n in range(count):
            if alive[n]:
                played[n] += worlds
            means[n] = sums[n] / played[n]
        drop_half(means, alive)
    hand_over(halving, count, values)


@kernel
def gather(halving: Halving, plan: SearchPlan, moves: Record, values: Record) -> int:
    """Make the moves with the best values candidates; return how many there are."""
    count = min(best_first(values, halving.best), plan.candidates)
    for n in range(halving.best.shape[0]):
        halving.alive[n], halving.sums[n], halving.means[n] = 0, 0.0, 0.0
        if n < count:
            at = halving.best[n]
            halving.moves[n], halving.alive[n] = moves[at], 1
            halving.sums[n], halving.played[n] = plan.trust * float(values[at]), float(plan.trust)
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


_judge_planned = in_parts(judge_planned)


@cache
def network(variant: str, seats: int, folder: str = __package__) -> ValueNetwork:
    """Return the network that was trained for a variant."""
    return network_of(load_arrays(folder, f"{VARIANTS[variant].mind or variant}{seats}"))


def network_of(layers: Mapping[str, np.ndarray]) -> ValueNetwork:
    """Return layers as kernels take them."""
    last = np.concatenate([layers["w2"][:, 0], layers["b2"]])
    return ValueNetwork(layers["w0"], layers["b0"], layers["w1"], layers["b1"], last)


def scratch_for(setup: Setup, net: ValueNetwork) -> Scratch:
    """Return the arrays that a search needs."""
    longest = max(LEARNING.columns(setup), net.weights_1.shape[1], net.weights_2.shape[1])
    return Scratch(
        grounds=np.zeros(1, GROUND),
        sketches=np.zeros(1, SKETCH),
        moves=np.zeros(WIDTH, np.int32),
        values=np.zeros(WIDTH, np.float32),
        rows=np.zeros((ROWS, longest), np.float32),
        picked=np.zeros(longest, np.int32),
        valued=np.zeros(1, np.int64),
    )


def halving_for() -> Halving:
    """Return the arrays of the candidates."""
    kinds = (np.int32, np.int32, np.uint8, np.float64, np.float64, np.float64)
    return Halving(*(np.zeros(CANDIDATES, kind) for kind in kinds))


def judge(view: View, moves: Sequence[int], effort: float, seed: int) -> list[float]:
    """Return the expected outcome of each of some legal moves for the seat in turn."""
    plan = plan_of(PLANS, view)
    return judge_by(network(view.setup.variant, view.setup.seats), plan, view, moves, effort, seed)


def plan_of(plans: np.ndarray, view: View) -> SearchPlan:
    """Return the settings for what is played."""
    return SearchPlan(*plans[row_of(view.table[0])].tolist())


def judge_by(
    net: ValueNetwork,
    plan: SearchPlan,
    view: View,
    moves: Sequence[int],
    effort: float,
    seed: int,
) -> list[float]:
    """Return what a network, and a search by this plan, expect of each of some legal moves."""
    if not moves:
        return []
    listed, out = np.array(moves, np.int32), np.zeros(len(moves))
    _judge_planned(
        view.thaw(2), view.table, view.seat, view.beside, scratch_for(view.setup, net), net,
        halving_for(), plan, np.empty(TILE_COUNT, np.int8), listed,
        np.zeros(len(moves), np.float32), float(effort), np.uint64(seed), out,
    )  # fmt: skip
    return out.tolist()
