"""What `hexade train` needs to learn a value network of the card game: kernels, and `LEARNING`.

A row counts every trait of the position after a move (traits.py).
"""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.chance import DEALER, nth_seed, stream
from hexade.contract.kernel import Learning, Record, Word, kernel
from hexade.games.genial_cards.mind.match import share
from hexade.games.genial_cards.mind.traits import columns, describe, most_traits
from hexade.games.genial_cards.rules import befall, decide, is_legal, random_outcome
from hexade.games.genial_cards.scoring import rank_key
from hexade.games.genial_cards.state import LAST_MOVE, OFFERED, OVER, PLAYING, STATE

GROUND = np.dtype([("unused", "i1")])  # nothing is worth knowing before moves are described
SKETCH = np.dtype([("after", STATE), ("traits", "i4", (most_traits(4),))], align=True)
NEVER = np.float32(-1e9)
ENDS = 1


@kernel
def let_draw(s: Record, v: Record, dealer: Word) -> None:
    """Draw cards until somebody must decide."""
    while s["phase"] != PLAYING and s["phase"] != OFFERED and s["phase"] != OVER:
        befall(s, v, random_outcome(s, dealer))


@kernel
def begin_lane(
    i: int, states: Record, opening: Record, table: Record, seed: Word, first: int
) -> None:
    """Deal game number first + i."""
    states[i] = opening[0]
    let_draw(states[i], table[0], stream(nth_seed(seed, first + i), DEALER))


@kernel
def prior_lane(
    i: int, lanes: int, states: Record, table: Record, grounds: Record, out: Record
) -> None:
    """Write 0 for each legal move of a game, NEVER for all others: out[game, move]."""
    for move in range(out.shape[1]):
        out[i, move] = np.float32(0.0) if is_legal(states[i], table[0], move) else NEVER


@kernel
def describe_lane(
    i: int,
    lanes: int,
    states: Record,
    table: Record,
    grounds: Record,
    sketches: Record,
    games: Record,
    moves: Record,
    rows: Record,
    ends: Record,
    worths: Record,
) -> None:
    """Describe candidates i, i + lanes, …, given by their games and moves; rows come empty.

    `sketches` has one for each lane, or only this lane's own.
    Write to `ends` whether a move ends its game, and to `worths` its worth for a greedy player.
    """
    for n in range(i, games.shape[0], lanes):
        k = sketches[min(i, sketches.shape[0] - 1)]
        seat = signed(states[games[n]]["turn"])
        k["after"] = states[games[n]]
        decide(k["after"], table[0], int(moves[n]))
        for at in range(describe(k["after"], table[0], seat, k["traits"])):
            rows[n, k["traits"][at]] += 1.0  # chips may share a trait
        ends[n] = ENDS if k["after"]["phase"] == OVER else 0
        worths[n] = rank_key(k["after"], seat)


@kernel
def decide_lane(
    i: int, states: Record, table: Record, chosen: Record, seed: Word, first: int
) -> None:
    """Make the chosen move of a game (-1: none), and draw."""
    if chosen[i] >= 0:
        decide(states[i], table[0], int(chosen[i]))
        let_draw(states[i], table[0], stream(nth_seed(seed, first + i), DEALER))


@kernel
def share_lane(i: int, states: Record, table: Record, out: Record) -> None:
    """Write each seat's share of first place in a finished game."""
    for seat in range(table[0]["seats"]):
        out[i, seat] = share(states[i], table[0], seat)


@kernel
def turn_lane(i: int, states: Record, turns: Record) -> None:
    """Write whose turn it is, -1 once a game is over."""
    turns[i] = -1 if states[i]["phase"] == OVER else signed(states[i]["turn"])


LEARNING = Learning(
    columns=lambda setup: columns(setup.seats),
    moves=lambda _: LAST_MOVE + 1,
    game_scratch=GROUND,
    lane_scratch=SKETCH,
    begin=begin_lane,
    prepare=(),
    prior=prior_lane,
    prior_lanes=lambda _: 1,
    describe=describe_lane,
    decide=decide_lane,
    turn=turn_lane,
    share=share_lane,
    own_scratch=True,
)
