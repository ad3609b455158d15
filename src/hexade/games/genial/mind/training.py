"""Training the value network: kernels that play many games side by side, and `LEARNING`.

Each lane handles one game, cell, colour or candidate move, so that a GPU runs them in parallel.
"""

from __future__ import annotations

from hexade.contract.bits import signed
from hexade.contract.kernel import Learning, Record, kernel
from hexade.contract.setup import Setup
from hexade.contract.training_templates import training_lanes
from hexade.games.genial import batch, board, rules
from hexade.games.genial.board import CELLS
from hexade.games.genial.mind.cell_points import GROUND, SKETCH, survey_cell, survey_colour
from hexade.games.genial.mind.prior import prior_lane, rate_cell, weigh
from hexade.games.genial.mind.value_features import columns, describe_move, row_of, survey_unseen
from hexade.games.genial.rules import PLACE
from hexade.games.genial.scoring import share, weakest
from hexade.games.genial.variants import SIDE, VARIANTS


@kernel
def survey_lane(i: int, states: Record, table: Record, grounds: Record) -> None:
    """Survey one cell of one game."""
    survey_cell(states[i // CELLS], grounds[i // CELLS], i % CELLS)


@kernel
def colour_lane(i: int, states: Record, table: Record, grounds: Record) -> None:
    """Survey one colour of one game."""
    survey_colour(grounds[i // 6], i % 6)
    survey_unseen(states[i // 6], table[0], grounds[i // 6], i % 6)


@kernel
def weigh_lane(i: int, states: Record, table: Record, grounds: Record) -> None:
    """Write what points are worth in one game."""
    weigh(states[i], table[0], grounds[i], row_of(table[0]))


@kernel
def rate_lane(i: int, states: Record, table: Record, grounds: Record) -> None:
    """Write the priors of one cell of one game."""
    if grounds[i // CELLS]["alive"][i % CELLS]:
        rate_cell(table[0], grounds[i // CELLS], i % CELLS)


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

    `sketches` has one for each lane, or only this lane's own.
    Write to `ends` how a move ends its game, and to `worths` its worth for a greedy player.
    """
    for n in range(i, games.shape[0], lanes):
        game = games[n]
        s, g, k = states[game], grounds[game], sketches[min(i, sketches.shape[0] - 1)]
        ends[n] = describe_move(s, table[0], g, k, int(moves[n]), rows[n])
        worths[n] = 1024 * weakest(k["after"], table[0], signed(s["turn"]))
        for colour in range(6):
            worths[n] += signed(k["mine"][colour])


@kernel
def share_lane(i: int, states: Record, table: Record, out: Record) -> None:
    """Write each seat's share of first place in a finished game."""
    for seat in range(table[0]["seats"]):
        out[i, seat] = share(states[i], table[0], seat)


def rivals(setup: Setup) -> int:
    """Return how many opponents with tracks of their own a seat has."""
    variant = VARIANTS[setup.variant]
    return (variant.teams or setup.seats) - 1


LANES = training_lanes(rules, batch)
LEARNING = Learning(
    columns=lambda setup: columns(rivals(setup)),
    moves=lambda setup: PLACE + 36 * board.edge_count(SIDE[setup.seats]),
    game_scratch=GROUND,
    lane_scratch=SKETCH,
    begin=LANES.begin,
    prepare=((survey_lane, CELLS), (colour_lane, 6), (weigh_lane, 1), (rate_lane, CELLS)),
    prior=prior_lane,
    prior_lanes=lambda setup: board.edge_count(SIDE[setup.seats]),
    describe=describe_lane,
    decide=LANES.decide,
    turn=LANES.turn,
    share=share_lane,
    own_scratch=True,
)
