"""Searching deeper: candidate moves are played out in sampled worlds, the same for all of them.

A world is a hand for each opponent and an order of the draw pile, dealt from the unseen cards. In
each world every candidate is played, everybody answers with the move that the network likes best,
and once the seat in turn has had some more turns, the network values the position. The judge drops
half of the candidates at a time, so that most worlds are spent on those that are close.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from hexade.contract.bits import signed
from hexade.contract.chance import below, mix, stream
from hexade.contract.kernel import Record, Word, kernel
from hexade.games.genial_cards.mind.match import in_match
from hexade.games.genial_cards.mind.network import SURE, CardsNetwork, logit, squash
from hexade.games.genial_cards.mind.value_features import describe
from hexade.games.genial_cards.mind.worlds import HiddenCards, imagine
from hexade.games.genial_cards.rules import befall, decide, decision, list_legal, random_outcome
from hexade.games.genial_cards.scoring import rank_key
from hexade.games.genial_cards.state import BETWEEN, OFFERED, OVER, PLAYING

LONGEST = 100  # turns of a seat in a round
PERCENT = 100
_DEAL, _GREEDY = 1, 2  # streams of a world's key: its draws, and who is greedy


class CardsScratch(NamedTuple):
    """The arrays that kernels of the mind write to, allocated once for each decision."""

    states: Record  # one, to try a move on
    moves: Record
    features: Record
    rows: Record  # two: the layers of the network
    valued: Record  # one number: how many positions have been valued


class Exploration(NamedTuple):
    """How far to search."""

    turns: int  # of the searching seat, until the network values the position
    greedy: int  # of a hundred opponents so many are greedy
    first: int  # number of the first world
    worlds: int  # at most
    budget: int  # positions to value


@kernel
def estimate(s: Record, v: Record, seat: int, scratch: CardsScratch, net: CardsNetwork) -> float:
    """Return the logit of the chance to win the round, for the seat that has just moved."""
    scratch.valued[0] += 1
    if s["phase"] == OVER or s["phase"] == BETWEEN:
        return SURE  # E9: who ends the round has won it
    count = describe(s, v, seat, scratch.features)
    return logit(scratch.features, count, net, scratch.rows[0], scratch.rows[1])


@kernel
def play_best(s: Record, v: Record, scratch: CardsScratch, net: CardsNetwork) -> float:
    """Make the move of the seat in turn that the network likes best; return its logit."""
    after, moves = scratch.states, scratch.moves
    seat, count = signed(s["turn"]), list_legal(s, v, moves)
    best, top = int(moves[0]), -math.inf
    for n in range(count):
        after[0] = s
        decide(after[0], v, int(moves[n]))
        worth = estimate(after[0], v, seat, scratch, net)
        if worth > top:
            best, top = int(moves[n]), worth
    decide(s, v, best)
    return top


@kernel
def play_greedily(s: Record, v: Record, scratch: CardsScratch, key: Word) -> None:
    """Make a move after which the seat in turn has the best chips; chance decides between equals.

    Many people play like this, and it takes no longer than to value a position.
    """
    after, moves = scratch.states, scratch.moves
    seat, count = signed(s["turn"]), list_legal(s, v, moves)
    best, top, ties = int(moves[0]), -1, 0
    for n in range(count):
        after[0] = s
        decide(after[0], v, int(moves[n]))
        worth = rank_key(after[0], seat)
        ties = 1 if worth > top else ties + int(worth == top)
        if worth > top or (worth == top and below(key, 16 * decision(s) + n, ties) == 0):
            best, top = int(moves[n]), worth
    scratch.valued[0] += 1
    decide(s, v, best)


@kernel
def play_on(
    s: Record,
    v: Record,
    scratch: CardsScratch,
    net: CardsNetwork,
    seat: int,
    plan: Exploration,
    key: Word,
) -> float:
    """Return the outcome that a seat can expect once it has had so many more turns.

    In a match of several rounds the round is played to its end, because its points count.
    """
    dealer, greedy = stream(key, _DEAL), mix(stream(key, _GREEDY))
    answered, turns = False, plan.turns if v["rounds"] == 1 else LONGEST
    while s["phase"] != OVER and s["phase"] != BETWEEN:
        if s["phase"] != PLAYING and s["phase"] != OFFERED:
            befall(s, v, random_outcome(s, dealer))
            continue
        turn = signed(s["turn"])
        if turn != seat:
            answered = True
            if below(greedy, turn, PERCENT) < plan.greedy:
                play_greedily(s, v, scratch, greedy)
            else:
                play_best(s, v, scratch, net)
            continue
        worth = play_best(s, v, scratch, net)
        if answered and s["phase"] != PLAYING and s["phase"] != OFFERED:
            turns -= 1
            if turns <= 0:
                return in_match(s, v, seat, squash(worth))
    return in_match(s, v, seat, 0.0)


@kernel
def explore(
    states: Record,
    table: Record,
    scratch: CardsScratch,
    net: CardsNetwork,
    hidden: HiddenCards,
    candidates: Record,
    alive: Record,
    plan: Exploration,
    seed: Word,
    sums: Record,
) -> int:
    """Play the living candidates out in one world after another; add the outcomes to their sums.

    `states` are the position and two to play on. The budget of positions bounds the time, and yet
    the answer is the same on every machine. Return how many worlds were played.
    """
    v, seat = table[0], signed(states[0]["turn"])
    until = scratch.valued[0] + plan.budget
    for n in range(plan.worlds):
        if scratch.valued[0] >= until:
            return n
        key = mix(stream(seed, plan.first + n))
        states[1] = states[0]
        imagine(states[1], v, seat, hidden, key)
        for at in range(candidates.shape[0]):
            if alive[at]:
                states[2] = states[1]
                decide(states[2], v, int(candidates[at]))
                sums[at] += play_on(states[2], v, scratch, net, seat, plan, key)
    return plan.worlds
