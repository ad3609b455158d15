"""Searching deeper: candidate moves are played out in sampled worlds, the same for all of them.

A world is a hand for each opponent and an order of the draw pile, dealt from the unseen cards. In
each world every candidate is played, and everybody plays the move with the best prior until the
round is over; the results of later rounds are drawn from rounds that were played in training.
"""

from __future__ import annotations

from typing import NamedTuple

from hexade.contract.bits import signed
from hexade.contract.chance import below, mix, stream
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_cards.mind.champion1.prior import RoundScratch, choose, estimate
from hexade.games.genial_cards.mind.worlds import HiddenCards, imagine
from hexade.games.genial_cards.rules import befall, decide, random_outcome
from hexade.games.genial_cards.scoring import rank_key, weakest
from hexade.games.genial_cards.state import BETWEEN, OFFERED, OVER, PLAYING

LONGEST = 400  # decisions in a round; after that it counts as it is
FUTURES = 8  # ways to go on with the match after a round
_DEAL, _FUTURE = 1, 2  # streams of a world's key


class Learned(NamedTuple):
    """What was learned for a number of seats."""

    tables: Record  # how moves differ (prior.py)
    levels: Record  # tables of the same shape: how good positions are, roughly
    rounds: Record  # the weakest chips of all seats at the end of rounds played in training


class WorldPlan(NamedTuple):
    """How far to search."""

    first: int  # number of the first world
    worlds: int  # at most
    decisions: int  # in all worlds together


@kernel
def play_round(s: Record, v: Record, scratch: RoundScratch, tables: Record, dealer: Word) -> None:
    """Play to the end of the round, every seat by its priors."""
    decisions = scratch.decisions
    before = decisions[0]
    while s["phase"] != OVER and s["phase"] != BETWEEN:
        if s["phase"] == PLAYING or s["phase"] == OFFERED:
            if decisions[0] - before > LONGEST:
                return
            decisions[0] += 1
            decide(s, v, choose(s, v, scratch, tables))
        else:
            befall(s, v, random_outcome(s, dealer))


@kernel
def share(s: Record, v: Record, seat: int, totals: Record, rounds: Record, key: Word) -> float:
    """Return a seat's share of first place in the match after a round has been played."""
    over = s["phase"] == OVER or s["phase"] == BETWEEN
    for other in range(v["seats"]):
        if v["rounds"] == 1:
            totals[other] = rank_key(
                s, other
            )  # E9: the seat that ends the round has the best weakest chip
        else:
            totals[other] = int(s["points"][other]) + (0 if over else weakest(s, other))
    left = int(v["rounds"]) - int(s["round"])
    if left == 0:
        return first_place(v, seat, totals)
    won = 0.0
    for n in range(FUTURES):
        for k in range(left):
            row = below(key, n * left + k, rounds.shape[0])
            for other in range(v["seats"]):
                totals[other] += rounds[row, other]
        won += first_place(v, seat, totals)
        for k in range(left):
            row = below(key, n * left + k, rounds.shape[0])
            for other in range(v["seats"]):
                totals[other] -= rounds[row, other]
    return won / FUTURES


@kernel
def first_place(v: Record, seat: int, totals: Record) -> float:
    """Return a seat's share of first place by totals."""
    level = 0
    for other in range(v["seats"]):
        if totals[other] > totals[seat]:
            return 0.0
        level += int(totals[other] == totals[seat])
    return 1.0 / level


@kernel
def explore(
    states: Record,
    table: Record,
    scratch: RoundScratch,
    learned: Learned,
    hidden: HiddenCards,
    candidates: Record,
    alive: Record,
    plan: WorldPlan,
    seed: Word,
    sums: Record,
) -> int:
    """Play the living candidates out in one world after another; add the outcomes to their sums.

    `states` are the position and two to play on. The number of decisions bounds the time, and yet
    the answer is the same on every machine. Return how many worlds were played.
    """
    v, seat = table[0], signed(states[0]["turn"])
    until = scratch.decisions[0] + plan.decisions
    for n in range(plan.worlds):
        if scratch.decisions[0] >= until:
            return n
        key = mix(stream(seed, plan.first + n))
        states[1] = states[0]
        imagine(states[1], v, seat, hidden, key)
        for at in range(candidates.shape[0]):
            if alive[at]:
                states[2] = states[1]
                decide(states[2], v, int(candidates[at]))
                play_round(states[2], v, scratch, learned.tables, stream(key, _DEAL))
                future = stream(key, _FUTURE)
                sums[at] += share(states[2], v, seat, scratch.totals, learned.rounds, future)
    return plan.worlds


@kernel
def priors(
    states: Record, table: Record, row: Record, tables: Record, moves: Record, out: Record
) -> None:
    """Write the estimate after each of some legal moves; `states` are the position and another."""
    seat = signed(states[0]["turn"])
    for n in range(moves.shape[0]):
        states[1] = states[0]
        decide(states[1], table[0], int(moves[n]))
        out[n] = estimate(states[1], table[0], seat, tables, row)
