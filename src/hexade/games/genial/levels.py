"""The eight levels of the board game: for two about 150 Elo apart (`python -m bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import ladder

LEVELS = ladder(0.25, 0.58, 0.46, 0.352, 0.267, 0.186, 0.11, 0.045)
