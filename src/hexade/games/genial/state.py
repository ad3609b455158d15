"""A state of the board game as a value, and the first one of a game."""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract import bits
from hexade.contract.setup import Setup
from hexade.contract.state import KernelState
from hexade.games.genial import board, rules
from hexade.games.genial.variants import SIDE, TINY_BOARD, VARIANTS, table_of


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
    if VARIANTS[setup.variant].tiny:
        _make_tiny(s, VARIANTS[setup.variant].end)
    return GenialState(setup, data)


def _make_tiny(s: np.void, end: int) -> None:
    """Leave of the area and the bag what a tiny set-up has (`TinyBoard`)."""
    free = [board.cell(name) for name in TINY_BOARD.free]
    s["cells"] = board.WALL
    s["cells"][free] = board.FREE
    for name, colour in TINY_BOARD.printed:
        s["cells"][board.cell(name)] = board.COLOURS.index(colour)
    inside = [edge for edge, pair in enumerate(board.EDGES) if set(pair) <= set(free)]
    s["free"] = board.edge_set(inside)
    tiles = [board.TILE_NAMES.index(name) for name, count in TINY_BOARD.tiles for _ in range(count)]
    s["bag"], s["bag_size"] = bits.pack(tiles), len(tiles)
    shown = {colour for kind in tiles for colour in board.TILES[kind]}
    s["tracks"][:, [colour for colour in range(6) if colour not in shown]] = end
    s["opened"] = 15
