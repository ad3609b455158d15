"""What `hexade train` needs to learn the network of the collecting game: kernels, and `LEARNING`.

A row describes the six colours, then the pile and who would win without it (network.py). After a
stop it is seen from the seat that comes next; after a decision to turn up a tile, from the seat
that turns it up. The first tile of a turn is compulsory, so that before it a position is what it
was between the turns: the network learns about all of these, and only they are valued in play,
where the rest of a turn is solved (turn_tree.py).
"""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.chance import DEALER, nth_seed, stream
from hexade.contract.kernel import Learning, Record, Word, kernel
from hexade.games.genial_collect.batch import worth
from hexade.games.genial_collect.mind.network import AS_IT_WAS, columns, describe_colour
from hexade.games.genial_collect.mind.turn_tree import shares
from hexade.games.genial_collect.rules import befall, decide, is_legal, random_outcome
from hexade.games.genial_collect.state import DECIDING, MOST_MOVES, OVER, STATE, STOP
from hexade.games.genial_collect.variants import TILES

GROUND = np.dtype([("unused", "i1")])  # nothing is worth knowing before moves are described
SKETCH = np.dtype([("after", STATE), ("now", "f8", (4,))], align=True)
NEVER = np.float32(-1e9)
_COLOURS = 6


@kernel
def let_draw(s: Record, v: Record, dealer: Word) -> None:
    """Turn up tiles until somebody must decide."""
    while s["phase"] != DECIDING and s["phase"] != OVER:
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
    places: Record,
    worths: Record,
) -> None:
    """Describe candidates i, i + lanes, …, given by their games and moves; rows come empty.

    `sketches` has one for each lane, or only this lane's own.
    Write to `places` which output is the mover's, and to `worths` the worth for a greedy player.
    """
    v, seats = table[0], int(table[0]["seats"])
    for n in range(i, games.shape[0], lanes):
        k = sketches[min(i, sketches.shape[0] - 1)]
        s, after, now = states[games[n]], k["after"], k["now"]
        seat, stops = signed(s["turn"]), moves[n] == STOP
        k["after"] = s
        decide(after, v, int(moves[n]))
        first = (seat + 1) % seats if stops else seat
        each = columns_of(v)
        for colour in range(_COLOURS):
            row = rows[n, each * colour : each * (colour + 1)]
            describe_colour(after, v, first, colour, AS_IT_WAS, row)
        shares(after, v, now)
        rows[n, each * _COLOURS] = after["pile_size"] / TILES
        for ahead in range(seats):
            rows[n, each * _COLOURS + 1 + ahead] = now[(first + ahead) % seats]
        places[n] = seats - 1 if stops else 0
        worths[n] = worth(after, v, seat)


@kernel
def columns_of(v: Record) -> int:
    """Return how many numbers describe a colour."""
    return 3 * int(v["seats"]) + 5


@kernel
def decide_lane(
    i: int, states: Record, table: Record, chosen: Record, seed: Word, first: int
) -> None:
    """Make the chosen move of a game (-1: none), and turn up what follows."""
    if chosen[i] >= 0:
        decide(states[i], table[0], int(chosen[i]))
        let_draw(states[i], table[0], stream(nth_seed(seed, first + i), DEALER))


@kernel
def share_lane(i: int, states: Record, table: Record, out: Record) -> None:
    """Write each seat's share of first place in a finished game."""
    shares(states[i], table[0], out[i])


@kernel
def turn_lane(i: int, states: Record, turns: Record) -> None:
    """Write whose turn it is, -1 once a game is over."""
    turns[i] = -1 if states[i]["phase"] == OVER else signed(states[i]["turn"])


LEARNING = Learning(
    columns=lambda setup: _COLOURS * columns(setup.seats) + 1 + setup.seats,
    moves=lambda _: MOST_MOVES,
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
    alike=lambda setup: (_COLOURS, columns(setup.seats)),
    outputs=lambda setup: setup.seats,
)
