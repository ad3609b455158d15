"""What a finished game is worth to each seat: one number, the same in every interface.

Where seats compete, it is the average over all opponents: 1 for one that ranks below, -1 for one
that ranks above, 0 for a tie, so that the numbers add up to zero. Where nobody competes (solo or
cooperative) it is the share of what was possible, from 0 to 1.

Dense rewards pay a part of it earlier: in each step by how much a seat's potential has grown. All
potentials are 0 before the first move and after the end, so that the rewards of a game add up to
the same return, and what is best to do stays best (Ng, Harada and Russell 1999).
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from hexade.contract.game import WATCHER, AnyGame, Result
from hexade.contract.setup import Setup

Reward: TypeAlias = Literal["final", "dense"]
POINT = 0.01  # what a point more than the others is worth as potential


def returns(game: AnyGame, setup: Setup, result: Result | None) -> list[float]:
    """Return what a result is worth to each seat; zeros before the end."""
    if result is None:
        return [0.0] * setup.seats
    if not game.competes(setup):
        return [game.reached(setup, result)] * setup.seats
    ranks = result["ranks"]
    return [
        sum((rank < other) - (rank > other) for other in ranks) / (setup.seats - 1)
        for rank in ranks
    ]


def potentials(game: AnyGame, setup: Setup, state: Any) -> list[float]:
    """Return how promising a state is for each seat: its points, less those of the others."""
    points = _points(game.scores(game.view(state, WATCHER)), setup)
    if not game.competes(setup):
        return [POINT * own for own in points]
    total = sum(points)
    return [POINT * (own - (total - own) / (setup.seats - 1)) for own in points]


def _points(scores: Any, setup: Setup) -> list[float]:
    """Return the sum of each seat's points; scores have the form of a result's."""
    if scores is None:
        return [0.0] * setup.seats
    if isinstance(scores, dict):  # one track for two seats, positive towards the first
        lead = float(sum(scores.values()))
        return [lead, -lead]
    sums = [float(sum(score.values()) if isinstance(score, dict) else score) for score in scores]
    return [sums[seat % len(sums)] for seat in range(setup.seats)]
