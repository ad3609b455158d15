"""Results: ranks, chips and victory points, and how many turns are left."""

from __future__ import annotations

from hexade.contract.game import Result
from hexade.contract.kernel import Record, kernel, over_arrays, speed_up
from hexade.contract.setup import Setup
from hexade.games.genial_cards.cards import COLOURS, GOAL
from hexade.games.genial_cards.scoring import rank_key
from hexade.games.genial_cards.state import OVER, CardsState
from hexade.games.genial_cards.view import CardsView

_STEPS = 4  # steps that a seat's chips make in a turn, in games of good players
_ROUND = 12  # turns that a seat has in a round, in such games
_rank_key = speed_up(over_arrays(rank_key))


@kernel
def turns_to_goal(s: Record, v: Record) -> int:
    """Return how many turns the seat that is nearest to the goal still needs (E9, E10)."""
    least = 6 * GOAL
    for seat in range(v["seats"]):
        missing = 0
        for colour in range(6):
            missing += max(GOAL - int(s["chips"][seat, colour]), 0)
        least = min(least, missing)
    later = int(v["rounds"]) - int(s["round"])
    return max(1, (least + _STEPS - 1) // _STEPS) + _ROUND * max(0, later)


_turns_to_goal = speed_up(over_arrays(turns_to_goal))


def turns_left(view: CardsView) -> int:
    """Return how many turns the seat that is nearest to the goal still needs (E9, E10)."""
    return int(_turns_to_goal(view.data, view.table))


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
