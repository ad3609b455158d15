"""The bot that plays the move with the best immediate result, by the game's own measure."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.bots.random import Random
from hexade.contract.game import AnyGame, Move, View
from hexade.contract.setup import agree


def has_measure(game: AnyGame) -> bool:
    """Tell whether a game has a measure of moves, by asking about no moves of its opening."""
    return game.worth(game.view(game.begin(agree(game)), 0), []) is not None


class Greedy(Random):
    """Chooses the move with the highest `worth`; the seed breaks ties."""

    name = "greedy"

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return one of the best moves."""
        worth = self.game.worth(view, legal) or [0] * len(legal)
        best = max(worth)
        return super().choose(
            view, [move for move, w in zip(legal, worth, strict=True) if w == best]
        )
