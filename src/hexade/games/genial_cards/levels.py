"""The eight levels of the card game, about 90 Elo apart (`python -m bench.levels`).

Chance decides more here than in the board game: from random play to the champion there are 700.
"""

from __future__ import annotations

from hexade.contract.level import ladder

LEVELS = ladder(0.25, 0.93, 0.80, 0.605, 0.495, 0.34, 0.185, 0.0)
