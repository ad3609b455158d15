"""Who plays together, how far it still is, and the one number that tells a result."""

from __future__ import annotations

import numpy as np

from hexade.contract.game import Result, Seat
from hexade.contract.setup import Setup
from hexade.games.genial import board
from hexade.games.genial.variants import VARIANTS
from hexade.games.genial.view import View

_EDGES = np.array(board.EDGES)


def sides(setup: Setup) -> tuple[tuple[Seat, ...], ...]:
    """Return the teams, which take turns (C1), or every seat as a side of its own."""
    count = VARIANTS[setup.variant].teams or setup.seats
    return tuple(tuple(range(side, setup.seats, count)) for side in range(count))


def turns_left(view: View) -> int:
    """Return how many tiles the viewer would place if all cells that can be filled were."""
    free = np.unpackbits(view.record["free"].view(np.uint8), bitorder="little")[: len(_EDGES)]
    cells = len(np.unique(_EDGES[free.astype(bool)]))
    tiles = cells // 2
    return max(1, -(-tiles // view.setup.seats))


def measure(setup: Setup, result: Result) -> list[float]:
    """Return each seat's weakest colour; in the duel how many markers it has on its side."""
    scores = result["scores"]
    if VARIANTS[setup.variant].tug:
        ours = sum(at > 0 for at in scores.values())
        theirs = sum(at < 0 for at in scores.values())
        return [float(ours), float(theirs)]
    weakest = [float(min(score.values())) for score in scores]
    return [weakest[seat % len(weakest)] for seat in range(setup.seats)]
