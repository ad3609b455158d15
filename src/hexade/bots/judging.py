"""What bots, hints and analyses think of moves: the game's judge, or its measure where it has none.

Everything here sees a view and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hexade.contract.game import AnyGame, Move, View
from hexade.contract.setup import agree

JUDGE, WORTH = "judge", "worth"  # where values come from: expected outcomes, or mere ranks


@dataclass(frozen=True)
class Judgement:
    """Legal moves and what is expected of each, between 0 and 1."""

    moves: Sequence[Move]
    values: np.ndarray
    source: str  # JUDGE or WORTH

    @property
    def best(self) -> float:
        """What the best move is expected to bring."""
        return float(self.values.max())

    def ranked(self) -> list[tuple[Move, float]]:
        """Return moves with their values, the best first; equal ones as they stand in `legal`."""
        order = np.argsort(-self.values, kind="stable")
        return [(self.moves[n], float(self.values[n])) for n in order]


def can_judge(game: AnyGame) -> bool:
    """Tell whether a game says anything of its moves: asked of its opening, for no moves."""
    view = game.view(game.begin(agree(game)), 0)
    return game.worth(view, []) is not None or game.judge(view, [], 0.0, 0) is not None


def judged(
    game: AnyGame, view: View, legal: Sequence[Move], effort: float = 1.0, seed: int = 0
) -> Judgement | None:
    """Return what is expected of each legal move; None if the game has no opinion."""
    found = game.judge(view, legal, effort, seed)
    if found is not None:
        return Judgement(legal, np.asarray(found, float), JUDGE)
    worth = game.worth(view, legal)
    return None if worth is None else Judgement(legal, _by_rank(worth), WORTH)


def _by_rank(worth: Sequence[int]) -> np.ndarray:
    """Return worths as the share of the other moves that each is better than, ties half."""
    if len(worth) < 2:
        return np.ones(len(worth))
    found = np.asarray(worth)
    ordered = np.sort(found)
    below = np.searchsorted(ordered, found, "left")
    not_above = np.searchsorted(ordered, found, "right")
    return (below + (not_above - below - 1) / 2) / (len(worth) - 1)
