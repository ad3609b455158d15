"""What `hexade train` needs to learn a value network of the card game: kernels, and `LEARNING`.

A row counts every feature of the position after a move (value_features.py).
"""

from __future__ import annotations

import numpy as np

from hexade.contract.bits import signed
from hexade.contract.kernel import Learning, Record, kernel
from hexade.contract.training_templates import training_lanes
from hexade.games.genial_cards import batch, rules
from hexade.games.genial_cards.mind.match import share
from hexade.games.genial_cards.mind.value_features import columns, describe, most_features
from hexade.games.genial_cards.rules import decide
from hexade.games.genial_cards.scoring import rank_key
from hexade.games.genial_cards.state import LAST_MOVE, OVER, STATE

GROUND = np.dtype([("unused", "i1")])  # nothing is worth knowing before moves are described
SKETCH = np.dtype([("after", STATE), ("features", "i4", (most_features(4),))], align=True)
ENDS = 1


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
        for at in range(describe(k["after"], table[0], seat, k["features"])):
            rows[n, k["features"][at]] += 1.0  # chips may share a feature
        ends[n] = ENDS if k["after"]["phase"] == OVER else 0
        worths[n] = rank_key(k["after"], seat)


@kernel
def share_lane(i: int, states: Record, table: Record, out: Record) -> None:
    """Write each seat's share of first place in a finished game."""
    for seat in range(table[0]["seats"]):
        out[i, seat] = share(states[i], table[0], seat)


LANES = training_lanes(rules, batch)
LEARNING = Learning(
    columns=lambda setup: columns(setup.seats),
    moves=lambda _: LAST_MOVE + 1,
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
)
