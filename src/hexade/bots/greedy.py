"""The bot that takes what looks best at once, by the game's own measure."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.bots.random import Random
from hexade.contract.game import AnyGame, Move, View
from hexade.contract.setup import agree


def has_measure(game: AnyGame) -> bool:
    """Tell whether a game says what moves are worth: asked of its opening, for no moves."""
    return game.worth(game.view(game.begin(agree(game)), 0), []) is not None


class Greedy(Random):
    """Chooses the move after which `worth` is highest; the seed breaks ties."""

    name = "greedy"

    def __init__(self, game: AnyGame, seed: int) -> None:
        super().__init__(game, seed)
        self.game = game

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return one of the moves that look best."""
        worth = self.game.worth(view, legal) or [0] * len(legal)
        best = max(worth)
        return super().choose(
            view, [move for move, w in zip(legal, worth, strict=True) if w == best]
        )
