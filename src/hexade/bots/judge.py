"""What a good player thinks of the moves: the one place that chooses who judges a game."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.bots import make, usual
from hexade.bots.judging import judged
from hexade.contract.game import AnyGame, Move, View


def judge(game: AnyGame, view: View, legal: Sequence[Move], seed: int) -> list[tuple[Move, float]]:
    """Return moves with how good they look, from 0 to 1, the best first.

    By the game's judge, or its measure of moves. Where it has neither, its usual bot says what it
    would do, and nothing is said of the other moves.
    """
    if not legal:
        return []
    found = judged(game, view, legal, seed=seed)
    if found is not None:
        return found.ranked()
    bot = make(usual(game), game, seed)  # never a program that an operator offers
    bot.sit(view.setup, view.seat)
    return [(bot.choose(view, legal), 1.0)]
