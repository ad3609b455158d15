"""What a good player thinks of the moves: the one place that chooses who judges a game."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.bots import makers
from hexade.contract.game import AnyGame, Move, View


def judge(game: AnyGame, view: View, legal: Sequence[Move], seed: int) -> list[tuple[Move, float]]:
    """Return moves with how good they look, from 0 to 1, the best first.

    By the game's own measure where it has one. Where it has none, its best bot says what it would
    do, and nothing is said of the other moves. Numbers compare moves of one position only.
    """
    if not legal:
        return []
    worth = game.worth(view, legal)
    if worth is None:
        best = list(makers(game).values())[-1](game, seed)
        best.sit(view.setup, view.seat)
        return [(best.choose(view, legal), 1.0)]
    low, high = min(worth), max(worth)
    span = max(1, high - low)
    rated = zip(legal, worth, strict=True)
    return sorted(
        ((move, 1.0 - (high - value) / span) for move, value in rated), key=lambda pair: -pair[1]
    )
