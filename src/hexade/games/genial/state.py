"""A state of the board game as a value, and the first one of a game."""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract.setup import Setup
from hexade.contract.state import KernelState
from hexade.games.genial import board, rules
from hexade.games.genial.variants import SIDE, VARIANTS, table_of


class GenialState(KernelState):
    """A state: one read-only record, and what was agreed."""

    __slots__ = ()
    dtype = rules.STATE
    table_of = staticmethod(table_of)


@cache
def opening(setup: Setup) -> GenialState:
    """Return the state before the first tile is drawn (A1, A2, A3)."""
    data = np.zeros(1, rules.STATE)
    s, side = data[0], SIDE[setup.seats]
    s["cells"] = board.WALL
    s["cells"][board.area(side)] = board.FREE
    s["cells"][list(board.PRINTED_CELLS)] = range(6)
    taken = set(board.touching(*board.PRINTED_CELLS))
    s["free"] = board.edge_set([e for e in range(board.edge_count(side)) if e not in taken])
    s["bag"], s["bag_size"] = board.BAG, board.TILE_COUNT
    s["marks"] = -1
    s["turn"] = setup.start
    s["phase"], s["due"] = rules.DEALING, VARIANTS[setup.variant].rack
    return GenialState(setup, data)
