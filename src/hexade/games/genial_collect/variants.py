"""The material, and what a table agrees on, as the record of numbers that the kernels read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from hexade.contract.setup import Form, Setup

COLOURS = "rgboyp"
COLOUR_NAMES = dict(
    zip(COLOURS, ("red", "green", "blue", "orange", "yellow", "purple"), strict=True)
)
COPIES = 21  # G1: tiles of each colour
TILES = COPIES * len(COLOURS)
MIDDLE = 3  # G1, G5: tiles turned up into the middle
GOALS = {2: 7, 3: 6, 4: 5}  # G1: tiles of every colour, by the number of players
TINY = "tiny"  # a set-up to be solved: few tiles of three colours, of the others all have enough
TINY_COPIES, TINY_COLOURS, TINY_GOAL = 3, 3, 2
# What was turned up was seen, and to stop ends the turn (G3): no move is taken back.
FORMS = (Form("base", tuple(GOALS), "G1", start_rule="G8", takes_back=False),)
TINY_FORMS = (Form(TINY, (2,), "G1", start_rule="G8", takes_back=False),)

TABLE = np.dtype([("seats", "i1"), ("goal", "i1")], align=True)


def goal_of(setup: Setup) -> int:
    """Return how many tiles of every colour end the game (G6)."""
    return TINY_GOAL if setup.variant == TINY else GOALS[setup.seats]


def pile_of(setup: Setup) -> list[int]:
    """Return how many tiles of each colour there are (G1)."""
    if setup.variant != TINY:
        return [COPIES] * len(COLOURS)
    return [TINY_COPIES if n < TINY_COLOURS else 0 for n in range(len(COLOURS))]


@cache
def table(seats: int, goal: int) -> np.ndarray:
    """Return what was agreed as the record that the kernels read (an array of one)."""
    made = np.zeros(1, TABLE)
    made[0]["seats"], made[0]["goal"] = seats, goal
    made.flags.writeable = False
    return made


def table_of(setup: Setup) -> np.ndarray:
    """Return what was agreed as the record that the kernels read (an array of one)."""
    return table(setup.seats, goal_of(setup))


def letters(counts: Iterable[int]) -> list[str]:
    """Return as many letters of each colour as there are tiles, in the order of colours."""
    return [colour for colour, n in zip(COLOURS, counts, strict=True) for _ in range(n)]
