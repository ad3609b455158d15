"""The bot `champion1`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexade.contract.chance import seed_of
from hexade.contract.player import Thinker
from hexade.games.genial_cards.mind.champion1.judge import judge
from hexade.games.genial_cards.view import CardsView as View


class Champion1(Thinker):
    """Plays the best move by the tables and the search of the first champion."""

    name = "champion1"

    def choose(self, view: View, legal: Sequence[int], time_ms: int | None = None) -> int:
        """Return the best move."""
        if len(legal) == 1:
            return legal[0]
        return legal[int(np.argmax(judge(view, legal, 1.0, seed_of(self.seed, view.ply))))]
