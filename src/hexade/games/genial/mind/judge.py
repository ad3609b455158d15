"""The judge of the board game: values of moves, by the network and by a search of the best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from hexade.contract.chance import GUESS, seed_of
from hexade.contract.kernel import speed_up
from hexade.contract.search import drop_half, load_weights
from hexade.contract.setup import Setup
from hexade.games.genial import rules
from hexade.games.genial.determinize import determinize
from hexade.games.genial.mind import search, shortlist
from hexade.games.genial.mind.cell_points import GROUND, SKETCH
from hexade.games.genial.mind.network import ValueNetwork
from hexade.games.genial.mind.search import SearchPlan
from hexade.games.genial.mind.shortlist import Scratch
from hexade.games.genial.mind.training import LEARNING
from hexade.games.genial.view import GenialView as View

WIDTH = 12  # moves valued in each position of a search
TRUST = 6  # how many sampled worlds the network's own value counts as
CANDIDATES = 12  # moves that are searched
ROUNDS = 4  # after each the worse half of the candidates is dropped
TURNS, TURNS_ALONE = 1, 4  # searched turns of the seat to move; in solo no answers need guessing
BUDGET, BUDGET_ALONE = 12_000, 24_000  # positions valued at full effort: about 50 ms on one core
MOST_WORLDS = 512  # per round, in games that are nearly over
_value_all = speed_up(shortlist.value_all)
_explore = speed_up(search.explore)


@cache
def network(variant: str, seats: int) -> ValueNetwork:
    """Return the network that was trained for a variant."""
    layers = load_weights(__package__, f"{variant}{seats}")
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


def judge(view: View, moves: Sequence[int], effort: float, seed: int) -> list[float]:
    """Return the expected outcome of each of some legal moves for the seat in turn."""
    if not moves:
        return []
    setup = view.setup
    net, scratch = network(setup.variant, setup.seats), scratch_for(setup)
    states = np.zeros(2, rules.STATE)
    states[0] = determinize(view, seed).data[0]
    listed = np.array(moves, np.int32)
    values = np.zeros(len(moves), np.float32)
    _value_all(states, view.table, scratch, net, listed, values)
    if effort > 0 and len(moves) > 1:
        _search(states, view.table, scratch, net, listed, values, effort, seed)
    return values.tolist()


def _search(
    states: np.ndarray,
    table: np.ndarray,
    scratch: Scratch,
    net: ValueNetwork,
    moves: np.ndarray,
    values: np.ndarray,
    effort: float,
    seed: int,
) -> None:
    """Replace the values of the best moves by their mean outcomes in sampled worlds."""
    best = np.argsort(-values, kind="stable")[:CANDIDATES]
    sums = TRUST * values[best].astype(np.float64)
    alive = np.ones(len(best), np.uint8)
    played = np.full(len(best), float(TRUST))
    alone = table[0]["seats"] == 1
    budget = int(effort * (BUDGET_ALONE if alone else BUDGET) / ROUNDS)
    plan = SearchPlan(WIDTH, TURNS_ALONE if alone else TURNS, MOST_WORLDS, budget)
    for number in range(ROUNDS):
        key = np.uint64(seed_of(seed, GUESS + number))
        played[alive == 1] += _explore(
            states, table, scratch, net, plan, moves[best], alive, key, sums
        )
        drop_half(sums / played, alive)
    means = sums / played
    dropped = alive == 0
    floor = float(means[~dropped].min())
    means[dropped] = np.minimum(means[dropped], floor - 1e-6)
    values[:] = np.minimum(values, means.min() - 1e-6)
    values[best] = means
    np.maximum(values, 0.0, out=values)  # no value is below 0
