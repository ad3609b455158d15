"""The eight levels of the board game: for two about 150 Elo apart (`python -m bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import ladder

LEVELS = ladder(0.25, 0.61, 0.475, 0.376, 0.268, 0.175, 0.10, 0.035)
