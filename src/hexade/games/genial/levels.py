"""The eight levels of the board game: for two about 150 Elo apart (`python -m bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import ladder

LEVELS = ladder(0.25, 0.579, 0.455, 0.355, 0.247, 0.154, 0.082, 0.026)
