"""Searching deeper: candidate moves are played out in sampled worlds, the same for all of them.

A world is a rack for each opponent and an order of the bag, dealt from the unseen tiles. In each
world every candidate is played, everybody answers with the best move one move ahead, and once the
seat in turn has moved again, the network values the position. The judge drops half of the
candidates at a time, so that most worlds are spent on those that are close.
"""

from __future__ import annotations

from typing import NamedTuple

from hexade.contract.bits import NONE, nth, one, signed, size
from hexade.contract.chance import below, mix, stream
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial.mind.greedy_answer import greedy_answer
from hexade.games.genial.mind.network import ValueNetwork
from hexade.games.genial.mind.shortlist import Scratch, choose
from hexade.games.genial.mind.value_features import edges_left
from hexade.games.genial.rules import DEALING, DRAWING, OVER, decide, draw
from hexade.games.genial.scoring import share

CYCLE = 4  # worlds: some of each four are played with greedy opponents
GREEDY_COST = 6  # positions that could be valued while one greedy answer is found
LAST_EDGES = 24  # with so few free edges left the game is played to its end


class SearchPlan(NamedTuple):
    """How far to search."""

    budget: int  # positions to value at full effort
    candidates: int  # moves that are searched
    rounds: int  # after each the worse half of the candidates is dropped
    trust: int  # how many sampled worlds the network's own value counts as
    width: int  # moves valued in each position
    turns: int  # of the searching seat, until the network values the position
    greedy: int  # in so many worlds of each CYCLE opponents think of their own points alone
    worlds: int  # per round at most, in games that are nearly over
    prior: int  # the row of the priors' numbers


@kernel
def imagine(s: Record, v: Record, seat: int, seed: Word) -> None:
    """Deal the other racks anew from the tiles that a seat has not seen."""
    pool = s["bag"]
    for other in range(v["seats"]):
        if other != seat:
            pool += s["racks"][other]
    n = 0
    for other in range(v["seats"]):
        if other == seat:
            continue
        held = size(s["racks"][other])
        rack = NONE
        for _ in range(held):
            kind = nth(pool, below(seed, n, size(pool)))
            n += 1
            pool -= one(kind)
            rack += one(kind)
        s["racks"][other] = rack
    s["bag"] = pool


@kernel
def let_draw(s: Record, v: Record, dealer: Word) -> None:
    """Draw tiles until somebody must decide."""
    while s["phase"] == DEALING or s["phase"] == DRAWING:
        draw(s, v, nth(s["bag"], below(dealer, int(s["draws"]), int(s["bag_size"]))))


@kernel
def play_on(
    s: Record,
    v: Record,
    scratch: Scratch,
    net: ValueNetwork,
    seat: int,
    plan: SearchPlan,
    dealer: Word,
    greedy: bool,
) -> float:
    """Return the outcome that a seat can expect once it has moved as often as the plan says."""
    let_draw(s, v, dealer)
    turns = plan.turns
    answered = v["seats"] == 1
    to_end = edges_left(s, v) <= LAST_EDGES
    while s["phase"] != OVER:
        turn = signed(s["turn"])
        if greedy and v["track"][turn] != v["track"][seat]:
            scratch.valued[0] += GREEDY_COST
            decide(s, v, greedy_answer(s, v, scratch.grounds[0]))
            answered = True
            let_draw(s, v, dealer)
            continue
        at = choose(s, v, scratch, net, plan.width, plan.prior)
        worth = scratch.values[at]
        decide(s, v, int(scratch.moves[at]))
        if turn != seat:
            answered = True
        elif answered and s["phase"] == DRAWING:
            turns -= 1
            if turns <= 0 and not to_end:
                return float(worth)
        let_draw(s, v, dealer)
    return share(s, v, seat)


@kernel
def explore(
    states: Record,
    table: Record,
    scratch: Scratch,
    net: ValueNetwork,
    plan: SearchPlan,
    budget: int,
    candidates: Record,
    alive: Record,
    seed: Word,
    sums: Record,
) -> int:
    """Play the living candidates out in one world after another; add the outcomes to their sums.

    `states` are the position and one to play on. The budget of positions bounds the time, and yet
    the answer is the same on every machine. Return how many worlds were played.
    """
    v = table[0]
    seat = signed(states[0]["turn"])
    scratch.valued[0] = 0
    for n in range(plan.worlds):
        if scratch.valued[0] >= budget:
            return n
        world, greedy = mix(stream(seed, n)), n % CYCLE < plan.greedy
        for at in range(candidates.shape[0]):
            if alive[at]:
                states[1] = states[0]
                imagine(states[1], v, seat, world)
                decide(states[1], v, int(candidates[at]))
                sums[at] += play_on(states[1], v, scratch, net, seat, plan, world, greedy)
    return plan.worlds
