"""The lanes of this game, as those who learn ask for them."""

from __future__ import annotations

from hexade.contract.kernel import Learning
from hexade.contract.setup import Setup
from hexade.games.genial import board, rules
from hexade.games.genial.mind import glance, lanes, offers
from hexade.games.genial.mind.inputs import columns
from hexade.games.genial.variants import SIDE, VARIANTS


def rivals(setup: Setup) -> int:
    """Return how many tracks one plays against."""
    variant = VARIANTS[setup.variant]
    return (variant.teams or setup.seats) - 1


LEARNING = Learning(
    columns=lambda setup: columns(rivals(setup)),
    moves=lambda setup: rules.PLACE + 36 * board.edge_count(SIDE[setup.seats]),
    ground=offers.GROUND,
    sketch=offers.SKETCH,
    begin=lanes.begin_lane,
    survey=((lanes.cell_lane, board.CELLS), (lanes.colour_lane, 6)),
    glance=glance.glance_lane,
    words=lambda setup: (board.edge_count(SIDE[setup.seats]) + 63) // 64,
    look=lanes.look_lane,
    decide=lanes.decide_lane,
    turn=lanes.turn_lane,
    share=lanes.share_lane,
)
