"""The eight levels of the collecting game, as far apart as chance allows (`bench.levels`)."""

from __future__ import annotations

from hexade.contract.level import Level

# The noises are measured; what each level overlooks is chosen.
LEVELS = (
    Level(0.0, 1.000, 1.0, ("any", "late", "own", "unseen")),
    Level(0.0, 0.923, 1.0, ("any", "early", "own", "unseen")),
    Level(0.0, 0.419, 1.0, ("late", "own", "unseen")),
    Level(0.0, 0.466, 1.0, ("early", "own")),
    Level(0.0, 0.183, 1.0, ("own",)),
    Level(0.0, 0.334, 0.3, ("late", "own")),
    Level(0.0, 0.160, 0.1, ("early",)),
    Level(1.0, 0.0),
)
