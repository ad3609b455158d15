"""The eight levels of the card game, as far apart as chance allows (`bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# What each level overlooks is chosen, so that little is left to noise, which is measured.
LEVELS = (
    Level(0.0, 0.300, 1.0, ("weakest", "own", "now", "unseen", "half")),
    Level(0.0, 0.350, 1.0, ("weakest", "own", "now", "unseen")),
    Level(0.0, 0.230, 1.0, ("own", "now", "unseen")),
    Level(0.0, 0.005, 1.0, ("own", "unseen")),
    Level(0.0, 0.130, 0.95, ("own", "unseen")),
    Level(0.1, 0.220, 0.5, ("own",)),
    Level(0.25, 0.105, 0.4, ("unseen",)),
    Level(1.0, 0.0),
)
