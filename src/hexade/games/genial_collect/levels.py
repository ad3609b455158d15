"""The eight levels of the collecting game: as far apart as chance allows (bench/results.md).

Small mistakes cost little here, so that noise falls slowly at first.
"""

from __future__ import annotations

from hexade.contract.level import ladder

LEVELS = ladder(0.0, 1.0, 0.92, 0.83, 0.7, 0.56, 0.4, 0.1)
