"""A state of the card game as one record and as a value, and the numbers of moves and phases.

A move is a small number: KEEP (draw without renewing), RENEW, or PLAY + 3 * kind + way, where a way
is ANY (the order of scoring does not matter), FORWARD (the card's first colour is scored first) or
BACKWARD. A chance move is the kind of the card drawn, or ROUND.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract.setup import Setup
from hexade.contract.state import KernelState
from hexade.games.genial_cards.cards import CARDS, HAND
from hexade.games.genial_cards.variants import table_of

KEEP, RENEW, PLAY = 0, 1, 2  # moves
ANY, FORWARD, BACKWARD = range(3)  # ways to score a card
LAST_MOVE = PLAY + 3 * len(CARDS) - 1
MOST_MOVES = 2 * HAND
ROUND = len(CARDS)  # the chance move that opens a round: the only outcome then
BETWEEN, DEALING, OPENING, PLAYING, OFFERED, DRAWING, OVER = range(7)  # phases
PHASE_NAMES = ("between", "deal", "open", "play", "offer", "draw", "over")
NOTHING = -1  # where no card lies

STATE = np.dtype(
    [
        ("hands", "u8", (4,)),  # multisets of card kinds, as are the next four
        ("taken", "u8", (4,)),  # what each seat has drawn since the last shuffle
        ("pile", "u8"),
        ("discard", "u8"),
        ("drawn", "u8"),  # cards drawn so far in this draw
        ("draws", "i4"),  # how often chance has acted: the n of the next draw
        ("ply", "i4"),  # cards played since the beginning
        ("points", "i2", (4,)),  # victory points of the rounds that are over (E10)
        ("chips", "i1", (4, 6)),
        ("open", "i1", (4, 3)),  # face-up cards, the oldest first, or NOTHING
        ("shown", "i1", (6,)),  # how many face-up cards show each colour
        ("pile_size", "i1"),
        ("discard_size", "i1"),
        ("phase", "i1"),
        ("round", "i1"),  # counted from one; 0 before the first
        ("start", "u1"),  # the seat that begins this round
        ("turn", "u1"),
        ("bonus", "i1"),  # bonus turns owed, the current one included (E7)
        ("drawer", "u1"),
        ("due", "i1"),  # cards that the drawer must still draw
    ],
    align=True,
)


class CardsState(KernelState):
    """A state: one read-only record, and what was agreed."""

    __slots__ = ()
    dtype = STATE
    table_of = staticmethod(table_of)


@cache
def opening(setup: Setup) -> CardsState:
    """Return the state before the first round is opened."""
    data = np.zeros(1, STATE)
    s = data[0]
    s["open"] = NOTHING
    agreed = table_of(setup)[0]
    s["pile"], s["pile_size"] = agreed["deck"], agreed["deck_size"]
    s["turn"] = s["start"] = setup.start
    s["phase"] = BETWEEN
    return CardsState(setup, data)
