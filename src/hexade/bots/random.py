"""The bot that plays a random legal move, all equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from hexade.contract.chance import Stream
from hexade.contract.game import Move, View
from hexade.contract.player import Thinker


class Random(Thinker):
    """Chooses uniformly; the same seed and the same view give the same move."""

    name = "random"

    def choose(self, view: View, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return one of the legal moves."""
        return legal[Stream(self.seed).below(view.ply, len(legal))]
