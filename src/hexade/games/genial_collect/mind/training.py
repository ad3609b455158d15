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
from hexade.contract.kernel import Learning, Record, kernel
from hexade.contract.training_templates import training_lanes
from hexade.games.genial_collect import batch, rules
from hexade.games.genial_collect.batch import worth
from hexade.games.genial_collect.mind.network import AS_IT_WAS, columns, describe_colour
from hexade.games.genial_collect.mind.turn_tree import shares
from hexade.games.genial_collect.rules import decide
from hexade.games.genial_collect.state import MOST_MOVES, STATE, STOP
from hexade.games.genial_collect.variants import TILES

GROUND = np.dtype([("unused", "i1")])  # nothing is worth knowing before moves are described
SKETCH = np.dtype([("after", STATE), ("now", "f8", (4,))], align=True)
_COLOURS = 6


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
def share_lane(i: int, states: Record, table: Record, out: Record) -> None:
    """Write each seat's share of first place in a finished game."""
    shares(states[i], table[0], out[i])


LANES = training_lanes(rules, batch)
LEARNING = Learning(
    columns=lambda setup: _COLOURS * columns(setup.seats) + 1 + setup.seats,
    moves=lambda _: MOST_MOVES,
    game_scratch=GROUND,
    lane_scratch=SKETCH,
    begin=LANES.begin,
    prepare=(),
    prior=LANES.prior,
    prior_lanes=lambda _: 1,
    describe=describe_lane,
    decide=LANES.decide,
    turn=LANES.turn,
    share=share_lane,
    own_scratch=True,
    alike=lambda setup: (_COLOURS, columns(setup.seats)),
    outputs=lambda setup: setup.seats,
)
