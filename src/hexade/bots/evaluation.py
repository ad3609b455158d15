"""Values of moves for bots, hints and analyses: by the game's judge, or else by its measure.

Nothing here sees more than a view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hexade.contract.game import AnyGame, Move, View
from hexade.contract.setup import agree

JUDGE, WORTH = "judge", "worth"  # the source of values: expected outcomes, or only ranks


@dataclass(frozen=True)
class Judgement:
    """Legal moves and the value of each, between 0 and 1."""

    moves: Sequence[Move]
    values: np.ndarray
    source: str  # JUDGE or WORTH

    @property
    def best(self) -> float:
        """The value of the best move."""
        return float(self.values.max())

    def ranked(self) -> list[tuple[Move, float]]:
        """Return moves with their values, the best first; equal ones in the order of `moves`."""
        order = np.argsort(-self.values, kind="stable")
        return [(self.moves[n], float(self.values[n])) for n in order]


def can_judge(game: AnyGame) -> bool:
    """Tell whether a game has a judge or a measure, by asking about no moves of its opening."""
    view = game.view(game.begin(agree(game)), 0)
    return game.worth(view, []) is not None or game.judge(view, [], 0.0, 0) is not None


def judged(
    game: AnyGame, view: View, legal: Sequence[Move], effort: float = 1.0, seed: int = 0
) -> Judgement | None:
    """Return the values of the legal moves; None if the game has neither judge nor measure."""
    found = game.judge(view, legal, effort, seed)
    if found is not None:
        return Judgement(legal, np.asarray(found, float), JUDGE)
    worth = game.worth(view, legal)
    return None if worth is None else Judgement(legal, _by_rank(worth), WORTH)


def _by_rank(worth: Sequence[int]) -> np.ndarray:
    """Return for each move the share of the other moves that it beats; ties count half."""
    if len(worth) < 2:
        return np.ones(len(worth))
    found = np.asarray(worth)
    ordered = np.sort(found)
    below = np.searchsorted(ordered, found, "left")
    not_above = np.searchsorted(ordered, found, "right")
    return (below + (not_above - below - 1) / 2) / (len(worth) - 1)
