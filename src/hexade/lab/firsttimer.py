"""A model of somebody in their first game, who follows the lesson: a baseline.

The lesson says that only the weakest colour counts, and shows what a move would score before it is
made. So this player looks for places where its weakest colour scores, which on a board is about one
move in ten; it tries eight of these, as they come, and makes the one after which its weakest colour
is highest, then the next (`Game.worth`). Where there are few moves it tries half of the best four,
but never fewer than two: a choice of two is seen whole. It sees neither what it leaves for others
nor what comes later.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexade.bots.random import Random
from hexade.contract.chance import Stream
from hexade.contract.game import Move, View

LOOKS = 8  # moves that it tries before it makes one
FEWEST = 2  # that it tries however few there are
PART, LEAST = 10, 4  # it looks among the best tenth of all moves, and among four at least
_FIRST = 1 << 16  # numbers of its random draws in one decision
_TRIES = 11  # the stream of its seed for what it looks at


class FirstTimer(Random):
    """Takes the best of a few moves by what the lesson teaches."""

    name = "firsttimer"

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return the best of the moves that it looks at."""
        worth = self.game.worth(view, legal)
        if worth is None:
            return super().choose(view, legal)
        order = sorted(range(len(legal)), key=lambda n: -worth[n])
        some = order[: max(LEAST, len(legal) // PART)]
        looks = min(len(some), max(FEWEST, min(LOOKS, len(some) // 2)))
        draw = Stream(self.seed, _TRIES)
        for n in range(looks):  # the first of a shuffled list
            at = n + draw.below(_FIRST * view.ply + n, len(some) - n)
            some[n], some[at] = some[at], some[n]
        return legal[max(some[:looks], key=lambda n: worth[n])]
