"""The eight levels of the board game: for two about 150 Elo apart (`python -m bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import ladder

LEVELS = ladder(0.25, 0.606, 0.476, 0.362, 0.282, 0.189, 0.109, 0.037)
