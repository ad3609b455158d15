"""The judge of the card game: values of moves, by the network and by a search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from hexade.contract.chance import GUESS, nth_seed
from hexade.contract.kernel import Record, Word, kernel, speed_up
from hexade.contract.search import drop_half, load_arrays
from hexade.games.genial_cards.mind.match import in_match
from hexade.games.genial_cards.mind.network import CardsNetwork, squash
from hexade.games.genial_cards.mind.search import CardsScratch, Exploration, estimate, explore
from hexade.games.genial_cards.mind.value_features import most_features
from hexade.games.genial_cards.mind.worlds import HiddenCards, hidden_cards
from hexade.games.genial_cards.rules import decide
from hexade.games.genial_cards.state import MOST_MOVES, STATE
from hexade.games.genial_cards.view import CardsView as View

TRUST, ROUNDS = 6, 4  # of the plan
TURNS, GREEDY = (3, 2), (0, 100)  # of the plan, with two seats and with more
BUDGET = 40_000  # positions valued at full effort: 30 to 50 ms on a core of 2024
MOST_WORLDS = 4096  # in a round, where the game is nearly over


class Trials(NamedTuple):
    """What is known of each move while it is searched."""

    alive: Record
    sums: Record  # of outcomes
    played: Record  # worlds, and the trust in the network's own value
    means: Record


class CardsPlan(NamedTuple):
    """How the judge thinks."""

    trust: int  # how many sampled worlds the network's own value counts as
    rounds: int  # after each the worse half of the candidates is dropped
    turns: int  # searched, of the seat to move
    greedy: int  # of a hundred opponents so many are taken for greedy
    budget: int  # positions to value


@kernel
def judge_moves(
    states: Record,
    table: Record,
    seat: int,
    beside: Record,
    scratch: CardsScratch,
    net: CardsNetwork,
    trials: Trials,
    moves: Record,
    effort: float,
    seed: Word,
    out: Record,
) -> None:
    """Write the expected share of first place for each move; states[0] is what the seat knows."""
    more = int(table[0]["seats"] > 2)
    plan = CardsPlan(TRUST, ROUNDS, TURNS[more], GREEDY[more], int(effort * BUDGET))
    think(states, table, seat, beside, scratch, net, trials, moves, plan, seed, out)


@kernel
def think(
    states: Record,
    table: Record,
    seat: int,
    beside: Record,
    scratch: CardsScratch,
    net: CardsNetwork,
    trials: Trials,
    moves: Record,
    plan: CardsPlan,
    seed: Word,
    out: Record,
) -> None:
    """Write the value of each move by a plan; without a budget that of the network alone."""
    value_all(states, table, seat, scratch, net, trials, moves, plan.trust)
    if plan.budget > 0 and moves.shape[0] > 1:
        taken = states[0]["taken"][seat]
        hidden = hidden_cards(beside[0]["unseen"], beside[0]["stock"] - taken)
        search(states, table, scratch, net, trials, hidden, moves, plan, seed)
    hand_over(trials, out)


@kernel
def value_all(
    states: Record,
    table: Record,
    seat: int,
    scratch: CardsScratch,
    net: CardsNetwork,
    trials: Trials,
    moves: Record,
    trust: int,
) -> None:
    """Value the position after each move by the network; it counts as some worlds."""
    for n in range(moves.shape[0]):
        states[1] = states[0]
        decide(states[1], table[0], int(moves[n]))
        chance = squash(estimate(states[1], table[0], seat, scratch, net))
        worth = in_match(states[1], table[0], seat, chance)
        trials.alive[n], trials.means[n] = 1, worth
        trials.sums[n], trials.played[n] = trust * worth, float(trust)


@kernel
def search(
    states: Record,
    table: Record,
    scratch: CardsScratch,
    net: CardsNetwork,
    trials: Trials,
    hidden: HiddenCards,
    moves: Record,
    plan: CardsPlan,
    seed: Word,
) -> None:
    """Replace the values of the moves by their mean outcomes in sampled worlds."""
    alive, sums, played, means = trials.alive, trials.sums, trials.played, trials.means
    worlds, key = 0, nth_seed(seed, GUESS)
    for _ in range(plan.rounds):
        part = Exploration(
            plan.turns, plan.greedy, worlds, MOST_WORLDS, 1 + plan.budget // plan.rounds
        )
        done = explore(states, table, scratch, net, hidden, moves, alive, part, key, sums)
        worlds += done
        for n in range(moves.shape[0]):
            if alive[n]:
                played[n] += done
            means[n] = sums[n] / played[n]
        drop_half(means, alive)


@kernel
def hand_over(trials: Trials, out: Record) -> None:
    """Write the value of each move; dropped moves are never valued above remaining ones."""
    means, floor = trials.means, 1.0
    for n in range(means.shape[0]):
        if trials.alive[n]:
            floor = min(floor, means[n])
    for n in range(means.shape[0]):
        found = means[n] if trials.alive[n] else min(means[n], floor)
        out[n] = min(max(found, 0.0), 1.0)


_judge_moves = speed_up(judge_moves)


@cache
def network(seats: int) -> CardsNetwork:
    """Return the network that was trained for a number of seats."""
    layers = load_arrays(__package__, f"seats{seats}")
    last = np.concatenate([layers["w2"][:, 0], layers["b2"]])
    return CardsNetwork(layers["w0"], layers["b0"], layers["w1"], layers["b1"], last)


def scratch_for(seats: int, net: CardsNetwork) -> CardsScratch:
    """Return the arrays that a search needs."""
    longest = max(net.weights_1.shape[1], net.weights_2.shape[1])
    return CardsScratch(
        states=np.zeros(1, STATE),
        moves=np.zeros(MOST_MOVES, np.int32),
        features=np.zeros(most_features(seats), np.int32),
        rows=np.zeros((2, longest), np.float32),
        valued=np.zeros(1, np.int64),
    )


def trials_for(moves: int) -> Trials:
    """Return the arrays for so many moves."""
    kinds = (np.uint8, np.float64, np.float64, np.float64)
    return Trials(*(np.zeros(moves, kind) for kind in kinds))


def judge(view: View, moves: Sequence[int], effort: float, seed: int) -> list[float]:
    """Return the expected share of first place for each legal move of the seat in turn."""
    if not moves:
        return []
    net, out = network(view.setup.seats), np.zeros(len(moves))
    _judge_moves(
        view.thaw(3), view.table, view.seat, view.beside, scratch_for(view.setup.seats, net), net,
        trials_for(len(moves)), np.array(moves, np.int32), float(effort), np.uint64(seed), out,
    )  # fmt: skip
    return out.tolist()


def hidden_from(view: View) -> HiddenCards:
    """Return the cards that a viewer has not seen, and which can be in the draw pile (E8)."""
    found = hidden_cards(np.uint64(view.unseen), np.uint64(view.left_over))
    return HiddenCards(np.uint64(found.unseen), np.uint64(found.in_pile))
