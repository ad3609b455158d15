"""A state of the collecting game as one record and as a value, and the numbers of moves and phases.

A chance move is the colour of the tile that is turned up.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract.setup import Setup
from hexade.contract.state import KernelState
from hexade.games.genial_collect.variants import MIDDLE, goal_of, pile_of, table_of

TURN_UP, STOP = range(2)  # moves
MOST_MOVES = 2
FILLING, DECIDING, TURNING, OVER = range(4)  # phases
PHASE_NAMES = ("middle", "decide", "turn_up", "over")

STATE = np.dtype(
    [
        ("draws", "i8"),  # how often chance has acted: the n of the next draw
        ("ply", "i4"),  # decisions since the beginning
        ("owned", "i1", (4, 6)),  # tiles of each seat, by colour, as are the next three
        ("pile", "i1", (6,)),
        ("middle", "i1", (6,)),
        ("shown", "i1", (6,)),  # 1 for the colour turned up first in this turn, 2 for the next, …
        ("up", "i1"),  # tiles turned up in this turn
        ("pile_size", "i1"),
        ("due", "i1"),  # tiles that must still be turned up into the middle
        ("phase", "i1"),
        ("turn", "u1"),
    ],
    align=True,
)


class CollectState(KernelState):
    """A state: one read-only record, and what was agreed."""

    __slots__ = ()
    dtype = STATE
    table_of = staticmethod(table_of)


@cache
def opening(setup: Setup) -> CollectState:
    """Return the state before the first tile is turned up."""
    data = np.zeros(1, STATE)
    s = data[0]
    s["pile"] = pile = pile_of(setup)
    s["pile_size"] = sum(pile)
    for colour, tiles in enumerate(pile):
        if not tiles:  # of a colour without tiles everybody has enough
            s["owned"][: setup.seats, colour] = goal_of(setup)
    s["turn"] = setup.start
    s["phase"], s["due"] = FILLING, MIDDLE
    return CollectState(setup, data)
