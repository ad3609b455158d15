"""What a finished game is worth to each seat: one number, the same in every interface.

Where seats compete, it is the mean over all others of 1 for each that is placed behind, -1 for each
ahead and 0 for a shared rank, so that the numbers add up to zero. Where nobody competes (alone,
or all together) it is the share of what was possible, from 0 to 1.
"""

from __future__ import annotations

from hexade.contract.game import AnyGame, Result
from hexade.contract.setup import Setup


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
