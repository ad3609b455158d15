"""The eight levels of the board game: for two about 150 Elo apart (`python -m bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import ladder

LEVELS = ladder(0.25, 0.608, 0.485, 0.383, 0.269, 0.197, 0.118, 0.053)
