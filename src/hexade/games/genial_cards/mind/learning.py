"""What `hexade train` needs to learn a value network of the card game: kernels, and `LEARNING`.

A row counts every trait of the position after a move (prior.py): the network's first layer
adds up one line of weights for each chip, the same for all colours. So what is learned for one
colour holds for all of them.
"""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.chance import DEALER, nth_seed, stream
from hexade.contract.kernel import Learning, Record, Word, kernel
from hexade.games.genial_cards.mind.prior import columns, describe, traits
from hexade.games.genial_cards.rules import befall, decide, is_legal, random_outcome
from hexade.games.genial_cards.scoring import rank_key
from hexade.games.genial_cards.state import LAST_MOVE, OFFERED, OVER, PLAYING, STATE

GROUND = np.dtype([("unused", "i1")])  # nothing is worth knowing before moves are described
SKETCH = np.dtype([("after", STATE), ("traits", "i4", (traits(4),))], align=True)
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
    """Describe candidates i, i + lanes, …, given by their games and moves.

    Write to `ends` whether a move ends its game, and to `worths` its worth for a greedy player.
    """
    for n in range(i, games.shape[0], lanes):
        k, seat = sketches[i], signed(states[games[n]]["turn"])
        k["after"] = states[games[n]]
        decide(k["after"], table[0], int(moves[n]))
        for at in range(rows.shape[1]):
            rows[n, at] = 0.0
        over = k["after"]["phase"] == OVER
        for at in range(describe(k["after"], table[0], seat, k["traits"])):
            rows[n, k["traits"][at]] += 1.0  # chips may share a trait
        rows[n, rows.shape[1] - 1] = 1.0 if over else 0.0
        ends[n] = ENDS if over else 0
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
    seats = int(table[0]["seats"])
    for seat in range(seats):
        own, above, level = standing(states[i], table[0], seat), 0, 0
        for other in range(seats):
            theirs = standing(states[i], table[0], other)
            above += int(theirs > own)
            level += int(theirs == own)
        out[i, seat] = 0.0 if above else 1.0 / level


@kernel
def standing(s: Record, v: Record, seat: int) -> int:
    """Return what a match is won by: the sorted chips of its only round, else victory points."""
    return rank_key(s, seat) if v["rounds"] == 1 else int(s["points"][seat])


@kernel
def turn_lane(i: int, states: Record, turns: Record) -> None:
    """Write whose turn it is, -1 once a game is over."""
    turns[i] = -1 if states[i]["phase"] == OVER else signed(states[i]["turn"])


LEARNING = Learning(
    columns=lambda setup: columns(setup.seats) + 1,
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
)
