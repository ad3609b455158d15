"""Results: ranks and tiles, as kernels and as records have them; how many turns are left."""

from __future__ import annotations

import numpy as np

from hexade.contract.game import Result
from hexade.contract.kernel import Record, kernel, over_arrays, speed_up
from hexade.contract.setup import Setup
from hexade.games.genial_collect.state import OVER, CollectState
from hexade.games.genial_collect.variants import COLOURS, goal_of
from hexade.games.genial_collect.view import CollectView

_DECISIONS_A_TILE = 2  # for one that a seat needs, in games of good players


@kernel
def rank_key(s: Record, v: Record, seat: int) -> int:
    """Return a number that is higher for the better placed (G6, A14).

    Its digits say of how many colours a seat owns more than none, more than one, … up to the goal:
    who has more colours above the lowest level at which two seats differ has the better weakest.
    """
    key = 0
    for level in range(v["goal"]):
        above = 0
        for colour in range(6):
            above += int(s["owned"][seat, colour] > level)
        key = 7 * key + above
    return key


_rank_key = speed_up(over_arrays(rank_key))


def missing(view: CollectView | CollectState) -> list[int]:
    """Return how many tiles each seat still needs for the goal (G6)."""
    owned = view.record["owned"][: view.setup.seats].astype(int)
    found: list[int] = np.maximum(goal_of(view.setup) - owned, 0).sum(axis=1).tolist()
    return found


@kernel
def decisions_left(s: Record, v: Record) -> int:
    """Return how many decisions the seat that is nearest to the goal still needs, or the pile."""
    least, seats, pile = 6 * int(v["goal"]), int(v["seats"]), int(s["pile_size"])
    for seat in range(seats):
        needed = 0
        for colour in range(6):
            needed += max(int(v["goal"]) - int(s["owned"][seat, colour]), 0)
        least = min(least, needed)
    whole, rest = pile // seats, 2 * (pile % seats)
    share = whole + int(rest > seats or (rest == seats and whole % 2 == 1))  # half to even
    return max(1, min(_DECISIONS_A_TILE * least, share))


_decisions_left = speed_up(over_arrays(decisions_left))


def turns_left(view: CollectView) -> int:
    """Return how many decisions the seat that is nearest to the goal still needs, or the pile."""
    return int(_decisions_left(view.data, view.table))


def measure(setup: Setup, result: Result) -> list[float]:
    """Return how many tiles each seat owns that count for the goal (G6)."""
    goal = goal_of(setup)
    return [float(sum(min(n, goal) for n in owned.values())) for owned in result["scores"]]


def scores(view: CollectView | CollectState) -> list[dict[str, int]]:
    """Return the tiles of all seats, as a record's result has them: not cut at the goal."""
    rows = view.record["owned"][: view.setup.seats]
    return [dict(zip(COLOURS, row, strict=True)) for row in rows.tolist()]


def result(state: CollectState) -> Result | None:
    """Return ranks, tiles and the reason for the end (G6, G7)."""
    if state.record["phase"] != OVER:
        return None
    keys = [int(_rank_key(state.data, state.table, seat)) for seat in range(state.setup.seats)]
    return {
        "ranks": [1 + sum(other > key for other in keys) for key in keys],
        "scores": scores(state),
        "reason": "collected" if 0 in missing(state) else "pile-empty",
    }
