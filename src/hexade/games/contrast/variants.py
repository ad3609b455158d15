"""The variants of CONTRAST as data, and the numbers that depend on the table (F2, F10)."""

from __future__ import annotations

from functools import cache

import numpy as np

from hexade.contract.setup import Form, Setup
from hexade.games.contrast import deck

SEATS = (2, 3, 4, 5, 6)
STACK = {2: 44, 3: 48, 4: 52, 5: 56, 6: 60}  # F2
TINY = "tiny"  # a set-up to be solved: three symbol cards, two picture cards, rows laid already
TINY_CARDS, TINY_PICTURE_CARDS, TINY_ROWS = 3, 2, ((2,), (2,), (0,))
ROW = {"base": 2, "expert": 3, TINY: 1}  # F2
TEAM = 2  # seats that play as a team (F10)
TEAM_GOAL = 22
WIDTH = {2: 12, 3: 12, 4: 8, 5: 6, 6: 4}  # how many choices of each other seat a bot considers
FORMS = tuple(
    Form(variant, SEATS, "F2", has_start=False, takes_back=False) for variant in ("base", "expert")
)
TINY_FORMS = (Form(TINY, (len(TINY_ROWS),), "F2", has_start=False, takes_back=False),)

TABLE = np.dtype(
    [
        ("weights", "i4", (len(deck.LIKELY),)),  # these two are for bots: see deck.py
        ("ratings", "u1", (deck.PICTURES, len(deck.SYMBOLS))),
        ("width", "i1"),
        ("seats", "i1"),
        ("row", "i1"),  # cards in a row (F2)
        ("stack", "i1"),  # picture cards at the beginning (F2)
        ("goal", "i1"),  # what a team needs to win (F10); 0 where everybody plays alone
    ],
    align=True,
)


def stack_of(variant: str, seats: int) -> int:
    """Return how many picture cards a game has (F2)."""
    return TINY_PICTURE_CARDS if variant == TINY else STACK[seats]


@cache
def table(variant: str, seats: int) -> np.ndarray:
    """Return a variant as the record that the kernels read (an array of one)."""
    made = np.zeros(1, TABLE)
    row = made[0]
    row["weights"] = deck.LIKELY
    row["ratings"] = [drawing.ratings for drawing in deck.drawings()]
    row["seats"], row["row"], row["stack"] = seats, ROW[variant], stack_of(variant, seats)
    row["goal"] = TEAM_GOAL if seats == TEAM else 0
    row["width"] = WIDTH[seats]
    made.flags.writeable = False
    return made


def table_of(setup: Setup) -> np.ndarray:
    """Return what was agreed as the record that the kernels read (an array of one)."""
    return table(setup.variant, setup.seats)
