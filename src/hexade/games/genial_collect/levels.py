"""The eight levels of the collecting game, as far apart as chance allows (`bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# What each level overlooks is chosen, so that little is left to noise, which is measured.
LEVELS = (
    Level(0.0, 0.150, 1.0, ("any", "late", "own", "unseen")),
    Level(0.0, 0.170, 1.0, ("late", "own", "unseen")),
    Level(0.0, 0.290, 0.85, ("late", "own")),
    Level(0.0, 0.260, 1.0, ("early", "own")),
    Level(0.0, 0.200, 0.9, ("own",)),
    Level(0.0, 0.175, 0.5, ("late", "own")),
    Level(0.0, 0.060, 0.1, ("early",)),
    Level(1.0, 0.0),
)
