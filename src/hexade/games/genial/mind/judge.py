"""What moves are worth: one look ahead for all of them, further for those that look best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from hexade.contract.chance import GUESS, seed_of
from hexade.contract.kernel import speed_up
from hexade.contract.setup import Setup
from hexade.games.genial import rules
from hexade.games.genial.determinize import determinize
from hexade.games.genial.mind import offers, policy, search
from hexade.games.genial.mind.learning import LEARNING
from hexade.games.genial.view import GenialView as View

WIDE, NARROW = 64, 12  # moves looked at: at most on a desk; in a position that is played on
TRUST = 6  # how many worlds the first look counts for
CANDIDATES = 12  # moves that are looked into further
ROUNDS = 4  # after each half of the candidates go
TURNS, TURNS_ALONE = 1, 4  # of one's own to look ahead: nobody's answer need be guessed in solo
BUDGET, BUDGET_ALONE = 12_000, 24_000  # positions valued at full effort: some 50 ms on one core
MOST_WORLDS = 512  # in a round, where positions are few
_value_all = speed_up(policy.value_all)
_explore = speed_up(search.explore)
_fill = speed_up(search.fill)


@cache
def network(variant: str, seats: int) -> tuple[np.ndarray, ...]:
    """Return the layers that were learned for a variant."""
    kept = files(__package__).joinpath("weights", f"{variant}{seats}.npz")
    with kept.open("rb") as file, np.load(file) as layers:
        found = {name: layers[name].astype(np.float32) for name in layers.files}
    last = np.concatenate([found["w2"][:, 0], found["b2"]])
    arrays = found["w0"], found["b0"], found["w1"], found["b1"], last
    return tuple(np.ascontiguousarray(array) for array in arrays)


def desk_for(setup: Setup) -> tuple[Any, ...]:
    """Return room to think in."""
    layers = network(setup.variant, setup.seats)
    width = max(LEARNING.columns(setup), layers[0].shape[1], layers[2].shape[1])
    return (
        np.zeros(1, offers.GROUND),
        np.zeros(1, offers.SKETCH),
        np.zeros(1, rules.STATE),
        np.zeros(WIDE, np.int32),
        np.zeros(WIDE, np.float32),
        np.zeros((3, width), np.float32),
        np.zeros(1, np.int64),
    )


def judge(view: View, moves: Sequence[int], effort: float, seed: int) -> list[float]:
    """Return the expected outcome of each of some legal moves for the seat in turn."""
    if not moves:
        return []
    setup = view.setup
    net, desk = network(setup.variant, setup.seats), desk_for(setup)
    states = np.zeros(2, rules.STATE)
    states[0] = determinize(view, seed).data[0]
    listed = np.array(moves, np.int32)
    values = np.zeros(len(moves), np.float32)
    _value_all(states, view.table, desk, net, listed, values)
    if effort > 0 and len(moves) > 1:
        _look_further(states, view.table, desk, net, listed, values, effort, seed)
    return values.tolist()


def _look_further(
    states: np.ndarray,
    table: np.ndarray,
    desk: tuple[Any, ...],
    net: tuple[np.ndarray, ...],
    moves: np.ndarray,
    values: np.ndarray,
    effort: float,
    seed: int,
) -> None:
    """Replace the values of the best moves by what comes of them in imagined worlds."""
    best = np.argsort(-values, kind="stable")[:CANDIDATES]
    sums = TRUST * values[best].astype(np.float64)
    alive = np.ones(len(best), np.uint8)
    played = np.full(len(best), float(TRUST))
    alone = table[0]["seats"] == 1
    plan = (NARROW, TURNS_ALONE if alone else TURNS)
    share = int(effort * (BUDGET_ALONE if alone else BUDGET) / ROUNDS)
    for number in range(ROUNDS):
        worlds = _worlds(seed, number)
        done = _explore(states, table, desk, net, plan, moves[best], alive, worlds, share, sums)
        played[alive == 1] += done
        _drop_half(sums / played, alive)
    means = sums / played
    dropped = alive == 0
    floor = float(means[~dropped].min())
    means[dropped] = np.minimum(means[dropped], floor - 1e-6)
    values[:] = np.minimum(values, means.min() - 1e-6)
    values[best] = means
    np.maximum(values, 0.0, out=values)  # where all is lost there is nothing below


def _worlds(seed: int, number: int) -> np.ndarray:
    """Return the keys of the worlds of one round."""
    key = np.uint64(seed_of(seed, GUESS + number))
    keys = np.zeros(MOST_WORLDS, np.uint64)
    _fill(key, keys)
    return keys


def _drop_half(means: np.ndarray, alive: np.ndarray) -> None:
    """Leave the better half of the candidates that are still in."""
    living = np.flatnonzero(alive)
    if len(living) > 2:
        order = living[np.argsort(-means[living], kind="stable")]
        alive[order[(len(living) + 1) // 2 :]] = 0
