"""Results: ranks, chips and victory points, and how many turns are left."""

from __future__ import annotations

import numpy as np

from hexade.contract.game import Result
from hexade.contract.kernel import over_arrays, speed_up
from hexade.contract.setup import Setup
from hexade.games.genial_cards.cards import COLOURS, GOAL
from hexade.games.genial_cards.scoring import rank_key
from hexade.games.genial_cards.state import OVER, CardsState
from hexade.games.genial_cards.view import CardsView

_STEPS = 4  # steps that a seat's chips make in a turn, in games of good players
_ROUND = 12  # turns that a seat has in a round, in such games
_rank_key = speed_up(over_arrays(rank_key))


def turns_left(view: CardsView) -> int:
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


def scores(view: CardsView | CardsState) -> list[dict[str, int]]:
    """Return the chips of all seats in this round, as a record's result has them."""
    rows = view.record["chips"][: view.setup.seats]
    return [dict(zip(COLOURS, row, strict=True)) for row in rows.tolist()]


def result(state: CardsState) -> Result | None:
    """Return ranks (E9, and E10 for several rounds), chips and victory points at the end."""
    if state.record["phase"] != OVER:
        return None
    seats = state.setup.seats
    won = state.record["points"][:seats].tolist()
    keys = won
    if state.setup.option("rounds") == 1:
        keys = [int(_rank_key(state.data, seat)) for seat in range(seats)]
    return {
        "ranks": [1 + sum(other > key for other in keys) for key in keys],
        "scores": scores(state),
        "points": won,
    }
