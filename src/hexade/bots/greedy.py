"""The bot that takes what looks best at once, by the game's own measure."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.bots.random import Random
from hexade.contract.game import AnyGame, Move, View
from hexade.contract.reason import Reason, Refusal


class Greedy(Random):
    """Chooses the move after which `worth` is highest; the seed breaks ties."""

    name = "greedy"

    def __init__(self, game: AnyGame, seed: int) -> None:
        super().__init__(game, seed)
        self.game = game

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """Return one of the moves that look best."""
        worth = self.game.worth(view, legal)
        if worth is None:
            raise Refusal(Reason("bot", "", f"{self.game.title} has no measure for greedy play"))
        best = max(worth)
        return super().choose(
            view, [move for move, w in zip(legal, worth, strict=True) if w == best]
        )
