"""The judge of the card game: values of moves, by their priors and by a search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from hexade.contract.chance import GUESS, nth_seed
from hexade.contract.kernel import Record, Word, kernel, speed_up
from hexade.contract.search import drop_half, load_arrays
from hexade.games.genial_cards.mind.champion1 import prior as priors_of
from hexade.games.genial_cards.mind.champion1.prior import WINS, RoundScratch
from hexade.games.genial_cards.mind.champion1.search import (
    Learned,
    WorldPlan,
    explore,
    first_place,
    priors,
)
from hexade.games.genial_cards.mind.worlds import hidden_cards
from hexade.games.genial_cards.state import MOST_MOVES, STATE
from hexade.games.genial_cards.view import CardsView as View

TRUST = 24  # how many worlds the prior counts for
ROUNDS = 4  # after each the worse half of the candidates is dropped
BUDGET = 40_000  # decisions in all worlds at full effort: 20 to 35 ms on a core of 2024
MOST_WORLDS = 4096  # in a round, where the game is nearly over


class Playouts(NamedTuple):
    """What is known of each move while it is searched."""

    alive: Record
    sums: Record  # of outcomes
    played: Record  # worlds
    prior: Record  # how much better than the mean of all moves it looks
    levels: Record  # how good the position after it looks, roughly
    means: Record


@kernel
def judge_moves(
    states: Record,
    table: Record,
    seat: int,
    beside: Record,
    scratch: RoundScratch,
    learned: Learned,
    playouts: Playouts,
    moves: Record,
    effort: float,
    seed: Word,
    out: Record,
) -> None:
    """Write the expected share of first place for each move; states[0] is what the seat knows."""
    level = estimate_all(states, table, seat, scratch, learned, playouts, moves)
    taken = states[0]["taken"][seat]
    hidden = hidden_cards(beside[0]["unseen"], beside[0]["stock"] - taken)
    worlds, decisions = 0, 1 + int(effort * BUDGET / ROUNDS)
    for _ in range(ROUNDS if effort > 0.0 else 0):
        plan = WorldPlan(worlds, MOST_WORLDS, decisions)
        done = explore(
            states, table, scratch, learned, hidden, moves, playouts.alive, plan,
            nth_seed(seed, GUESS), playouts.sums,
        )  # fmt: skip
        worlds += done
        level = count_worlds(playouts, done)
        write_means(playouts, level)
        drop_half(playouts.means, playouts.alive)
    write_means(playouts, level)
    hand_over(playouts, out)


@kernel
def estimate_all(
    states: Record,
    table: Record,
    seat: int,
    scratch: RoundScratch,
    learned: Learned,
    playouts: Playouts,
    moves: Record,
) -> float:
    """Read the priors of all moves from the tables; return how good their mean is in the match."""
    prior, levels, row = playouts.prior, playouts.levels, scratch.traits
    priors(states, table, row, learned.tables, moves, prior)
    priors(states, table, row, learned.levels, moves, levels)
    cap(prior)
    cap(levels)
    for n in range(moves.shape[0]):
        playouts.alive[n], playouts.sums[n], playouts.played[n] = 1, 0.0, 0.0
        levels[n] = min(max(levels[n], np.float32(0.0)), np.float32(1.0))
    middle = mean(prior)
    for n in range(moves.shape[0]):
        prior[n] -= middle
    share = float(mean(levels))
    return in_match(states[0], table[0], seat, learned.rounds, scratch.totals, share)


@kernel
def cap(values: Record) -> None:
    """Make a move that ends the round the best, but not by more than 1."""
    best = np.float32(0.0)
    for n in range(values.shape[0]):
        if values[n] < WINS:
            best = max(best, values[n])
    for n in range(values.shape[0]):
        values[n] = min(values[n], best + np.float32(1.0))


@kernel
def mean(values: Record) -> Word:
    """Return the mean of a few numbers, as precise as they are; eight are added in pairs."""
    found, first = values[0], 1
    if values.shape[0] >= 8:
        low = (values[0] + values[1]) + (values[2] + values[3])
        found, first = low + ((values[4] + values[5]) + (values[6] + values[7])), 8
    for n in range(first, values.shape[0]):
        found += values[n]
    return found / values.dtype.type(values.shape[0])


@kernel
def count_worlds(playouts: Playouts, worlds: int) -> float:
    """Count the worlds in which living moves were played out; return the mean of all outcomes."""
    sums, played, means = playouts.sums, playouts.played, playouts.means
    for n in range(sums.shape[0]):
        if playouts.alive[n]:
            played[n] += worlds
        means[n] = sums[n] / played[n]
    return float(mean(means))


@kernel
def write_means(playouts: Playouts, level: float) -> None:
    """Write the mean outcome of each move, its prior counted as some worlds."""
    trust, middle = np.float32(TRUST), np.float32(level)
    for n in range(playouts.sums.shape[0]):
        first = min(max(middle + playouts.prior[n], np.float32(0.0)), np.float32(1.0))
        total = playouts.sums[n] + float(trust * first)
        playouts.means[n] = total / (playouts.played[n] + TRUST)


@kernel
def hand_over(playouts: Playouts, out: Record) -> None:
    """Write the value of each move; dropped moves are never valued above remaining ones."""
    means, floor = playouts.means, 1.0
    for n in range(means.shape[0]):
        if playouts.alive[n]:
            floor = min(floor, means[n])
    for n in range(means.shape[0]):
        found = means[n] if playouts.alive[n] else min(means[n], floor)
        out[n] = min(max(found, 0.0), 1.0)


@kernel
def in_match(
    s: Record, v: Record, seat: int, rounds: Record, totals: Record, share: float
) -> float:
    """Return the value of a share of this round in the match, if rounds go as in training."""
    if v["rounds"] == 1:
        return share
    left, even = int(v["rounds"]) - int(s["round"]), 0.0
    for row in range(rounds.shape[0]):
        for other in range(v["seats"]):
            totals[other] = s["points"][other]
            for n in range(left + 1):
                totals[other] += rounds[(row - 17 * n) % rounds.shape[0], other]
        even += first_place(v, seat, totals)
    seats = int(v["seats"])
    return float(even / rounds.shape[0] + (share - 1.0 / seats) / (left + 1))


_judge_moves = speed_up(judge_moves)


@cache
def learned_for(seats: int) -> Learned:
    """Return what was learned for a number of seats."""
    found = load_arrays(__package__, f"seats{seats}")
    return Learned(found["tables"], found["levels"], found["rounds"])


def scratch_for(seats: int) -> RoundScratch:
    """Return the arrays that a search needs."""
    return RoundScratch(
        states=np.zeros(1, STATE),
        moves=np.zeros(MOST_MOVES, np.int32),
        traits=np.zeros(priors_of.traits(seats), np.int32),
        totals=np.zeros(4, np.int64),
        decisions=np.zeros(1, np.int64),
    )


def playouts_for(moves: int) -> Playouts:
    """Return the arrays for so many moves."""
    kinds = (np.uint8, np.float64, np.float64, np.float32, np.float32, np.float64)
    return Playouts(*(np.zeros(moves, kind) for kind in kinds))


def judge(view: View, moves: Sequence[int], effort: float, seed: int) -> list[float]:
    """Return the expected share of first place for each legal move of the seat in turn."""
    if not moves:
        return []
    seats, out = view.setup.seats, np.zeros(len(moves))
    _judge_moves(
        view.thaw(3), view.table, view.seat, view.beside, scratch_for(seats), learned_for(seats),
        playouts_for(len(moves)), np.array(moves, np.int32), float(effort), np.uint64(seed), out,
    )  # fmt: skip
    return out.tolist()
