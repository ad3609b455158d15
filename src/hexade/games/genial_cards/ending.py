"""How far it still is to the end of a match, and the one number that tells its result."""

from __future__ import annotations

import numpy as np

from hexade.contract.game import Result
from hexade.contract.setup import Setup
from hexade.games.genial_cards.cards import GOAL
from hexade.games.genial_cards.view import View

_STEPS = 4  # that the chips of one seat move in a turn, as games among able players go
_ROUND = 12  # turns of a seat in a round, likewise


def turns_left(view: View) -> int:
    """Return how many turns the seat that is nearest to the goal still needs (E9, E10)."""
    known, setup = view.record, view.setup
    chips = known["chips"][: setup.seats].astype(int)
    missing = int(np.maximum(GOAL - chips, 0).sum(axis=1).min())
    later = setup.option("rounds") - int(known["round"])
    return max(1, -(-missing // _STEPS)) + _ROUND * max(0, later)


def measure(setup: Setup, result: Result) -> list[float]:
    """Return each seat's weakest chip, in a match of several rounds its victory points."""
    if setup.option("rounds") > 1:
        return [float(points) for points in result["points"]]
    return [float(min(chips.values())) for chips in result["scores"]]
