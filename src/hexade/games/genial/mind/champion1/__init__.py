"""The first champion, with its networks and settings: a baseline that later ones have to beat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexade.contract.chance import seed_of
from hexade.contract.player import Thinker
from hexade.games.genial.mind.judge import judge_by, network, plan_of
from hexade.games.genial.mind.prior_weights import FIRST_CHAMPION
from hexade.games.genial.view import GenialView as View

# As in `judge.PLANS`: alone twice as many positions as in company, and four turns instead of one.
_LAST = (0, 512, FIRST_CHAMPION)
PLANS = np.array([(24_000, 12, 4, 6, 12, 4, *_LAST), *[(12_000, 12, 4, 6, 12, 1, *_LAST)] * 5])


class FirstChampion(Thinker):
    """Plays the move that the first champion's search liked best."""

    name = "champion1"

    def choose(self, view: View, legal: Sequence[int], time_ms: int | None = None) -> int:
        """Return its move, after a search that positions bound, not time."""
        if len(legal) == 1:
            return legal[0]
        net = network(view.setup.variant, view.setup.seats, __package__)
        seed = seed_of(self.seed, view.ply)
        values = judge_by(net, plan_of(PLANS, view), view, legal, 1.0, seed)
        return legal[int(np.argmax(values))]
