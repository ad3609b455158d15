"""The eight levels of the card game, about 90 Elo apart (`python -m bench.levels`).

Chance decides more here than in the board game: 700 Elo separate random play from the champion.
"""

from __future__ import annotations

from hexade.contract.level import ladder

LEVELS = ladder(0.25, 0.97, 0.84, 0.68, 0.5, 0.3, 0.15, 0.07)
